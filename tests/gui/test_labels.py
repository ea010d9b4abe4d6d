"""What tabs and the sidebar say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paneflow.gui.labels import age, age_lasts, agent_text
from paneflow.gui.model_view import Agent

_DAY = 86_400_000


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
