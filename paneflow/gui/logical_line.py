"""Lines as they were printed: rows with the rows they soft-wrapped into. Pure: knows no pixels and no Qt.

Rows are stable: they have numbers for life (`vt/frame.py`).
"""

from typing import NamedTuple, Protocol

from paneflow.geometry import Point


class TextRows(Protocol):
    """The rows on view, by stable number."""

    cols: int

    def cells(self, row: int) -> list[str] | None:
        """The text of each cell ("" for the tail of a wide one); None when the row is not on view."""
        ...

    def wraps(self, row: int) -> bool:
        """Whether the row goes on in the next one."""
        ...


def line_at(row: int, text: TextRows) -> tuple[Point, Point]:
    """The logical line a row belongs to, as far as it is on view."""
    first = last = row
    while text.cells(first - 1) is not None and text.wraps(first - 1):
        first -= 1
    while text.cells(last + 1) is not None and text.wraps(last):
        last += 1
    return Point(first, 0), Point(last, text.cols - 1)


class LogicalLine(NamedTuple):
    """A line with its soft wraps joined: one character a cell, so that places map back to cells."""

    first_row: int
    cols: int
    text: str  # "\0" stands for the tail of a wide cell; clusters show as their first code point

    def place_of(self, point: Point) -> int:
        """Where a cell lies in `text`; that of its head for a tail."""
        at = (point.row - self.first_row) * self.cols + point.col
        return at - 1 if at and self.text[at : at + 1] == "\0" else at

    def point(self, index: int) -> Point:
        """The cell of a place in `text`."""
        row, col = divmod(index, self.cols)
        return Point(self.first_row + row, col)

    def end_point(self, index: int) -> Point:
        """The last cell of the character at a place."""
        return self.point(index + 1 if self.text[index + 1 : index + 2] == "\0" else index)


def logical_line(row: int, text: TextRows) -> LogicalLine:
    """The line a row belongs to, as far as it is on view."""
    (first, _), (last, _) = line_at(row, text)
    cells = [cell for line in range(first, last + 1) for cell in (text.cells(line) or [" "] * text.cols)]
    return LogicalLine(first, text.cols, "".join(cell[0] if cell else "\0" for cell in cells))
