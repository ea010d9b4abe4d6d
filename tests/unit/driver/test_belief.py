"""What is believed of hooks, transcript and screen, case by case."""

import json
from pathlib import Path
from typing import Any

import pytest

from paneflow.driver.agents import definition
from paneflow.driver.belief import SETTLED_MS, Belief
from paneflow.driver.link import Facts
from paneflow.driver.screen import Options, Screen
from paneflow.driver.transcript import Transcript

IDLE, WORKING, UNKNOWN = Screen("idle"), Screen("working"), Screen("unknown")
ASKS = Screen("permission-prompt", options=Options(("Yes", "No"), 0, numbered=True))
DIALOG = Screen("dialog")
ASKED = ("user", "question")
ANSWERED = ("assistant", "answer")
STOPPED = ("user", "[Request interrupted by user]")


def facts(**known: Any) -> Facts:
    plain: dict[str, Any] = dict.fromkeys(Facts._fields)
    numbers = dict.fromkeys(("surface_id", "age_ms", "turns", "output_generation", "quiet_ms", "serial"), 0)
    return Facts(**{**plain, **numbers, "tool": "claude", "hooked": False, "interrupted": False, "text": "", **known})


@pytest.fixture
def believe(tmp_path: Path) -> Any:
    def make(screen: Screen, *said: tuple[str, object], **known: Any) -> Belief:
        path = tmp_path / "t"
        rows = [
            {"type": role, "uuid": str(at), "parentUuid": None, "message": {"role": role, "content": content}}
            for at, (role, content) in enumerate(said)
        ]
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
        grammar = definition("claude").grammar
        assert grammar is not None
        transcript = Transcript(str(path), grammar)
        transcript.poll()
        return Belief(facts(**known), screen, transcript)

    return make


HOOKED = {"hooked": True, "turns": 1}
QUIET = {"quiet_ms": SETTLED_MS}


@pytest.mark.parametrize(
    ("screen", "said", "known", "state", "outcome"),
    [
        # Hooks and transcript agree.
        (IDLE, (ASKED, ANSWERED), {**HOOKED, "state": "finished"}, "idle", "completed"),
        (WORKING, (ASKED,), {**HOOKED, "state": "thinking"}, "working", None),
        # The agent says that it is done before its reply is on disk.
        (IDLE, (ASKED,), {**HOOKED, "state": "finished"}, "idle", None),
        # Its prompt is on disk before its hook is heard.
        (IDLE, (ASKED, ANSWERED, ASKED), {**HOOKED, "state": "finished"}, "idle", None),
        # The screen lags behind.
        (WORKING, (ASKED, ANSWERED), {**HOOKED, "state": "finished"}, "idle", "completed"),
        # Questions win, whatever hooks say.
        (ASKS, (ASKED,), {**HOOKED, "state": "thinking"}, "permission-prompt", "awaiting"),
        (DIALOG, (ASKED, ANSWERED), {**HOOKED, "state": "finished"}, "dialog", "awaiting"),
        # Hooks that never say the end, as after a denied tool: an idle screen, once it is quiet.
        (IDLE, (ASKED, ANSWERED), {**HOOKED, "state": "thinking"}, "working", None),
        (IDLE, (ASKED, ANSWERED), {**HOOKED, **QUIET, "state": "thinking"}, "idle", "completed"),
        # A compaction begins a session in the middle of a turn.
        (IDLE, (ASKED, ANSWERED), {**HOOKED, "state": "idle"}, "idle", None),
        # Interruptions, by us and by a person.
        (IDLE, (ASKED,), {**HOOKED, "state": "thinking", "interrupted": True}, "unknown", "aborted"),
        (UNKNOWN, (ASKED, STOPPED), {**HOOKED, "state": "thinking"}, "unknown", "aborted"),
        (WORKING, (ASKED, STOPPED), {**HOOKED, "state": "thinking"}, "working", None),
        # No hooks at all.
        (IDLE, (ASKED, ANSWERED), {}, "idle", None),
        (IDLE, (ASKED, ANSWERED), QUIET, "idle", "completed"),
        (WORKING, (ASKED, ANSWERED), QUIET, "working", None),
        (UNKNOWN, (ASKED, ANSWERED), QUIET, "unknown", None),
        # Nobody was asked anything.
        (IDLE, (), {**HOOKED, **QUIET, "state": "idle"}, "idle", None),
    ],
)
def test_what_is_believed(
    believe: Any, screen: Screen, said: Any, known: dict[str, Any], state: str, outcome: str | None
) -> None:
    belief: Belief = believe(screen, *said, **known)

    assert belief.state == state
    found = belief.outcome()
    assert (found.kind if found else None) == outcome


def test_a_tool_that_was_turned_down_ends_a_turn_that_goes_quiet(believe: Any) -> None:
    call = ("assistant", [{"type": "tool_use", "id": "c", "name": "Write", "input": {}}])
    denied = ("user", [{"type": "tool_result", "tool_use_id": "c", "content": "no", "is_error": True}])

    assert believe(IDLE, ASKED, call, denied, state="thinking", **HOOKED).outcome() is None
    assert believe(IDLE, ASKED, call, denied, state="thinking", **HOOKED, **QUIET).outcome().kind == "aborted"


def test_progress_tells_a_tool_from_thought(believe: Any) -> None:
    call = ("assistant", [{"type": "tool_use", "id": "c", "name": "Bash", "input": {}}])
    done = ("user", [{"type": "tool_result", "tool_use_id": "c", "content": "ok"}])
    thinking = {**HOOKED, "state": "thinking"}

    assert believe(WORKING, ASKED, **thinking).progress().phase == "prompt"
    assert believe(WORKING, ASKED, call, **thinking).progress()[:2] == ("tool", True)
    assert believe(WORKING, ASKED, **thinking, active_tool="Bash").progress()[:2] == ("tool", True)
    assert believe(WORKING, ASKED, call, done, **thinking).progress()[:2] == ("composing", False)
    assert believe(IDLE, ASKED, ANSWERED, hooked=True, state="finished").progress().phase == "done"


def test_only_who_shows_something_and_says_nothing_is_not_understood(believe: Any) -> None:
    assert not believe(UNKNOWN).progress().agent_channel_healthy
    assert believe(Screen("unknown", blank=True)).progress().agent_channel_healthy
    assert believe(UNKNOWN, **HOOKED).progress().agent_channel_healthy
    assert believe(UNKNOWN, ASKED).progress().agent_channel_healthy


def test_without_a_transcript_hooks_count_the_turns() -> None:
    asked = {"turns": 1, "output_generation": 5}
    done = {"hooked": True, "state": "finished", "asked": asked}

    assert Belief(facts(**done, turns=1), IDLE, None).outcome() is None
    found = Belief(facts(**done, turns=2), IDLE, None).outcome()
    assert found is not None
    assert found.kind == "completed"
