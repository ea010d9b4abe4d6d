"""A grid read as text, by stable rows: what selection, links and screen readers ask."""

from paneflow.geometry import Point
from paneflow.gui.grid import TAIL, Grid
from paneflow.gui.selection import Selection
from paneflow.vt import frame


class GridText:
    """The rows of a grid's viewport, by their numbers for life."""

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self.cols = grid.cols

    def cells(self, row: int) -> list[str] | None:
        """The text of each cell ("" for the tail of a wide one); None when the row is not on view."""
        at = row - self._grid.scrollbar.offset
        if not 0 <= at < self._grid.rows:
            return None
        widths = self._grid.width[at].tolist()
        return ["" if width == TAIL else self._grid.cell_text(at, col) for col, width in enumerate(widths)]

    def wraps(self, row: int) -> bool:
        """Whether the row goes on in the next one."""
        at = row - self._grid.scrollbar.offset
        return 0 <= at < self._grid.rows and bool(self._grid.row_flags[at] & frame.ROW_WRAPPED)


class Viewport:
    """The rows on view as one string, joined by line feeds; cells ↔ places in it.

    Trailing blanks are left out, but not those before the cursor: somebody may have typed them.
    """

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self._rows = [grid.row_text(row).rstrip(" ") for row in range(grid.rows)]
        cursor = grid.cursor
        if cursor is not None and cursor.row < grid.rows:
            before = GridText(grid).cells(cursor.row + grid.scrollbar.offset) or []
            self._rows[cursor.row] = self._rows[cursor.row].ljust(len("".join(before[: cursor.col])))
        self.text = "\n".join(self._rows)

    def offset(self, cell: Point) -> int:
        """The place of a viewport cell; the end of its row for a cell behind the text."""
        row = max(0, min(cell.row, len(self._rows) - 1))
        if not self._rows or cell.row != row:
            return 0 if cell.row < row or not self._rows else len(self.text)
        before = sum(len(line) + 1 for line in self._rows[:row])
        cells = GridText(self._grid).cells(row + self._grid.scrollbar.offset) or []
        return before + min(len("".join(cells[: cell.col])), len(self._rows[row]))

    def cell(self, offset: int) -> Point:
        """The viewport cell of a place."""
        row, left = 0, max(0, min(offset, len(self.text)))
        while row < len(self._rows) - 1 and left > len(self._rows[row]):
            left -= len(self._rows[row]) + 1
            row += 1
        cells = GridText(self._grid).cells(row + self._grid.scrollbar.offset) or []
        col = 0
        while col < len(cells) and left >= len(cells[col]):
            left -= len(cells[col])
            col += 1
        return Point(row, min(col, max(0, len(cells) - 1)))

    def selection(self, start: int, end: int) -> Selection | None:
        """The places [start, end) as a selection of stable rows."""
        if end <= start:
            return None
        first = self._grid.scrollbar.offset
        head, last = self.cell(start), self.cell(end - 1)
        return Selection(Point(head.row + first, head.col), Point(last.row + first, last.col))
