"""How programs ended, also of surfaces that closed with theirs. Ids are never given again, so an old one is no other's."""

from typing import Final

from paneflow.ids import SurfaceId
from paneflow.model.changes import SurfaceExited
from paneflow.runtime.bus import Bus, Fact

_KEPT: Final = 256


class Exits:
    """The last ends."""

    def __init__(self, bus: Bus) -> None:
        self._known: dict[SurfaceId, SurfaceExited] = {}
        bus.subscribe(self._hear)

    def of(self, surface: SurfaceId) -> SurfaceExited | None:
        """How the program that was in a surface last ended, if it did and not too many have since."""
        return self._known.get(surface)

    def _hear(self, fact: Fact) -> None:
        if isinstance(fact, SurfaceExited):
            self._known.pop(fact.surface, None)
            self._known[fact.surface] = fact
            if len(self._known) > _KEPT:
                del self._known[next(iter(self._known))]
