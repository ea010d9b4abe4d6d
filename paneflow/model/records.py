"""What there is: surfaces in panes, panes in workspaces, workspaces in groups.

Frozen values. Mappings in them are never changed in place; a new model shares every record that did not change, so two
models can be compared record by record with `is`. Nothing here knows processes, engines, files or time.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from paneflow.geometry import DEFAULT_SIZE, Size
from paneflow.ids import GroupId, PaneId, SurfaceId, WorkspaceId
from paneflow.model.tree import Node

OUTSIDE: Final = SurfaceId(0)
"""The owner of what a caller outside any surface made through the shim, the backend or the driver. Never handed out."""


class Remain(StrEnum):
    """Whether a surface stays after its process ended (tmux's `remain-on-exit`)."""

    OFF = "off"
    ON = "on"
    FAILED = "failed"  # stays unless the exit code was 0


@dataclass(frozen=True, slots=True)
class Exit:
    """How a process ended: a code, or the signal that killed it."""

    code: int | None
    signal: int | None = None


@dataclass(frozen=True, slots=True)
class Surface:
    """One terminal. `argv` empty means the person's shell; `command` is a line for that shell.

    `owner` is the surface whose program asked for this one, `OUTSIDE`, or None for the person. Of the environment only
    the names are kept: values may be secrets and the model is saved to disk.
    """

    id: SurfaceId
    pane: PaneId
    name: str  # unique in the host
    named: bool  # a person or program chose the name; else it is automatic
    cwd: str
    title: str = ""
    argv: tuple[str, ...] = ()
    command: str | None = None
    env_names: tuple[str, ...] = ()
    owner: SurfaceId | None = None
    size: Size = DEFAULT_SIZE
    remain: Remain = Remain.OFF
    exited: Exit | None = None
    restored: bool = False  # came back after a restart or an undo, with a fresh shell


@dataclass(frozen=True, slots=True)
class Pane:
    """A leaf of a workspace's tree; stacks at least one surface and shows the active one."""

    id: PaneId
    workspace: WorkspaceId
    stack: tuple[SurfaceId, ...]
    active: SurfaceId


@dataclass(frozen=True, slots=True)
class Worktree:
    """A git worktree that was made for a workspace and is looked after when the workspace closes."""

    path: str
    repo_root: str
    branch: str
    teardown: str = "auto"  # "auto": removed at close when clean; "keep"


@dataclass(frozen=True, slots=True)
class Workspace:
    """Panes that are shown together.

    `size`, in cells, is fixed by a program that made the workspace unseen (a detached tmux session), until a window
    shows it; as long as it is, the tree sizes the surfaces. None: each surface has the size it is shown at.
    """

    id: WorkspaceId
    title: str
    root: str  # the folder new panes start in
    tree: Node
    focused: PaneId
    zoomed: PaneId | None = None
    group: GroupId | None = None
    owner: SurfaceId | None = None
    size: Size | None = None
    worktrees: tuple[Worktree, ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """Workspaces that belong together: a fold in the sidebar, a tmux session, the driver's namespace.

    `set` isolates: names are unique in a set, and a program in one set (`tmux -L`) does not see the others. "" is the
    common one.
    """

    id: GroupId
    name: str
    set: str = ""
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Broadcast:
    """Surfaces that get what is typed into any of them. Not saved."""

    name: str
    surfaces: tuple[SurfaceId, ...]


@dataclass(frozen=True, slots=True)
class Counters:
    """The ids that come next. They only rise, and they are saved: no id is ever handed out twice."""

    surface: int = 1
    pane: int = 1
    workspace: int = 1
    group: int = 1


@dataclass(frozen=True, slots=True)
class Closed:
    """One undoable close: the workspace as it was just before, what was closed, and the tree that was left (if any)."""

    workspace: Workspace
    index: int  # of the workspace in the order
    panes: tuple[Pane, ...]  # every pane that lost a surface, as it was before
    surfaces: tuple[Surface, ...]  # those that were closed
    left: Node | None  # the tree after the close; None when the workspace went too


@dataclass(frozen=True, slots=True)
class Model:
    """All of it. `agents` holds what `paneflow.agents` attaches to a surface; opaque here and not saved."""

    order: tuple[WorkspaceId, ...] = ()
    active: WorkspaceId | None = None
    workspaces: Mapping[WorkspaceId, Workspace] = field(default_factory=dict)
    panes: Mapping[PaneId, Pane] = field(default_factory=dict)
    surfaces: Mapping[SurfaceId, Surface] = field(default_factory=dict)
    groups: Mapping[GroupId, Group] = field(default_factory=dict)
    agents: Mapping[SurfaceId, object] = field(default_factory=dict)
    broadcasts: tuple[Broadcast, ...] = ()
    closed: tuple[Closed, ...] = ()  # the latest last
    counters: Counters = Counters()
