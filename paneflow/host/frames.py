"""When a window gets the next frame of a surface. Frames are pulled, never queued.

One credit a surface: it is spent by a frame and given back by the window's ACK. While it is spent, changed rows pile up in
the engine, so a slow, hung or hidden window costs nothing. The first change after idle goes out at once.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Final

from paneflow.geometry import Size
from paneflow.runtime.live_surface import LiveSurface

INTERVAL: Final = 1 / 60  # seconds between two frames of a surface at least
SLOW_INTERVAL: Final = 1 / 30  # of one without the keyboard, and of text that races by: nobody can read it
RACING: Final = 2  # screens of rows between two frames
SYNC_TIME: Final = 0.25  # seconds that a program may hold its picture back (mode 2026)


class Shown:
    """A surface on view in one window."""

    def __init__(self, live: LiveSurface, size: Size, cell: tuple[int, int], send: Callable[[bytes], None]) -> None:
        self.live = live
        self.size, self.cell = size, cell
        self.focused = False
        self._send = send
        self._view = live.engine.view()
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._credit = True
        self._dirty = True
        self._last = 0.0
        self._sent = 0  # the generation of the last frame
        self._cost = 0.0  # seconds the last frame took, here and in the window
        self._held_since: float | None = None
        self._bottom = self._rows_for_life()
        self._racing = False  # more was printed since the last frame than can be followed
        live.viewers += 1

    def changed(self) -> None:
        """There is something new to see."""
        self._dirty = True
        if self._held_since is not None and not self.live.engine.modes().synchronized_output:
            self._stop_waiting()  # the program's picture is whole
            self._held_since = None
        if self._credit and self.live.answers:  # what somebody wrote: they look for it now
            self._stop_waiting()
            self._frame()
        elif self._credit and self._timer is None:
            wait = self._last + self._interval() - time.monotonic()
            if wait <= 0:
                self._frame()
            else:
                self._timer = self._loop.call_later(wait, self._due)

    def acknowledged(self, cost: float) -> None:
        """The window has painted the last frame, in `cost` seconds."""
        self.live.seen(self._sent)
        self._credit = True
        self._cost += cost
        if self._dirty:
            self.changed()

    def close(self) -> None:
        """It is not on view any more."""
        self._stop_waiting()
        self._credit = False
        self.live.viewers -= 1
        self._view.close()

    def _stop_waiting(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _interval(self) -> float:
        return max(INTERVAL if self.focused and not self._racing else SLOW_INTERVAL, 2 * self._cost)

    def _due(self) -> None:
        self._timer = None
        if self._dirty:
            self._frame()

    def _frame(self) -> None:
        began = time.monotonic()
        if (hold := self._holds(began)) > 0:
            self._timer = self._loop.call_later(hold, self._due)
            return
        self._dirty = False
        frame = self._view.frame(self.live.id)
        if frame is None:
            self.live.seen(self.live.generation)
            return
        bottom = self._rows_for_life()
        self._racing, self._bottom = bottom - self._bottom > RACING * self.live.engine.rows, bottom
        self._credit = False
        self._last, self._sent = began, self.live.generation
        self._send(frame)
        self._cost = time.monotonic() - began

    def _rows_for_life(self) -> int:
        """How many rows there were so far."""
        return self.live.engine.first_row() + self.live.engine.scrollbar().total

    def _holds(self, now: float) -> float:
        """How long the program may still hold its picture back; 0 when it does not, or did for too long."""
        if not self.live.engine.modes().synchronized_output:
            self._held_since = None
            return 0.0
        if self._held_since is None:
            self._held_since = now
        return self._held_since + SYNC_TIME - now
