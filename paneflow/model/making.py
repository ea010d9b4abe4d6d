"""Making surfaces, panes and workspaces."""

from dataclasses import replace

from paneflow.errors import InvalidParams, Refused
from paneflow.geometry import Axis, clamp
from paneflow.ids import GroupId, PaneId, SurfaceId, WorkspaceId
from paneflow.model import geometry, names
from paneflow.model import tree as trees
from paneflow.model.actions import AddSurface, CreateWorkspace, Launch, SplitPane
from paneflow.model.draft import Draft
from paneflow.model.effects import SpawnSurface
from paneflow.model.focusing import focus_pane, show_surface
from paneflow.model.limits import MAX_PANES, MAX_PATH, MAX_STACK, MAX_TITLE, MAX_WORKSPACES
from paneflow.model.outcome import Made
from paneflow.model.records import OUTSIDE, Pane, Surface, Workspace
from paneflow.model.tree import Leaf, Node, Preset


def create_workspace(draft: Draft, action: CreateWorkspace) -> Made:
    """A workspace with all its panes."""
    require_room_for_workspace(draft, action.group)
    _check_panes(len(action.launches), action.focus)
    workspace = draft.next_workspace()
    panes = [draft.next_pane() for _ in action.launches]
    surfaces = [start_surface(draft, pane, launch) for pane, launch in zip(panes, action.launches, strict=True)]
    for pane, surface in zip(panes, surfaces, strict=True):
        draft.put(Pane(pane, workspace, (surface,), surface))
    draft.put(
        Workspace(
            id=workspace,
            title=names.clean(action.title) or draft.surfaces[surfaces[action.focus]].name,
            root=checked_path(action.root),
            tree=_lay_out(action.layout, panes, panes[action.focus]),
            focused=panes[action.focus],
            group=action.group,
            owner=living_owner(draft, action.owner),
            size=None if action.size is None else clamp(action.size),
            worktrees=action.worktrees,
        )
    )
    place_in_order(draft, workspace, action.index)
    if action.activate or draft.active is None:
        draft.active = workspace
    return made(draft, workspace, surfaces)


def place_in_order(draft: Draft, workspace: WorkspaceId, index: int | None) -> None:
    """Enter a new workspace into the order (None: last)."""
    draft.order.insert(len(draft.order) if index is None else max(index, 0), workspace)


def made(draft: Draft, workspace: WorkspaceId, surfaces: list[SurfaceId]) -> Made:
    """The result for surfaces of one workspace."""
    records = [draft.surfaces[surface] for surface in surfaces]
    return Made(workspace, tuple(each.pane for each in records), tuple(surfaces), tuple(each.name for each in records))


def _check_panes(count: int, focus: int) -> None:
    if not 0 <= focus < count:
        raise InvalidParams("a workspace needs a pane, and the focus one of them", kind="invalid_layout", panes=count)
    if count > MAX_PANES:
        raise Refused(f"a workspace has at most {MAX_PANES} panes", kind="too_many_panes", limit=MAX_PANES)


def _lay_out(layout: Preset | Node, panes: list[PaneId], focused: PaneId) -> Node:
    if isinstance(layout, Preset):
        return trees.arrange(layout, panes, main=focused)
    return number_leaves(layout, panes)


def number_leaves(layout: Node, panes: list[PaneId]) -> Node:
    """The tree with panes for its leaves, which are the panes' positions counted from 1."""
    positions = [PaneId(number) for number in range(1, len(panes) + 1)]
    if sorted(trees.leaves(layout)) != positions:
        message = f"the layout's leaves must be 1 to {len(panes)}, each once"
        raise InvalidParams(message, kind="invalid_layout", panes=len(panes))
    return trees.relabel(layout, dict(zip(positions, panes, strict=True)))


def start_surface(draft: Draft, pane: PaneId, launch: Launch) -> SurfaceId:
    """Make a surface for a pane and order its process. The pane's own record is the caller's business."""
    surface = Surface(
        id=draft.next_surface(),
        pane=pane,
        name=name_for(draft, launch.name, launch),
        named=bool(launch.name and names.clean(launch.name)),
        cwd=checked_path(launch.cwd),
        title=names.clean(launch.title, MAX_TITLE),
        argv=launch.argv,
        command=launch.command,
        env_names=tuple(sorted(launch.env)),
        owner=living_owner(draft, launch.owner),
        size=clamp(launch.size),
        remain=launch.remain,
    )
    draft.put(surface)
    draft.require(SpawnSurface(surface.id, surface.cwd, surface.size, launch.argv, launch.command, launch.env))
    return surface.id


def name_for(draft: Draft, wanted: str | None, what: Launch | Surface, *, but: SurfaceId | None = None) -> str:
    """The wanted name made unique, or an automatic one. `but`: a surface whose own name does not count as taken."""
    taken = {names.fold(each.name) for each in draft.surfaces.values() if each.id != but}
    cleaned = names.selectable(names.clean(wanted or ""))
    return names.unique(cleaned, taken) if cleaned else names.automatic(what.argv, what.command, what.cwd, taken)


def living_owner(draft: Draft, owner: SurfaceId | None) -> SurfaceId | None:
    """The owner if it still is there. What a surface that is gone asked for is nobody's but the person's."""
    return owner if owner == OUTSIDE or owner in draft.surfaces else None


def checked_path(path: str) -> str:
    """A path that can be saved and passed on."""
    if not path or "\0" in path or len(path) > MAX_PATH:
        raise InvalidParams(f"not a usable path: {path[:80]!r}", kind="bad_path")
    return path


def split_pane(draft: Draft, action: SplitPane) -> Made:
    """A new pane with one surface, beside the target."""
    target, space = draft.pane_of(action.surface), draft.workspace_of(action.surface)
    require_room_for_pane(space)
    pane = draft.next_pane()
    surface = start_surface(draft, pane, action.launch)
    draft.put(Pane(pane, space.id, (surface,), surface))
    if action.whole:
        insert_whole(draft, space.id, pane, action.axis, before=action.before, share=action.share)
    else:
        insert_pane(draft, target.id, pane, action.axis, before=action.before, share=action.share)
    if action.focus:
        focus_pane(draft, space.id, pane)
    return made(draft, space.id, [surface])


def insert_pane(
    draft: Draft, target: PaneId, pane: PaneId, axis: Axis, *, before: bool = False, share: float = 0.5
) -> None:
    """Give a pane that has a record a place beside `target`."""
    space = draft.workspaces[draft.panes[target].workspace]
    check_share(share)
    new = Leaf(pane)
    if space.size is None:
        tree = trees.insert(space.tree, target, axis, new, before=before, share=share)
    else:
        tree = geometry.insert_exact(space.tree, target, axis, new, space.size, before=before, share=share)
    set_tree(draft, space.id, tree)


def insert_whole(draft: Draft, workspace: WorkspaceId, pane: PaneId, axis: Axis, *, before: bool, share: float) -> None:
    """Give a pane that has a record a place beside all others of the workspace."""
    check_share(share)
    tree = draft.workspaces[workspace].tree
    set_tree(draft, workspace, trees.insert_whole(tree, axis, Leaf(pane), before=before, share=share))


def set_tree(draft: Draft, workspace: WorkspaceId, tree: Node) -> None:
    """Another tree for a workspace. That ends a zoom."""
    space = draft.workspaces[workspace]
    if tree != space.tree or space.zoomed is not None:
        draft.put(replace(space, tree=tree, zoomed=None))


def check_share(share: float) -> None:
    """A share of a pane's space leaves something for the other half."""
    if not 0 < share < 1:
        raise InvalidParams("a share is above 0 and below 1", kind="bad_share", share=share)


def add_surface(draft: Draft, action: AddSurface) -> Made:
    """One more surface on a stack."""
    pane = draft.pane_of(action.surface)
    require_room_on(pane)
    surface = start_surface(draft, pane.id, action.launch)
    at = pane.stack.index(action.surface) + 1
    draft.put(replace(pane, stack=(*pane.stack[:at], surface, *pane.stack[at:])))
    if action.show:
        show_surface(draft, surface)
    return made(draft, pane.workspace, [surface])


def require_room_for_workspace(draft: Draft, group: GroupId | None) -> None:
    """Refuse the workspace that would be one too many in its set."""
    wanted = "" if group is None else draft.group(group).set
    held = sum(_set_of(draft, space) == wanted for space in draft.workspaces.values())
    if held >= MAX_WORKSPACES:
        message = f"there are {MAX_WORKSPACES} workspaces already"
        raise Refused(message, kind="too_many_workspaces", limit=MAX_WORKSPACES)


def _set_of(draft: Draft, space: Workspace) -> str:
    return "" if space.group is None else draft.groups[space.group].set


def require_room_for_pane(space: Workspace) -> None:
    """Refuse the pane that would be one too many."""
    if sum(1 for _ in trees.leaves(space.tree)) >= MAX_PANES:
        raise Refused(f"the workspace has {MAX_PANES} panes already", kind="too_many_panes", limit=MAX_PANES)


def require_room_on(pane: Pane, wanted: int = 1) -> None:
    """Refuse surfaces that a stack cannot hold."""
    if len(pane.stack) + wanted > MAX_STACK:
        message = f"a pane stacks at most {MAX_STACK} surfaces"
        raise Refused(message, kind="too_many_surfaces", limit=MAX_STACK)
