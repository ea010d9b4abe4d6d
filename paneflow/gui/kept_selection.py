"""Whether a selection still stands for the text it was made on."""

from paneflow.gui.grid import Grid
from paneflow.gui.selection import Selection


class KeptSelection:
    """The selected cells as far as they were on view, to notice when output changes them."""

    def __init__(self) -> None:
        self._seen: dict[int, bytes] = {}
        self._alternate_screen = False

    def begin(self, selection: Selection | None, grid: Grid) -> None:
        """Remember what is selected now."""
        self._alternate_screen = grid.modes.alternate_screen
        self._seen = {} if selection is None else _text_in(selection, grid)

    def holds(self, selection: Selection, grid: Grid) -> bool:
        """Whether it is still there and no selected cell has changed; rows that come into view are remembered from now on."""
        if selection.end.row < grid.first_row:
            return False
        now = _text_in(selection, grid)
        changed = any(self._seen.get(row, text) != text for row, text in now.items())
        self._seen |= now
        return not changed and grid.modes.alternate_screen == self._alternate_screen


def _text_in(selection: Selection, grid: Grid) -> dict[int, bytes]:
    """The selected cells of the rows on view, by stable row."""
    offset = grid.scrollbar.offset
    first, last = max(selection.start.row, offset), min(selection.end.row, offset + grid.rows - 1)
    return {
        row: grid.text[row - offset, slice(*selection.columns(row, grid.cols))].tobytes()
        for row in range(first, last + 1)
    }
