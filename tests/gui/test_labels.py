"""What tabs and the sidebar say."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paneflow.gui.appearance import available_themes
from paneflow.gui.labels import age, age_lasts, agent_text, tab_label, title_of
from paneflow.gui.model_view import Agent, Notes, SurfaceView

_DAY = 86_400_000
CHROME = available_themes()["paneflow dark"].chrome


def agent(state: str) -> Agent:
    return Agent("claude", state, "hook", "", 1_000, "")


@pytest.mark.parametrize(
    ("state", "text"),
    [
        ("thinking", "claude works · 3 min"),
        ("waiting_for_input", "claude waits · 3 min"),
        ("errored", "claude failed · 3 min"),
        ("finished", "claude done · 3 min"),
        ("idle", "claude idle"),
        ("unknown_running", "claude runs"),
    ],
)
def test_states_that_a_person_waits_for_have_an_age(state: str, text: str) -> None:
    assert agent_text(agent(state), 1_000 + 3 * 60_000 + 5_000) == text


@given(st.integers(-1_000, 400 * _DAY))
def test_an_age_reads_the_same_until_it_does_not(span: int) -> None:
    span = max(span, 0)
    lasts = age_lasts(span)
    assert lasts > 0
    assert age(span + lasts - 1) == age(span)
    assert age(span + lasts) != age(span)


def test_an_age_of_more_than_a_minute_lasts_a_minute() -> None:
    assert age_lasts(0) == 10_000
    assert age_lasts(61_000) == 59_000
    assert age_lasts(-5) == 10_000


SURFACE = SurfaceView(1, 1, 1, "shell", False, "~/src", "/home/me/src", "/bin/bash", False, None, False, None, None)


@pytest.mark.parametrize(
    ("note", "named", "title", "shown"),
    [
        (Notes(), False, "~/src", "~/src"),
        (Notes(running=True, shell_title="~/src"), False, "~/src", "~/src"),  # not known yet what runs
        (Notes(running=True, shell_title="~/src", program="make test"), False, "~/src", "make test"),
        (Notes(running=True, shell_title="~/src", program="vim a"), False, "a - VIM", "a - VIM"),
        (Notes(running=False, shell_title="~/src", program="make test"), False, "~/src", "~/src"),
        (Notes(running=True, shell_title="~/src", program="make test"), True, "~/src", "shell"),
    ],
)
def test_a_title_says_what_runs_when_only_the_shell_has_said_one(
    note: Notes, named: bool, title: str, shown: str
) -> None:
    assert title_of(replace(SURFACE, named=named, title=title), note) == shown


@pytest.mark.parametrize(("note", "status"), [(Notes(), "zoomed"), (Notes(last_exit=2), "✗ 2 · zoomed")])
def test_a_zoomed_pane_says_so(note: Notes, status: str) -> None:
    assert tab_label(SURFACE, note, CHROME, 0, unseen=False, zoomed=True).status == status


def test_what_a_person_interrupted_has_not_failed() -> None:
    colors = [tab_label(SURFACE, Notes(last_exit=code), CHROME, 0, unseen=False).status_color for code in (1, 130)]
    assert colors == [CHROME.bad, CHROME.muted]
