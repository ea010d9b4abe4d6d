"""Who is read next: feeds many surfaces on one loop without letting one starve another, the socket, or the keyboard.

A readable surface leaves the selector and queues up; a turn steps queued surfaces for a bounded TIME (bytes would not do:
their cost differs tenfold with content), then lets the loop serve its sockets. A surface that has no more goes back to the
selector. Not reading is the back-pressure a child feels.

What was written to a surface is answered first: until its answer is on view, and for a bounded time, nobody else is read.
Their children then wait in the kernel, and the processor is free for the program, the window and the display, which all
take a part in the way from a key to its pixels.
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
HOLD: Final = 0.03  # seconds that the others wait for an answer at most; never longer than they ran since the last time

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
        self._next: asyncio.TimerHandle | None = None
        self._last_key = 0.0
        self._asked: set[Pumped] = set()  # written to, and the answer is not on view yet
        self._held_until = 0.0

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
        self.answered(surface)

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

    def asked(self, surface: Pumped) -> None:
        """Something was written to it: read it alone until it is `answered`, or for long enough."""
        now = time.monotonic()
        self._asked.add(surface)
        if now >= self._held_until:
            self._held_until = now + min(HOLD, now - self._held_until)

    def answered(self, surface: Pumped) -> None:
        """What it said to that is on view, or nobody looks."""
        self._asked.discard(surface)
        if not self._asked and (now := time.monotonic()) < self._held_until:
            self._held_until = now
            if self._ready:
                self._wake()

    def _wake(self, at: float = 0.0) -> None:
        """Take a turn at a time of the loop's, in the next one by default; an earlier turn stands."""
        at = max(at, self._loop.time())
        if self._next is not None:
            if self._next.when() <= at:
                return
            self._next.cancel()
        # A due timer runs after the I/O callbacks of its turn; call_soon would run before them, and requests wait longer.
        self._next = self._loop.call_at(at, self._turn)

    def _turn(self) -> None:
        self._next = None
        now = time.monotonic()
        brisk = now - self._last_key < BRISK_FOR
        end = now + (BRISK_TURN if brisk else TURN)
        share = BRISK_SLICE if brisk else SLICE
        while now < end and (surface := self._take(now)):
            self._step(surface, now + share)
            now = time.monotonic()
        if self._ready:
            self._wake(self._held_until if now < self._held_until and not self._asked & self._queued else 0.0)

    def _take(self, now: float) -> Pumped | None:
        """Who is next, off the queue."""
        if now >= self._held_until:
            self._asked.clear()
            return self._ready.popleft() if self._ready else None
        for surface in self._asked & self._queued:
            self._ready.remove(surface)
            return surface
        return None

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
