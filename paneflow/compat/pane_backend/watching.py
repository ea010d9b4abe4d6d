"""Waiting for something of one pane: looked at now, and again whenever something happened to it."""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from typing import Final, Self

from paneflow.ids import SurfaceId
from paneflow.runtime.bus import Fact
from paneflow.runtime.live_surface import LiveSurface
from paneflow.runtime.session import Session
from paneflow.runtime.waiting.shell import Phase

QUIET: Final = 0.5  # seconds without output, after some, that count as an idle prompt


class PaneGone(Exception):
    """The pane's program ended while it was waited for."""


class Watch:
    """Wakes up when something is told of a pane. Use it as a context manager."""

    def __init__(self, session: Session, surface: SurfaceId) -> None:
        self._session, self._surface = session, surface
        self._happened = asyncio.Event()
        self._unsubscribe: Callable[[], None] | None = None

    def __enter__(self) -> Self:
        self._unsubscribe = self._session.bus.subscribe(self._hear)
        return self

    def __exit__(self, *_: object) -> None:
        if self._unsubscribe is not None:
            self._unsubscribe()

    def _hear(self, fact: Fact) -> None:
        if getattr(fact, "surface", None) == self._surface:
            self._happened.set()

    def live(self) -> LiveSurface:
        """The pane at work. Raises `PaneGone`."""
        live = self._session.surfaces.get(self._surface)
        if live is None or not live.running:
            raise PaneGone
        return live

    async def sleep(self, seconds: float | None = None) -> None:
        """Until something happens, or the time is up."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._happened.wait()
        self._happened.clear()


async def until(session: Session, surface: SurfaceId, holds: Callable[[LiveSurface], Awaitable[bool]]) -> None:
    """Wait until something holds of a pane. Raises `PaneGone`."""
    with Watch(session, surface) as watch:
        while not await holds(watch.live()):
            await watch.sleep()


async def until_ready(session: Session, surface: SurfaceId) -> str:
    """Wait until a pane is idle at a prompt; how that was told: "idle" by shell marks, else "output_stable".

    Without marks it is idle when it printed something and then nothing for `QUIET`. Raises `PaneGone`.
    """
    with Watch(session, surface) as watch:
        while True:
            live = watch.live()
            if live.shell.phase is Phase.INPUT:
                return "idle"
            quiet = time.monotonic() - live.last_output
            if live.generation and quiet >= QUIET:
                return "output_stable"
            await watch.sleep(QUIET - quiet if live.generation else None)
