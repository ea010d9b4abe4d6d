"""Where hits of a search are in the grid: characters of logical lines → cells of rows."""

import re
from collections.abc import Iterator
from itertools import count, islice
from typing import Final

from paneflow.vt.engine import Match
from paneflow.vt.ghostty.text import Text
from paneflow.vt.search import Hit

_PLAIN: Final = re.compile(
    "[ -~\u00c0-\u024f\u0400-\u0481\u2500-\u257f\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]*"
)
"""Characters that combine with nothing and whose width no engine doubts: Latin, Cyrillic, lines; Kana, Han, Hangul."""
_FIRST_WIDE: Final = "\u3041"

Place = tuple[int, int]


def locate(text: Text, lines: list[str], hits: list[Hit]) -> list[Match]:
    """Hits as matches; `lines` is all the text they were found in.

    While the alternate screen is on, row 0 is its first one, and the rows of the scrollback are negative.
    """
    on_screen = text.screen_lines(0) if text.on_alternate() else lines
    first = len(lines) - len(on_screen)
    matches: list[Match] = []
    if older := [hit for hit in hits if hit.line < first]:
        with text.primary() as history:
            matches += [
                match._replace(row=match.row - history, end_row=match.end_row - history)
                for match in _located(text, lines, older)
            ]
    newer = [hit._replace(line=hit.line - first) for hit in hits if hit.line >= first]
    return matches + [match._replace(line=match.line + first) for match in _located(text, on_screen, newer)]


def _located(text: Text, lines: list[str], hits: list[Hit]) -> list[Match]:
    """Hits on the active screen and its scrollback."""
    numbers = sorted({hit.line for hit in hits})
    rows = dict(zip(numbers, text.rows_of_lines(numbers), strict=True))
    places = _Places(text)
    matches: list[Match] = []
    for hit in hits:
        line, row = lines[hit.line], rows[hit.line]
        start, end = places.of(row, line, hit)
        matches.append(Match(row + start[0], start[1], row + end[0], end[1], hit.line, line))
    return matches


class _Places:
    """Where hits are in their lines: (rows from the line's first one, column), the end exclusive."""

    def __init__(self, text: Text) -> None:
        self._text, self._width = text, text.width()
        self._row = -1  # of the line whose cells are being read
        self._cells: Iterator[Place] = iter(())
        self._read: list[Place] = []

    def of(self, row: int, line: str, hit: Hit) -> tuple[Place, Place]:
        """Both ends of a hit in a line that begins at a row. Cells are asked for only where widths are not sure."""
        if line.isascii():
            (end_row, end_col), takes = divmod(hit.end - 1, self._width), 1
            return divmod(hit.start, self._width), (end_row, end_col + takes)
        if _PLAIN.fullmatch(line, 0, hit.end + 1):  # what follows could still make the last one wide
            cells = _plain_cells(self._width, line[: hit.end])
            end_row, end_col = cells[-1]
            return cells[hit.start], (end_row, end_col + _width_of(line[hit.end - 1]))
        cells = self._read_until(row, hit.end)
        first, (end_row, end_col) = (cells[min(at, len(cells) - 1)] for at in (hit.start, hit.end - 1))
        return first, (end_row, end_col + self._text.cell_width(row + end_row, end_col))

    def _read_until(self, row: int, count: int) -> list[Place]:
        """The cells of so many characters of a line; what was read is kept for the line's next hit."""
        if row != self._row:
            self._row, self._cells, self._read = row, _cells(self._text, row), []
        self._read += islice(self._cells, max(0, count - len(self._read)))
        return self._read or [(0, 0)]


def _cells(text: Text, row: int) -> Iterator[Place]:
    """The cell of each character from a row on."""
    for down in count():
        col = -1
        for col, cell in enumerate(text.each_cell(row + down)):
            for _ in cell:
                yield down, col
        if col < 0:
            return


def _plain_cells(width: int, line: str) -> list[Place]:
    """Where characters of a sure width are: a wide one that does not fit goes to the next row."""
    cells: list[Place] = []
    row = col = 0
    for char in line:
        takes = _width_of(char)
        if col + takes > width:
            row, col = row + 1, 0
        cells.append((row, col))
        col += takes
    return cells


def _width_of(char: str) -> int:
    return 2 if char >= _FIRST_WIDE else 1
