"""Moving surfaces and panes that exist to another place."""

from collections.abc import Sequence
from dataclasses import replace

from paneflow.errors import Refused
from paneflow.geometry import Axis
from paneflow.ids import PaneId, SurfaceId, WorkspaceId
from paneflow.model import names
from paneflow.model import tree as trees
from paneflow.model.actions import (
    Destination,
    MovePane,
    MoveSurface,
    SwapPanes,
    ToEdge,
    ToNewWorkspace,
    ToPane,
    ToWorkspace,
)
from paneflow.model.closing import take_out
from paneflow.model.draft import Draft
from paneflow.model.focusing import focus_pane, show_surface
from paneflow.model.geometry import AXES, BACKWARD
from paneflow.model.making import (
    check_share,
    insert_pane,
    made,
    place_in_order,
    require_room_for_pane,
    require_room_for_workspace,
    require_room_on,
    set_tree,
)
from paneflow.model.outcome import Made
from paneflow.model.records import Pane, Workspace
from paneflow.model.tree import Leaf


def move_surface(draft: Draft, action: MoveSurface) -> Made:
    """Move one surface."""
    draft.surface(action.surface)
    return _move(draft, [action.surface], action.to, focus=action.focus)


def move_pane(draft: Draft, action: MovePane) -> Made:
    """Move a whole stack."""
    return _move(draft, draft.pane_of(action.surface).stack, action.to, focus=action.focus)


def _move(draft: Draft, surfaces: Sequence[SurfaceId], to: Destination, *, focus: bool) -> Made:
    """Move surfaces of one pane. The one of them that was in front, else the first, is in front where they go."""
    source = draft.pane_of(surfaces[0])
    front = source.active if source.active in surfaces else surfaces[0]
    match to:
        case ToPane():
            _to_pane(draft, source, surfaces, to)
        case ToEdge():
            _to_edge(draft, source, surfaces, to)
        case ToWorkspace():
            _to_workspace(draft, source, surfaces, to)
        case ToNewWorkspace():
            _to_new_workspace(draft, source, surfaces, to)
    show_surface(draft, front)
    pane = draft.pane_of(front)
    if focus:
        focus_pane(draft, pane.workspace, pane.id)
        draft.active = pane.workspace
    return made(draft, pane.workspace, list(surfaces))


def _to_pane(draft: Draft, source: Pane, surfaces: Sequence[SurfaceId], to: ToPane) -> None:
    target = draft.pane_of(to.surface)
    if target.id == source.id:
        _reorder(draft, source, surfaces, to.index)
        return
    require_room_on(target, len(surfaces))
    home = draft.workspaces[source.workspace]
    _take_all(draft, surfaces)
    at = len(target.stack) if to.index is None else max(to.index, 0)
    draft.put(replace(target, stack=(*target.stack[:at], *surfaces, *target.stack[at:])))
    _settle_in(draft, surfaces, target.id, home)


def _reorder(draft: Draft, pane: Pane, surfaces: Sequence[SurfaceId], index: int | None) -> None:
    others = tuple(each for each in pane.stack if each not in surfaces)
    at = len(others) if index is None else max(index, 0)
    draft.put(replace(pane, stack=(*others[:at], *surfaces, *others[at:])))


def _to_edge(draft: Draft, source: Pane, surfaces: Sequence[SurfaceId], to: ToEdge) -> None:
    target = draft.pane_of(to.surface)
    _beside(draft, source, surfaces, target.id, to)


def _to_workspace(draft: Draft, source: Pane, surfaces: Sequence[SurfaceId], to: ToWorkspace) -> None:
    space = draft.workspace(to.workspace)
    _beside(draft, source, surfaces, space.focused, None)


def _beside(draft: Draft, source: Pane, surfaces: Sequence[SurfaceId], target: PaneId, edge: ToEdge | None) -> None:
    """Into a new pane beside `target`; without an edge to its right, taking half."""
    leaves_all = len(surfaces) == len(source.stack)
    if target == source.id and leaves_all:
        raise Refused("the pane is there already", kind="same_pane")
    check_share(edge.share if edge else 0.5)
    space = draft.workspaces[draft.panes[target].workspace]
    if not (leaves_all and space.id == source.workspace):
        require_room_for_pane(space)
    home = draft.workspaces[source.workspace]
    _take_all(draft, surfaces)
    pane = source.id if leaves_all else draft.next_pane()
    draft.put(Pane(pane, space.id, tuple(surfaces), surfaces[0]))
    if edge is None:
        insert_pane(draft, target, pane, Axis.VERTICAL)
    else:
        before = edge.side in BACKWARD
        insert_pane(draft, target, pane, AXES[edge.side], before=before, share=edge.share)
    _settle_in(draft, surfaces, pane, home)


def _to_new_workspace(draft: Draft, source: Pane, surfaces: Sequence[SurfaceId], to: ToNewWorkspace) -> None:
    home = draft.workspaces[source.workspace]
    leaves_all = len(surfaces) == len(source.stack)
    if leaves_all and isinstance(home.tree, Leaf):
        raise Refused("it has the workspace to itself already", kind="only_pane")
    require_room_for_workspace(draft, to.group)
    _take_all(draft, surfaces)
    pane = source.id if leaves_all else draft.next_pane()
    first = draft.surfaces[surfaces[0]]
    space = Workspace(
        id=draft.next_workspace(),
        title=names.clean(to.title or "") or first.name,
        root=home.root,
        tree=Leaf(pane),
        focused=pane,
        group=to.group,
        owner=home.owner,
        size=home.size,
    )
    draft.put(space)
    draft.put(Pane(pane, space.id, tuple(surfaces), surfaces[0]))
    place_in_order(draft, space.id, None)
    _settle_in(draft, surfaces, pane, home)
    if to.activate:
        draft.active = space.id


def _take_all(draft: Draft, surfaces: Sequence[SurfaceId]) -> None:
    for surface in surfaces:
        take_out(draft, surface)


def _settle_in(draft: Draft, surfaces: Sequence[SurfaceId], pane: PaneId, home: Workspace) -> None:
    """Tell the surfaces where they are. When that emptied their old workspace, its worktrees come along."""
    for surface in surfaces:
        if draft.surfaces[surface].pane != pane:
            draft.put(replace(draft.surfaces[surface], pane=pane))
    if home.id not in draft.workspaces and home.worktrees:
        space = draft.workspaces[draft.panes[pane].workspace]
        draft.put(replace(space, worktrees=(*space.worktrees, *home.worktrees)))


def swap_panes(draft: Draft, action: SwapPanes) -> None:
    """Let two panes change places. Within a workspace the focus stays with its pane, across workspaces with its place."""
    one, other = draft.pane_of(action.surface), draft.pane_of(action.other)
    places = {one.id: other.id, other.id: one.id}
    for workspace in {one.workspace, other.workspace}:
        set_tree(draft, workspace, trees.relabel(draft.workspaces[workspace].tree, places))
    if one.workspace == other.workspace:
        return
    draft.put(replace(one, workspace=other.workspace))
    draft.put(replace(other, workspace=one.workspace))
    for workspace in (one.workspace, other.workspace):
        _hand_focus(draft, workspace, places)


def _hand_focus(draft: Draft, workspace: WorkspaceId, places: dict[PaneId, PaneId]) -> None:
    space = draft.workspaces[workspace]
    draft.put(replace(space, focused=places.get(space.focused, space.focused)))
