"""Waiting for the end of what runs in surfaces: of their programs, or of the commands that their shells run."""

import asyncio
from collections.abc import Sequence
from typing import Final

from paneflow.errors import NotFound, PaneflowError, Refused, TimedOut
from paneflow.host.host import Host
from paneflow.ids import SurfaceId
from paneflow.model.changes import SurfaceClosed, SurfaceExited
from paneflow.runtime.bus import Fact
from paneflow.runtime.facts import Crashed, Said
from paneflow.runtime.live_surface import LiveSurface
from paneflow.vt.events import ShellMark

Row = dict[str, object]
_TAKEN: Final = 0.5  # seconds in which a shell says what came of an Enter, once it has drawn a prompt again


class Ends:
    """One wait for ends. A context manager: armed while open. What has ended already counts at once.

    Raises `NotFound` (surface_not_found) for a surface that is not there and whose end is not known.
    """

    def __init__(self, host: Host, surfaces: Sequence[SurfaceId], *, of_command: bool, every: bool) -> None:
        self._host = host
        self._surfaces = tuple(dict.fromkeys(surfaces))
        for each in self._surfaces:
            if not host.exits.of(each):
                host.session.live(each)
        self._of_command, self._every = of_command, every
        self._loop = asyncio.get_running_loop()
        self._over: asyncio.Future[None] = self._loop.create_future()
        self._ended: dict[SurfaceId, Row] = {}
        self._lost: list[PaneflowError] = []
        self._began: set[SurfaceId] = set()  # their commands ran, or were about to, when they were looked at

    def __enter__(self) -> "Ends":
        bus = self._host.session.bus
        self._unsubscribe = [bus.subscribe_to(surface, self._hear) for surface in self._surfaces]
        for surface in self._surfaces:
            self._look(surface)
        return self

    def __exit__(self, *_: object) -> None:
        for unsubscribe in self._unsubscribe:
            unsubscribe()
        self._over.cancel()

    async def result(self, timeout_s: float) -> list[Row]:
        """How they ended, in the order of their ends. Raises `TimedOut`, `NotFound` (surface_exited, no_command), `Refused`."""
        try:
            async with asyncio.timeout(timeout_s):
                await self._over
        except TimeoutError:
            what = "command" if self._of_command else "program"
            raise TimedOut(f"the {what} did not end within {timeout_s:g} s", timeout_s=timeout_s) from None
        return list(self._ended.values())

    def _hear(self, fact: Fact) -> None:
        match fact:
            case SurfaceExited():
                self._exited(fact)
            case SurfaceClosed(surface) | Crashed(surface):
                self._lose(surface, NotFound(f"surface {surface} was closed", kind="surface_exited"))
            case Said(surface, ShellMark()) if self._of_command:
                self._look(surface)

    def _look(self, surface: SurfaceId) -> None:
        """See how far a surface is, when the wait begins and at each mark of its shell."""
        live = self._host.session.surfaces.get(surface)
        if live is None or not live.running:
            if exited := self._host.exits.of(surface):  # else it is just about to be told
                self._exited(exited)
        elif self._of_command and surface not in self._ended and not self._over.done():
            self._look_at_shell(live)

    def _look_at_shell(self, live: LiveSurface) -> None:
        if live.due is not None:
            live.due.append(lambda _: self._look(live.id))
        elif not live.shell.trusted:
            self._lose(live.id, no_marks(live))
        elif live.entered_at or not live.shell.at_prompt:
            self._began.add(live.id)
            if live.entered_at and live.prompted_at > live.entered_at:
                self._loop.call_later(_TAKEN, self._taken, live)
        elif live.id in self._began or live.ran.last is not None:
            self._end(live.id, live.ran.status, None, "marks")
        else:
            self._lose(live.id, _nothing(live))

    def _taken(self, live: LiveSurface) -> None:
        """A line that the shell says nothing of has ended with its new prompt, such as a blank one."""
        if live.entered_at and live.shell.at_prompt:
            self._end(live.id, live.ran.status, None, "marks")

    def _exited(self, fact: SurfaceExited) -> None:
        self._end(fact.surface, exit_code(fact), fact.signal, "exited")

    def _end(self, surface: SurfaceId, code: int | None, signal: int | None, evidence: str) -> None:
        if self._over.done() or surface in self._ended:
            return
        self._ended[surface] = {"surface_id": surface, "exit_code": code, "signal": signal, "evidence": evidence}
        if not self._every or len(self._ended) == len(self._surfaces):
            self._over.set_result(None)

    def _lose(self, surface: SurfaceId, error: PaneflowError) -> None:
        if self._over.done() or surface in self._ended:
            return
        self._lost.append(error)
        if self._every or len(self._lost) == len(self._surfaces):
            self._over.set_exception(error)


def exit_code(fact: SurfaceExited) -> int | None:
    """How a program ended as one number, as shells tell it."""
    return fact.code if fact.signal is None else 128 + fact.signal


def no_marks(live: LiveSurface) -> Refused:
    """Nobody knows of a command where the shell does not tell."""
    return Refused(
        f"the shell of surface {live.id} does not mark its commands; it may run without the shell integration",
        kind="no_marks",
        surface_id=live.id,
    )


def _nothing(live: LiveSurface) -> NotFound:
    """There is no end to wait for."""
    return NotFound(
        f"surface {live.id} runs no command and none has ended in it yet; submit one first, then wait for its end",
        kind="no_command",
        surface_id=live.id,
    )


def no_command(live: LiveSurface) -> NotFound:
    """None has ended since the surface was made."""
    return NotFound(f"no command has ended in surface {live.id} yet", kind="no_command", surface_id=live.id)
