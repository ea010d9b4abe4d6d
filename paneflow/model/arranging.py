"""The shape of a workspace: presets, trees, borders."""

from dataclasses import replace

from paneflow.errors import InvalidParams, NotFound, Refused
from paneflow.geometry import DEFAULT_SIZE, Axis, Size, clamp
from paneflow.model import geometry
from paneflow.model import tree as trees
from paneflow.model.actions import (
    ApplyLayout,
    ApplyPreset,
    Equalise,
    ResizePane,
    ResizeWorkspace,
    SetPaneSize,
    SetRatios,
)
from paneflow.model.draft import Draft
from paneflow.model.limits import MAX_PANES
from paneflow.model.making import made, number_leaves, set_tree, start_surface
from paneflow.model.outcome import Made
from paneflow.model.records import Pane, Workspace
from paneflow.model.tree import Split


def apply_preset(draft: Draft, action: ApplyPreset) -> None:
    """Re-tile in reading order."""
    space = draft.workspace(action.workspace)
    panes = list(trees.leaves(space.tree))
    set_tree(draft, space.id, trees.arrange(action.preset, panes, main=space.focused))


def apply_layout(draft: Draft, action: ApplyLayout) -> Made:
    """Existing panes first, in reading order, then new ones."""
    space = draft.workspace(action.workspace)
    panes = list(trees.leaves(space.tree))
    if len(panes) + len(action.launches) > MAX_PANES:
        raise Refused(f"a workspace has at most {MAX_PANES} panes", kind="too_many_panes", limit=MAX_PANES)
    surfaces = []
    for launch in action.launches:
        pane = draft.next_pane()
        surfaces.append(start_surface(draft, pane, launch))
        draft.put(Pane(pane, space.id, (surfaces[-1],), surfaces[-1]))
        panes.append(pane)
    set_tree(draft, space.id, number_leaves(action.layout, panes))
    return made(draft, space.id, surfaces)


def equalise(draft: Draft, action: Equalise) -> None:
    """Even shares everywhere."""
    space = draft.workspace(action.workspace)
    set_tree(draft, space.id, trees.equalise(space.tree))


def set_ratios(draft: Draft, action: SetRatios) -> None:
    """A divider was dragged."""
    space = draft.workspace(action.workspace)
    node = trees.at_path(space.tree, action.path)
    if not isinstance(node, Split) or len(node.children) != len(action.ratios):
        message = "the path must lead to a split with as many children as ratios are given"
        raise InvalidParams(message, kind="invalid_layout", path=list(action.path))
    if not all(0 < ratio < float("inf") for ratio in action.ratios):
        raise InvalidParams("ratios must be above 0", kind="bad_share", ratios=list(action.ratios))
    set_tree(draft, space.id, trees.with_ratios(space.tree, action.path, action.ratios))


def resize_pane(draft: Draft, action: ResizePane) -> None:
    """Move one border."""
    pane, space = draft.pane_of(action.surface), draft.workspace_of(action.surface)
    if not geometry.has_border(space.tree, pane.id, action.side):
        raise NotFound(f"the pane has no border {action.side} of it", kind="no_neighbour")
    size = _seen_size(space, action.within)
    set_tree(draft, space.id, geometry.move_border(space.tree, pane.id, action.side, action.cells, size))


def set_pane_size(draft: Draft, action: SetPaneSize) -> None:
    """Move the borders that it takes."""
    pane, space = draft.pane_of(action.surface), draft.workspace_of(action.surface)
    size = _seen_size(space, action.within)
    tree = space.tree
    for axis, cells in ((Axis.VERTICAL, action.cols), (Axis.HORIZONTAL, action.rows)):
        if cells is not None:
            tree = geometry.set_extent(tree, pane.id, axis, cells, size)
    set_tree(draft, space.id, tree)


def _seen_size(space: Workspace, within: Size | None) -> Size:
    return within or space.size or DEFAULT_SIZE


def resize_workspace(draft: Draft, action: ResizeWorkspace) -> None:
    """Fix the size, or let go of it."""
    space = draft.workspace(action.workspace)
    draft.put(replace(space, size=None if action.size is None else clamp(action.size)))


def settle_sizes(draft: Draft) -> None:
    """In workspaces of a fixed size, give each surface the size of its place, whenever places may have changed."""
    if draft.workspaces == draft.before.workspaces and draft.panes == draft.before.panes:
        return
    for space in draft.workspaces.values():
        if space.size is not None:
            _settle_workspace(draft, space, space.size)


def _settle_workspace(draft: Draft, space: Workspace, size: Size) -> None:
    for pane, rect in geometry.rects(space.tree, size).items():
        fitting = clamp(size if pane == space.zoomed else rect.size)
        for surface in draft.panes[pane].stack:
            if draft.surfaces[surface].size != fitting:
                draft.put(replace(draft.surfaces[surface], size=fitting))
