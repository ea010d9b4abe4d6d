"""Text of the fallback engine: logical lines, ranges, and places that stay with their text."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from paneflow.vt.engine import LONG_LINE
from paneflow.vt.pyte_rows import Row
from paneflow.vt.pyte_screen import Screen
from paneflow.vt.pyte_style import PLAIN, sgr

PART: Final = 200  # rows at once: some milliseconds


class Text:
    """Reads one screen's text. Rows are counted from the oldest retained one."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen

    def rows(self) -> list[Row]:
        """The scrollback (the primary screen's, always) and the active area."""
        return self._screen.rows()

    def lines(self, first: int = 0) -> list[str]:
        """Logical lines from the one that holds a row, trailing blank ones dropped."""
        rows = self.rows()
        wanted = first
        while 0 < first < len(rows) and rows[first - 1].wrapped:
            first -= 1
            if wanted - first > LONG_LINE:  # such a line has no useful beginning
                first = wanted
                break
        lines = self._joined(rows[first:])
        while lines and not lines[-1]:
            lines.pop()
        return lines

    def line_parts(self) -> Iterator[list[str]]:
        """The logical lines of `lines()`, in parts; there may be more blank ones at the end."""
        number = self._screen.dropped
        while True:
            rows, first = self.rows(), max(0, number - self._screen.dropped)
            stop = min(first + PART, len(rows))
            while 0 < stop < len(rows) and rows[stop - 1].wrapped:
                stop += 1
            yield self._joined(rows[first:stop])
            if stop >= len(rows):
                return
            number = stop + self._screen.dropped

    def tail(self, count: int, skip: int) -> tuple[list[str], int]:
        """The `count` logical lines that end `skip` before the last, and how many lines there are."""
        rows, starts = self.rows(), self.line_rows()
        end = len(rows)
        while starts and not any(self._joined(rows[starts[-1] : end])):
            end = starts.pop()
        stop = max(0, len(starts) - skip)
        first = max(0, stop - count)
        if first >= stop:
            return [], len(starts)
        return self._joined(rows[starts[first] : starts[stop] if stop < len(starts) else end]), len(starts)

    def _joined(self, rows: Sequence[Row]) -> list[str]:
        """Rows as logical lines."""
        lines: list[str] = []
        pending = ""
        for row in rows:
            pending += self._screen.text(row)
            if not row.wrapped:
                lines.append(pending.rstrip(" "))
                pending = ""
        if pending:
            lines.append(pending.rstrip(" "))
        return lines

    def screen(self) -> list[str]:
        """The rows of the active area."""
        return [self._screen.text(row).rstrip(" ") for row in self._screen.screen_rows()]

    def line_span(self, row: int) -> tuple[int, int]:
        """First and last row of the logical line that a row belongs to."""
        rows = self.rows()
        first = last = min(max(row, 0), len(rows) - 1)
        while first > 0 and rows[first - 1].wrapped:
            first -= 1
        while last + 1 < len(rows) and rows[last].wrapped:
            last += 1
        return first, last

    def line_rows(self) -> list[int]:
        """The row that each logical line begins at."""
        rows = self.rows()
        return [at for at in range(len(rows)) if at == 0 or not rows[at - 1].wrapped]

    def cells(self, first: int, last: int) -> list[str]:
        """The cells of rows: "" for the second half of a wide character, " " for an empty one.

        The last cell is "" where a wide character did not fit and went to the next row.
        """
        return [cell for row in self.rows()[first : last + 1] for cell in self._cells(row)]

    def _cells(self, row: Row) -> list[str]:
        columns = self._screen.columns
        stop = max(row, default=-1) + 1 if row.wrapped else columns
        return [row[x].data for x in range(stop)] + [""] * (columns - stop)

    def between(self, start: tuple[int, int], end: tuple[int, int], *, block: bool, html: bool) -> str:
        """Text from (row, col) to (row, col) inclusive, soft wraps joined."""
        start, end = min(start, end), max(start, end)
        rows = self.rows()[max(start[0], 0) : end[0] + 1]
        pieces: list[str] = []
        for at, row in enumerate(rows):
            first = start[1] if at == 0 or block else 0
            last = end[1] if at == len(rows) - 1 or block else self._screen.columns - 1
            text = "".join(row[x].data for x in range(min(first, last), max(first, last) + 1))
            joins = row.wrapped and not block and at < len(rows) - 1
            pieces.append(text if joins else text.rstrip(" ") + "\n")
        text = "".join(pieces).rstrip("\n")
        return f'<div style="font-family: monospace; white-space: pre;">{escape(text)}</div>' if html else text

    def styled(self) -> bytes:
        """All text of the primary screen with SGR sequences for its styles, soft wraps joined."""
        pieces: list[str] = []
        style, blanks = 0, 0
        for row in self._screen.primary_rows():
            text, style = self._styled_row(row, style)
            if not text and not row.wrapped:
                blanks += 1
                continue
            pieces += ["\r\n" * blanks, text]
            blanks = 0 if row.wrapped else 1
        return "".join([*pieces, "\x1b[0m"]).encode()

    def _styled_row(self, row: Row, style: int) -> tuple[str, int]:
        pieces: list[str] = []
        last = max(row, default=-1) + 1 if row.wrapped or self._screen.text(row) else 0
        for x in range(last):
            cell = row[x]
            if cell.style != style:
                style = cell.style
                pen = self._screen.styles.pen(style) if style else PLAIN
                pieces.append(f"\x1b[{sgr(pen)}m")
            pieces.append(cell.data)
        return "".join(pieces), style
