"""Types a surface's first line once the program in it is ready for it.

Ready is what the shell says (OSC 133: its prompt stands). Where none will say it, quiet after the last output is; where one
should, quiet is only if the program reads key by key, as line editors do: start-up files may be silent for long, or begin
another shell. After a ceiling the line is typed all the same, but never into what asks for a secret.
"""

import asyncio
from collections.abc import Callable
from typing import Final, NamedTuple

from paneflow.ids import SurfaceId
from paneflow.model.changes import SurfaceClosed, SurfaceExited
from paneflow.pty.child import PtyChild
from paneflow.runtime.bus import Bus, Fact
from paneflow.runtime.facts import Output, Said
from paneflow.vt.events import MarkKind, ShellMark


class Patience(NamedTuple):
    """Seconds: not before `floor`, once quiet for `settled`, at `ceiling` all the same.

    `marks`: a prompt mark will do; `keys`: quiet alone will not, keys have to be read too.
    """

    floor: float
    settled: float
    ceiling: float
    marks: bool
    keys: bool = False


COMMAND: Final = Patience(0.0, 0.4, 4.0, marks=True)  # for a shell that tells nothing
PROMPT: Final = Patience(0.0, 0.4, 30.0, marks=True, keys=True)  # for a shell that tells of its prompt
PREFILL: Final = Patience(1.8, 0.8, 8.0, marks=False)  # for a program that a command has started


class TypeAhead:
    """Waits until one surface is ready, then calls `act` once; never when the surface ends first. Belongs to the loop.

    `act` is told whether it was ready, or the time was up. `child` gives the program that is looked at.
    """

    def __init__(
        self,
        bus: Bus,
        surface: SurfaceId,
        patience: Patience,
        act: Callable[[bool], None],
        child: Callable[[], PtyChild | None] = lambda: None,
    ) -> None:
        self._patience, self._act, self._child = patience, act, child
        self._loop = asyncio.get_running_loop()
        self._not_before = self._loop.time() + patience.floor
        self._ceiling = self._loop.call_later(patience.ceiling, self._late)
        self._quiet: asyncio.TimerHandle | None = None
        self._unsubscribe = bus.subscribe_to(surface, self._hear)

    def _hear(self, fact: Fact) -> None:
        match fact:
            case Output():
                self._wait_for_quiet()
            case Said(event=ShellMark(MarkKind.COMMAND_START)) if self._patience.marks:
                self._done(ready=True)
            case SurfaceClosed() | SurfaceExited():
                self.cancel()

    def _wait_for_quiet(self) -> None:
        if self._quiet:
            self._quiet.cancel()
        at = max(self._loop.time() + self._patience.settled, self._not_before)
        self._quiet = self._loop.call_at(at, self._settled)

    def _settled(self) -> None:
        child = self._child()
        if not self._patience.keys or child is None or child.reads_keys() is not False:
            self._done(ready=True)

    def _late(self) -> None:
        child = self._child()
        if child is not None and child.echo() is False:
            self._ceiling = self._loop.call_later(self._patience.ceiling, self._late)
        else:
            self._done(ready=False)

    def _done(self, *, ready: bool) -> None:
        self.cancel()
        self._act(ready)

    def cancel(self) -> None:
        """Type nothing."""
        self._unsubscribe()
        self._ceiling.cancel()
        if self._quiet:
            self._quiet.cancel()
