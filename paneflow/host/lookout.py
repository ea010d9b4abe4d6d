"""When the process table is worth a look: never by the clock alone.

A surface is looked at soon after it printed something if its foreground changed, at once when a command ended in it, and
every `SAME_S` seconds while it prints and its foreground stays the same (a script can start an agent). The table is read in
a thread, once for all surfaces that are due.
"""

import asyncio
from collections.abc import Callable
from typing import Final, NamedTuple

from paneflow.ids import SurfaceId
from paneflow.runtime.detection import Programs, Table
from paneflow.runtime.session import Session

SOON_S: Final = 0.15  # after output: time for a program to have started or ended
SHARE_S: Final = 0.05  # what is wanted within this time is looked at together
PACE_S: Final = 1.0  # between two looks, unless a command ended
SAME_S: Final = 5.0  # between two looks at a surface whose foreground did not change

Saw = Callable[[SurfaceId, Table, float], None]
"""A surface, the process table, and the loop's time just before the table was read."""


class Look(NamedTuple):
    """When a surface was looked at, and which process group was in its foreground then."""

    at: float
    group: int | None


class Lookout:
    """Belongs to the loop's thread. `saw` is called for each surface that was due; `programs` says what else is an agent."""

    def __init__(self, session: Session, saw: Saw, programs: Callable[[], Programs]) -> None:
        self._session, self._saw, self._programs = session, saw, programs
        self._loop = asyncio.get_running_loop()
        self._looks: dict[SurfaceId, Look] = {}
        self._wanted: dict[SurfaceId, float] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._looking: asyncio.Task[None] | None = None
        self._last = 0.0

    def want(self, surface: SurfaceId) -> None:
        """Something happened in the surface; have it looked at soon."""
        if surface not in self._wanted:
            self._wanted[surface] = max(self._loop.time() + SOON_S, self._last + PACE_S)
            self._arm()

    def want_now(self, surface: SurfaceId) -> None:
        """A program ended in the surface; have it looked at at once, whatever is in its foreground now."""
        self._looks.pop(surface, None)
        self._wanted[surface] = self._loop.time()
        self._arm()

    def forget(self, surface: SurfaceId) -> None:
        """The surface is gone."""
        self._looks.pop(surface, None)
        self._wanted.pop(surface, None)

    def close(self) -> None:
        """Look no more."""
        self._wanted.clear()
        self._arm()
        if self._looking:
            self._looking.cancel()

    def _arm(self) -> None:
        if self._looking:
            return  # armed again once that is done
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if self._wanted:
            self._timer = self._loop.call_at(min(self._wanted.values()), self._look)

    def _look(self) -> None:
        self._timer = None
        now = self._loop.time()
        due = [surface for surface, when in self._wanted.items() if when <= now + SHARE_S]
        worth = [surface for surface in due if self._is_worth_it(surface, now)]
        if worth:
            self._last = now
            self._looking = self._loop.create_task(self._look_at(worth, now))
        else:
            self._arm()

    def _is_worth_it(self, surface: SurfaceId, now: float) -> bool:
        del self._wanted[surface]
        live = self._session.surfaces.get(surface)
        group = live.child.foreground() if live and live.child else None
        before = self._looks.get(surface)
        if before and before.group == group and now - before.at < SAME_S:
            self._wanted[surface] = before.at + SAME_S
            return False
        self._looks[surface] = Look(now, group)
        return True

    async def _look_at(self, surfaces: list[SurfaceId], began: float) -> None:
        try:
            table = await asyncio.to_thread(Table.now, self._programs())
            for surface in surfaces:
                self._saw(surface, table, began)
        finally:
            self._looking = None
            self._arm()
