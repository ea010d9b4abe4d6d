"""The server's side, put together: who is connected, which panes were spawned, what everybody is told."""

import asyncio
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Protocol

from paneflow.compat.pane_backend import envelope
from paneflow.compat.pane_backend.client import Client
from paneflow.compat.pane_backend.connection import Connection, PeerOf
from paneflow.compat.pane_backend.ended import LATE_S, Ended, Told
from paneflow.compat.pane_backend.metadata import Metadata
from paneflow.compat.pane_backend.panes import context_id
from paneflow.compat.pane_backend.watching import PaneGone, until_ready
from paneflow.ids import SurfaceId, WorkspaceId
from paneflow.model.changes import SurfaceClosed, SurfaceCreated, SurfaceExited, SurfaceRespawned
from paneflow.model.records import OUTSIDE
from paneflow.pty.environment import child_environment
from paneflow.runtime.bus import Fact
from paneflow.runtime.callers import Callers
from paneflow.runtime.session import Session

UNGROUPED = "paneflow"  # the name of the workspaces that are in no group


class Audit(Protocol):
    """Notes an attempt to write to a pane."""

    def __call__(self, pid: int | None, method: str, surface: object, size: int, *, ok: bool) -> None:
        """`size` in bytes."""
        ...


class Backend:
    """Serves the protocol. Belongs to the loop's thread. `gate_open` says whether others' panes may be written to."""

    def __init__(
        self,
        session: Session,
        callers: Callers,
        path: str,
        *,
        peer_of: PeerOf,
        gate_open: Callable[[], bool],
        audit: Audit,
    ) -> None:
        self.session, self.callers, self.path = session, callers, path
        self.gate_open, self.audit, self.peer_of = gate_open, audit, peer_of
        self.metadata: dict[SurfaceId, Metadata | None] = {}
        self.ended = Ended()
        self.connections: set[Connection] = set()
        self._spawned: dict[SurfaceId, asyncio.Task[str]] = {}  # until each is ready for the first time
        session.bus.subscribe(self._hear)
        session.spawner.sources.append(self.environment)

    def adopt(self) -> None:
        """Take in the panes that were there before: their ends are told, too."""
        for surface in self.session.model.surfaces:
            self._began(surface, seen=False)

    def accept(self) -> asyncio.Protocol:
        """A protocol for a new connection."""
        return Connection(self)

    def close(self) -> None:
        """Drop every client."""
        for connection in tuple(self.connections):
            connection.drop()
        for task in self._spawned.values():
            task.cancel()

    def environment(self, surface: SurfaceId, workspace: WorkspaceId | None) -> Mapping[str, str]:
        """What programs in a surface need to know to connect."""
        told = {"CLAUDE_PANE_BACKEND_SOCKET": self.path, "PI_PANE_BACKEND_SOCKET": self.path}
        if self.session.config.pane_backend.advertise_psmux:
            name = self._group_name(workspace)
            told |= {"PSMUX": "1", "PSMUX_SESSION": name, "PSMUX_PANE_ID": context_id(surface)}
        return told

    def plain_environment(self) -> dict[str, str]:
        """What a program gets that belongs to no surface."""
        spawner = self.session.spawner
        return child_environment(spawner.inherited, identity={"PANEFLOW_SOCKET_PATH": spawner.socket_path})

    def _group_name(self, workspace: WorkspaceId | None) -> str:
        model = self.session.model
        space = model.workspaces.get(workspace) if workspace is not None else None
        group = model.groups.get(space.group) if space is not None and space.group is not None else None
        return group.name if group is not None else UNGROUPED

    # -- who asks -------------------------------------------------------------------------------------------------
    def surface_of(self, pid: int | None, token: str = "") -> SurfaceId | None:
        """The surface that a client runs in."""
        return self.callers.surface_of(pid, token)

    def introduce(self, client: Client) -> None:
        """Tell a client that has just come of panes it made that ended before it came."""
        caller = OUTSIDE if client.surface is None else client.surface
        for connection in self.connections:
            if connection.client is client:
                connection.catch_up(self.ended.since(time.monotonic() - LATE_S, caller))

    # -- panes ----------------------------------------------------------------------------------------------------
    def spawned(self, surface: SurfaceId, metadata: Metadata | None) -> None:
        """Remember a pane that was made here, and tell when it is ready for the first time."""
        self.metadata[surface] = metadata
        task = asyncio.get_running_loop().create_task(self._first_ready(surface))
        self._spawned[surface] = task

    async def _first_ready(self, surface: SurfaceId) -> str:
        signal = await until_ready(self.session, surface)
        version = self.session.surfaces[surface].generation
        self.push("context_ready", context_id=context_id(surface), ready_signal=signal, data_version=version)
        return signal

    async def ready(self, surface: SurfaceId) -> None:
        """Wait until a pane that was spawned here is ready. Raises `PaneGone`."""
        await asyncio.shield(self._spawned[surface])

    def agents(self) -> Iterator[SurfaceId]:
        """The panes that were spawned here and are still there."""
        yield from tuple(self._spawned)

    # -- what is told ---------------------------------------------------------------------------------------------
    def push(self, method: str, **params: object) -> None:
        """Tell every client something."""
        line = envelope.push(method, params)
        for connection in tuple(self.connections):
            connection.push(line)

    def _hear(self, fact: Fact) -> None:
        match fact:
            case SurfaceCreated(surface) | SurfaceRespawned(surface):
                self._began(surface)
            case SurfaceExited(surface, code, _):
                self._over(surface, self.ended.exited(surface, code))
            case SurfaceClosed(surface):
                self._over(surface, self.ended.closed(surface))
                self._forget(surface)

    def _began(self, surface: SurfaceId, *, seen: bool = True) -> None:
        record, live = self.session.model.surfaces.get(surface), self.session.surfaces.get(surface)
        if record is not None:
            pid = live.child.pid if live is not None and live.child is not None else None
            self.ended.began(record, pid, seen=seen)

    def _over(self, surface: SurfaceId, told: Told | None) -> None:
        if told is not None:  # after the answer to the request that caused it, if one did
            asyncio.get_running_loop().call_soon(lambda: self.push("context_exited", **told))

    def _forget(self, surface: SurfaceId) -> None:
        self.metadata.pop(surface, None)
        task = self._spawned.pop(surface, None)
        if task is not None:
            task.add_done_callback(_consume)


def _consume(task: asyncio.Task[str]) -> None:
    """The pane went before it was ready: nobody is left who wants to know."""
    if not task.cancelled() and task.exception() is not None and not isinstance(task.exception(), PaneGone):
        raise task.exception() or AssertionError
