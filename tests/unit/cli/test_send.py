import os
from pathlib import Path

import pytest

from paneflow.cli.command import Usage
from paneflow.cli.report_file import instruction, report_path, sentinel
from paneflow.cli.turn import is_lost, reason_of


def test_a_report_file_is_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", "/home/me")

    assert report_path("out.md") == os.path.join(os.getcwd(), "out.md")
    assert report_path("~/out.md") == "/home/me/out.md"


@pytest.mark.parametrize("given", ["", "a/", "a\nb", "."])
def test_what_can_be_no_file_is_refused(given: str) -> None:
    with pytest.raises(Usage):
        report_path(given)


def test_the_instruction_ends_with_the_sentinel_on_a_line_of_its_own() -> None:
    asked = instruction("/tmp/out.md")

    assert asked.splitlines()[-1] == sentinel("/tmp/out.md") == "REPORT_DONE /tmp/out.md"
    assert asked.count("/tmp/out.md") == 2


@pytest.mark.parametrize(
    ("before", "now", "reason"),
    [
        ({"state": "idle", "hooked": True}, {"state": "thinking", "hooked": True}, "hook_state_changed"),
        ({"state": "thinking", "hooked": True}, {"state": "finished", "hooked": True}, "hook_state_changed"),
        ({"state": "thinking", "hooked": True}, {"state": "thinking", "hooked": True}, None),
        ({"state": "idle"}, {"state": "thinking"}, None),  # without a hook a state is a guess
        ({"state": "idle", "hooked": True}, {"state": "errored", "hooked": True}, None),
        ({"output_generation": 5}, {"output_generation": 6}, "output_generation_changed"),
        ({"output_generation": 5}, {"output_generation": 5}, None),
        ({}, {}, None),
        # a second prompt in the same state
        (
            {"state": "thinking", "hooked": True, "turns": 1},
            {"state": "thinking", "hooked": True, "turns": 2},
            "hook_state_changed",
        ),
        # the text is shown, but its Enter was lost
        (
            {"state": "finished", "hooked": True, "output_generation": 5},
            {"state": "finished", "hooked": True, "output_generation": 6},
            None,
        ),
        # it ended
        ({"state": "idle", "hooked": True}, {"state": "finished", "hooked": True, "reason": "exit"}, None),
        # what is said in the middle of a turn waits for its end
        (
            {"state": "thinking", "hooked": True, "output_generation": 5},
            {"state": "thinking", "hooked": True, "output_generation": 6},
            "output_generation_changed",
        ),
    ],
)
def test_a_turn_has_begun_when_the_status_says_so(
    before: dict[str, object], now: dict[str, object], reason: str | None
) -> None:
    assert reason_of(before, now) == reason


@pytest.mark.parametrize("text", ["/help", "!ls", "#note"])
def test_an_agents_own_command_begins_no_turn_that_hooks_tell(text: str) -> None:
    before: dict[str, object] = {"state": "idle", "hooked": True, "output_generation": 5}

    assert reason_of(before, {**before, "output_generation": 6}, text) == "output_generation_changed"


AT_PROMPT: dict[str, object] = {"state": "finished", "hooked": True, "turns": 1}


@pytest.mark.parametrize(
    ("before", "now", "text", "lost"),
    [
        (AT_PROMPT, AT_PROMPT, "do it", True),
        (AT_PROMPT, {**AT_PROMPT, "state": "waiting_for_input"}, "do it", False),  # Enter would answer
        (AT_PROMPT, AT_PROMPT, "/model", False),
        (AT_PROMPT, AT_PROMPT, "", False),
        ({**AT_PROMPT, "hooked": False}, AT_PROMPT, "do it", False),
        ({**AT_PROMPT, "state": "thinking"}, {**AT_PROMPT, "state": "thinking"}, "do it", False),
    ],
)
def test_enter_is_taken_for_lost_only_by_the_agents_own_word(
    before: dict[str, object], now: dict[str, object], text: str, lost: bool
) -> None:
    assert is_lost(before, now, text) is lost
