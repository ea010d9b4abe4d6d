"""A grid read as text, by stable rows: what selection, links and screen readers ask."""

from paneflow.gui.grid import TAIL, Grid
from paneflow.vt import frame


class GridText:
    """The rows of a grid's viewport, numbered as the scrollbar says."""

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
