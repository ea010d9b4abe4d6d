"""From a process to an agent that is ready: dialogs, refusals, ends."""

import json
import uuid
from collections.abc import Iterator

import pytest

from paneflow import driver
from paneflow.driver import errors
from tests.support.driver import Scene, driving, driving_long

pytestmark = pytest.mark.timeout(120)


@pytest.fixture(scope="module")
def scene() -> Iterator[Scene]:
    with driving_long() as scene:
        yield scene


@pytest.fixture(autouse=True)
def forget(scene: Scene) -> Iterator[None]:
    yield
    scene.forget("agents")
    (scene.host.home / ".claude.json").unlink(missing_ok=True)


def trusted(scene: Scene) -> dict[str, bool]:
    file = scene.host.home / ".claude.json"
    return json.loads(file.read_text())["trusted"] if file.exists() else {}


@pytest.mark.parametrize("form", ["numbered", "plain"])
def test_trust_is_given_only_on_the_callers_word(scene: Scene, form: str) -> None:
    with pytest.raises(errors.WorkspaceUntrusted, match=r"agent job: .*--trust-workspace"):
        scene.spawn("job", env={"FAKE_TRUST": form})
    assert trusted(scene) == {}
    assert not driver.exists("job")

    session = scene.spawn("job", env={"FAKE_TRUST": form}, trust_workspace=True)

    assert trusted(scene) == {str(scene.project): True}
    assert session.state() == "idle"


def test_a_folder_that_is_trusted_is_asked_for_no_more(scene: Scene) -> None:
    scene.spawn("one", env={"FAKE_TRUST": "plain"}, trust_workspace=True)

    assert scene.spawn("two", env={"FAKE_TRUST": "plain"}).state() == "idle"


def test_switching_questions_off_is_confirmed_for_who_asked_for_it(scene: Scene) -> None:
    session = scene.spawn("job", "--dangerously-skip-permissions", env={"FAKE_TRUST": "plain"}, trust_workspace=True)

    assert session.state() == "idle"


def test_a_harmless_dialog_is_passed(scene: Scene) -> None:
    assert scene.spawn("job", env={"FAKE_DIALOG": "theme"}).state() == "idle"


def test_a_login_is_the_persons(scene: Scene) -> None:
    with pytest.raises(errors.LoginRequired):
        scene.spawn("job", env={"FAKE_DIALOG": "login"})
    assert not driver.exists("job")


def test_an_unknown_dialog_is_told_and_not_answered(scene: Scene) -> None:
    with pytest.raises(errors.DialogUnknown) as told:
        scene.spawn("job", env={"FAKE_DIALOG": "strange"})
    assert told.value.data["options"] == ["Delete everything", "Keep it"]


def test_an_end_during_the_boot_is_told_with_the_conversation(scene: Scene) -> None:
    session_id = str(uuid.uuid4())

    with pytest.raises(errors.AgentExitedDuringBoot) as told:
        scene.spawn("job", env={"FAKE_CRASH_BOOT": "1"}, agent_session_id=session_id)
    assert told.value.data["agent_session_id"] == session_id
    assert not driver.exists("job")


def test_a_conversation_that_exists_is_not_started_again(scene: Scene) -> None:
    first = scene.spawn("job")
    first.ask("say hello", max_s=20)
    first.kill()

    with pytest.raises(errors.AgentExitedDuringBoot):
        scene.spawn("job", agent_session_id=first.agent_session_id)


def test_an_agent_that_never_gets_ready_times_out(scene: Scene) -> None:
    with pytest.raises(errors.ReplTimeout):
        driver.spawn("job", str(scene.project), env={"FAKE_NO_HOOKS": "1"}, boot_timeout_s=1.5)
    assert not driver.exists("job")


def test_a_name_is_taken_once(scene: Scene) -> None:
    scene.spawn("job")

    with pytest.raises(errors.SessionExists):
        scene.spawn("job")
    assert driver.names() == ["job"]


@pytest.mark.parametrize("name", ["", "-x", "a b", "a.b", "a:b", "a*", "a?", "a/b", "a\\b", "a\n", "x" * 65])
def test_a_name_goes_unquoted_into_other_programs(scene: Scene, name: str) -> None:
    with pytest.raises(errors.InvalidSessionName):
        scene.spawn(name)
    assert not driver.exists(name)
    driver.kill(name)


@pytest.mark.parametrize(
    "session_id", ["x", "12345678-1234-1234-1234-123456789abc", "{510859e9-b714-4ffb-ad0f-5a3c41653a18}"]
)
def test_a_conversation_is_a_v4_uuid(scene: Scene, session_id: str) -> None:
    with pytest.raises(errors.InvalidAgentSessionId):
        scene.spawn("job", agent_session_id=session_id)


def test_a_conversation_is_named_once(scene: Scene) -> None:
    with pytest.raises(errors.AgentSessionIdConflict):
        scene.spawn("job", "--session-id", str(uuid.uuid4()), agent_session_id=str(uuid.uuid4()))


def test_an_agent_inside_another_keeps_its_own_transcript(monkeypatch: pytest.MonkeyPatch) -> None:
    nested = {"CLAUDECODE": "1", "CLAUDE_CODE_ENTRYPOINT": "cli", "AI_AGENT": "claude"}
    with driving(monkeypatch, nested) as scene:
        assert scene.spawn("job").ask("say hello", max_s=20).text == "hello"


def test_hooks_can_be_left_out(scene: Scene) -> None:
    session = scene.spawn("job", hooks=False, env={"FAKE_NO_HOOKS": "1"})

    reply = session.ask("say hello", max_s=20)

    assert (reply.outcome.kind, reply.text) == ("completed", "hello")
    assert not session.progress().hook_channel_healthy
    assert session.progress().agent_channel_healthy


def test_what_an_agent_said_when_it_ended_is_told(scene: Scene) -> None:
    with pytest.raises(errors.AgentExitedDuringBoot, match=r"before it was ready: .*No conversation found") as told:
        driver.resume("job", str(uuid.uuid4()), str(scene.project), boot_timeout_s=30)
    assert "No conversation found" in str(told.value.data["said"])
