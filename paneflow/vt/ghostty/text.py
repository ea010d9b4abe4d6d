"""Plain text out of the library's grid: rows, logical lines, ranges.

A logical line is a row and the rows it soft-wrapped into. Scrollback can be 100,000 lines long, so only the rows that are
asked for are formatted.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from paneflow.vt.engine import LONG_LINE
from paneflow.vt.frame import CELL_WIDE_MASK, CELL_WIDE_SHIFT
from paneflow.vt.ghostty.library import CData, ffi, lib, sized, take
from paneflow.vt.ghostty.terminal import WRAPPED, Space, Terminal
from paneflow.vt.ghostty.wraps import WrapCounter
from paneflow.vt.paste import label

_format: Final = lib.ghostty_terminal_selection_format_alloc
MAX_CLUSTER: Final = 32  # code points of one cell
_SPACE: Final = 32
_NEAR: Final = 50  # rows; a line without end can be as long as the scrollback


class Text:
    """Reads one terminal's text."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._wraps = WrapCounter(terminal, self._count_wraps)
        self._options = sized("GhosttyTerminalSelectionFormatOptions")
        self._selection = sized("GhosttySelection")
        self._options.selection = self._selection
        self._row = ffi.new("GhosttyRow*")
        self._cell = ffi.new("GhosttyCell*")
        self._codepoints = ffi.new("uint32_t[]", MAX_CLUSTER)
        self._size = ffi.new("size_t*")

    def forget_layout(self) -> None:
        """The rows were reflowed: what was counted before does not hold."""
        self._wraps.reset()

    def free(self) -> None:
        """Give the memory back."""
        self._wraps.free()

    # -- lines ---------------------------------------------------------------------------------------------------
    def lines(self, row: int = 0) -> list[str]:
        """Logical lines from the one that holds a row, trailing blank ones dropped.

        While the alternate screen is on, these are the primary screen's scrollback and then the alternate screen.
        """
        if not self._terminal.on_alternate():
            return self._lines(self._start_near(row), self.total())
        screen = self._lines(0, self.total())
        with self.primary() as history:
            read = self.padded if screen else self._lines
            return read(self._start_near(row), history) + screen if row < history else screen

    def screen_lines(self, row: int) -> list[str]:
        """Logical lines of the active screen and its scrollback, from the one that holds a row."""
        return self._lines(self._start_near(row), self.total())

    def tail(self, count: int, skip: int) -> tuple[list[str], int]:
        """The `count` logical lines that end `skip` before the last, and how many lines there are."""
        if not self._terminal.on_alternate():
            lines, before = self._last(count + skip, self.total(), keep_blank=False)
        else:
            screen = self._lines(0, self.total())
            with self.primary() as history:
                lines, before = self._last(count + skip - len(screen), history, keep_blank=bool(screen))
            lines += screen
        stop = max(0, len(lines) - skip)
        return lines[max(0, stop - count) : stop], before + len(lines)

    def screen(self) -> list[str]:
        """The rows of the active area, trailing blanks removed."""
        count = self.height()
        rows = self._plain(self.total() - count, self.total(), unwrap=False).split("\n")
        return rows + [""] * (count - len(rows))

    def _last(self, want: int, stop: int, *, keep_blank: bool) -> tuple[list[str], int]:
        """At least `want` lines that end before the row `stop`, if there are as many, and how many lines are before them."""
        read = self.padded if keep_blank else self._lines
        span = max(want, 0) + self.height()
        while True:
            first = self.line_start(max(0, stop - span))
            lines = read(first, stop)
            if first == 0 or len(lines) >= max(want, 1):
                return lines, first - self._wraps.before(first, self.total() - self.height())
            span *= 4

    def line_start(self, row: int) -> int:
        """The first row of the logical line that a row belongs to."""
        while row > 0 and self.row_flags(row - 1) & WRAPPED:
            row -= 1
        return row

    def _start_near(self, row: int) -> int:
        """The first row of a row's logical line; the row itself if that is far away: such a line has no useful beginning."""
        first = row
        while first > 0 and self.row_flags(first - 1) & WRAPPED:
            first -= 1
            if row - first > LONG_LINE:
                return row
        return first

    def line_around(self, row: int) -> tuple[int, int]:
        """First and last row of the logical line that a row belongs to, as far as they are near."""
        first = last = row
        while first > max(0, row - _NEAR) and self.row_flags(first - 1) & WRAPPED:
            first -= 1
        while last < min(self.total() - 1, row + _NEAR) and self.row_flags(last) & WRAPPED:
            last += 1
        return first, last

    def rows_of_lines(self, lines: Iterable[int]) -> Iterator[int]:
        """The rows that logical lines begin at; lines are counted from the oldest and ascend."""
        self._wraps.before(self.total() - self.height(), self.total() - self.height())
        row = number = 0
        for line in lines:
            if line - number > _NEAR or not number:
                nearest, at = self._wraps.nearest(line)
                if at > number:
                    row, number = self.line_start(nearest), at
            while number < line:
                number += not self.row_flags(row) & WRAPPED
                row += 1
            yield row

    # -- ranges --------------------------------------------------------------------------------------------------
    def between(self, start: tuple[int, int], end: tuple[int, int], *, block: bool = False, html: bool = False) -> str:
        """Text from (row, col) to (row, col) inclusive, soft wraps joined."""
        form = lib.GHOSTTY_FORMATTER_FORMAT_HTML if html else lib.GHOSTTY_FORMATTER_FORMAT_PLAIN
        return self._formatted(start, end, form=form, unwrap=not block, block=block).decode("utf-8", "replace")

    def cells(self, row: int) -> list[str]:
        """A row's cells: "" for the second half of a wide character, " " for an empty one."""
        return list(self.each_cell(row))

    def each_cell(self, row: int) -> Iterator[str]:
        """A row's cells, each read when it is asked for; none when there is no such row."""
        ref = self._terminal.ref(Space.SCREEN, row)
        if ref is not None:
            for x in range(self.width()):
                yield self._cell_text(ref, x)

    def _cell_text(self, ref: CData, x: int) -> str:
        ref.x = x
        lib.ghostty_grid_ref_graphemes(ref, self._codepoints, MAX_CLUSTER, self._size)
        if 0 < self._size[0] <= MAX_CLUSTER:
            if self._codepoints[0] == _SPACE:
                return " "  # marks on a blank are left out of formatted text, too
            return "".join(map(chr, self._codepoints[0 : self._size[0]]))
        lib.ghostty_grid_ref_cell(ref, self._cell)
        wide = self._cell[0] >> CELL_WIDE_SHIFT & CELL_WIDE_MASK
        return "" if wide in (lib.GHOSTTY_CELL_WIDE_SPACER_TAIL, lib.GHOSTTY_CELL_WIDE_SPACER_HEAD) else " "

    def cell_width(self, row: int, col: int) -> int:
        """Columns a cell takes: 2 for the head of a wide character."""
        return 2 if self._wide(row, col) == lib.GHOSTTY_CELL_WIDE_WIDE else 1

    def _wide(self, row: int, col: int) -> int:
        ref = self._terminal.ref(Space.SCREEN, row, col)
        if ref is None:
            return int(lib.GHOSTTY_CELL_WIDE_NARROW)
        lib.ghostty_grid_ref_cell(ref, self._cell)
        return int(self._cell[0] >> CELL_WIDE_SHIFT & CELL_WIDE_MASK)

    def link(self, row: int, col: int, limit: int) -> str:
        """The OSC 8 target of a viewport cell; "" if it has none, or one that is longer or not plain text."""
        ref = self._terminal.ref(Space.VIEWPORT, row, col)
        if ref is None:
            return ""
        buffer = ffi.new("uint8_t[]", limit)
        if lib.ghostty_grid_ref_hyperlink_uri(ref, buffer, limit, self._size) != 0:
            return ""
        uri = bytes(ffi.buffer(buffer, self._size[0])).decode("utf-8", "replace")
        return uri if uri == label(uri, limit) else ""

    def row_flags(self, row: int) -> int:
        """The library's row, whose bits `terminal.py` names."""
        ref = self._terminal.ref(Space.SCREEN, row)
        if ref is None:
            return 0
        lib.ghostty_grid_ref_row(ref, self._row)
        return int(self._row[0])

    def ends_blank(self, row: int) -> bool:
        """Whether a row's last cell is a blank."""
        ref = self._terminal.ref(Space.SCREEN, row)
        return ref is not None and self._cell_text(ref, self.width() - 1) == " "

    def count_ahead(self) -> bool:
        """Count a bounded part of the lines above, for `tail` to know how many there are; True while more are left."""
        if self._terminal.on_alternate():
            with self.primary() as history:
                return self._wraps.ahead(history)
        return self._wraps.ahead(self.total() - self.height())

    def on_alternate(self) -> bool:
        """Whether the alternate screen is active."""
        return self._terminal.on_alternate()

    # -- sizes ---------------------------------------------------------------------------------------------------
    def total(self) -> int:
        """Rows of the scrollback and the active area."""
        return self._terminal.count(lib.GHOSTTY_TERMINAL_DATA_TOTAL_ROWS)

    def height(self) -> int:
        """Rows of the active area."""
        return self._terminal.number(lib.GHOSTTY_TERMINAL_DATA_ROWS)

    def width(self) -> int:
        """Columns."""
        return self._terminal.number(lib.GHOSTTY_TERMINAL_DATA_COLS)

    @contextmanager
    def primary(self) -> Iterator[int]:
        """Go to the primary screen for a while, for the library reads the active one only; yields its scrollback's rows.

        Mode 47 changes nothing but the screen, and copies the cursor back when it returns. In the middle of a control
        sequence it cannot be given: then the scrollback is taken for empty.
        """
        terminal = self._terminal
        if not terminal.flag(lib.GHOSTTY_TERMINAL_DATA_VT_GROUND):
            yield 0
            return
        legacy = terminal.mode(47)
        terminal.write(b"\x1b[?47l")
        try:
            yield self.total() - self.height()
        finally:
            terminal.write(b"\x1b[?47h")
            terminal.set_mode(47, legacy)

    # -- formatting ----------------------------------------------------------------------------------------------
    def _lines(self, first: int, stop: int) -> list[str]:
        """The logical lines from row to row; the blank ones at the end go, those that blanks were printed to as well."""
        text = self._plain(first, stop, unwrap=True).rstrip("\n")
        return text.split("\n") if text else []

    def padded(self, first: int, stop: int) -> list[str]:
        """The logical lines from row to row, with the blank ones at the end."""
        text = self._plain(first, stop, unwrap=True)
        if text and self._plain(stop - 1, stop, unwrap=False):
            return text.split("\n")
        rows = self._plain(first, stop, unwrap=False)
        lines = text.split("\n") if text or rows else []
        return lines + [""] * (stop - first - (rows.count("\n") + 1 if rows else 0))

    def _count_wraps(self, first: int, last: int) -> int:
        return self._plain(first, last + 1, unwrap=False).count("\n") - self._plain(first, last + 1, unwrap=True).count(
            "\n"
        )

    def _plain(self, first: int, stop: int, *, unwrap: bool) -> str:
        if stop <= first:
            return ""
        form = lib.GHOSTTY_FORMATTER_FORMAT_PLAIN
        last = (stop - 1, self.last_col(stop - 1))
        return self._formatted((first, 0), last, form=form, unwrap=unwrap, block=False).decode("utf-8", "replace")

    def last_col(self, row: int) -> int:
        """Where to stop in a range's last row: before a wide character that did not fit, else the next row would be read."""
        col = self.width() - 1
        return max(0, col - 1) if self._wide(row, col) == lib.GHOSTTY_CELL_WIDE_SPACER_HEAD else col

    def _formatted(
        self, start: tuple[int, int], end: tuple[int, int], *, form: int, unwrap: bool, block: bool
    ) -> bytes:
        first, last = self._terminal.ref(Space.SCREEN, *start), self._terminal.ref(Space.SCREEN, *end)
        if first is None or last is None:
            return b""
        selection, options = self._selection, self._options
        selection.start, selection.end, selection.rectangle = first[0], last[0], block
        options.emit, options.unwrap, options.trim = form, unwrap, True
        out = ffi.new("uint8_t**")
        if _format(self._terminal.handle, ffi.NULL, options[0], out, self._size) != 0:
            return b""
        return take(out, self._size)
