"""What a person has selected: cells, words, lines or a block. Pure: knows no pixels and no Qt.

Rows are stable: they have numbers for life (`vt/frame.py`), so that a selection stays with its text while the view
scrolls and while rows drop out of a full scrollback. Columns of a drag are boundaries between
cells; those of a `Selection` are cells, both ends inclusive.
"""

from enum import StrEnum
from typing import Final, NamedTuple

from paneflow.geometry import Point
from paneflow.gui.links import link_at
from paneflow.gui.logical_line import TextRows, line_at, logical_line

DEFAULT_SEPARATORS: Final = " \t\"'`()[]{}<>|│,;:!"  # end a word; "/", ".", "-", "@" do not: paths stay whole


class Unit(StrEnum):
    """What a drag selects."""

    CELL = "cell"
    WORD = "word"
    LINE = "line"
    BLOCK = "block"


class Selection(NamedTuple):
    """Both ends inclusive, start before end; a block's columns may run either way."""

    start: Point
    end: Point
    block: bool = False

    def columns(self, row: int, cols: int) -> tuple[int, int]:
        """The selected cells [first, last) of a stable row; (0, 0) when there are none."""
        if not self.start.row <= row <= self.end.row:
            return 0, 0
        if self.block:
            first, last = sorted((self.start.col, self.end.col))
            return first, min(last + 1, cols)
        first = self.start.col if row == self.start.row else 0
        last = self.end.col + 1 if row == self.end.row else cols
        return min(first, cols), min(last, cols)


class Drag:
    """A selection being made: an anchor that stays, and an end that follows the pointer."""

    def __init__(self, unit: Unit, row: int, boundary: int, text: TextRows, separators: str) -> None:
        self.unit, self._separators = unit, separators
        self._anchor = Point(row, boundary)
        self._span = self._span_at(row, min(boundary, text.cols - 1), text)

    @classmethod
    def resumed(cls, selection: Selection, row: int, boundary: int, text: TextRows) -> "Drag":
        """Shift and a click: the end of the selection that is further away becomes the anchor."""
        ends = (selection.start, Point(selection.end.row, selection.end.col + 1))
        far = max(ends, key=lambda end: (abs(end.row - row), abs(end.col - boundary)))
        drag = cls(Unit.BLOCK if selection.block else Unit.CELL, *far, text, "")
        drag._anchor = far
        return drag

    def to(self, row: int, boundary: int, text: TextRows) -> Selection | None:
        """The selection when the pointer is at a boundary of a stable row; None while it is empty."""
        boundary = max(0, min(boundary, text.cols))
        if self.unit in (Unit.CELL, Unit.BLOCK):
            return self._cells_to(row, boundary, text)
        start, end = self._span_at(row, min(boundary, text.cols - 1), text)
        return Selection(min(start, self._span[0]), max(end, self._span[1]))

    def _cells_to(self, row: int, boundary: int, text: TextRows) -> Selection | None:
        if self.unit is Unit.BLOCK:
            left, right = sorted((self._anchor.col, boundary))
            top, bottom = sorted((self._anchor.row, row))
            return Selection(Point(top, left), Point(bottom, right - 1), block=True) if left < right else None
        start, end = sorted((self._anchor, Point(row, boundary)))
        if start == end:
            return None
        start = Point(start.row, _head(start, text))
        last = Point(end.row, end.col - 1) if end.col else Point(end.row - 1, text.cols - 1)
        return Selection(start, Point(last.row, _tail(last, text))) if start <= last else None

    def _span_at(self, row: int, col: int, text: TextRows) -> tuple[Point, Point]:
        if self.unit is Unit.WORD:
            return word_at(row, col, text, self._separators)
        if self.unit is Unit.LINE:
            return line_at(row, text)
        return Point(row, col), Point(row, col)


def word_at(row: int, col: int, text: TextRows, separators: str = DEFAULT_SEPARATORS) -> tuple[Point, Point]:
    """The word or the address at a cell, over soft wraps; on a separator, the run of that same separator."""
    line = logical_line(row, text)
    if (link := link_at(line, Point(row, col))) is not None:
        return link.start, link.end
    at = line.place_of(Point(row, col))
    here = line.text[at] if at < len(line.text) else " "

    def belongs(character: str) -> bool:
        return character == here if here in separators else character not in separators

    start = end = at
    while start > 0 and belongs(line.text[start - 1]):
        start -= 1
    while end + 1 < len(line.text) and belongs(line.text[end + 1]):
        end += 1
    return line.point(start), line.end_point(end)


def _head(point: Point, text: TextRows) -> int:
    cells = text.cells(point.row)
    in_tail = cells is not None and 0 < point.col < len(cells) and cells[point.col] == ""
    return point.col - 1 if in_tail else point.col


def _tail(point: Point, text: TextRows) -> int:
    cells = text.cells(point.row)
    has_tail = cells is not None and point.col + 1 < len(cells) and cells[point.col + 1] == ""
    return point.col + 1 if has_tail else point.col
