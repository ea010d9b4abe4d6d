"""What a drag selects, as text and cells."""

import pytest

from paneflow.geometry import Point
from paneflow.gui.links import find_links, link_at, trimmed
from paneflow.gui.logical_line import line_at, logical_line
from paneflow.gui.selection import DEFAULT_SEPARATORS, Drag, Selection, Unit, word_at


class Rows:
    """Rows of text from a stable row on; "漢" is wide; rows that end in "\\" wrap."""

    def __init__(self, *rows: str, cols: int = 20, first: int = 100) -> None:
        self.cols, self._first = cols, first
        self._wraps = [row.endswith("\\") for row in rows]
        self._cells = [self._cut(row.removesuffix("\\")) for row in rows]

    def cells(self, row: int) -> list[str] | None:
        at = row - self._first
        return self._cells[at] if 0 <= at < len(self._cells) else None

    def wraps(self, row: int) -> bool:
        at = row - self._first
        return 0 <= at < len(self._wraps) and self._wraps[at]

    def _cut(self, row: str) -> list[str]:
        cells = [cell for character in row for cell in ([character, ""] if character == "漢" else [character])]
        return (cells + [" "] * self.cols)[: self.cols]


def text_of(rows: Rows, span: tuple[Point, Point]) -> str:
    selection = Selection(*span)
    lines = []
    for row in range(selection.start.row, selection.end.row + 1):
        first, last = selection.columns(row, rows.cols)
        lines.append("".join((rows.cells(row) or [])[first:last]))
    return "".join(lines).rstrip()


def drag(rows: Rows, unit: Unit, start: tuple[int, int], end: tuple[int, int]) -> Selection | None:
    return Drag(unit, *start, rows, DEFAULT_SEPARATORS).to(*end, rows)


def test_a_drag_selects_the_cells_between_two_boundaries_either_way() -> None:
    rows = Rows("hello world", "second")
    wanted = Selection(Point(100, 2), Point(100, 4))

    assert drag(rows, Unit.CELL, (100, 2), (100, 5)) == wanted
    assert drag(rows, Unit.CELL, (100, 5), (100, 2)) == wanted


def test_a_click_selects_nothing() -> None:
    assert drag(Rows("hello"), Unit.CELL, (100, 2), (100, 2)) is None


def test_a_drag_to_the_start_of_a_row_ends_on_the_row_before() -> None:
    assert drag(Rows("ab", "cd"), Unit.CELL, (100, 1), (101, 0)) == Selection(Point(100, 1), Point(100, 19))


def test_wide_characters_are_selected_whole() -> None:
    rows = Rows("a漢b")

    assert drag(rows, Unit.CELL, (100, 2), (100, 4)) == Selection(Point(100, 1), Point(100, 3))
    assert drag(rows, Unit.CELL, (100, 0), (100, 2)) == Selection(Point(100, 0), Point(100, 2))


def test_a_block_has_the_same_columns_in_every_row() -> None:
    block = drag(Rows("abcdef", "ghijkl", "mnopqr"), Unit.BLOCK, (102, 4), (100, 1))

    assert block == Selection(Point(100, 1), Point(102, 3), block=True)
    assert [block.columns(row, 20) for row in range(99, 104)] == [(0, 0), (1, 4), (1, 4), (1, 4), (0, 0)]


def test_columns_of_a_selection_over_rows() -> None:
    selection = Selection(Point(10, 5), Point(12, 2))

    assert [selection.columns(row, 8) for row in (9, 10, 11, 12, 13)] == [(0, 0), (5, 8), (0, 8), (0, 3), (0, 0)]


@pytest.mark.parametrize(
    ("line", "col", "word"),
    [
        ("cd ~/src/main.py now", 5, "~/src/main.py"),
        ("say 'hello' twice", 6, "hello"),
        ("a    b", 2, ""),
        ("f(x, y)", 1, "("),
        ("foo-bar.baz@host", 3, "foo-bar.baz@host"),
        ("漢x y", 1, "漢x"),
        ("(http://a.b/?q=(2)).", 7, "http://a.b/?q=(2)"),
        ("(http://a.b/?q=(2)) x", 19, ""),
    ],
)
def test_words(line: str, col: int, word: str) -> None:
    rows = Rows(line)
    assert text_of(rows, word_at(100, col, rows)) == word


def test_a_word_goes_on_over_a_soft_wrap() -> None:
    rows = Rows("see abcdefghijklmnop\\", "qrst uvw")

    assert text_of(rows, word_at(101, 1, rows)) == "abcdefghijklmnopqrst"
    assert word_at(101, 1, rows) == (Point(100, 4), Point(101, 3))


def test_dragging_words_keeps_the_first_one_whole_both_ways() -> None:
    rows = Rows("one two three")

    assert drag(rows, Unit.WORD, (100, 5), (100, 9)) == Selection(Point(100, 4), Point(100, 12))
    assert drag(rows, Unit.WORD, (100, 5), (100, 1)) == Selection(Point(100, 0), Point(100, 6))


def test_a_line_is_the_logical_one() -> None:
    rows = Rows("before", "wrapped\\", "goes on\\", "ends", "after")

    assert line_at(102, rows) == (Point(101, 0), Point(103, 19))
    assert drag(rows, Unit.LINE, (101, 3), (104, 0)) == Selection(Point(101, 0), Point(104, 19))


def test_shift_and_a_click_move_the_nearer_end() -> None:
    rows = Rows("abcdefghij", "klmnop")
    selection = Selection(Point(100, 3), Point(100, 6))

    assert Drag.resumed(selection, 100, 9, rows).to(100, 9, rows) == Selection(Point(100, 3), Point(100, 8))
    assert Drag.resumed(selection, 100, 1, rows).to(100, 1, rows) == Selection(Point(100, 1), Point(100, 6))


def test_rows_out_of_view_do_not_break_a_drag() -> None:
    rows = Rows("abc")

    assert drag(rows, Unit.CELL, (100, 1), (90, 3)) == Selection(Point(90, 3), Point(100, 0))


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("see https://example.org/a?b=c#d.", "https://example.org/a?b=c#d"),
        ("(https://example.org/x)", "https://example.org/x"),
        ("https://en.wikipedia.org/wiki/A_(b)", "https://en.wikipedia.org/wiki/A_(b)"),
        ("[docs](http://localhost:8080/)!", "http://localhost:8080/"),
        ("mail mailto:a@b.c, ok", "mailto:a@b.c"),
        ("file:///tmp/x y", "file:///tmp/x"),
        ("'https://a.b/c'", "https://a.b/c"),
        ("HTTPS://A.B", "HTTPS://A.B"),
    ],
)
def test_addresses(text: str, address: str) -> None:
    rows = Rows(text, cols=60)
    assert [link.address for link in find_links(logical_line(100, rows))] == [address]


@pytest.mark.parametrize("text", ["javascript:alert(1)", "no link", "http:/x", "foo://bar", "https://"])
def test_what_is_no_address(text: str) -> None:
    assert find_links(logical_line(100, Rows(text, cols=40))) == []


def test_an_address_over_a_soft_wrap_is_found_from_both_rows() -> None:
    rows = Rows("go https://example.o\\", "rg/path end")

    for cell in (Point(100, 5), Point(101, 2)):
        link = link_at(logical_line(cell.row, rows), cell)
        assert link is not None
        assert link.address == "https://example.org/path"
        assert (link.start, link.end) == (Point(100, 3), Point(101, 6))
    assert link_at(logical_line(101, rows), Point(101, 9)) is None


def test_an_address_of_nothing_but_punctuation_is_trimmed_to_nothing() -> None:
    assert trimmed("...)") == ""
