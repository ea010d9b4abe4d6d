"""Types a surface's first line once the program in it is ready for it.

Ready is what the shell says (OSC 133: its prompt stands), else quiet after the last output, else a ceiling.
"""

import asyncio
from collections.abc import Callable
from typing import Final, NamedTuple

from paneflow.ids import SurfaceId
from paneflow.model.changes import SurfaceClosed, SurfaceExited
from paneflow.runtime.bus import Bus, Fact
from paneflow.runtime.facts import Output, Said
from paneflow.vt.events import MarkKind, ShellMark


class Patience(NamedTuple):
    """Seconds: not before `floor`, once quiet for `settled`, at `ceiling` all the same; `marks`: a prompt mark will do."""

    floor: float
    settled: float
    ceiling: float
    marks: bool


COMMAND: Final = Patience(0.0, 0.4, 4.0, marks=True)  # for a shell
PREFILL: Final = Patience(1.8, 0.8, 8.0, marks=False)  # for a program that a command has started


class TypeAhead:
    """Waits until one surface is ready, then calls `act` once; never when the surface ends first. Belongs to the loop."""

    def __init__(self, bus: Bus, surface: SurfaceId, patience: Patience, act: Callable[[], None]) -> None:
        self._surface, self._patience, self._act = surface, patience, act
        self._loop = asyncio.get_running_loop()
        self._not_before = self._loop.time() + patience.floor
        self._ceiling = self._loop.call_later(patience.ceiling, self._ready)
        self._quiet: asyncio.TimerHandle | None = None
        self._unsubscribe = bus.subscribe(self._hear)

    def _hear(self, fact: Fact) -> None:
        match fact:
            case Output(self._surface):
                self._wait_for_quiet()
            case Said(self._surface, ShellMark(MarkKind.COMMAND_START)) if self._patience.marks:
                self._ready()
            case SurfaceClosed(self._surface) | SurfaceExited(self._surface):
                self.cancel()

    def _wait_for_quiet(self) -> None:
        if self._quiet:
            self._quiet.cancel()
        at = max(self._loop.time() + self._patience.settled, self._not_before)
        self._quiet = self._loop.call_at(at, self._ready)

    def _ready(self) -> None:
        self.cancel()
        self._act()

    def cancel(self) -> None:
        """Type nothing."""
        self._unsubscribe()
        self._ceiling.cancel()
        if self._quiet:
            self._quiet.cancel()
