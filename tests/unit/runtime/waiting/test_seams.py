"""Where output is cut for a closer look."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paneflow.runtime.waiting.seams import Piece, Seams, at_stops

MARK = b"\x1b]133;C;nonce=ab\x07"
PIECES = [
    b"text", b"\r", b"\n", b"\r\n", b"\x1b[2J", b"\x1b[H", b"\x1b[31m", b"\x1b[?1049h", b"\x1bc", b"\x1b]133;D;0\x1b\\", MARK,
    b"\x1b", b"\x1b[", b"\x1b]133;", b"\x1b]0;title\x07", b"\xc3\xa9", b" ",
]  # fmt: skip
STREAMS = st.lists(st.sampled_from(PIECES) | st.binary(max_size=4), max_size=40).map(b"".join)


def cut(*reads: bytes, lines: int = 1000) -> list[bytes]:
    seams = Seams()
    return [piece.data for read in reads for piece in seams.cut(read, lines, 1000)]


def stopped(fed: bytes, data: bytes) -> list[bytes]:
    return [piece.data for piece in at_stops(fed, data)]


@pytest.mark.parametrize(
    ("data", "pieces"),
    [
        (b"one\r\ntwo\r\n", [b"one\r\ntwo\r\n"]),
        (b"10%\r20%", [b"10%", b"\r20%"]),
        (b"old\x1b[H\x1b[2Jnew", [b"old", b"\x1b[H", b"\x1b[2J", b"new"]),
        (b"\x1b[3;4H\x1b[2J\x1b[5A", [b"\x1b[3;4H\x1b[2J", b"\x1b[5A"]),
        (b"old\x1b[Jnew\x1b[1;1Hx", [b"old", b"\x1b[J", b"new", b"\x1b[1;1H", b"x"]),
        (b"a\x1b[31mb\x1b[0mc", [b"a\x1b[31mb\x1b[0mc"]),
        (b"in\x1b[?1049lout", [b"in", b"\x1b[?1049lout"]),
        (b"$ " + MARK + b"out", [b"$ ", MARK, b"out"]),
        (b"a\x1bMb\x1bcc", [b"a", b"\x1bM", b"b", b"\x1bc", b"c"]),
        (b"\x1b]133;D;0\x1b\\after", [b"\x1b]133;D;0\x1b\\", b"after"]),
    ],
)
def test_a_piece_ends_before_text_can_vanish_and_behind_a_mark(data: bytes, pieces: list[bytes]) -> None:
    assert cut(data) == pieces


@pytest.mark.parametrize("at", range(1, len(MARK)))
def test_a_mark_that_comes_in_two_reads_is_met_where_it_stands(at: int) -> None:
    assert cut(b"$ " + MARK[:at], MARK[at:] + b"out") == [b"$ ", MARK, b"out"]


@pytest.mark.parametrize("at", range(1, len(MARK)))
def test_a_mark_that_began_before_the_wait_is_met_where_it_stands(at: int) -> None:
    seams = Seams()
    seams.begin(b"$ " + MARK[:at])
    assert seams.cut(MARK[at:] + b"out", 1000, 80) == [Piece(MARK[at:]), Piece(b"out")]


@pytest.mark.parametrize("at", range(1, len(MARK) - 1))
def test_a_mark_that_began_before_the_wait_may_take_its_time(at: int) -> None:
    seams = Seams()
    seams.begin(MARK[:at])
    assert seams.cut(MARK[at : at + 1], 1000, 80) == [Piece(MARK[at : at + 1])]
    assert seams.cut(MARK[at + 1 :] + b"out", 1000, 80) == [Piece(MARK[at + 1 :]), Piece(b"out")]


def test_no_piece_has_more_lines_than_asked() -> None:
    pieces = cut(b"x\n" * 1000, lines=50)
    assert [piece.count(b"\n") for piece in pieces] == [50] * 20


def test_no_piece_fills_more_rows_than_asked() -> None:
    assert {len(piece.data) for piece in Seams().cut(b"x" * 8000, 10, 80)} == {800}


def test_a_storm_of_movements_is_cut_only_so_often() -> None:
    assert len(cut(b"x\r" * 10_000)) < 60


def test_marks_are_met_in_a_storm_too() -> None:
    assert cut(b"x\r" * 10_000 + MARK + b"out")[-1] == b"out"


def test_what_is_held_back_is_given_at_the_end() -> None:
    seams = Seams()
    assert seams.cut(b"abc\x1b[", 10, 80) == [Piece(b"abc")]
    assert seams.rest() == b"\x1b["
    assert seams.rest() == b""


@settings(max_examples=400, deadline=None)
@given(STREAMS, st.lists(st.integers(0, 200), max_size=6), st.integers(1, 5))
def test_the_pieces_are_the_input_however_it_is_cut(stream: bytes, places: list[int], lines: int) -> None:
    bounds = [0, *sorted(min(place, len(stream)) for place in places), len(stream)]
    seams = Seams()
    pieces = [piece.data for start, stop in pairwise(bounds) for piece in seams.cut(stream[start:stop], lines, 7)]
    assert b"".join(pieces) + seams.rest() == stream
    assert all(piece.count(b"\n") <= lines and len(piece) <= 7 * lines for piece in pieces)


@settings(max_examples=200, deadline=None)
@given(STREAMS, STREAMS)
def test_nothing_is_lost_or_doubled_when_the_wait_begins_in_the_middle(before: bytes, after: bytes) -> None:
    seams = Seams()
    seams.begin(before)
    assert b"".join(piece.data for piece in seams.cut(after, 10, 80)) + seams.rest() == after


@settings(deadline=None)
@given(
    st.lists(st.sampled_from([b"text", b"\x1b[m", b"\x1b]133;C\x07", b"\x1b]133;D;0;nonce=ab\x1b\\", b"\x1b", b"\n"]))
)
def test_a_piece_ends_behind_each_mark_and_nowhere_else(parts: list[bytes]) -> None:
    data = b"".join(parts)
    pieces = stopped(b"", data)
    assert b"".join(pieces) == data
    assert all(piece.endswith((b"\x07", b"\x1b\\")) for piece in pieces[:-1])
    assert len(pieces) == 1 + sum(part.startswith(b"\x1b]133") for part in parts)


@pytest.mark.parametrize(
    ("sequence", "clears", "drops", "homes"),
    [
        (b"\x1b[J", True, False, False), (b"\x1b[0J", True, False, False), (b"\x1b[1J", True, False, False),
        (b"\x1b[2J", True, False, False), (b"\x1b[3J", True, True, False), (b"\x1bc", True, True, False),
        (b"\x1b[H", False, False, True), (b"\x1b[1;1H", False, False, True), (b"\x1b[;H", False, False, True),
        (b"\x1b[01;0f", False, False, True), (b"\x1b[002;1J", True, False, False), (b"\x1b[?2J", True, False, False),
        (b"\x1b[03J", True, True, False), (b"\x1b[?1;3h", True, False, False), (b"\x1b[?3l", True, False, False),
        (b"\x1b[5M", False, False, False), (b"\x1bM", False, False, False), (b"\x1b[2;5r", False, False, False),
    ],
)  # fmt: skip
def test_what_may_clear_or_begins_a_page_is_told_where_it_stands(
    sequence: bytes, clears: bool, drops: bool, homes: bool
) -> None:
    for at in range(len(sequence)):
        text, stop, rest = at_stops(b"", b"text" + sequence + b"rest")
        late = at_stops(b"text" + sequence[:at], sequence[at:] + b"rest")
        looked = Seams().cut(b"text" + sequence + b"rest", 10, 80)
        assert (text.data, stop.data, rest.data) == (b"text", sequence, b"rest")
        assert late == [Piece(sequence[at:], stop.page), rest]
        assert looked == [text, stop, rest]
        assert (stop.clears, stop.drops, stop.homes) == (clears, drops, homes)


@pytest.mark.parametrize(
    ("sequence", "part"),
    [
        (b"[2L", None), (b"[M", None), (b"[9S", None), (b"[T", None), (b"M", None), (b"[r", (0, 0)), (b"[;r", (0, 0)),
        (b"[1;r", (0, 0)), (b"[1;5r", (0, 5)), (b"[02;05r", (2, 5)), (b"[3r", (3, 0)),
    ],
)  # fmt: skip
def test_what_may_take_lines_is_told_where_it_stands(sequence: bytes, part: tuple[int, int] | None) -> None:
    for pieces in (
        at_stops(b"", b"text\x1b" + sequence + b"rest"),
        Seams().cut(b"text\x1b" + sequence + b"rest", 10, 80),
    ):
        assert [piece.takes for piece in pieces] == [False, True, False]
        assert pieces[1].part == part


def test_a_number_without_end_is_no_stop() -> None:
    data = b"text\x1b[" + b"9" * 5000 + b"rrest"
    assert at_stops(b"", data) == [Piece(data)]


def test_lines_that_may_be_taken_in_a_storm_are_told_of() -> None:
    pieces = Seams().cut(b"x\x1bM" * 1000, 2000, 80)
    assert len(pieces) < 160
    assert any(piece.missed for piece in pieces)
    assert sum(piece.takes for piece in at_stops(b"", b"x\x1bM" * 1000)) < 160
    assert any(piece.missed for piece in at_stops(b"", b"x\x1bM" * 1000))
    assert not any(piece.blind for piece in pieces)


def test_text_that_is_cleared_in_a_storm_is_told_of() -> None:
    pieces = Seams().cut(b"x\x1b[H\x1b[2J" * 1000, 2000, 80)
    assert len(pieces) < 160
    assert any(piece.blind for piece in pieces)
    assert not any(piece.blind for piece in Seams().cut(b"x\x1b[H\x1b[2J" * 5 + b"y", 2000, 80))


@pytest.mark.parametrize("at", range(1, 20))
def test_a_mark_that_comes_in_two_reads_ends_a_piece_too(at: int) -> None:
    mark = b"\x1b]133;D;0;nonce=a\x1b\\"
    assert stopped(b"text" + mark[:at], mark[at:] + b"more") == [*filter(None, [mark[at:]]), b"more"]
    assert stopped(b"text" + mark[:at], mark[at:]) == [*filter(None, [mark[at:]]), b""]
