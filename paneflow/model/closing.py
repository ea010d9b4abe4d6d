"""Closing surfaces, and all that goes with the last one."""

from collections.abc import Sequence
from dataclasses import replace

from paneflow.ids import GroupId, SurfaceId
from paneflow.model import tree as trees
from paneflow.model.actions import CloseGroup, ClosePane, CloseSurface, CloseWorkspace
from paneflow.model.draft import Draft
from paneflow.model.effects import ForgetScrollback, ReleaseWorktrees, StopSurface
from paneflow.model.focusing import focus_pane
from paneflow.model.limits import MAX_UNDO
from paneflow.model.making import set_tree
from paneflow.model.records import Closed, Pane, Surface, Workspace


def close_surface(draft: Draft, action: CloseSurface) -> None:
    """Close one."""
    close(draft, [action.surface], undo=action.undo)


def close_pane(draft: Draft, action: ClosePane) -> None:
    """Close a stack."""
    close(draft, draft.pane_of(action.surface).stack, undo=action.undo)


def close_workspace(draft: Draft, action: CloseWorkspace) -> None:
    """Close all its stacks."""
    space = draft.workspace(action.workspace)
    stacks = [draft.panes[pane].stack for pane in trees.leaves(space.tree)]
    close(draft, [surface for stack in stacks for surface in stack], undo=action.undo)


def close_group(draft: Draft, action: CloseGroup) -> None:
    """Close all its workspaces; an empty group just goes."""
    draft.group(action.group)
    for workspace in [each for each in draft.order if draft.workspaces[each].group == action.group]:
        close_workspace(draft, CloseWorkspace(workspace, action.undo))
    drop_group_if_empty(draft, action.group)


def close(draft: Draft, surfaces: Sequence[SurfaceId], *, undo: bool) -> None:
    """Close surfaces of one workspace, and what is empty then."""
    records = tuple(draft.surface(surface) for surface in surfaces)
    space = draft.workspace_of(surfaces[0])
    index = draft.order.index(space.id)
    panes = tuple(draft.panes[pane] for pane in dict.fromkeys(each.pane for each in records))
    for record in records:
        take_out(draft, record.id)
        _end(draft, draft.surface(record.id), undo=undo)  # as it is now: its owner may just have been closed
    if space.id in draft.workspaces:
        left = draft.workspaces[space.id].tree
    else:
        left = None
        if space.worktrees:
            draft.require(ReleaseWorktrees(space.id, space.worktrees))
    if undo:
        _remember(draft, Closed(space, index, panes, records, left))


def _remember(draft: Draft, entry: Closed) -> None:
    kept = (*draft.closed, entry)
    for old in kept[:-MAX_UNDO]:
        draft.require(*(ForgetScrollback(surface.id) for surface in old.surfaces))
    draft.closed = kept[-MAX_UNDO:]


def _end(draft: Draft, surface: Surface, *, undo: bool) -> None:
    """Forget a surface that has no place any more. What it owned is its owner's now."""
    del draft.surfaces[surface.id]
    for each in [each for each in draft.surfaces.values() if each.owner == surface.id]:
        draft.put(replace(each, owner=surface.owner))
    for space in [space for space in draft.workspaces.values() if space.owner == surface.id]:
        draft.put(replace(space, owner=surface.owner))
    draft.agents.pop(surface.id, None)
    _leave_broadcasts(draft, surface.id)
    draft.require(StopSurface(surface.id, keep_scrollback=undo))


def _leave_broadcasts(draft: Draft, surface: SurfaceId) -> None:
    left = [
        replace(each, surfaces=tuple(member for member in each.surfaces if member != surface))
        if surface in each.surfaces
        else each
        for each in draft.broadcasts
    ]
    draft.broadcasts = tuple(each for each in left if each.surfaces)


def take_out(draft: Draft, surface: SurfaceId) -> None:
    """Take a surface from its stack; the pane goes with the last one and the workspace with the last pane.

    The surface's own record stays: it is closed, or put somewhere else, by the caller.
    """
    pane = draft.pane_of(surface)
    stack = tuple(each for each in pane.stack if each != surface)
    if not stack:
        _drop_pane(draft, pane)
        return
    if pane.active == surface:
        before = max(pane.stack.index(surface) - 1, 0)
        pane = replace(pane, active=stack[before])
    draft.put(replace(pane, stack=stack))


def _drop_pane(draft: Draft, pane: Pane) -> None:
    space = draft.workspaces[pane.workspace]
    tree, heir = trees.remove(space.tree, pane.id), trees.heir(space.tree, pane.id)
    del draft.panes[pane.id]
    if tree is None or heir is None:
        _drop_workspace(draft, space)
        return
    if space.focused == pane.id:
        focus_pane(draft, space.id, heir)
    set_tree(draft, space.id, tree)


def _drop_workspace(draft: Draft, space: Workspace) -> None:
    at = draft.order.index(space.id)
    del draft.workspaces[space.id]
    draft.order.remove(space.id)
    if draft.active == space.id:
        draft.active = draft.order[max(at - 1, 0)] if draft.order else None
    if space.group is not None:
        drop_group_if_empty(draft, space.group)


def drop_group_if_empty(draft: Draft, group: GroupId) -> None:
    """A group goes when its last workspace left."""
    if group in draft.groups and all(space.group != group for space in draft.workspaces.values()):
        del draft.groups[group]
