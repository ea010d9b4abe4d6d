"""Which lines are new."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paneflow.runtime.waiting.difference import New, Remembered, difference


@pytest.mark.parametrize(
    ("then", "cursor", "now", "new"),
    [
        (["$ "], 0, ["$ "], New([""], continues=True)),
        (["$ "], 0, ["$ make"], New(["make"], continues=True)),
        (["$ "], 0, ["$ make", "done"], New(["make", "done"], continues=True)),
        (["done"], 1, ["done", "done"], New(["done"], continues=True)),
        ([], 0, ["one", "two"], New(["one", "two"], continues=True)),
        (["a", "b"], 2, ["a", "b"], New([], continues=True)),
        (["a", "50%"], 1, ["a", "100%"], New(["100%"], continues=False)),
        (["a", "b", "c"], 2, ["b", "c", "x"], New(["x"], continues=False)),
        (["a", "b", "c"], 3, ["c", "b", "a"], New([], continues=False)),
        (["x", "x", "y"], 3, ["y", "x", "x", "x"], New(["x"], continues=False)),
        (["a", "typed", "below"], 1, ["a", "typed more", "below"], New([" more"], continues=True)),
        (["a", "", "status"], 1, ["a", "status"], New([], continues=True)),
        (["long line"], 0, ["", "new"], New(["", "new"], continues=False)),
    ],
)
def test_the_lines_that_were_not_there(then: list[str], cursor: int, now: list[str], new: New) -> None:
    assert difference(Remembered(tuple(then), cursor), now) == new


LINES = st.lists(st.sampled_from(["", "a", "b", "ab", "done"]), max_size=8)


@settings(max_examples=300, deadline=None)
@given(LINES, LINES)
def test_what_is_appended_is_new_whole_and_in_order(old: list[str], more: list[str]) -> None:
    found = difference(Remembered(tuple(old), len(old)), [*old, *more])
    assert found.lines == more


@settings(max_examples=300, deadline=None)
@given(LINES, st.integers(0, 8))
def test_the_same_text_is_never_new(lines: list[str], cursor: int) -> None:
    found = difference(Remembered(tuple(lines), min(cursor, len(lines))), lines)
    assert "".join(found.lines) == ""


@settings(max_examples=300, deadline=None)
@given(LINES, st.integers(0, 8), st.randoms(use_true_random=False))
def test_old_lines_in_another_order_are_not_new(lines: list[str], cursor: int, random: object) -> None:
    moved = sorted(lines, key=lambda _: random.random())  # type: ignore[attr-defined]
    found = difference(Remembered(tuple(lines), min(cursor, len(lines))), moved)
    assert len(found.lines) <= len(lines)
    assert all(any(old.endswith(new) for old in lines) for new in found.lines)


@settings(max_examples=300, deadline=None)
@given(LINES, st.integers(0, 8), LINES)
def test_nothing_that_is_new_was_not_there(old: list[str], cursor: int, now: list[str]) -> None:
    found = difference(Remembered(tuple(old), min(cursor, len(old))), now)
    assert len(found.lines) <= len(now)
    assert all(any(line.endswith(new) for line in now) for new in found.lines)
