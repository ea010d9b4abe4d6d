"""Where the focus is. It moves only when an action says so, or when what had it is gone."""

from dataclasses import replace

from paneflow.errors import NotFound
from paneflow.ids import PaneId, SurfaceId, WorkspaceId
from paneflow.model.actions import FocusDirection, FocusSurface, ToggleZoom
from paneflow.model.draft import Draft
from paneflow.model.geometry import neighbour
from paneflow.model.tree import Leaf


def focus_pane(draft: Draft, workspace: WorkspaceId, pane: PaneId) -> None:
    """Give a pane the focus of its workspace. Focus on another pane ends a zoom: nothing hidden has the focus."""
    space = draft.workspaces[workspace]
    if space.focused == pane:
        return
    zoomed = space.zoomed if space.zoomed == pane else None
    draft.put(replace(space, focused=pane, zoomed=zoomed))


def show_surface(draft: Draft, surface: SurfaceId) -> None:
    """Bring a surface to the front of its pane."""
    pane = draft.pane_of(surface)
    if pane.active != surface:
        draft.put(replace(pane, active=surface))


def focus_surface(draft: Draft, action: FocusSurface) -> None:
    """Show it, focus its pane, and perhaps go to its workspace."""
    pane = draft.pane_of(action.surface)
    show_surface(draft, action.surface)
    focus_pane(draft, pane.workspace, pane.id)
    if action.activate:
        draft.active = pane.workspace


def focus_direction(draft: Draft, action: FocusDirection) -> None:
    """To the neighbour, if there is one."""
    space = draft.workspace_of(action.surface)
    beyond = neighbour(space.tree, draft.pane_of(action.surface).id, action.direction)
    if beyond is None:
        raise NotFound(f"there is no pane {action.direction} of this one", kind="no_neighbour")
    focus_pane(draft, space.id, beyond)


def toggle_zoom(draft: Draft, action: ToggleZoom) -> None:
    """Zoom a pane, which then has the focus, or end its zoom."""
    pane = draft.pane_of(action.surface)
    space = draft.workspaces[pane.workspace]
    is_zoomed = space.zoomed == pane.id
    wanted = not is_zoomed if action.on is None else action.on
    if wanted and not isinstance(space.tree, Leaf):
        draft.put(replace(space, focused=pane.id, zoomed=pane.id))
    elif is_zoomed:
        draft.put(replace(space, zoomed=None))
