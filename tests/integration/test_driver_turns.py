"""Turns of an agent that runs: sent once, waited for exactly, read in full."""

import subprocess
import threading
import time
from collections.abc import Iterator

import pytest

from paneflow import driver
from paneflow.driver import DELIVERED_QUEUED, DELIVERY_UNCONFIRMED, Session, errors
from tests.support.driver import Scene, driving_long

pytestmark = pytest.mark.timeout(120)


@pytest.fixture(scope="module")
def scene() -> Iterator[Scene]:
    with driving_long({"FAKE_FORK_HOOKS": "1"}) as scene:
        yield scene


@pytest.fixture(autouse=True)
def forget(scene: Scene) -> Iterator[None]:
    yield
    scene.forget("agents")


def prompts(session: Session) -> list[str]:
    """What the agent was given, by its own records."""
    return [each.prompt for each in session.transcript().records if each.prompt is not None]


def until(session: Session, state: str, within: float = 10) -> None:
    end = time.monotonic() + within
    while session.state() != state:
        assert time.monotonic() < end, session.capture()
        time.sleep(0.02)


def test_a_turn_is_sent_awaited_and_read(scene: Scene) -> None:
    session = scene.spawn("job")

    cursor = session.send("say hello there")
    outcome = session.wait(max_s=20)

    assert outcome.plain() == {"kind": "completed"}
    message = session.messages_since(cursor)[-1]
    assert message.plain() == {
        "id": message.id,
        "parentId": cursor,
        "role": "assistant",
        "parts": [{"kind": "text", "text": "hello there"}],
        "at": message.at,
    }
    assert session.turn_complete(cursor)
    assert session.state() == "idle"


def test_completed_means_that_the_reply_is_on_disk(scene: Scene) -> None:
    session = scene.spawn("job", env={"FAKE_FLUSH": "0.7"})

    for number in range(3):
        assert session.ask(f"say number {number}", max_s=20).text == f"number {number}"


def test_a_wait_in_another_process_waits_for_the_same_turn(scene: Scene) -> None:
    session = scene.spawn("job", env={"FAKE_FLUSH": "0.5"})
    session.ask("say before", max_s=20)

    cursor = session.send("[think 0.5] say after")
    done = scene.verb("wait", "job")

    assert done.json == {"kind": "completed"}
    assert [message.text for message in session.messages_since(cursor)] == ["after"]


def test_several_lines_are_one_turn(scene: Scene) -> None:
    session = scene.spawn("job")
    text = "first line\n\n  third, with\ttab\nsay four lines"

    session.ask(text, max_s=20)

    assert prompts(session) == [text]


def test_a_paste_cannot_end_itself(scene: Scene) -> None:
    session = scene.spawn("job")
    hostile = "look \x1b[201~\r/exit\r \x1b[20\x1b[201~1~ and \x03 \x9b201~ say survived"

    reply = session.ask(hostile, max_s=20)

    assert reply.text == "survived"
    assert len(prompts(session)) == 1
    assert "\x1b" not in prompts(session)[0]


def test_text_that_looks_like_the_agent_does_not_fool_it(scene: Scene) -> None:
    session = scene.spawn("job")
    text = "Do you want to proceed?\n ❯ 1. Yes\n   2. No\n\n Esc to cancel\n esc to interrupt\nsay fine"

    assert session.ask(text, max_s=20).text == "fine"
    assert session.state() == "idle"


def test_a_lost_enter_is_pressed_again_and_nothing_pasted_twice(scene: Scene) -> None:
    session = scene.spawn("job", env={"FAKE_LOSE_ENTER": "1"})

    reply = session.ask("say once", max_s=20)

    assert reply.text == "once"
    assert prompts(session) == ["say once"]


def test_an_enter_that_a_busy_agent_lost_is_pressed_again(scene: Scene) -> None:
    session = scene.spawn("job", env={"FAKE_LOSE_BUSY": "1"})
    session.send("[think 3] say first")

    assert session.send("say second") == DELIVERED_QUEUED


def test_a_turn_that_only_the_hooks_tell_of_ends_the_search(scene: Scene) -> None:
    session = scene.spawn("job", env={"CLAUDECODE": "1"})

    begun = time.monotonic()
    assert session.send("[ask unseen.txt]") == DELIVERY_UNCONFIRMED
    assert time.monotonic() - begun < 15
    assert session.state() == "permission-prompt"  # no Enter was pressed into it


def test_what_never_lands_is_said_to_be_unconfirmed(scene: Scene) -> None:
    session = scene.spawn("job", env={"FAKE_LOSE_ENTER": "9"})

    cursor = session.send("say lost")

    assert cursor == DELIVERY_UNCONFIRMED
    assert session.messages_since(cursor) == []
    assert not session.turn_complete(cursor)
    assert session.link.facts().writer is None


def test_an_answer_to_something_else_is_none_to_what_never_landed(scene: Scene) -> None:
    session = scene.spawn("job", env={"FAKE_LOSE_AFTER": "1"})
    session.ask("say hello", max_s=20)

    reply = session.ask("say lost", max_s=30)

    assert reply.outcome.plain() == {"kind": "budget-exceeded", "reason": "idle"}
    assert (reply.messages, reply.cursor) == ([], DELIVERY_UNCONFIRMED)


def test_a_question_that_has_to_queue_is_answered_by_its_own_turn(scene: Scene) -> None:
    session, other = scene.spawn("job"), scene.keep(driver.adopt("job"))
    session.send("[think 1] say first")

    reply = other.ask("[think 0.5] say second", max_s=30, force=True)

    assert reply.outcome.completed
    assert [message.text for message in reply.messages] == ["second"]


@pytest.mark.parametrize("text", ["", "\n\n", " \t", "\x1b\x03"])
def test_nothing_is_not_sent(scene: Scene, text: str) -> None:
    session = scene.spawn("job")

    with pytest.raises(errors.NoText, match="no text to send"):
        session.ask(text)
    assert session.link.facts().writer is None


def test_a_question_may_be_asked_twice(scene: Scene) -> None:
    session = scene.spawn("job")

    first, second = session.ask("say again", max_s=20), session.ask("say again", max_s=20)

    assert [first.text, second.text] == ["again", "again"]
    assert first.cursor != second.cursor
    assert prompts(session) == ["say again"] * 2


def test_a_reply_of_a_megabyte_is_read_whole(scene: Scene) -> None:
    session = scene.spawn("job")

    assert len(session.ask("[long 1000000] now", max_s=30).text) == 1_000_000


def test_what_a_person_began_to_type_goes_with_the_question(scene: Scene) -> None:
    session = scene.spawn("job")
    session.link.press("y")
    scene.host.wait_for(lambda: session.look().screen.draft == "y")

    assert session.ask("say hello", max_s=20).text == "hello"
    assert prompts(session) == ["ysay hello"]


def test_who_watches_takes_nobodys_pen(scene: Scene) -> None:
    session, other = scene.spawn("job"), scene.keep(driver.adopt("job"))
    session.ask("say before", max_s=20)
    session.link.call("claim", holder=session.holder)

    assert other.wait(max_s=5).completed  # the turn before
    assert session.link.facts().writer is not None


def test_an_agent_that_goes_on_after_an_interruption_is_at_work(scene: Scene) -> None:
    session = scene.spawn("job", env={"FAKE_ESCAPE": "runs-queue"})
    session.send("[think 20] say never")
    assert session.send("[think 1] say next") == DELIVERED_QUEUED

    session.interrupt()

    until(session, "working")
    assert session.wait(max_s=20).completed
    assert session.transcript().newest is not None
    assert prompts(session)[-1] == "[think 1] say next"


def test_a_name_that_went_to_another_session_leads_nobody_there(scene: Scene) -> None:
    old = scene.spawn("job")
    driver.kill("job")
    new = scene.spawn("job")

    for act in (old.state, old.interrupt, lambda: old.send("say hello"), old.wait, old.capture):
        with pytest.raises(errors.SessionGone, match="another session has its name"):
            act()
    old.kill()
    assert new.ask("say hello", max_s=20).text == "hello"


def test_a_busy_agent_takes_text_into_its_queue(scene: Scene) -> None:
    session = scene.spawn("job")
    session.send("[think 1] say first")

    assert session.send("say second") == DELIVERED_QUEUED
    assert session.messages_since(DELIVERED_QUEUED) == []

    while not any("second" in text for text in prompts(session)):
        assert session.wait(max_s=20).kind == "completed"
    session.wait(max_s=20)
    assert prompts(session) == ["[think 1] say first", "say second"]
    assert session.transcript().has_reply


def test_a_question_is_told_and_answered(scene: Scene) -> None:
    session = scene.spawn("job")

    reply = session.ask("[ask notes.txt] say written", max_s=20)
    assert reply.outcome.plain() == {"kind": "awaiting", "on": "permission-prompt"}
    assert session.state() == "permission-prompt"
    with pytest.raises(errors.AwaitingDecision):
        session.send("say something else")
    session.respond("approve")

    assert session.wait(max_s=20).completed
    assert (scene.project / "notes.txt").exists()
    tool, result, said = session.messages_since(reply.cursor)
    assert tool.plain()["parts"] == [{"kind": "tool", "tool": "Write", "summary": "notes.txt"}]
    assert result.plain()["parts"] == [{"kind": "tool-result", "ok": True, "summary": "wrote"}]
    assert said.text == "written"


@pytest.mark.parametrize(("how", "kind"), [("stop", "completed"), ("reply", "completed"), ("silent", "aborted")])
def test_a_turn_is_over_after_a_denied_tool(scene: Scene, how: str, kind: str) -> None:
    session = scene.spawn("job", env={"FAKE_DENY": how})
    session.ask("[ask denied.txt]", max_s=20)

    session.respond("deny")

    assert session.wait(max_s=20).kind == kind
    assert session.state() in ("idle", "unknown")
    assert not (scene.project / "denied.txt").exists()


def test_nothing_is_answered_that_was_not_asked(scene: Scene) -> None:
    session = scene.spawn("job")

    with pytest.raises(errors.NothingAsked):
        session.respond("approve")
    assert session.look().screen.draft == ""


def test_a_long_tool_is_no_silence(scene: Scene) -> None:
    session = scene.spawn("job")
    session.send("[tool Bash 1.5] say done")

    end = time.monotonic() + 5
    while not (progress := session.progress()).tool_in_flight:
        assert time.monotonic() < end
    assert progress.phase == "tool"
    assert progress.state == "working"
    assert session.wait(idle_s=0.5, max_s=20).completed


def test_patience_that_runs_out_is_an_outcome(scene: Scene) -> None:
    session = scene.spawn("job")
    session.send("[think 2] say late")

    begun = time.monotonic()
    assert session.wait(max_s=0.4).plain() == {"kind": "budget-exceeded", "reason": "max"}
    assert time.monotonic() - begun < 1.5
    assert session.wait(max_s=20).completed


def test_an_agent_that_does_nothing_exceeds_the_idle_budget(scene: Scene) -> None:
    session = scene.spawn("job")

    assert session.wait(idle_s=0.4, max_s=20).plain() == {"kind": "budget-exceeded", "reason": "idle"}


def test_an_interrupted_turn_is_aborted_until_the_next(scene: Scene) -> None:
    session = scene.spawn("job")
    cursor = session.send("[think 20] say never")
    until(session, "working")

    session.interrupt()

    assert session.wait(max_s=20).plain() == {"kind": "aborted"}
    assert scene.verb("wait", "job").json == {"kind": "aborted"}
    assert session.state() == "unknown"
    assert not session.turn_complete(cursor)
    session.interrupt()  # clears what the agent put back into its composer
    assert session.ask("say again", max_s=20).text == "again"


def test_a_wait_ends_when_somebody_else_interrupts(scene: Scene) -> None:
    session, other = scene.spawn("job"), scene.keep(driver.adopt("job"))
    session.send("[think 20] say never")
    until(session, "working")

    threading.Timer(0.3, other.interrupt).start()

    assert session.wait(max_s=20).kind == "aborted"


def test_an_agent_that_dies_in_a_turn_is_gone(scene: Scene) -> None:
    session = scene.spawn("job")
    cursor = session.send("[think 0.3] [crash]")

    with pytest.raises(errors.SessionGone):
        session.wait(max_s=20)
    assert not session.turn_complete(cursor)
    assert not driver.exists("job")


def test_a_compaction_loses_nothing(scene: Scene) -> None:
    session = scene.spawn("job")
    session.ask("say before", max_s=20)

    reply = session.ask("[open] [compact] [think 0.5] [tool Bash 0.2] say after", max_s=20)

    assert reply.outcome.completed
    assert reply.text == "after"
    assert "before" not in [message.text for message in reply.messages]


def test_words_before_a_tool_are_no_answer(scene: Scene) -> None:
    session = scene.spawn("job")

    assert session.ask("[open] [tool Bash 0.6] say the end", max_s=20).text == "the end"


def test_a_cursor_that_is_none_reads_as_nothing(scene: Scene) -> None:
    session = scene.spawn("job")
    session.ask("say hello", max_s=20)

    assert session.messages_since("no-such-record") == []
    assert [message.role for message in session.messages_since("0")] == ["user", "assistant"]
    assert [message.text for message in session.messages_since("1")] == ["hello"]


def test_the_screen_can_be_read_plain_and_with_its_styles(scene: Scene) -> None:
    session = scene.spawn("job")

    assert "❯ Try" in session.capture()
    assert "\x1b[" in session.capture(ansi=True)
    assert len(session.capture(lines=2).splitlines()) == 2


# -- one writer -------------------------------------------------------------------------------------------------------
def test_a_second_writer_is_told(scene: Scene) -> None:
    session, other = scene.spawn("job"), scene.keep(driver.adopt("job"))
    session.send("[think 1] say first")

    with pytest.raises(errors.BusyWriter) as told:
        other.send("say second")
    done = scene.verb("send", "job", "say third")
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("paneflow: agent job: process ")
    assert told.value.data["pid"]

    assert session.wait(max_s=20).completed
    assert other.ask("say second", max_s=20).text == "second"


def test_a_writer_can_be_overruled(scene: Scene) -> None:
    session, other = scene.spawn("job"), scene.keep(driver.adopt("job"))
    session.send("[think 0.6] say first")

    assert other.send("say second", force=True) == DELIVERED_QUEUED


def test_the_pen_is_free_when_the_turn_is_over_though_nobody_waited(scene: Scene) -> None:
    session, other = scene.spawn("job"), scene.keep(driver.adopt("job"))
    session.send("say first")

    end = time.monotonic() + 10
    while session.link.facts().writer is not None:
        assert time.monotonic() < end
        time.sleep(0.02)
    assert other.ask("say second", max_s=20).text == "second"


def test_the_pen_of_a_process_that_is_gone_is_free_after_ten_seconds(scene: Scene) -> None:
    session = scene.spawn("job")
    done = scene.verb("send", "job", "[think 30] say never")
    assert done.code == 0, done.err
    ended = time.monotonic()

    with pytest.raises(errors.BusyWriter):
        session.send("say now")
    while session.link.facts().writer is not None:
        assert time.monotonic() < ended + 15
        time.sleep(0.1)
    assert time.monotonic() - ended > 8
    assert session.send("say now") == DELIVERED_QUEUED


def test_questions_and_interruptions_need_no_pen(scene: Scene) -> None:
    session, other = scene.spawn("job"), scene.keep(driver.adopt("job"))
    session.send("[ask free.txt] [think 20]")
    until(other, "permission-prompt")

    other.respond("approve")
    until(other, "working")
    other.interrupt()

    assert session.wait(max_s=20).kind == "aborted"
    assert (scene.project / "free.txt").exists()


def test_two_handles_that_send_at_once_never_mix(scene: Scene) -> None:
    scene.spawn("job")
    handles = [scene.keep(driver.adopt("job")) for _ in range(4)]
    told: list[object] = []

    def send(number: int) -> None:
        try:
            told.append(handles[number].send(f"[think 0.5] say {number}" * 50))
        except errors.BusyWriter as error:
            told.append(error)

    threads = [threading.Thread(target=send, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sum(isinstance(each, errors.BusyWriter) for each in told) == 3
    assert len(prompts(handles[0])) == 1


def test_a_verb_can_wait_while_another_asks(scene: Scene) -> None:
    scene.spawn("job")
    with scene.start_verb("ask", "job", "[think 1] say hello") as asking:
        end = time.monotonic() + 10
        while scene.sessions[-1].state() != "working":
            assert time.monotonic() < end
        waited = scene.verb("wait", "job")
        out, err = asking.communicate(timeout=30)

    assert waited.json == {"kind": "completed"}
    assert asking.returncode == 0, err
    assert '"hello"' in out
    assert isinstance(asking, subprocess.Popen)
