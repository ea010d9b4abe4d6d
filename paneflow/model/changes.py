"""Facts: what an action changed, for events, windows and autosave. Look the new values up in the outcome's model.

Of things that are gone the fact carries what a listener may still want to say.
"""

from dataclasses import dataclass

from paneflow.geometry import Size
from paneflow.ids import GroupId, PaneId, SurfaceId, WorkspaceId


@dataclass(frozen=True, slots=True)
class WorkspaceCreated:
    """There is a new workspace."""

    workspace: WorkspaceId


@dataclass(frozen=True, slots=True)
class WorkspaceClosed:
    """It is gone, with all its surfaces (each has its own `SurfaceClosed` before this)."""

    workspace: WorkspaceId
    title: str


@dataclass(frozen=True, slots=True)
class WorkspaceChanged:
    """Title, group, size or worktrees are different."""

    workspace: WorkspaceId


@dataclass(frozen=True, slots=True)
class LayoutChanged:
    """Its tree, stacks or zoom are different."""

    workspace: WorkspaceId


@dataclass(frozen=True, slots=True)
class OrderChanged:
    """The workspaces are in another order."""


@dataclass(frozen=True, slots=True)
class ActiveChanged:
    """Another workspace is the active one, or none is."""

    workspace: WorkspaceId | None


@dataclass(frozen=True, slots=True)
class FocusMoved:
    """In this workspace the focus is on another pane, or the pane shows another surface."""

    workspace: WorkspaceId
    pane: PaneId
    surface: SurfaceId


@dataclass(frozen=True, slots=True)
class SurfaceCreated:
    """There is a new surface."""

    surface: SurfaceId


@dataclass(frozen=True, slots=True)
class SurfaceClosed:
    """It is gone."""

    surface: SurfaceId
    name: str
    workspace: WorkspaceId


@dataclass(frozen=True, slots=True)
class SurfaceExited:
    """Its process ended; a `SurfaceClosed` follows unless the surface stays."""

    surface: SurfaceId
    code: int | None
    signal: int | None


@dataclass(frozen=True, slots=True)
class SurfaceRespawned:
    """A new process runs in it."""

    surface: SurfaceId


@dataclass(frozen=True, slots=True)
class SurfaceRenamed:
    """It has another name."""

    surface: SurfaceId
    name: str
    before: str


@dataclass(frozen=True, slots=True)
class SurfaceMoved:
    """It is in another pane."""

    surface: SurfaceId
    pane: PaneId
    workspace: WorkspaceId


@dataclass(frozen=True, slots=True)
class SurfaceResized:
    """It has another size, in cells."""

    surface: SurfaceId
    size: Size


@dataclass(frozen=True, slots=True)
class SurfaceChanged:
    """Its owner or whether it remains is different."""

    surface: SurfaceId


@dataclass(frozen=True, slots=True)
class TitleChanged:
    """Its program set another title."""

    surface: SurfaceId
    title: str


@dataclass(frozen=True, slots=True)
class CwdChanged:
    """Its shell is in another folder."""

    surface: SurfaceId
    cwd: str


@dataclass(frozen=True, slots=True)
class AgentChanged:
    """Something else is known about its agent."""

    surface: SurfaceId
    agent: object | None


@dataclass(frozen=True, slots=True)
class GroupChanged:
    """A group is new, renamed or folded."""

    group: GroupId


@dataclass(frozen=True, slots=True)
class GroupRemoved:
    """A group is gone."""

    group: GroupId
    name: str


@dataclass(frozen=True, slots=True)
class BroadcastChanged:
    """Other surfaces share what is typed; none: the group is dissolved."""

    name: str
    surfaces: tuple[SurfaceId, ...]


Change = (
    WorkspaceCreated
    | WorkspaceClosed
    | WorkspaceChanged
    | LayoutChanged
    | OrderChanged
    | ActiveChanged
    | FocusMoved
    | SurfaceCreated
    | SurfaceClosed
    | SurfaceExited
    | SurfaceRespawned
    | SurfaceRenamed
    | SurfaceMoved
    | SurfaceResized
    | SurfaceChanged
    | TitleChanged
    | CwdChanged
    | AgentChanged
    | GroupChanged
    | GroupRemoved
    | BroadcastChanged
)
