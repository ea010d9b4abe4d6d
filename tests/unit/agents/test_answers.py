"""Which questions can be answered by keys, and what the screen must show for it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paneflow.agents.answers import ALLOW, DENY, KEYS, is_answerable, key_for
from paneflow.agents.session import Process, Reason, Session, State
from tests.support.agents import Scene

BASH = {"tool_name": "Bash", "tool_input": {"command": "npm test"}}


def asked(command: str = "npm test", tool: str = "claude", name: str = "Bash") -> Scene:
    payload = {"tool_name": name, "tool_input": {"command": command}}
    return Scene().hears("UserPromptSubmit", tool).hears("PermissionRequest", tool, payload=payload)


def question(scene: Scene) -> int | None:
    return scene.sessions[0].question


def test_a_plain_question_has_a_name_until_it_is_answered() -> None:
    scene = asked()
    assert question(scene) == scene.now_ms
    scene.hears("Notification", payload={"message": "needs you", "notification_type": "permission_prompt"})
    assert question(scene) == scene.now_ms - 10  # the same one
    scene.hears("PostToolUse", payload={"tool_name": "Bash"})
    assert question(scene) is None


def test_the_next_question_has_another_name() -> None:
    scene = asked()
    first = question(scene)
    scene.hears("PostToolUse", payload={"tool_name": "Bash"}).hears("PermissionRequest", payload=BASH)
    assert question(scene) not in (None, first)


@pytest.mark.parametrize(
    "command",
    ["ls\nrm -rf ~", "ls  -l", "x" * 600, "ls \u202e# txt", "rm\x1b[8m -rf ~", "", "ls\u200b"],
    ids=["lines", "blanks", "long", "bidi", "hidden", "empty", "zero-width"],
)
def test_what_is_not_told_as_it_is_cannot_be_answered_unseen(command: str) -> None:
    assert question(asked(command)) is None


@pytest.mark.parametrize("tool", ["ExitPlanMode", "AskUserQuestion", "mcp__bank__pay", "Task"])
def test_questions_of_other_forms_are_for_the_pane(tool: str) -> None:
    assert question(asked("npm test", name=tool)) is None


def test_a_question_that_a_notification_tells_is_for_the_pane() -> None:
    scene = Scene().hears("Notification", payload={"message": "May I?", "notification_type": "permission_prompt"})
    assert (scene.state, question(scene)) == (State.WAITING, None)


def test_of_several_at_once_none_can_be_told_apart_until_the_turn_is_over() -> None:
    scene = asked().hears("PermissionRequest", payload={"tool_name": "Write", "tool_input": {"file_path": "/a"}})
    assert question(scene) is None
    scene.hears("PostToolUse", payload={"tool_name": "Write"}).hears("PermissionRequest", payload=BASH)
    assert question(scene) is None  # the first one may still be open
    scene.hears("Stop").hears("UserPromptSubmit").hears("PermissionRequest", payload=BASH)
    assert question(scene) is not None


def test_a_helper_asks_beside_its_agent() -> None:
    scene = asked().hears("PermissionRequest", payload={**BASH, "agent_id": "a1", "tool_input": {"command": "make"}})
    assert question(scene) is None
    alone = Scene().hears("PermissionRequest", payload={**BASH, "agent_id": "a1"})
    assert question(alone) is not None


def test_a_question_that_two_hooks_tell_is_one() -> None:
    assert question(asked().hears("PermissionRequest", payload=BASH)) is not None


@pytest.mark.parametrize("event", ["Stop", "UserPromptSubmit", "SessionStart", "SessionEnd", "PreToolUse"])
def test_what_an_agent_does_next_ends_its_question(event: str) -> None:
    assert question(asked().hears(event, payload={"tool_name": "Read"})) is None


# The screen

CLAUDE = """● Bash(npm test)
  ⎿  Waiting…

────────────────────────────
 Bash command

   npm test
   Run the tests

 Do you want to proceed?
 ❯ 1. Yes
   2. Yes, and always allow access to p/ from this project
   3. No

 Esc to cancel · Tab to amend · ctrl+e to explain"""
PLAN = CLAUDE.replace("1. Yes\n", "1. Yes, and auto-accept edits\n")
CODEX = """  Would you like to run the following command?

  $ npm test

› 1. Yes, proceed (y)
  2. Yes, and don't ask again for commands that start with `npm` (p)
  3. No, and tell Codex what to do differently (esc)

  Press enter to confirm or esc to cancel"""


def session(message: str = "Bash: npm test", tool: str = "claude") -> Session:
    return Session(tool, State.WAITING, Reason.HOOK, 1, 1, Process(1, 1.0), message=message, question=1)


def test_the_keys_are_those_that_the_screen_offers() -> None:
    assert key_for(session(), ALLOW, CLAUDE) == "1"
    assert key_for(session(), DENY, CLAUDE) == "escape"
    assert key_for(session(tool="codex"), ALLOW, CODEX) == "y"
    assert key_for(session(tool="codex"), DENY, CODEX) == "escape"


@pytest.mark.parametrize("screen", ["", "❯ \n? for shortcuts", PLAN, CODEX, CLAUDE.replace("npm test", "rm -rf ~")])
def test_no_key_is_pressed_that_could_mean_something_else(screen: str) -> None:
    assert key_for(session(), ALLOW, screen) is None


def test_what_is_asked_about_must_stand_in_the_dialog() -> None:
    elsewhere = "npm test\n" + "\n" * 20 + CLAUDE.replace("npm test", "make")
    assert key_for(session(), ALLOW, elsewhere) is None
    assert key_for(session(), DENY, elsewhere) is None


def test_a_file_is_told_by_its_name() -> None:
    screen = CLAUDE.replace("Do you want to proceed?", "Do you want to create notes.txt?")
    assert key_for(session("Write: /home/me/p/notes.txt"), ALLOW, screen) == "1"
    assert key_for(session("Write: /home/me/p/other.txt"), ALLOW, screen) is None


def test_agents_whose_keys_are_not_known_are_for_the_pane() -> None:
    assert set(KEYS) == {"claude", "codex"}
    assert not is_answerable(session(tool="gemini"))


# Whatever happens

STEPS = st.sampled_from(
    ["UserPromptSubmit", "PreToolUse", "PostToolUse", "PermissionRequest", "Notification", "Stop", "SessionStart"]
)


@given(st.lists(st.tuples(STEPS, st.sampled_from(["Bash", "Write", "ExitPlanMode"]), st.booleans()), max_size=30))
@settings(deadline=None)
def test_a_question_has_a_name_only_while_it_is_the_one_that_is_open(steps: list[tuple[str, str, bool]]) -> None:
    scene = Scene()
    asked = 0  # since the turn began
    for event, tool, helper in steps:
        nested = {"agent_id": "a1"} if helper else {}
        payload = {"tool_name": tool, "tool_input": {"command": f"step {scene.now_ms}"}, **nested}
        scene.hears(event, payload=payload)
        if event in ("UserPromptSubmit", "Stop", "SessionStart") and not helper:
            asked = 0
        asked += event == "PermissionRequest"
        for session in scene.sessions:
            if session.question is not None:
                assert session.state is State.WAITING
                assert asked >= 1
                assert session.message is not None
                assert session.message.startswith(("Bash: step", "Write: step"))
                assert not session.crowded
