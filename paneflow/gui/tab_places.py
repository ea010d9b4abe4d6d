"""Where tabs are in a strip that may be too short for them. Pure; logical pixels."""

from typing import Final, NamedTuple

WIDEST: Final = 280
NARROWEST: Final = 72
EDGE: Final = 16  # at an end beyond which there are more tabs: an arrow that a click follows


class TabPlaces(NamedTuple):
    """Tabs of equal width side by side; `offset` of them are out of sight on the left."""

    room: int
    tabs: int
    offset: int = 0

    @property
    def width(self) -> int:
        """Of one tab."""
        if self.tabs <= 1:
            return self.room
        return min(max(self.room // self.tabs, NARROWEST), WIDEST)

    @property
    def more_left(self) -> bool:
        """Whether tabs are out of sight there."""
        return self.offset > 0

    @property
    def more_right(self) -> bool:
        """Whether tabs are out of sight there."""
        return self.offset < self._furthest

    @property
    def _furthest(self) -> int:
        return max(0, self.width * self.tabs - self.room)

    def left(self, index: int) -> int:
        """Where a tab begins; negative, or beyond the room, when it is out of sight."""
        return index * self.width - self.offset

    def at(self, x: int) -> int:
        """The tab at a place; -1 for none."""
        index = (x + self.offset) // self.width if self.width and 0 <= x < self.room else -1
        return index if index < self.tabs else -1

    def scrolled(self, pixels: int) -> "TabPlaces":
        """Moved, as far as there are tabs; positive shows those on the right."""
        return self._replace(offset=min(max(0, self.offset + pixels), self._furthest))

    def with_tabs(self, room: int, tabs: int) -> "TabPlaces":
        """Another strip or other tabs, moved no more than it must be."""
        return TabPlaces(room, tabs, self.offset).scrolled(0)

    def showing(self, index: int) -> "TabPlaces":
        """Moved so far that a tab is in sight, clear of the arrows."""
        left = self.left(index)
        right = left + self.width
        if left < EDGE:
            return self.scrolled(left - EDGE)
        return self.scrolled(max(0, right + EDGE - self.room))
