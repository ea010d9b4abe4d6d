"""Requests: what can be asked of the model, one frozen record each. `apply.apply` says what comes of one.

A pane is named by any surface in it. A target that is not there raises `NotFound` (`surface_not_found`,
`workspace_not_found`, `group_not_found`); nothing falls back to what has the focus. Unless an action says `focus` or
`activate`, the person's focus does not move.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from paneflow.geometry import DEFAULT_SIZE, Axis, Direction, Size
from paneflow.ids import GroupId, SurfaceId, WorkspaceId
from paneflow.model.records import Remain, Worktree
from paneflow.model.tree import Node, Preset


@dataclass(frozen=True, slots=True)
class Launch:
    """A surface to be made. `argv` empty and no `command`: the person's shell. `name` None: an automatic one."""

    cwd: str
    argv: tuple[str, ...] = ()
    command: str | None = None
    env: Mapping[str, str] = field(default_factory=dict)
    name: str | None = None
    title: str = ""
    owner: SurfaceId | None = None
    size: Size = DEFAULT_SIZE
    remain: Remain = Remain.OFF


# Workspaces


@dataclass(frozen=True, slots=True)
class CreateWorkspace:
    """Make a workspace with one pane a launch, all or nothing. The first workspace of all becomes active anyway.

    `layout`: a preset, or a tree whose leaves are the launches' positions counted from 1. `focus` is a position in
    `launches`, counted from 0. Result: `Made`. Errors: `too_many_workspaces`, `too_many_panes`, `invalid_layout`.
    """

    title: str
    root: str
    launches: tuple[Launch, ...]
    layout: Preset | Node = Preset.EVEN_H
    focus: int = 0
    activate: bool = False
    group: GroupId | None = None
    owner: SurfaceId | None = None
    size: Size | None = None
    worktrees: tuple[Worktree, ...] = ()
    index: int | None = None  # place in the order; None: last


@dataclass(frozen=True, slots=True)
class SelectWorkspace:
    """Make a workspace the active one."""

    workspace: WorkspaceId


@dataclass(frozen=True, slots=True)
class CloseWorkspace:
    """Close it with all its surfaces. `undo` False: it cannot be brought back (a program closed it)."""

    workspace: WorkspaceId
    undo: bool = True


@dataclass(frozen=True, slots=True)
class RenameWorkspace:
    """Change the title; it is cleaned, and an empty one is refused (`empty_name`)."""

    workspace: WorkspaceId
    title: str


@dataclass(frozen=True, slots=True)
class MoveWorkspace:
    """Move to a place in the order, counted from 0; beyond the end means last."""

    workspace: WorkspaceId
    index: int


@dataclass(frozen=True, slots=True)
class ResizeWorkspace:
    """Fix the size in cells from which the tree sizes the surfaces; None lets go of it."""

    workspace: WorkspaceId
    size: Size | None


@dataclass(frozen=True, slots=True)
class AddWorktree:
    """Let a workspace look after one more worktree."""

    workspace: WorkspaceId
    worktree: Worktree


# Surfaces


@dataclass(frozen=True, slots=True)
class SplitPane:
    """Make a new pane beside the one that shows `surface`. Result: `Made`. Errors: `too_many_panes`.

    HORIZONTAL puts it below (`before`: above), VERTICAL to the right (`before`: left). It takes `share` of the
    target's space. `whole` splits the whole workspace instead of the pane. `share` is in (0, 1).
    """

    surface: SurfaceId
    axis: Axis
    launch: Launch
    before: bool = False
    share: float = 0.5
    whole: bool = False
    focus: bool = False


@dataclass(frozen=True, slots=True)
class AddSurface:
    """Stack a new surface on the pane of `surface`, after it; `show` brings it to the front of that pane. Result: `Made`.

    Errors: `too_many_surfaces`.
    """

    surface: SurfaceId
    launch: Launch
    show: bool = True


@dataclass(frozen=True, slots=True)
class FocusSurface:
    """Show the surface in its pane and focus the pane; `activate` also makes its workspace the active one."""

    surface: SurfaceId
    activate: bool = True


@dataclass(frozen=True, slots=True)
class FocusDirection:
    """Move the focus of the workspace from `surface`'s pane to its neighbour. Errors: `no_neighbour`."""

    surface: SurfaceId
    direction: Direction


@dataclass(frozen=True, slots=True)
class CloseSurface:
    """Close one surface; its pane goes with the last one, the workspace with the last pane."""

    surface: SurfaceId
    undo: bool = True


@dataclass(frozen=True, slots=True)
class ClosePane:
    """Close the whole pane of `surface`, with every surface in it."""

    surface: SurfaceId
    undo: bool = True


@dataclass(frozen=True, slots=True)
class UndoClose:
    """Bring back what was closed last, with new ids and fresh shells. Result: `Made`. Errors: `nothing_to_undo`."""


@dataclass(frozen=True, slots=True)
class RenameSurface:
    """Name a surface; the name is cleaned and made unique. An empty one gives it an automatic name again."""

    surface: SurfaceId
    name: str


@dataclass(frozen=True, slots=True)
class SetSurfaceSize:
    """Resize a surface, in cells."""

    surface: SurfaceId
    size: Size


@dataclass(frozen=True, slots=True)
class SetOwner:
    """Say whose surface it is."""

    surface: SurfaceId
    owner: SurfaceId | None


@dataclass(frozen=True, slots=True)
class SetRemain:
    """Say whether the surface stays after its process ended."""

    surface: SurfaceId
    remain: Remain


@dataclass(frozen=True, slots=True)
class Respawn:
    """Start a process in a surface again; it keeps id, name, title and place. None keeps what it had.

    Without `kill` a live process makes it fail with `still_running`. `env` is laid over the first environment.
    """

    surface: SurfaceId
    argv: tuple[str, ...] | None = None
    command: str | None = None
    cwd: str | None = None
    env: Mapping[str, str] = field(default_factory=dict)
    kill: bool = False


@dataclass(frozen=True, slots=True)
class RestoreAll:
    """Say, after a start from a saved model, that every surface gets a fresh shell and its old text."""


@dataclass(frozen=True, slots=True)
class SetAgent:
    """Attach what `paneflow.agents` knows about a surface's agent; None takes it away."""

    surface: SurfaceId
    agent: object | None


@dataclass(frozen=True, slots=True)
class SetBroadcast:
    """Let surfaces share what is typed; an empty tuple dissolves the group. Errors: `too_many_broadcasts`."""

    name: str
    surfaces: tuple[SurfaceId, ...]


# What a terminal reports. For a surface that is gone these raise `NotFound`, as all others.


@dataclass(frozen=True, slots=True)
class ReportExit:
    """The process ended: the surface closes, or stays as `remain` says."""

    surface: SurfaceId
    code: int | None
    signal: int | None = None


@dataclass(frozen=True, slots=True)
class ReportTitle:
    """The program set the title."""

    surface: SurfaceId
    title: str


@dataclass(frozen=True, slots=True)
class ReportCwd:
    """The shell is in another folder."""

    surface: SurfaceId
    cwd: str


# Layout


@dataclass(frozen=True, slots=True)
class ToPane:
    """Into the stack of the pane of `surface`, at `index` (None: last). In the same pane: a new order."""

    surface: SurfaceId
    index: int | None = None


@dataclass(frozen=True, slots=True)
class ToEdge:
    """Into a new pane at that side of the pane of `surface`, taking `share` of it."""

    surface: SurfaceId
    side: Direction
    share: float = 0.5


@dataclass(frozen=True, slots=True)
class ToWorkspace:
    """Into a new pane of that workspace, beside its focused one."""

    workspace: WorkspaceId


@dataclass(frozen=True, slots=True)
class ToNewWorkspace:
    """Into a workspace of its own. `title` None: the surface's name."""

    title: str | None = None
    group: GroupId | None = None
    activate: bool = False


Destination = ToPane | ToEdge | ToWorkspace | ToNewWorkspace


@dataclass(frozen=True, slots=True)
class MoveSurface:
    """Move one surface. Errors: `too_many_panes`, `too_many_surfaces`, `same_pane`. Result: `Made` with where it is."""

    surface: SurfaceId
    to: Destination
    focus: bool = False


@dataclass(frozen=True, slots=True)
class MovePane:
    """Move the whole pane of `surface`, as `MoveSurface` does one surface; `ToPane` merges the stacks."""

    surface: SurfaceId
    to: Destination
    focus: bool = False


@dataclass(frozen=True, slots=True)
class SwapPanes:
    """Let the panes of two surfaces change places, also across workspaces."""

    surface: SurfaceId
    other: SurfaceId


@dataclass(frozen=True, slots=True)
class ResizePane:
    """Move the border at `side` of the pane by `cells` (negative: inwards). Errors: `no_neighbour` without a border.

    `within` is the workspace's size in cells as the caller sees it; None: the fixed one, else the default size.
    """

    surface: SurfaceId
    side: Direction
    cells: int
    within: Size | None = None


@dataclass(frozen=True, slots=True)
class SetPaneSize:
    """Give the pane this many columns or rows (None: as it is), as far as its neighbours allow; `within` as above."""

    surface: SurfaceId
    cols: int | None = None
    rows: int | None = None
    within: Size | None = None


@dataclass(frozen=True, slots=True)
class SetRatios:
    """Set the shares of the split at `path` (child positions from the root). They are brought to a sum of 1."""

    workspace: WorkspaceId
    path: tuple[int, ...]
    ratios: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Equalise:
    """Give the children of every split the same share."""

    workspace: WorkspaceId


@dataclass(frozen=True, slots=True)
class ApplyPreset:
    """Re-tile the panes; `main_vertical` makes the focused pane the main one."""

    workspace: WorkspaceId
    preset: Preset


@dataclass(frozen=True, slots=True)
class ApplyLayout:
    """Put the panes into this tree. Its leaves are the panes' positions in reading order, counted from 1.

    Leaves beyond the panes there are take the `launches`, in order. Errors: `invalid_layout` when leaves and panes do not
    match, `too_many_panes`. Result: `Made` with the new ones.
    """

    workspace: WorkspaceId
    layout: Node
    launches: tuple[Launch, ...] = ()


@dataclass(frozen=True, slots=True)
class ToggleZoom:
    """Let the pane of `surface` fill the workspace, or no longer. `on` None toggles. A lone pane is never zoomed."""

    surface: SurfaceId
    on: bool | None = None


# Groups


@dataclass(frozen=True, slots=True)
class CreateGroup:
    """Make a group. Errors: `name_taken` in that set, `empty_name`. Result: `Made` with the group."""

    name: str
    set: str = ""


@dataclass(frozen=True, slots=True)
class RenameGroup:
    """Rename a group. Errors: `name_taken`, `empty_name`."""

    group: GroupId
    name: str


@dataclass(frozen=True, slots=True)
class FoldGroup:
    """Fold or unfold a group in the sidebar."""

    group: GroupId
    folded: bool


@dataclass(frozen=True, slots=True)
class CloseGroup:
    """Close every workspace of a group, and the group."""

    group: GroupId
    undo: bool = True


@dataclass(frozen=True, slots=True)
class SetGroup:
    """Put a workspace into a group, or (None) into none. A group goes when its last workspace leaves."""

    workspace: WorkspaceId
    group: GroupId | None


Action = (
    CreateWorkspace
    | SelectWorkspace
    | CloseWorkspace
    | RenameWorkspace
    | MoveWorkspace
    | ResizeWorkspace
    | AddWorktree
    | SplitPane
    | AddSurface
    | FocusSurface
    | FocusDirection
    | CloseSurface
    | ClosePane
    | UndoClose
    | RenameSurface
    | SetSurfaceSize
    | SetOwner
    | SetRemain
    | Respawn
    | RestoreAll
    | SetAgent
    | SetBroadcast
    | ReportExit
    | ReportTitle
    | ReportCwd
    | MoveSurface
    | MovePane
    | SwapPanes
    | ResizePane
    | SetPaneSize
    | SetRatios
    | Equalise
    | ApplyPreset
    | ApplyLayout
    | ToggleZoom
    | CreateGroup
    | RenameGroup
    | FoldGroup
    | CloseGroup
    | SetGroup
)
