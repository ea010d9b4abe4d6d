"""Bringing back what was closed.

Workspaces and panes that come back are the same ones and keep their ids. Surfaces get new ids: the old one's process may
still be dying, and what is said about it must not reach the new one.
"""

from dataclasses import replace

from paneflow.errors import Refused
from paneflow.geometry import Axis
from paneflow.ids import SurfaceId
from paneflow.model import tree as trees
from paneflow.model.actions import UndoClose
from paneflow.model.draft import Draft
from paneflow.model.effects import SpawnSurface
from paneflow.model.focusing import focus_pane, show_surface
from paneflow.model.making import (
    insert_pane,
    living_owner,
    made,
    name_for,
    place_in_order,
    require_room_for_pane,
    require_room_for_workspace,
    require_room_on,
    set_tree,
)
from paneflow.model.outcome import Made
from paneflow.model.records import Closed, Pane, Surface


def undo_close(draft: Draft, _action: UndoClose) -> Made:
    """Put back the latest entry, and show it."""
    if not draft.closed:
        raise Refused("nothing was closed that could be brought back", kind="nothing_to_undo")
    entry, draft.closed = draft.closed[-1], draft.closed[:-1]
    if entry.workspace.id not in draft.workspaces and not any(pane.id in draft.panes for pane in entry.panes):
        revived = _restore_workspace(draft, entry)
    elif entry.panes[0].id in draft.panes:
        revived = _restore_on_stack(draft, entry)
    else:
        revived = _restore_pane(draft, entry)
    _show(draft, entry, revived)
    space = draft.workspace_of(next(iter(revived.values())))
    return made(draft, space.id, list(revived.values()))


Revived = dict[SurfaceId, SurfaceId]  # old id → new id


def _restore_workspace(draft: Draft, entry: Closed) -> Revived:
    """With the panes of this entry. Panes it also had, which closed on their own or moved away, do not come back."""
    space = entry.workspace
    group = space.group if space.group in draft.groups else None
    require_room_for_workspace(draft, group)
    panes = [pane.id for pane in entry.panes]
    whole = list(trees.leaves(space.tree)) == panes
    draft.put(
        replace(
            space,
            tree=space.tree if whole else trees.keep(space.tree, panes),
            focused=space.focused if space.focused in panes else panes[0],
            zoomed=space.zoomed if whole else None,
            group=group,
            owner=living_owner(draft, space.owner),
            worktrees=(),
        )
    )
    place_in_order(draft, space.id, entry.index)
    revived: Revived = {}
    for pane in entry.panes:
        revived |= _restore_stack(draft, entry, pane)
    return revived


def _restore_pane(draft: Draft, entry: Closed) -> Revived:
    """Where it was if the rest of the tree is as it was left, else beside the focused pane."""
    space, pane = draft.workspaces[entry.workspace.id], entry.panes[0]
    require_room_for_pane(space)
    revived = _restore_stack(draft, entry, pane)
    if space.tree == entry.left:
        set_tree(draft, space.id, entry.workspace.tree)
    else:
        insert_pane(draft, space.focused, pane.id, Axis.VERTICAL)
    return revived


def _restore_stack(draft: Draft, entry: Closed, pane: Pane) -> Revived:
    revived = {old.id: _revive(draft, old) for old in entry.surfaces if old.pane == pane.id}
    stack = tuple(revived[surface] for surface in pane.stack if surface in revived)
    active = revived.get(pane.active, stack[0])
    draft.put(replace(pane, workspace=entry.workspace.id, stack=stack, active=active))
    return revived


def _restore_on_stack(draft: Draft, entry: Closed) -> Revived:
    old, pane = entry.surfaces[0], draft.panes[entry.panes[0].id]
    require_room_on(pane)
    new = _revive(draft, old)
    at = entry.panes[0].stack.index(old.id)
    draft.put(replace(pane, stack=(*pane.stack[:at], new, *pane.stack[at:])))
    return {old.id: new}


def _revive(draft: Draft, old: Surface) -> SurfaceId:
    """The surface again: its folder, name and text, and a fresh shell."""
    new = replace(
        old,
        id=draft.next_surface(),
        name=name_for(draft, old.name, old),
        owner=living_owner(draft, old.owner),
        exited=None,
        restored=True,
    )
    draft.put(new)
    draft.require(SpawnSurface(new.id, new.cwd, new.size, scrollback_of=old.id))
    return new.id


def _show(draft: Draft, entry: Closed, revived: Revived) -> None:
    """Whoever undoes wants to see it. A workspace comes back with the focus it had."""
    first = next(iter(revived.values()))
    space = draft.workspace_of(first)
    if len(revived) == 1:
        show_surface(draft, first)
    if entry.left is not None:
        focus_pane(draft, space.id, draft.surfaces[first].pane)
    draft.active = space.id
