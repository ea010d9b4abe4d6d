"""Long texts are read in parts, so that whoever types elsewhere does not wait for a search: the parts are the whole."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paneflow.vt import pyte_text
from paneflow.vt.engine import Engine
from paneflow.vt.ghostty import walk, wraps
from tests.support.vt import ENGINES, engine

# What makes seams hard: lines of several rows, blanks at the end of a row, wide characters that do not fit, empty lines.
PIECES = ["word ", "   ", "\r\n", "漢字", "x" * 20, "y" * 19 + " ", "é", "👩‍🚀", "\r\n\r\n\r\n", " " * 60]


@pytest.fixture(params=ENGINES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(autouse=True)
def short_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walk, "PLAIN_PART", 7)
    monkeypatch.setattr(pyte_text, "PART", 7)


@pytest.fixture
def terminal(name: str) -> Iterator[Engine]:
    made = engine(name, 20, 5, 20_000)
    yield made
    made.close()


def whole(parts: Iterator[list[str]]) -> list[str]:
    lines = [line for part in parts for line in part]
    while lines and not lines[-1]:
        lines.pop()
    return lines


@pytest.mark.parametrize("name", ENGINES)
@given(pieces=st.lists(st.sampled_from(PIECES), max_size=120), alternate=st.booleans())
def test_parts_are_all_lines(name: str, pieces: list[str], alternate: bool) -> None:
    terminal = engine(name, 20, 5, 20_000)
    terminal.feed("".join(pieces).encode() + b"\x1b[?1049h\x1b[Hvim\r\n\r\n~" * alternate)
    assert whole(terminal.line_parts()) == terminal.lines()
    terminal.close()


def test_a_line_longer_than_a_part_stays_one(terminal: Engine) -> None:
    terminal.feed(b"before\r\n" + b"z" * 20 * 40 + b"\r\nafter")
    assert whole(terminal.line_parts()) == ["before", "z" * 800, "after"]


def test_output_between_two_parts_is_read_too(terminal: Engine) -> None:
    terminal.feed(b"".join(b"line %d\r\n" % n for n in range(100)))
    parts = []
    for number, part in enumerate(terminal.line_parts()):
        parts.append(part)
        if number < 5:
            terminal.feed(b"later %d\r\n" % number)
    assert whole(iter(parts)) == [f"line {n}" for n in range(100)] + [f"later {n}" for n in range(5)]


def test_a_clear_or_an_end_between_two_parts_is_survived(terminal: Engine) -> None:
    terminal.feed(b"".join(b"line %d\r\n" % n for n in range(100)))
    parts = terminal.line_parts()
    next(parts)
    terminal.clear()
    terminal.feed(b"new\r\n")
    assert "line 99" not in whole(parts)
    parts = terminal.line_parts()
    next(parts)
    terminal.close()
    del parts


def test_counting_ahead_leaves_little_to_count(name: str) -> None:
    terminal = engine(name, 20, 5, 200_000)
    terminal.feed((b"a line of more than one row\r\n" + b"short\r\n") * 20 * wraps.STEP)
    parts = 0
    while terminal.count_ahead():
        parts += 1
        terminal.feed(b"more\r\n")
    assert terminal.tail(1) == (["more" if parts else "short"], 40 * wraps.STEP + parts)
    assert not terminal.count_ahead()
    terminal.close()
