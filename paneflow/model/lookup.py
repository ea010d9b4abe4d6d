"""Questions about a model: which one is meant, where it is, whose it is. Nothing is ever guessed."""

from collections.abc import Iterator

from paneflow.errors import NotFound
from paneflow.ids import PaneId, SurfaceId, WorkspaceId
from paneflow.model import tree as trees
from paneflow.model.records import OUTSIDE, Group, Model, Pane, Surface, Workspace


def surface(model: Model, surface_id: SurfaceId) -> Surface:
    """The surface. Raises `NotFound` (`surface_not_found`)."""
    found = model.surfaces.get(surface_id)
    if found is None:
        raise NotFound(f"there is no surface {surface_id}", kind="surface_not_found", surface_id=surface_id)
    return found


def pane_of(model: Model, surface_id: SurfaceId) -> Pane:
    """The pane that stacks a surface. Raises `NotFound`."""
    return model.panes[surface(model, surface_id).pane]


def workspace_of(model: Model, surface_id: SurfaceId) -> Workspace:
    """The workspace a surface is in. Raises `NotFound`."""
    return model.workspaces[pane_of(model, surface_id).workspace]


def pane(model: Model, pane_id: PaneId) -> Pane:
    """The pane. Raises `NotFound` (`pane_not_found`)."""
    found = model.panes.get(pane_id)
    if found is None:
        raise NotFound(f"there is no pane {pane_id}", kind="pane_not_found", pane_id=pane_id)
    return found


def workspace(model: Model, workspace_id: WorkspaceId) -> Workspace:
    """The workspace. Raises `NotFound` (`workspace_not_found`)."""
    found = model.workspaces.get(workspace_id)
    if found is None:
        message = f"there is no workspace with id {workspace_id}"
        raise NotFound(message, kind="workspace_not_found", workspace_id=workspace_id)
    return found


def workspace_at(model: Model, index: int) -> Workspace:
    """The workspace at a place in the order, counted from 0. Raises `NotFound` (`workspace_not_found`)."""
    if not 0 <= index < len(model.order):
        message = f"there is no workspace {index}; there are {len(model.order)}"
        raise NotFound(message, kind="workspace_not_found", index=index, count=len(model.order))
    return model.workspaces[model.order[index]]


def index_of(model: Model, workspace_id: WorkspaceId) -> int:
    """The place in the order, counted from 0, of a workspace that exists."""
    return model.order.index(workspace_id)


def surfaces_in(model: Model, space: Workspace) -> Iterator[Surface]:
    """A workspace's surfaces: panes in reading order, stacks from front to back as listed."""
    for pane_id in trees.leaves(space.tree):
        for surface_id in model.panes[pane_id].stack:
            yield model.surfaces[surface_id]


def all_surfaces(model: Model) -> Iterator[Surface]:
    """Every surface, workspace by workspace."""
    for workspace_id in model.order:
        yield from surfaces_in(model, model.workspaces[workspace_id])


def focused_surface(model: Model) -> Surface | None:
    """What the person looks at: the front of the focused pane of the active workspace."""
    if model.active is None:
        return None
    return model.surfaces[model.panes[model.workspaces[model.active].focused].active]


def find_group(model: Model, name: str, isolated: str = "") -> Group | None:
    """The group of exactly this name in a set."""
    return next((each for each in model.groups.values() if (each.set, each.name) == (isolated, name)), None)


def owns(model: Model, caller: SurfaceId, surface_id: SurfaceId) -> bool:
    """Whether `caller` (or `OUTSIDE`) is that surface, or made it, or made what made it."""
    above: SurfaceId | None = surface_id
    while above is not None:
        if above == caller:
            return True
        above = None if above == OUTSIDE else surface(model, above).owner
    return False


def set_of(model: Model, space: Workspace) -> str:
    """The isolated set a workspace belongs to."""
    return "" if space.group is None else model.groups[space.group].set
