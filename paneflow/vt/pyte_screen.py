"""The fallback engine's grid: pyte's screen with what it lacks.

Added are the alternate screen, scrollback that knows soft wraps, styles as numbers, erasing with the background colour, wide
characters that are cut cleanly, and a fast path for plain ASCII.
"""

from collections import deque
from typing import Any, Final, NamedTuple

import pyte
from pyte import charsets, modes
from wcwidth import wcwidth

from paneflow.vt.pyte_rows import BLANK, Cell, Row, Rows
from paneflow.vt.pyte_style import PLAIN, Pen, Styles

MAX_CLUSTER: Final = 32  # code points of one cell
_ASCII: Final = tuple(chr(code) for code in range(127))


class _Saved(NamedTuple):
    """What DECSC keeps."""

    x: int
    y: int
    pen: Pen
    charsets: tuple[str, str, int]
    origin: bool


_PyteScreen: Any = pyte.Screen  # its annotations know its own kind of cell only


class Screen(_PyteScreen):  # type: ignore[misc]  # as above
    """One grid with its scrollback; `self.pen` is what is drawn with."""

    columns: int
    lines: int
    mode: set[int]
    dirty: set[int]
    tabstops: set[int]
    buffer: "Rows"
    margins: Any  # None or (top, bottom)

    def __init__(self, columns: int, lines: int, scrollback: int) -> None:
        self.history: deque[Row] = deque(maxlen=scrollback)
        self.dropped = 0  # rows that have left the scrollback; with it, a row's number for life is known
        self.styles = Styles()
        self.pen = PLAIN
        self.last_drawn = ""
        self._cells: dict[int, tuple[Cell, ...]] = {}  # for a style, the cell of each ASCII character
        self._saved: _Saved | None = None
        self._primary: tuple[Rows, _Saved | None] | None = None  # put aside while the alternate screen is on
        super().__init__(columns, lines)
        self.buffer: Rows = Rows()

    @property
    def default_char(self) -> Cell:
        """What pyte fills with: a blank cell with the background of now."""
        return self.blank()

    @property
    def on_alternate(self) -> bool:
        """Whether the alternate screen is active."""
        return self._primary is not None

    def blank(self) -> Cell:
        """An erased cell: it keeps the background."""
        return Cell(" ", self.styles.id_of(Pen(bg=self.pen.bg))) if self.pen.bg else BLANK

    def reset(self) -> None:
        """RIS; the scrollback stays, as xterm has it."""
        super().reset()
        self.pen, self._saved, self._primary = PLAIN, None, None
        self.g0_charset = self.g1_charset = charsets.LAT1_MAP
        self.cursor.attrs = BLANK

    # -- drawing -------------------------------------------------------------------------------------------------
    def draw(self, data: str) -> None:
        """Put text at the cursor."""
        charset = self.g1_charset if self.charset else self.g0_charset
        if charset is not charsets.LAT1_MAP:
            data = data.translate(charset)
        if data.isascii() and modes.IRM not in self.mode and modes.DECAWM in self.mode:
            self._draw_ascii(data)
        else:
            for char in data:
                self._draw_char(char)
        self.last_drawn = data[-1:] or self.last_drawn

    def _draw_ascii(self, data: str) -> None:
        cells = self._ascii_cells()
        cursor, columns, start = self.cursor, self.columns, 0
        while start < len(data):
            if cursor.x >= columns:
                self._wrap()
            x = cursor.x
            stop = start + min(columns - x, len(data) - start)
            row = self.buffer[cursor.y]
            cursor.x = x + stop - start
            self._cut_wide(row, x)
            self._cut_wide(row, cursor.x)
            row.update(zip(range(x, cursor.x), [cells[code] for code in data[start:stop].encode()], strict=True))
            self.dirty.add(cursor.y)
            start = stop

    def _ascii_cells(self) -> tuple[Cell, ...]:
        style = self.styles.id_of(self.pen)
        cells = self._cells.get(style)
        if cells is None:
            cells = self._cells[style] = tuple(Cell(char, style) for char in _ASCII)
        return cells

    def _draw_char(self, char: str) -> None:
        width = wcwidth(char)
        if width <= 0:
            self._combine(char)
            return
        cursor, wraps = self.cursor, modes.DECAWM in self.mode
        if cursor.x + width > self.columns:
            if wraps and width <= self.columns:
                self._wrap()
            else:
                cursor.x = max(0, self.columns - width)
        if modes.IRM in self.mode:
            self.insert_characters(width)
        row, style = self.buffer[cursor.y], self.styles.id_of(self.pen)
        self._cut_wide(row, cursor.x)
        self._cut_wide(row, cursor.x + width)
        row[cursor.x] = Cell(char, style)
        if width == 2:
            row[cursor.x + 1] = Cell("", style)
        self.dirty.add(cursor.y)
        cursor.x = min(cursor.x + width, self.columns if wraps else self.columns - 1)

    def _combine(self, char: str) -> None:
        row, x = self.buffer[self.cursor.y], self.cursor.x - 1
        if x > 0 and row[x].data == "":
            x -= 1
        if x >= 0 and len(row[x].data) < MAX_CLUSTER:
            row[x] = row[x]._replace(data=row[x].data + char)
            self.dirty.add(self.cursor.y)

    def _wrap(self) -> None:
        self.buffer[self.cursor.y].wrapped = True
        self.carriage_return()
        self.index()

    @staticmethod
    def _cut_wide(row: Row, x: int) -> None:
        """Blank a wide character that begins before a column and ends at or after it."""
        if x in row and row[x].data == "":
            row[x - 1] = Cell(" ", row[x - 1].style)
            row[x] = Cell(" ", row[x].style)

    def repeat(self, count: int) -> None:
        """REP."""
        if self.last_drawn:
            self.draw(self.last_drawn * min(count, self.columns * self.lines))

    # -- moving --------------------------------------------------------------------------------------------------
    def leave_margin(self) -> None:
        """Forget a pending wrap: the cursor is on the last column, not past it."""
        self.cursor.x = min(self.cursor.x, self.columns - 1)

    def cursor_position(self, line: int | None = None, column: int | None = None) -> None:
        """CUP, clamped; within the margins in origin mode."""
        top, bottom = self._region() if modes.DECOM in self.mode else (0, self.lines - 1)
        self.cursor.y = min(max(top + (line or 1) - 1, top), bottom)
        self.cursor.x = min(max((column or 1) - 1, 0), self.columns - 1)

    def _region(self) -> tuple[int, int]:
        return (self.margins.top, self.margins.bottom) if self.margins else (0, self.lines - 1)

    def index(self) -> None:
        """Move down, scrolling at the bottom margin; outside of the margins never."""
        if self.cursor.y == self._region()[1]:
            self.scroll_up(1)
        elif self.cursor.y < self.lines - 1:
            self.cursor.y += 1

    def next_line(self) -> None:
        """NEL."""
        self.carriage_return()
        self.index()

    def scroll_up(self, count: int) -> None:
        """Scroll the region; what leaves the top of the primary screen is scrollback, unless the region starts lower."""
        top, bottom = self._region()
        for _ in range(min(count, bottom - top + 1)):
            row = self.buffer.pop(top, None) or Row()
            if top == 0 and not self.on_alternate:
                self._keep(row)
            for y in range(top, bottom):
                below = self.buffer.pop(y + 1, None)
                if below is not None:
                    self.buffer[y] = below
            self._fill(bottom)
        self.dirty.update(range(top, bottom + 1))

    def scroll_down(self, count: int) -> None:
        """Scroll the region down; blank rows come in at its top."""
        top, bottom = self._region()
        for _ in range(min(count, bottom - top + 1)):
            self.buffer.pop(bottom, None)
            for y in range(bottom, top, -1):
                above = self.buffer.pop(y - 1, None)
                if above is not None:
                    self.buffer[y] = above
            self._fill(top)
        self.dirty.update(range(top, bottom + 1))

    def reverse_index(self) -> None:
        """Move up, scrolling at the top margin."""
        if self.cursor.y == self._region()[0]:
            self.scroll_down(1)
        elif self.cursor.y > 0:
            self.cursor.y -= 1

    def back_tab(self, count: int) -> None:
        """CBT."""
        for _ in range(min(count, self.columns)):
            self.cursor.x = max((stop for stop in self.tabstops if stop < self.cursor.x), default=0)

    def save_cursor(self) -> None:
        """DECSC."""
        sets = (self.g0_charset, self.g1_charset, self.charset)
        self._saved = _Saved(self.cursor.x, self.cursor.y, self.pen, sets, modes.DECOM in self.mode)

    def restore_cursor(self) -> None:
        """DECRC; home when nothing was saved."""
        saved = self._saved or _Saved(0, 0, PLAIN, (charsets.LAT1_MAP, charsets.LAT1_MAP, 0), origin=False)
        self.cursor.x, self.cursor.y = min(saved.x, self.columns), min(saved.y, self.lines - 1)
        self.pen = saved.pen
        self.g0_charset, self.g1_charset, self.charset = saved.charsets
        (self.mode.add if saved.origin else self.mode.discard)(modes.DECOM)

    # -- erasing -------------------------------------------------------------------------------------------------
    def _fill(self, y: int) -> None:
        """A row with nothing in it."""
        blank = self.blank()
        if blank is not BLANK:
            self.buffer[y] = Row((x, blank) for x in range(self.columns))
        else:
            self.buffer.pop(y, None)

    def _erase(self, start: int, stop: int) -> None:
        """Blank the cursor's row from a column to another."""
        y = self.cursor.y
        self.dirty.add(y)
        row = self.buffer[y]
        if start == 0 and stop >= self.columns:
            self._fill(y)
            return
        self._cut_wide(row, start)
        self._cut_wide(row, stop)
        blank = self.blank()
        for x in range(start, min(stop, self.columns)):
            if blank is BLANK:
                row.pop(x, None)
            else:
                row[x] = blank
        if stop >= self.columns:
            row.wrapped = False

    def erase_in_line(self, how: int = 0, private: bool = False) -> None:  # noqa: FBT001, FBT002  # pyte's signature
        """EL; what nobody knows erases nothing."""
        x = self.cursor.x
        if how in (0, 1, 2):
            self._erase(*((x, self.columns), (0, x + 1), (0, self.columns))[how])

    def erase_characters(self, count: int | None = None) -> None:
        """ECH."""
        self._erase(self.cursor.x, self.cursor.x + (count or 1))

    def erase_in_display(self, how: int = 0, *args: object, **kwargs: object) -> None:
        """ED; 3 is the scrollback, 22 moves the screen there, and what nobody knows erases nothing."""
        if how == 3:
            self.clear_history()
        if how == 22:
            self._scroll_away()
            return
        y = self.cursor.y
        for row in {0: range(y + 1, self.lines), 1: range(y), 2: range(self.lines)}.get(how, ()):
            self._fill(row)
            self.dirty.add(row)
        if how in (0, 1):
            self.erase_in_line(how)

    def _scroll_away(self) -> None:
        """Move all rows up to the last one with something in it off the screen, and the cursor to its top."""
        self.margins = None
        self.scroll_up(1 + max((y for y in range(self.lines) if self.text(self.buffer[y]).strip()), default=-1))
        self.cursor.y = self.cursor.x = 0

    def insert_characters(self, count: int | None = None) -> None:
        """ICH."""
        row, x = self.buffer[self.cursor.y], self.cursor.x
        count = min(count or 1, self.columns - x)
        self._cut_wide(row, x)
        self._move_cells(row, range(self.columns - 1, x + count - 1, -1), -count)
        self._erase(x, x + count)

    def delete_characters(self, count: int | None = None) -> None:
        """DCH."""
        row, x = self.buffer[self.cursor.y], self.cursor.x
        count = min(count or 1, self.columns - x)
        self._cut_wide(row, x)
        self._cut_wide(row, x + count)
        self._move_cells(row, range(x, self.columns - count), count)
        self._erase(self.columns - count, self.columns)

    def _move_cells(self, row: Row, columns: range, offset: int) -> None:
        for x in columns:
            if x + offset in row:
                row[x] = row[x + offset]
            else:
                row.pop(x, None)
        last = row[self.columns - 1].data
        if last and wcwidth(last[0]) == 2:  # its second half went over the edge
            row[self.columns - 1] = Cell(" ", row[self.columns - 1].style)

    # -- scrollback and the alternate screen ---------------------------------------------------------------------
    def _keep(self, row: Row) -> None:
        if len(self.history) == self.history.maxlen:
            self.dropped += 1
        self.history.append(row)

    def clear_history(self) -> None:
        """Drop the scrollback."""
        self.dropped += len(self.history)
        self.history.clear()

    def resize_history(self, scrollback: int) -> None:
        """Keep another number of rows."""
        self.dropped += max(0, len(self.history) - scrollback)
        self.history = deque(self.history, maxlen=scrollback)

    def enter_alternate(self, *, clear: bool) -> None:
        """Show the alternate screen."""
        if self._primary is None:
            self._primary = (self.buffer, self._saved)
            self.buffer, self._saved = Rows(), None
        if clear:
            self.erase_in_display(2)
        self.dirty.update(range(self.lines))

    def leave_alternate(self) -> None:
        """Show the primary screen again."""
        if self._primary is not None:
            self.buffer, self._saved = self._primary
            self._primary = None
            self.dirty.update(range(self.lines))

    def resize(self, lines: int | None = None, columns: int | None = None) -> None:
        """Change the size without reflow: rows are cut or grow at the right, and leave at the top into the scrollback."""
        lines, columns = lines or self.lines, columns or self.columns
        above = max(0, self.cursor.y - lines + 1)
        for buffer in (self.buffer, *([self._primary[0]] if self._primary else [])):
            self._shrink(buffer, above, lines, columns, keep=buffer is self.buffer and not self.on_alternate)
        self.cursor.y -= above
        self.lines, self.columns = lines, columns
        self.margins = None
        self.tabstops = set(range(8, columns, 8))
        self.cursor.y, self.cursor.x = min(self.cursor.y, lines - 1), min(self.cursor.x, columns - 1)
        self.dirty = set(range(lines))

    def _shrink(self, buffer: Rows, above: int, lines: int, columns: int, *, keep: bool) -> None:
        for y in range(above):
            row = buffer.pop(y, None) or Row()
            if keep:
                self._keep(row)
        moved = {y - above: row for y, row in buffer.items() if above <= y < above + lines}
        buffer.clear()
        buffer.update(moved)
        for row in buffer.values():
            self._cut_wide(row, columns)
            for x in [x for x in row if x >= columns]:
                del row[x]

    # -- reading -------------------------------------------------------------------------------------------------
    def rows(self) -> list[Row]:
        """The scrollback followed by the screen."""
        return [*self.history, *self.screen_rows()]

    def screen_rows(self) -> list[Row]:
        """The rows of the active area."""
        empty = Row()
        return [self.buffer.get(y, empty) for y in range(self.lines)]

    def text(self, row: Row) -> str:
        """A row's text, trailing blanks removed; all of it when it goes on in the next row."""
        text = "".join([row[x].data for x in range(max(row, default=-1) + 1)])
        return text if row.wrapped else text.rstrip(" ")

    def primary_rows(self) -> list[Row]:
        """The scrollback followed by the primary screen, also while the alternate one is active."""
        if self._primary is None:
            return self.rows()
        buffer = self._primary[0]
        return [*self.history, *(buffer.get(y, Row()) for y in range(self.lines))]

    def keep_cursor_line(self) -> None:
        """Drop all rows above the cursor's logical line, and the scrollback; blank those below."""
        first = last = self.cursor.y
        while first > 0 and self.buffer[first - 1].wrapped:
            first -= 1
        kept = {y - first: self.buffer[y] for y in range(first, last + 1)}
        self.buffer.clear()
        self.buffer.update(kept)
        self.cursor.y -= first
        self.clear_history()
        self.dropped += first
        self.dirty.update(range(self.lines))
