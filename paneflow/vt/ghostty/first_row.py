"""How many rows have left the top of a terminal's scrollback. The library drops them page by page and does not say so."""

from paneflow.vt.ghostty.library import CData
from paneflow.vt.ghostty.terminal import Space, Terminal, tracked_position, untrack


class FirstRow:
    """Counts the rows of the primary screen by one row that is tracked: it moves up by as many as left before it."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._number = 0
        self._place: CData | None = None
        self._row = self._total = 0  # where the place was, and how many rows there were

    def number(self) -> int:
        """How many rows left before the oldest one there is."""
        if not self._terminal.on_alternate():  # under which the primary screen rests
            self._count()
            self._track()
        return self._number

    def cleared(self, rows: int) -> None:
        """The `rows` oldest ones were dropped, and `number` was asked just before."""
        self._number += rows
        self.renumbered()

    def renumbered(self) -> None:
        """Rows were wrapped anew, and `number` was asked just before: what moved did not leave."""
        self.free()

    def _count(self) -> None:
        if self._place is None:
            return
        position = tracked_position(self._place)
        # When even the tracked row is gone, so is all that anybody was told of.
        self._number += self._total if position is None else max(0, self._row - position[0])

    def _track(self) -> None:
        """Track the newest row of the scrollback: nothing that is drawn moves it within the screen."""
        total, _, length = self._terminal.scrollbar()
        row = max(0, total - length - 1)
        self.free()
        self._place, self._row, self._total = self._terminal.track(Space.SCREEN, row), row, total

    def free(self) -> None:
        """Track nothing."""
        if self._place is not None:
            untrack(self._place)
            self._place = None
