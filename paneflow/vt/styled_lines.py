"""Logical lines with their colours and attributes as SGR sequences, laid over the plain ones: take the sequences away, and
what is left is the plain text to the letter. A line whose styles cannot be told stays plain. Pure.
"""

from collections.abc import Sequence
from typing import Final

from paneflow.vt import frame
from paneflow.vt.engine import Engine
from paneflow.vt.styled_text import PLAIN, Row, Style, rows, sgr

Cells = list[tuple[str, Style]]
RESET: Final = "\x1b[0m"
# What is hidden from a person must not be there for a model alone; and tmux's code for overline is no terminal's.
_UNWANTED: Final = frame.INVISIBLE | frame.OVERLINE


class Styling:
    """Lines that end `skip` logical lines before the engine's last, as they are now. Their styles are read part by part.

    The screen is read at once; what is above it does not change, and a line that goes meanwhile stays plain.
    """

    def __init__(self, engine: Engine, lines: Sequence[str], *, skip: int = 0) -> None:
        self._engine, self._lines, self._skip = engine, lines, skip
        total = engine.scrollbar().total
        first = max(0, total - engine.rows)
        self._top = engine.first_row() + first  # the number for life of the first row that was read
        self._rows = rows(engine, first, total - 1)
        while self._rows and not _text(self._rows[-1].cells):
            self._rows.pop()
        self._ends = sum(not row.wraps for row in self._rows)

    def step(self) -> bool:
        """Read as many rows as a screen has; False when there was nothing more to read."""
        top = self._top - self._engine.first_row()
        if top <= 0 or self._ends > len(self._lines) + self._skip:
            return False
        first = max(0, top - self._engine.rows)
        part = rows(self._engine, first, top - 1)
        self._rows[:0] = part
        self._top -= len(part)
        self._ends += sum(not row.wraps for row in part)
        return True

    def lines(self) -> list[str]:
        """The lines with the styles that were read."""
        found = _joined(self._rows)
        found = found[: max(0, len(found) - self._skip)]
        count = len(self._lines)
        found = [[] for _ in range(count - len(found))] + found[max(0, len(found) - count) :]
        return [_laid_over(line, cells) for line, cells in zip(self._lines, found, strict=True)]


def _joined(found: Sequence[Row]) -> list[Cells]:
    lines: list[Cells] = []
    wrapped = False
    for row in found:
        if wrapped:
            lines[-1] += row.cells
        else:
            lines.append(list(row.cells))
        wrapped = row.wraps
    return lines


def _text(cells: Cells) -> str:
    return "".join(char for char, _ in cells).rstrip()


def _laid_over(line: str, cells: Cells) -> str:
    if _text(cells) != line.rstrip() or "\x1b" in line:
        return line
    out: list[str] = []
    last = PLAIN
    for char, (foreground, background, underline, attributes, kind) in cells:
        style = (foreground, background, underline, attributes & ~_UNWANTED, kind)
        out.append(sgr(last, style) if style != last else "")
        out.append(char)
        last = style
    out.append(RESET if last != PLAIN else "")
    return "".join(out)
