"""Who is read next: feeds many surfaces on one loop without letting one starve another, the socket, or the keyboard.

A readable surface leaves the selector and queues up; a turn steps queued surfaces for a bounded TIME (bytes would not do:
their cost differs tenfold with content), then lets the loop serve its sockets. A surface that has no more goes back to the
selector. Not reading is the back-pressure a child feels.
"""

import asyncio
import logging
import time
from collections import deque
from typing import Final, Protocol

SLICE: Final = 0.001  # seconds a surface is fed at once
TURN: Final = 0.002  # seconds of feeding between two looks at the sockets
BRISK_SLICE: Final = 0.00025  # both while a key was pressed a moment ago: its echo waits for the rest of a turn, thrice
BRISK_TURN: Final = 0.0005
BRISK_FOR: Final = 0.06

log = logging.getLogger(__name__)


class Pumped(Protocol):
    """What the pump needs of a surface."""

    viewers: int

    def fileno(self) -> int:
        """The descriptor to watch, -1 for none."""
        ...

    def step(self, deadline: float) -> bool:
        """Read and feed until `deadline` (`time.monotonic`) or until nothing is there; whether more is."""
        ...

    def failed(self, error: Exception) -> None:
        """A step raised; the surface is not stepped again."""
        ...


class Pump:
    """The queue of readable surfaces. Belongs to the loop's thread."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._ready: deque[Pumped] = deque()
        self._queued: set[Pumped] = set()
        self._watched: dict[Pumped, int] = {}
        self._running = False
        self._last_key = 0.0

    def watch(self, surface: Pumped) -> None:
        """Read from it whenever something is there."""
        fd = surface.fileno()
        self._watched[surface] = fd
        if fd >= 0:
            self._loop.add_reader(fd, self.readable, surface)

    def forget(self, surface: Pumped) -> None:
        """Read from it no more; before its descriptor is closed."""
        fd = self._watched.pop(surface, -1)
        if fd >= 0:
            self._loop.remove_reader(fd)
        if surface in self._queued:
            self._queued.discard(surface)
            self._ready.remove(surface)

    def readable(self, surface: Pumped) -> None:
        """Something is there to read."""
        if surface in self._queued or surface not in self._watched:
            return
        fd = self._watched[surface]
        if fd >= 0:
            self._loop.remove_reader(fd)
        self._queued.add(surface)
        if surface.viewers:  # just became readable and is looked at: before the floods
            self._ready.appendleft(surface)
        else:
            self._ready.append(surface)
        self._wake()

    def key_pressed(self) -> None:
        """A person typed: be brisk for a moment."""
        self._last_key = time.monotonic()

    def _wake(self) -> None:
        if not self._running:
            self._running = True
            # A due timer runs after the I/O callbacks of its turn; call_soon would run before them, and requests wait longer.
            self._loop.call_later(0, self._turn)

    def _turn(self) -> None:
        self._running = False
        now = time.monotonic()
        brisk = now - self._last_key < BRISK_FOR
        end = now + (BRISK_TURN if brisk else TURN)
        share = BRISK_SLICE if brisk else SLICE
        while self._ready and now < end:
            self._step(self._ready.popleft(), now + share)
            now = time.monotonic()
        if self._ready:
            self._wake()

    def _step(self, surface: Pumped, deadline: float) -> None:
        self._queued.discard(surface)
        try:
            more = surface.step(deadline)
        except Exception as error:
            log.exception("a surface failed and is closed")
            self.forget(surface)
            surface.failed(error)
            return
        if surface not in self._watched:
            return
        if more:
            self._queued.add(surface)
            self._ready.append(surface)
        elif (fd := self._watched[surface]) >= 0:
            self._loop.add_reader(fd, self.readable, surface)
