"""Engines under output of every kind, cut anywhere: the same bytes give the same terminal, and nothing raises."""

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paneflow.vt.engine import Engine
from paneflow.vt.events import ShellMark
from tests.support.vt import ENGINES, Picture, engine

TEXT = st.text(alphabet="abc xyz漢字🚀é\u0301\u200d👩❤\ufe0fｱ", min_size=1, max_size=30).map(str.encode)
NUMBERS = st.sampled_from(
    ["", "0", "1", "2", "3", "5", "7", "25", "38", "48", "69", "1049", "47", "2004", "2026", "999", "65535", "4:3"]
)
CSI = st.builds(
    lambda private, numbers, middle, final: f"\x1b[{private}{';'.join(numbers)}{middle}{final}".encode(),
    st.sampled_from(["", "", "", "?", ">", "=", "<"]),
    st.lists(NUMBERS, max_size=4),
    st.sampled_from(["", "", "", "", " ", "$", "!", '"']),
    st.sampled_from("ABCDEFGHIJKLMPSTXZ@`abcdefghlmnpqrsu"),
)
SHORT = st.sampled_from(
    [
        b"\r\n",
        b"\n",
        b"\r",
        b"\t",
        b"\b",
        b"\x07",
        b"\x0e",
        b"\x0f",
        b"\x18",
        b"\x1b7",
        b"\x1b8",
        b"\x1bM",
        b"\x1bD",
        b"\x1bE",
        b"\x1bH",
        b"\x1bc",
        b"\x1b#8",
        b"\x1b(0",
        b"\x1b(B",
        b"\x1b[!p",
        b"\x1b[?1049h",
        b"\x1b[?1049l",
        b"\x1b[3J",
        b"\x1b[2J",
    ]
)
OSC = st.builds(
    lambda body, end: b"\x1b]" + body + end,
    st.sampled_from(
        [
            b"2;t",
            b"7;file:///x",
            b"52;c;YQ==",
            b"133;A",
            b"133;C",
            b"133;D;3",
            b"9;4;1;50",
            b"9;note",
            b"99;;n",
            b"4;1;?",
            b"8;;http://a",
            b"8;;",
            b"1337;x",
        ]
    ),
    st.sampled_from([b"\x07", b"\x1b\\"]),
)
STRING = st.sampled_from([b"\x1bP$qm\x1b\\", b"\x1b_Gx\x1b\\", b"\x1b^p\x1b\\", b"\x1bXs\x1b\\"])
NOISE = st.binary(max_size=20)
OUTPUT = st.lists(st.one_of(TEXT, TEXT, CSI, SHORT, OSC, STRING, NOISE), max_size=40)
CUTS = st.lists(st.integers(1, 40), min_size=1, max_size=30)
ROOMY = st.sampled_from([(20, 5), (80, 24), (7, 2)])  # a wide character fits
SIZES = st.sampled_from([(20, 5), (1, 1), (2, 3), (80, 24), (7, 2)])

thorough = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
each_engine = pytest.mark.parametrize("name", ENGINES)


def state(terminal: Engine) -> tuple[object, ...]:
    return (
        terminal.screen(),
        terminal.lines(),
        terminal.cursor(),
        terminal.modes(),
        terminal.title(),
        terminal.cwd(),
        terminal.prompts(),
        terminal.scrollbar(),
        terminal.take_replies(),
        [event for event in terminal.take_events() if isinstance(event, ShellMark)],
    )


def without_marks_on_blanks(rows: list[str]) -> list[str]:
    """The library's text leaves them out, its cells do not."""
    return [re.sub(" [\u0301\u200d\ufe0f]+", " ", row).rstrip() for row in rows]


def pieces(data: bytes, cuts: list[int]) -> list[bytes]:
    parts, at, turn = [], 0, 0
    while at < len(data):
        size = cuts[turn % len(cuts)]
        parts.append(data[at : at + size])
        at, turn = at + size, turn + 1
    return parts


@each_engine
@thorough
@given(output=OUTPUT, cuts=CUTS, size=SIZES)
def test_output_may_be_cut_anywhere(name: str, output: list[bytes], cuts: list[int], size: tuple[int, int]) -> None:
    data = b"".join(output)
    whole, cut = engine(name, *size), engine(name, *size)
    whole.feed(data)
    for piece in pieces(data, cuts):
        cut.feed(piece)
    assert state(cut) == state(whole)


@each_engine
@thorough
@given(output=OUTPUT, size=SIZES)
def test_reading_changes_nothing(name: str, output: list[bytes], size: tuple[int, int]) -> None:
    quiet, read = engine(name, *size), engine(name, *size)
    view = read.view()
    for piece in output:
        quiet.feed(piece)
        read.feed(piece)
        read.lines()
        read.tail(3, skip=1)
        read.cursor()
        view.frame(1)
        read.search("a")
        read.mark().close()
    assert state(read) == state(quiet)


@each_engine
@thorough
@given(
    output=OUTPUT, sizes=st.lists(SIZES, min_size=1, max_size=4), scrolls=st.lists(st.integers(-30, 30), max_size=10)
)
def test_frames_add_up_to_the_screen(
    name: str, output: list[bytes], sizes: list[tuple[int, int]], scrolls: list[int]
) -> None:
    terminal = engine(name, *sizes[0])
    always, sometimes = terminal.view(), terminal.view()
    pictures = Picture(), Picture()
    for turn, piece in enumerate(output):
        terminal.feed(piece)
        pictures[0].apply(always.frame(1))
        if turn % 5 == 2:
            pictures[1].apply(sometimes.frame(1))
        if turn % 7 == 3:
            terminal.resize(*sizes[turn % len(sizes)])
        if turn % 4 == 1 and scrolls:
            terminal.scroll(scrolls[turn % len(scrolls)])
    terminal.scroll_to(None)
    pictures[0].apply(always.frame(1))
    pictures[1].apply(sometimes.frame(1))
    assert pictures[0].text() == pictures[1].text()
    assert without_marks_on_blanks(pictures[0].text()) == without_marks_on_blanks(terminal.screen())
    fresh = Picture()
    fresh.apply(terminal.view().frame(1))
    assert fresh.lines == pictures[0].lines == pictures[1].lines


@each_engine
@thorough
@given(output=OUTPUT, size=SIZES, repeat=st.integers(1, 40), count=st.integers(0, 50), skip=st.integers(0, 50))
def test_a_tail_is_always_the_end_of_the_lines(
    name: str, output: list[bytes], size: tuple[int, int], repeat: int, count: int, skip: int
) -> None:
    terminal = engine(name, *size, scrollback=100)
    for _ in range(repeat):
        terminal.feed(b"".join(output))
        terminal.tail(1)
    lines = terminal.lines()
    stop = max(0, len(lines) - skip)
    assert terminal.tail(count, skip=skip) == (lines[max(0, stop - count) : stop], len(lines))


@each_engine
@thorough
@given(output=OUTPUT, size=ROOMY, needle=st.text(alphabet="abc 漢é", min_size=1, max_size=3))
def test_a_hit_is_where_it_says(name: str, output: list[bytes], size: tuple[int, int], needle: str) -> None:
    terminal = engine(name, *size)
    terminal.feed(b"\x1b[?1049l" + b"".join(output) + b"\x1b[?1049l")
    for hit in terminal.search(needle, case=True)[0]:
        assert terminal.lines()[hit.line] == hit.text
        if hit.end_col > 0 and needle.strip() == needle:
            found = terminal.text_between((hit.row, hit.col), (hit.end_row, hit.end_col - 1))
            assert needle in found


@each_engine
@thorough
@given(output=OUTPUT, size=SIZES, row=st.integers(-3, 40), col=st.integers(0, 90))
def test_questions_about_any_cell_are_answered(
    name: str, output: list[bytes], size: tuple[int, int], row: int, col: int
) -> None:
    terminal = engine(name, *size)
    terminal.feed(b"".join(output))
    row = max(row, 0)
    first_row, first_col, last_row, last_col = terminal.word_at(min(row, size[1] - 1), min(col, size[0] - 1))
    assert (first_row, first_col) <= (last_row, last_col)
    terminal.link_at(row, col)
    terminal.text_between((0, 0), (row, col))


@each_engine
@thorough
@given(output=OUTPUT, size=SIZES)
def test_a_snapshot_brings_the_text_back(name: str, output: list[bytes], size: tuple[int, int]) -> None:
    terminal = engine(name, 20, 5)
    terminal.feed(b"".join(output) + b"\x18\x1b[?1049l")
    other = engine(name, 60, 10)
    other.restore(terminal.snapshot())
    assert [line.strip() for line in other.lines() if line.strip()] == [
        line.strip() for line in terminal.lines() if line.strip()
    ]
