"""`paneflow agent …` as processes: what they print and how they end."""

import re
import sys
from collections.abc import Iterator

import pytest

from paneflow import driver
from tests.support.driver import ROOT, Scene, driving_long

pytestmark = pytest.mark.timeout(120)
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")


@pytest.fixture(scope="module")
def scene() -> Iterator[Scene]:
    with driving_long() as scene:
        yield scene


@pytest.fixture(autouse=True)
def forget(scene: Scene) -> Iterator[None]:
    yield
    scene.forget("agents", "other")


def test_a_conversation_from_beginning_to_end(scene: Scene) -> None:
    spawned = scene.verb("spawn", "job", "--cwd", str(scene.project))
    assert spawned.code == 0, spawned.err
    session_id = spawned.json["agentSessionId"]
    assert UUID.fullmatch(session_id)
    assert spawned.out.count("\n") == 1

    asked = scene.verb("ask", "job", "say hello")
    assert asked.code == 0, asked.err
    assert list(asked.json) == ["outcome", "messages", "cursor"]
    assert asked.json["outcome"] == {"kind": "completed"}
    cursor = asked.json["cursor"]

    assert scene.verb("messages", "job", cursor).json == asked.json["messages"]
    complete = scene.verb("turn-complete", "job", cursor)
    assert (complete.code, complete.out) == (0, "true\n")
    never = scene.verb("turn-complete", "job", "no-such-cursor")
    assert (never.code, never.out) == (1, "false\n")

    state = scene.verb("state", "job")
    assert (state.code, state.out) == (0, "idle\n")
    progress = scene.verb("progress", "job").json
    assert progress == {
        "phase": "done",
        "toolInFlight": False,
        "transcriptCount": 2,
        "hookChannelHealthy": True,
        "agentChannelHealthy": True,
        "state": "idle",
    }
    assert scene.verb("adopt", "job").json == {"agentSessionId": session_id, "state": "idle"}
    recovered = scene.verb("recover", "job", session_id, "--cwd", str(scene.project))
    assert recovered.json == {"agentSessionId": session_id, "status": "attached"}

    shown = scene.verb("capture", "job")
    assert "● hello" in shown.out
    assert "\x1b" not in shown.out
    assert "\x1b[" in scene.verb("capture", "job", "--ansi").out
    assert len(scene.verb("capture", "job", "--lines", "1").out.splitlines()) == 1

    there = scene.verb("exists", "job")
    assert (there.code, there.out) == (0, "true\n")
    assert scene.verb("list").out == "job\n"
    killed = scene.verb("kill", "job")
    assert (killed.code, killed.out, killed.err) == (0, "", "")
    gone = scene.verb("exists", "job")
    assert (gone.code, gone.out) == (1, "false\n")
    assert scene.verb("kill", "job").code == 0

    resumed = scene.verb("resume", "job", session_id, "--cwd", str(scene.project))
    assert resumed.json == {"agentSessionId": session_id}
    assert scene.verb("turn-complete", "job", cursor).out == "true\n"


def test_send_and_wait_are_two_verbs(scene: Scene) -> None:
    scene.spawn("job")

    sent = scene.verb("send", "job", "-", stdin="say from\nstdin")
    assert sent.code == 0, sent.err
    waited = scene.verb("wait", "job", "--timeout-ms", "20000")

    assert (waited.code, waited.json) == (0, {"kind": "completed"})
    assert scene.verb("turn-complete", "job", sent.json["cursor"]).code == 0


def test_outcomes_other_than_completed_end_with_1(scene: Scene) -> None:
    scene.spawn("job")

    asked = scene.verb("ask", "job", "[ask verb.txt] say done", "--timeout-ms", "20000")
    assert (asked.code, asked.json["outcome"]) == (1, {"kind": "awaiting", "on": "permission-prompt"})
    assert scene.verb("respond", "job", "deny").code == 0
    assert scene.verb("wait", "job").json == {"kind": "completed"}

    late = scene.verb("ask", "job", "[think 30]", "--timeout-ms", "300")
    assert (late.code, late.json["outcome"]) == (1, {"kind": "budget-exceeded", "reason": "max"})
    assert scene.verb("interrupt", "job").code == 0
    assert scene.verb("wait", "job").code == 1


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["send", "nobody", "hello"], 1, "paneflow: agent nobody: there is no such session"),
        (["state", "nobody"], 1, "paneflow: agent nobody: there is no such session"),
        (["state", "bad name"], 1, "paneflow: agent bad name: there is no such session"),
        (["spawn", "a.b", "--cwd", "/"], 1, "paneflow: agent 'a.b': a name has"),
        (["spawn", "job", "--cwd", "/no/such/folder"], 1, "paneflow: agent job: /no/such/folder"),
        (["spawn", "job", "--cwd", "/", "--agent", "clod"], 2, "paneflow: there is no agent 'clod'"),
        (["spawn", "job", "--cwd", "/", "--session-id", "x"], 1, "paneflow: 'x' is not a v4 UUID"),
        (["respond", "job", "maybe"], 2, "paneflow: "),
        (["ask", "only-a-name"], 2, "paneflow: ask needs"),
        (["ask", "a", "b", "text"], 2, "paneflow: several sessions"),
        (["spawn", "job"], 2, "paneflow: "),
    ],
)
def test_errors_name_the_session(scene: Scene, words: list[str], code: int, said: str) -> None:
    done = scene.verb(*words)

    assert (done.code, done.out) == (code, ""), done.err
    assert done.err.startswith(said), done.err
    assert "tmux" not in done.err


def test_flags_after_a_double_dash_go_to_the_agent(scene: Scene) -> None:
    done = scene.verb("spawn", "job", "--cwd", str(scene.project), "--", "--dangerously-skip-permissions")

    assert done.code == 0, done.err
    assert scene.verb("state", "job").out == "idle\n"


def test_namespaces_and_lists(scene: Scene) -> None:
    scene.spawn("one")
    scene.spawn("two", namespace="other")

    assert scene.verb("list").out == "one\n"
    assert scene.verb("list", "other").out == "two\n"
    assert scene.verb("list", "one", "--namespace", "other").out == "two\n"
    assert scene.verb("list", "empty").out == ""
    rows = scene.verb("list", "--json").json
    assert (rows[0]["name"], rows[0]["state"], rows[0]["reason"]) == ("one", "idle", "hook")
    assert rows[0]["age_ms"] > 0
    assert scene.verb("list", "--long").out.splitlines()[1].split()[:3] == ["one", "idle", "hook"]


def test_one_that_fails_of_several_ends_with_1(scene: Scene) -> None:
    scene.spawn("good")
    scene.spawn("slow")

    done = scene.verb("ask", "good", "slow", "[think 2] say hello", "--all", "--timeout-ms", "300")

    assert done.code == 1
    assert [each["outcome"]["kind"] for each in done.json["results"]] == ["budget-exceeded"] * 2


# -- whose sessions ---------------------------------------------------------------------------------------------------
def test_a_session_belongs_to_who_started_it(scene: Scene) -> None:
    scene.spawn("outside")
    first = run_in_pane(scene, f"agent spawn inside --cwd {scene.project}")
    scene.host.wait_for(lambda: driver.exists("inside"))
    scene.host.wait_for_text(first, "agentSessionId", 40)

    state = scene.verb("state", "inside")
    assert (state.code, state.out) == (1, "")
    assert "was not made by this caller" in state.err
    killed = scene.verb("kill", "inside")
    assert killed.code == 1
    assert "PANEFLOW_IPC_SCRIPTING" in killed.err
    assert scene.verb("list").out == "inside\noutside\n"

    second = run_in_pane(scene, "agent send outside hello || echo ref''used")
    scene.host.wait_for_text(second, "refused", 40)
    assert scene.keep(driver.adopt("outside")).link.facts().turns == 0

    scene.host.call("surface.close", surface_id=first)  # what it owned is the person's now
    assert scene.verb("state", "inside").code == 1
    row = next(each for each in driver.fleet.rows() if each["name"] == "inside")
    scene.host.call("surface.close", surface_id=row["surface_id"])


def run_in_pane(scene: Scene, words: str) -> int:
    """Run a verb in a shell of its own; the shell's surface."""
    command = f"PYTHONPATH={ROOT} {sys.executable} -m paneflow {words}"
    surface: int = scene.host.call("workspace.create", name="shell", command=command)["surface_id"]
    return surface
