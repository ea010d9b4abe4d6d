"""The windows that are attached, and which of them has the say over a surface's size."""

from collections.abc import Callable
from typing import Protocol

from paneflow.ids import SurfaceId


class Window(Protocol):
    """What the windows know of each other."""

    def tell(self, message: dict[str, object]) -> None:
        """Send it a JSON message."""
        ...

    def shows(self, surface: SurfaceId) -> bool:
        """Whether it has a surface on view."""
        ...

    def lead(self, *, leads: bool) -> None:
        """It became the window that was used last, or is not any more."""
        ...


class Windows:
    """All attached windows. A surface has the size of the window that typed into it last."""

    def __init__(self) -> None:
        self.all: list[Window] = []
        self.changed: Callable[[], None] = lambda: None  # one came or went
        self._sized_by: dict[SurfaceId, Window] = {}

    def add(self, window: Window) -> None:
        """A window came."""
        self.used(window)
        self.changed()

    def remove(self, window: Window) -> None:
        """It went; the surfaces it sized take the next one's size."""
        led = self.last_used() is window
        self.all.remove(window)
        if led and (heir := self.last_used()):
            heir.lead(leads=True)
        self._sized_by = {surface: other for surface, other in self._sized_by.items() if other is not window}
        self.changed()

    def claim(self, surface: SurfaceId, window: Window) -> bool:
        """The window types into a surface; whether that makes it the one that sizes it."""
        if self._sized_by.get(surface) is window:
            return False
        self._sized_by[surface] = window
        return True

    def may_size(self, surface: SurfaceId, window: Window) -> bool:
        """Whether a window's size for a surface counts: nobody else who shows it typed there last."""
        other = self._sized_by.get(surface)
        if other is None or other is window or not other.shows(surface):
            self._sized_by[surface] = window
            return True
        return False

    def forget(self, surface: SurfaceId) -> None:
        """The surface is gone."""
        self._sized_by.pop(surface, None)

    def last_used(self) -> Window | None:
        """The window that a person used last, else the newest."""
        return self.all[-1] if self.all else None

    def used(self, window: Window) -> None:
        """Somebody uses this window."""
        before = self.last_used()
        if before is window:
            return
        if window in self.all:
            self.all.remove(window)
        self.all.append(window)
        if before is not None:
            before.lead(leads=False)
        window.lead(leads=True)
