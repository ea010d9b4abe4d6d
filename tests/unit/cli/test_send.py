import os
from pathlib import Path

import pytest

from paneflow.cli.command import Usage
from paneflow.cli.report_file import instruction, report_path, sentinel
from paneflow.cli.turn import reason_of


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
    ],
)
def test_a_turn_has_begun_when_the_status_says_so(
    before: dict[str, object], now: dict[str, object], reason: str | None
) -> None:
    assert reason_of(before, now) == reason
