"""Places in the text that are handed out. The library moves those in a scrollback that is dropped to the top of the screen."""

from collections.abc import Iterator
from contextlib import contextmanager
from weakref import WeakSet

from paneflow.vt.ghostty.library import CData
from paneflow.vt.ghostty.terminal import Terminal, tracked_position, untrack


class GhosttyMark:
    """A tracked place."""

    def __init__(self, place: CData, *, alternate: bool) -> None:
        self._place: CData | None = place
        self.alternate = alternate

    def row(self) -> int | None:
        """Where its text is now, from the oldest retained row of its screen."""
        position = tracked_position(self._place) if self._place is not None else None
        return position[0] if position else None

    def close(self) -> None:
        """Forget the place."""
        if self._place is not None:
            untrack(self._place)
            self._place = None


class Marks:
    """The places of one terminal that somebody holds."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._held: WeakSet[GhosttyMark] = WeakSet()

    def add(self, place: CData) -> GhosttyMark:
        """A tracked place as a mark."""
        mark = GhosttyMark(place, alternate=self._terminal.on_alternate())
        self._held.add(mark)
        return mark

    @contextmanager
    def dropping(self) -> Iterator[None]:
        """The scrollback may be dropped within the block: then the places in it are gone."""
        history = self._history()
        above = [
            mark for mark in self._held if not mark.alternate and (row := mark.row()) is not None and row < history
        ]
        yield
        if not self._history():
            for mark in above:
                mark.close()

    def _history(self) -> int:
        """The scrollback's rows; none while the alternate screen is on, which has none."""
        total, _, length = self._terminal.scrollbar()
        return 0 if self._terminal.on_alternate() else total - length
