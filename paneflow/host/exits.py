"""How programs ended, also of surfaces that closed with theirs. Ids are never given again, so an old one is no other's."""

from typing import Final

from paneflow.ids import SurfaceId
from paneflow.model.changes import SurfaceClosed, SurfaceExited
from paneflow.runtime.bus import Bus, Fact

_KEPT: Final = 256


class Exits:
    """The last ends."""

    def __init__(self, bus: Bus) -> None:
        self._known: dict[SurfaceId, SurfaceExited] = {}
        self._names: dict[SurfaceId, str] = {}  # that they had when they were closed
        bus.subscribe(self._hear)

    def of(self, surface: SurfaceId) -> SurfaceExited | None:
        """How the program that was in a surface last ended, if it did and not too many have since."""
        return self._known.get(surface)

    def closed(self) -> list[tuple[SurfaceExited, str]]:
        """The ends of surfaces that are closed, in their order, and what they were called."""
        return [(end, self._names[surface]) for surface, end in self._known.items() if surface in self._names]

    def _hear(self, fact: Fact) -> None:
        if isinstance(fact, SurfaceExited):
            self._known.pop(fact.surface, None)
            self._known[fact.surface] = fact
            if len(self._known) > _KEPT:
                first = next(iter(self._known))
                del self._known[first]
                self._names.pop(first, None)
        elif isinstance(fact, SurfaceClosed) and fact.surface in self._known:
            self._names[fact.surface] = fact.name
