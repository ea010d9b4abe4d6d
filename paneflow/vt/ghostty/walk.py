"""Reads a long text in parts of some milliseconds each, so that others have their turn between two.

Output may come between two parts: a part begins where the one before it ended, or at the oldest row if that is gone.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

from paneflow.vt.ghostty.library import ffi, lib, sized, take
from paneflow.vt.ghostty.terminal import WRAPPED, Space, Terminal, tracked_position, untrack
from paneflow.vt.ghostty.text import Text

PLAIN_PART: Final = 1000  # rows
STYLED_PART: Final = 500

Part = TypeVar("Part")
RowAfter = Callable[[int, int], int]


class Walk:
    """Passes over one terminal's text."""

    def __init__(self, terminal: Terminal, text: Text) -> None:
        self._terminal = terminal
        self._text = text
        self._size = ffi.new("size_t*")

    def lines(self) -> Iterator[list[str]]:
        """The logical lines of `Text.lines`; there may be more blank ones at the end."""
        begun: list[str] = []  # the line that goes on in the next part
        for lines, ended in self._parts(PLAIN_PART, self._seam, self._plain, screen=False):
            whole = ["".join([*begun, lines[0]]), *lines[1:]]
            begun = [] if ended else [whole.pop()]
            yield whole
        yield begun + (self._text.screen_lines(0) if self._terminal.on_alternate() else [])

    def styled(self) -> Iterator[bytes]:
        """The primary screen's text with SGR sequences for its styles, soft wraps joined."""
        return self._parts(STYLED_PART, self._line_end, self._styled, screen=True)

    # -- parts ---------------------------------------------------------------------------------------------------
    def _parts(self, size: int, last: RowAfter, read: Callable[[int, int], Part], *, screen: bool) -> Iterator[Part]:
        """What `read` makes of the rows [first, stop); `last` moves a part's last row to one that it may end with."""
        first, place = 0, None
        while True:
            with self._primary_rows(screen=screen) as total:
                if place is not None:
                    position = tracked_position(place)
                    first = position[0] if position else 0
                    untrack(place)
                stop = last(min(first + size, total) - 1, total) + 1
                part = read(first, stop) if first < stop else None
                place = self._terminal.track(Space.SCREEN, stop) if stop < total else None
            try:
                if part is not None:
                    yield part
            except GeneratorExit:
                if place is not None:
                    untrack(place)
                raise
            if place is None:
                return

    @contextmanager
    def _primary_rows(self, *, screen: bool) -> Iterator[int]:
        """How many rows of the primary screen can be read meanwhile; its scrollback's alone if it is behind the alternate one.

        With `screen`, its active area counts even then. 0 if it cannot be read now.
        """
        if self._terminal.on_alternate():
            with self._text.primary() as history:
                readable = screen and not self._terminal.on_alternate()
                yield self._text.total() if readable else history
        else:
            yield self._text.total()

    # -- plain text ----------------------------------------------------------------------------------------------
    def _seam(self, row: int, total: int) -> int:
        """The first row from `row` on that a part may end with: one that goes on, if no blanks at its end would be lost."""
        while row < total - 1 and self._goes_on(row) and self._text.ends_blank(row):
            row += 1
        return row

    def _goes_on(self, row: int) -> bool:
        return bool(self._text.row_flags(row) & WRAPPED)

    def _plain(self, first: int, stop: int) -> tuple[list[str], bool]:
        """Logical lines, and whether the last one ends there."""
        return self._text.padded(first, stop), not self._goes_on(stop - 1)

    # -- styled text ---------------------------------------------------------------------------------------------
    def _line_end(self, row: int, total: int) -> int:
        while row < total - 1 and self._goes_on(row):
            row += 1
        return row

    def _styled(self, first: int, stop: int) -> bytes:
        text, rows = (self._styled_rows(first, stop, unwrap=unwrap) for unwrap in (True, False))
        missing = stop - first - rows.count(b"\n") - bool(rows)  # blank ones at the end
        return text + b"\r\n" * (missing + bool(text))

    def _styled_rows(self, first: int, stop: int, *, unwrap: bool) -> bytes:
        start, end = self._terminal.ref(Space.SCREEN, first), self._terminal.ref(Space.SCREEN, stop - 1)
        if start is None or end is None:
            return b""
        end.x = self._text.last_col(stop - 1)
        selection, options = sized("GhosttySelection"), sized("GhosttyFormatterTerminalOptions")
        selection.start, selection.end = start[0], end[0]
        options.emit, options.unwrap, options.trim = lib.GHOSTTY_FORMATTER_FORMAT_VT, unwrap, True
        options.selection = selection
        formatter, out = ffi.new("GhosttyFormatter*"), ffi.new("uint8_t**")
        if lib.ghostty_formatter_terminal_new(ffi.NULL, formatter, self._terminal.handle, options[0]) != 0:
            return b""
        try:
            if lib.ghostty_formatter_format_alloc(formatter[0], ffi.NULL, out, self._size) != 0:
                return b""
            return take(out, self._size)
        finally:
            lib.ghostty_formatter_free(formatter[0])
