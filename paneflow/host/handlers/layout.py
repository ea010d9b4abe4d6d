"""`layout.*`: how panes share a workspace."""

from paneflow.errors import NotFound
from paneflow.geometry import Direction
from paneflow.host.caller import Caller
from paneflow.host.host import Host
from paneflow.host.launches import check_started, launch, owner, planned
from paneflow.host.targets import surface, workspace
from paneflow.ids import PaneId, SurfaceId, WorkspaceId
from paneflow.model import actions, geometry, lookup
from paneflow.model import tree as trees
from paneflow.model.tree import Preset

Row = dict[str, object]


def apply(host: Host, caller: Caller, *, workspace_id: int | None, layout: str | Row) -> Row:
    """Arrange a workspace's panes by a preset or a tree."""
    space = workspace(host, None, workspace_id)
    if isinstance(layout, str):
        host.session.do(actions.ApplyPreset(space.id, Preset(layout)))
        return {"workspace_id": space.id}
    plan = planned(layout)
    there = len(list(trees.leaves(space.tree)))
    launches = tuple(launch(pane, space.root, owner(host, caller)) for pane in plan.panes[there:])
    check_started(host, host.session.do(actions.ApplyLayout(space.id, plan.tree, launches)))
    return {"workspace_id": space.id}


def equalise(host: Host, caller: Caller, *, workspace_id: int | None) -> Row:
    """Give all panes their even share."""
    space = workspace(host, None, workspace_id)
    host.session.do(actions.Equalise(space.id))
    return {"workspace_id": space.id}


def zoom(host: Host, caller: Caller, *, surface_id: int, on: bool | None) -> Row:
    """Show one pane alone, or all again."""
    found = surface(host, surface_id)
    host.session.do(actions.ToggleZoom(found.id, on))
    space = lookup.workspace_of(host.session.model, found.id)
    return {"zoomed": space.zoomed == host.session.surface(found.id).pane}


def swap(host: Host, caller: Caller, *, surface_id: int, direction: str | None, with_: int | None) -> Row:
    """Let two panes change places."""
    found = surface(host, surface_id)
    other = surface(host, with_).id if direction is None else _front(host, _beyond(host, found.id, direction))
    host.session.do(actions.SwapPanes(found.id, other))
    return _done(host, found.id)


def resize(host: Host, caller: Caller, *, surface_id: int, direction: str, cells: int) -> Row:
    """Move the divider of a pane by cells."""
    found = surface(host, surface_id)
    before = lookup.workspace_of(host.session.model, found.id)
    host.session.do(actions.ResizePane(found.id, Direction(direction), cells))
    if lookup.workspace_of(host.session.model, found.id).tree == before.tree:
        raise NotFound(f"the pane has no border to move {direction}", kind="no_neighbour", surface_id=surface_id)
    return _done(host, found.id)


def focus(host: Host, caller: Caller, *, direction: str) -> Row:
    """Move the person's focus to the neighbour in a direction."""
    space = workspace(host, None)
    here = _front(host, space.focused)
    target = _front(host, _beyond(host, here, direction))
    host.session.do(actions.FocusSurface(target))
    return {"surface_id": target}


def move(
    host: Host,
    caller: Caller,
    *,
    surface_id: int,
    to: int | None,
    edge: str | None,
    place: int | None,
    workspace_id: int | None,
) -> Row:
    """Move a surface into another pane's stack, to an edge of it, or to another workspace."""
    found = surface(host, surface_id)
    destination: actions.Destination
    if workspace_id is not None:
        destination = actions.ToWorkspace(lookup.workspace(host.session.model, WorkspaceId(workspace_id)).id)
    elif edge is not None:
        destination = actions.ToEdge(surface(host, to).id, Direction(edge))
    else:
        destination = actions.ToPane(surface(host, to).id, place)
    host.session.do(actions.MoveSurface(found.id, destination))
    return _done(host, found.id)


def _beyond(host: Host, surface_id: SurfaceId, direction: str) -> PaneId:
    model = host.session.model
    space = lookup.workspace_of(model, surface_id)
    found = geometry.neighbour(space.tree, model.surfaces[surface_id].pane, Direction(direction))
    if found is None:
        raise NotFound(f"there is no pane {direction} of it", kind="no_neighbour", surface_id=surface_id)
    return found


def _front(host: Host, pane: PaneId) -> SurfaceId:
    return host.session.model.panes[pane].active


def _done(host: Host, surface_id: SurfaceId) -> Row:
    return {"workspace_id": lookup.workspace_of(host.session.model, surface_id).id}
