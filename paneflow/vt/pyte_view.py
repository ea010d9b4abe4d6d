"""The fallback engine's viewport: which rows are on view, which of them changed, and their cells packed like the library's."""

from typing import Final

from wcwidth import wcwidth

from paneflow.vt import frame
from paneflow.vt.packing import Rows
from paneflow.vt.pyte_rows import Cell, Row
from paneflow.vt.pyte_screen import Screen

_WIDE, _TAIL = 1, 2
_CLUSTER_TAG: Final = 1


class Viewport:
    """What is on view of a screen: its bottom, or rows from a place in the scrollback."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._top: int | None = None  # the first row's number for life; None at the bottom
        self._shown: tuple[int, bool] = (-1, False)
        self._packed: dict[Cell, int] = {}
        self.shares: list[set[int]] = []  # for each viewer, the rows that changed since its last frame

    def history(self) -> int:
        """Rows above the active area that can be scrolled to."""
        return 0 if self._screen.on_alternate else len(self._screen.history)

    def offset(self) -> int:
        """The viewport's first row, from the oldest retained one."""
        if self._top is None:
            return self.history()
        return min(max(self._top - self._screen.dropped, 0), self.history())

    def scroll_to(self, row: int | None) -> None:
        """Put a row at the top; None, or one of the active area, is the bottom."""
        at_bottom = row is None or row >= self.history()
        self._top = None if at_bottom or row is None else max(row, 0) + self._screen.dropped

    def refresh(self) -> None:
        """Take over what changed on the screen."""
        screen = self._screen
        offset = self.offset()
        shown = (offset + screen.dropped, screen.on_alternate)
        if offset == self.history():
            shown = (-1, screen.on_alternate)
        changed = set(screen.dirty) if offset == self.history() else set()
        if shown != self._shown:
            changed, self._shown = set(range(screen.lines)), shown
        screen.dirty.clear()
        for share in self.shares:
            share |= changed

    def rows(self) -> list[Row]:
        """The rows on view."""
        offset, history = self.offset(), self.history()
        if offset == history:
            return self._screen.screen_rows()
        scrolled = [self._screen.history[at] for at in range(offset, min(history, offset + self._screen.lines))]
        return scrolled + self._screen.screen_rows()[: self._screen.lines - len(scrolled)]

    def pack(self, share: set[int], cols: int) -> Rows:
        """The rows of a share, in order."""
        rows, packed = self.rows(), Rows(cols)
        styles = self._screen.styles
        for y in sorted(share):
            if y < len(rows):
                row = rows[y]
                packed.add(
                    y, self._cells(row, cols), _flags(row),
                    lambda _y: 0,
                    lambda y, x: styles.packed(rows[y][x].style),
                    lambda y, x: rows[y][x].data.encode(),
                )  # fmt: skip
        return packed

    def _cells(self, row: Row, cols: int) -> bytes:
        cells = bytearray(8 * cols)
        values = memoryview(cells).cast("Q")
        packed = self._packed
        for x, cell in row.items():
            if x < cols:
                value = packed.get(cell)
                values[x] = self._pack(cell) if value is None else value
        values.release()
        return bytes(cells)

    def _pack(self, cell: Cell) -> int:
        text, style = cell
        value = style << frame.CELL_STYLE_SHIFT
        if text == "":
            value |= _TAIL << frame.CELL_WIDE_SHIFT
        elif text != " " or style:
            value |= ord(text[0]) << frame.CELL_CONTENT_SHIFT
            value |= _CLUSTER_TAG if len(text) > 1 else 0
            value |= _WIDE << frame.CELL_WIDE_SHIFT if wcwidth(text[0]) == 2 else 0
        if len(self._packed) > frame.CELL_STYLE_MASK:
            self._packed.clear()
        self._packed[cell] = value
        return value


def _flags(row: Row) -> int:
    return (frame.ROW_WRAPPED if row.wrapped else 0) | (frame.ROW_PROMPT if row.prompt else 0)
