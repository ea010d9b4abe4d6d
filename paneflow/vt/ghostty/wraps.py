"""Counts soft-wrapped rows, so that the number of a logical line follows from its row without reading all the text before.

Counting means formatting, so each row of the scrollback is counted once: the sums at every `STEP` rows are kept. Rows are
numbered from the first one ever seen; how many of them the library has dropped since then shows where a tracked place,
put at the last sum, is now.
"""

from bisect import bisect_right
from collections.abc import Callable
from typing import Final

from paneflow.vt.ghostty.library import CData
from paneflow.vt.ghostty.terminal import Space, Terminal, tracked_position, untrack

STEP: Final = 1024
AHEAD: Final = 2 * STEP


class WrapCounter:
    """`count(first, last)` says how many rows from first to last, but for last itself, go on in the next one."""

    def __init__(self, terminal: Terminal, count: Callable[[int, int], int]) -> None:
        self._terminal = terminal
        self._count = count
        self._place: CData | None = None
        self.reset()

    def reset(self) -> None:
        """Start anew: the rows were reflowed."""
        self._dropped = 0
        self._rows = [0]  # numbers of rows with a known sum, ascending; never empty
        self._sums = [0]  # wrapped rows before each
        self._follow(self._place, None)

    def before(self, row: int, history: int) -> int:
        """Wrapped rows before a row; `history` rows from the oldest are scrollback, where nothing changes any more."""
        self._notice_dropped()
        self._extend(min(row, history))
        return self._sum(row) - self._sums[0]

    def ahead(self, history: int) -> bool:
        """Count a bounded part of the scrollback in advance; True while there is more to count."""
        self._notice_dropped()
        self._extend(min(history, self._rows[-1] - self._dropped + AHEAD))
        return self._rows[-1] - self._dropped + STEP <= history

    def nearest(self, line: int) -> tuple[int, int]:
        """A row with a known sum at or before a logical line, and the number of the line that row belongs to."""
        self._notice_dropped()
        rows = [row - self._dropped for row in self._rows]
        numbers = [row - (wraps - self._sums[0]) for row, wraps in zip(rows, self._sums, strict=True)]
        index = max(0, bisect_right(numbers, line) - 1)
        return rows[index], numbers[index]

    def _sum(self, row: int) -> int:
        index = bisect_right(self._rows, row + self._dropped) - 1
        return self._sums[index] + self._between(self._rows[index] - self._dropped, row)

    def _between(self, first: int, last: int) -> int:
        return self._count(first, last) if last > first else 0

    def _extend(self, row: int) -> None:
        last = self._rows[-1] - self._dropped
        if last + STEP > row:
            return
        while last + STEP <= row:
            self._sums.append(self._sums[-1] + self._between(last, last + STEP))
            last += STEP
            self._rows.append(last + self._dropped)
        self._follow(self._place, self._terminal.track(Space.SCREEN, last))

    def _follow(self, old: CData | None, new: CData | None) -> None:
        if old is not None:
            untrack(old)
        self._place = new

    def _notice_dropped(self) -> None:
        if self._place is None:
            return
        position = tracked_position(self._place)
        dropped = self._rows[-1] - position[0] if position else -1
        if dropped < self._dropped:  # the place is gone or has moved down: this is another text
            self.reset()
        elif dropped > self._dropped:
            self._drop(dropped)

    def _drop(self, dropped: int) -> None:
        """Make the oldest row that is left the first one with a sum."""
        self._dropped = dropped
        index = bisect_right(self._rows, dropped)
        if index == len(self._rows):
            rows, sums = [dropped], [0]
        else:
            rows, sums = self._rows[index:], self._sums[index:]
            first = sums[0] - self._between(0, rows[0] - dropped)
            rows, sums = [dropped, *rows], [first, *sums]
        self._rows, self._sums = rows, sums

    def free(self) -> None:
        """Give the memory back."""
        self._follow(self._place, None)
