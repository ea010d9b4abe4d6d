import pytest
from hypothesis import given
from hypothesis import strategies as st

from paneflow.runtime.waiting.ending import ending

FAMILY = "\N{MAN}\u200d\N{WOMAN}\u200d\N{GIRL}"


@pytest.mark.parametrize(
    ("text", "limit", "left"),
    [
        ("", 3, ""),
        ("abc", 3, "abc"),
        ("one\ntwo", 3, "two"),  # the cut is where a line begins
        ("one\ntwo\n", 4, "two\n"),
        ("one\ntwo", 5, "two"),
        ("one\ntwo\nthree", 10, "two\nthree"),
        ("one\ntwo\n\n", 3, "\n"),
        ("abcdefgh", 3, "fgh"),  # a line that is longer than the limit
        ("abcdefgh\n", 4, "fgh\n"),
        ("abcdefgh\nij", 5, "gh\nij"),
        ("one\nabcdefgh", 3, "fgh"),
        ("abcde\u0301fg", 3, "fg"),  # an accent is a part of its letter
        (f"abcdef{FAMILY}g", 3, "g"),
        (f"abcdef{FAMILY}g", 6, f"{FAMILY}g"),
        ("ab\N{REGIONAL INDICATOR SYMBOL LETTER D}\N{REGIONAL INDICATOR SYMBOL LETTER E}c", 2, "c"),
    ],
)
def test_the_end_of_a_text_begins_with_a_whole_line_or_character(text: str, limit: int, left: str) -> None:
    assert ending(text, limit) == left


@given(st.text(st.sampled_from("ab\n"), max_size=40), st.integers(1, 12))
def test_it_is_an_end_no_longer_than_the_limit(text: str, limit: int) -> None:
    left = ending(text, limit)
    assert text.endswith(left)
    assert len(left) <= limit or len(text) <= limit
    before = text[: len(text) - len(left)]
    lines = text.split("\n")
    assert not before or before.endswith("\n") or max(map(len, lines)) > limit


@given(st.lists(st.text(st.sampled_from("ab\n"), max_size=9), max_size=12), st.integers(1, 12))
def test_cutting_all_the_way_leaves_no_line_in_part_that_fits(pieces: list[str], limit: int) -> None:
    kept = ""
    for piece in pieces:
        kept = ending(kept + piece, limit)
    text = "".join(pieces)
    whole = {line for line in text.split("\n") if len(line) <= limit}
    first, _, rest = kept.partition("\n")
    assert first in whole or max(map(len, text.split("\n"))) > limit
    assert all(line in whole for line in rest.split("\n")) or not rest
