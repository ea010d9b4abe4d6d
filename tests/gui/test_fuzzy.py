"""Typing a few letters finds what was meant, first."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paneflow.gui.actions import ACTIONS
from paneflow.gui.fuzzy import match, ranked

NAMES = [(action.title, "") for action in ACTIONS]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("split b", "Pane: split below"),
        ("zoom", "Pane: zoom"),
        ("sett", "View: settings"),
        ("larger", "View: larger text"),
        ("clear", "Terminal: clear the scrollback"),
    ],
)
def test_the_first_hit_is_what_was_meant(query: str, first: str) -> None:
    best = [NAMES[index][0] for index, _ in ranked(query, NAMES)]
    assert best[0] == first


def test_letters_out_of_order_do_not_match() -> None:
    assert match("mooz", "Pane: zoom") is None


def test_other_words_count_after_all_titles() -> None:
    assert [
        index
        for index, _ in ranked("zoom", [("Pane: fill", "zoom"), ("Pane: a zone of mood", ""), ("Split", "beside")])
    ] == [1, 0]


def test_an_empty_query_keeps_the_order() -> None:
    assert [index for index, _ in ranked("  ", NAMES)] == list(range(len(NAMES)))


@settings(deadline=None)
@given(st.text(max_size=6), st.text(max_size=30))
def test_positions_rise_and_point_at_the_letters(query: str, name: str) -> None:
    hit = match(query, name)
    if hit is not None:
        assert list(hit.positions) == sorted(set(hit.positions))
        assert all(0 <= position < len(name) for position in hit.positions)
