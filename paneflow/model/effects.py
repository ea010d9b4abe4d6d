"""Orders: what the runtime has to do after an action, in this sequence. The model is already as if they had been done."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from paneflow.geometry import Size
from paneflow.ids import SurfaceId, WorkspaceId
from paneflow.model.records import Worktree


@dataclass(frozen=True, slots=True)
class SpawnSurface:
    """Start a process. `argv` empty and no `command`: the person's shell.

    `scrollback_of`: first show the kept text of that surface (itself after a restart, a closed one after an undo).
    A failure to start is told to the model as `ReportExit`.
    """

    surface: SurfaceId
    cwd: str
    size: Size
    argv: tuple[str, ...] = ()
    command: str | None = None
    env: Mapping[str, str] = field(default_factory=dict)
    scrollback_of: SurfaceId | None = None


@dataclass(frozen=True, slots=True)
class RespawnSurface:
    """Kill what still runs in it and start this instead, in a cleared screen. `env` is laid over the first one."""

    surface: SurfaceId
    cwd: str
    argv: tuple[str, ...] = ()
    command: str | None = None
    env: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StopSurface:
    """End its process group (HUP, KILL after the runtime's grace) and drop its engine.

    `keep_scrollback`: hold its text until `ForgetScrollback`, an undo may want it.
    """

    surface: SurfaceId
    keep_scrollback: bool = False


@dataclass(frozen=True, slots=True)
class ForgetScrollback:
    """No undo can bring this surface back any more: drop its text."""

    surface: SurfaceId


@dataclass(frozen=True, slots=True)
class ResizeSurface:
    """Give PTY and engine this size in cells."""

    surface: SurfaceId
    size: Size


@dataclass(frozen=True, slots=True)
class ReleaseWorktrees:
    """The workspace is closed: remove each worktree as its `teardown` says, once the processes are gone."""

    workspace: WorkspaceId
    worktrees: tuple[Worktree, ...]


Effect = SpawnSurface | RespawnSurface | StopSurface | ForgetScrollback | ResizeSurface | ReleaseWorktrees
