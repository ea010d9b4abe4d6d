"""The model as plain data: rows for the socket, records and deltas for windows.

What the model does not hold comes in: `cmd` (the program in the foreground) and `agent` (plain data, or None).
"""

from collections.abc import Callable, Mapping
from typing import TypeVar

from paneflow.ids import PaneId, SurfaceId, WorkspaceId
from paneflow.model import tree as trees
from paneflow.model.lookup import focused_surface, index_of, set_of, surface
from paneflow.model.plain import to_plain
from paneflow.model.records import Group, Model, Surface, Workspace

Row = dict[str, object]
AgentOf = Callable[[SurfaceId], object]  # what is told of a surface's agent: plain data or None
K = TypeVar("K", bound=int)
V = TypeVar("V")


def surface_row(model: Model, surface_id: SurfaceId, *, cmd: str | None = None, agent: str | None = None) -> Row:
    """A row of `surface.list`. `focused`: it has the person's focus. Raises `NotFound`."""
    found = surface(model, surface_id)
    workspace = model.panes[found.pane].workspace
    focused = focused_surface(model)
    return {
        "surface_id": found.id,
        "name": found.name,
        "title": found.title,
        "cwd": found.cwd,
        "cmd": command_line(found) if cmd is None else cmd,
        "workspace": index_of(model, workspace),
        "focused": focused is not None and focused.id == found.id,
        "pane_id": found.pane,
        "workspace_id": workspace,
        "agent": agent,
        "exit_code": exit_code(found),
    }


def command_line(found: Surface) -> str:
    """What a surface was started with, for people; "" for a plain shell."""
    return found.command or " ".join(found.argv)


def exit_code(found: Surface) -> int | None:
    """As a shell says it: 128 and the signal when one ended it; None while it runs."""
    if found.exited is None:
        return None
    if found.exited.code is None and found.exited.signal is not None:
        return 128 + found.exited.signal
    return found.exited.code


def workspace_row(model: Model, workspace_id: WorkspaceId) -> Row:
    """A row of `workspace.list`."""
    space = model.workspaces[workspace_id]
    return {
        "index": index_of(model, workspace_id),
        "workspace_id": workspace_id,
        "title": space.title,
        "cwd": space.root,
        "panes": sum(1 for _ in trees.leaves(space.tree)),
        "active": model.active == workspace_id,
        "group": None if space.group is None else model.groups[space.group].name,
    }


def layout(model: Model, space: Workspace) -> Row:
    """A workspace's tree with what a person would want back: each surface's name, folder and command."""

    def leaf(pane_id: PaneId) -> Row:
        pane = model.panes[pane_id]
        return {
            "surfaces": [_wanted_back(model.surfaces[each]) for each in pane.stack],
            "active": pane.stack.index(pane.active),
            "focus": space.focused == pane_id,
        }

    return to_plain(space.tree, leaf)


def _wanted_back(each: Surface) -> Row:
    return {"surface_id": each.id, "name": each.name, "cwd": each.cwd, "command": command_line(each)}


def workspace_record(model: Model, workspace_id: WorkspaceId) -> Row:
    """All a window needs of a workspace; leaves of the tree are `{type, pane_id, surfaces: [id], active: id}`."""
    space = model.workspaces[workspace_id]
    return {
        "workspace_id": space.id,
        "title": space.title,
        "cwd": space.root,
        "group_id": space.group,
        "focused_pane_id": space.focused,
        "zoomed_pane_id": space.zoomed,
        "size": None if space.size is None else list(space.size),
        "set": set_of(model, space),
        "tree": to_plain(space.tree, lambda pane: _leaf(model, pane)),
    }


def _leaf(model: Model, pane_id: PaneId) -> Row:
    pane = model.panes[pane_id]
    return {"pane_id": pane.id, "surfaces": list(pane.stack), "active": pane.active}


def surface_record(model: Model, surface_id: SurfaceId, agent: object = None) -> Row:
    """All a window needs of a surface."""
    found = model.surfaces[surface_id]
    return {
        "surface_id": found.id,
        "pane_id": found.pane,
        "workspace_id": model.panes[found.pane].workspace,
        "name": found.name,
        "named": found.named,
        "title": found.title,
        "cwd": found.cwd,
        "cmd": command_line(found),
        "owner": found.owner,
        "cols": found.size.cols,
        "rows": found.size.rows,
        "exited": found.exited is not None,
        "exit_code": exit_code(found),
        "restored": found.restored,
        "broadcast": next((each.name for each in model.broadcasts if found.id in each.surfaces), None),
        "agent": agent,
    }


def group_record(group: Group) -> Row:
    """All a window needs of a group."""
    return {"group_id": group.id, "name": group.name, "set": group.set, "folded": group.folded}


def state(model: Model, agent_of: AgentOf) -> Row:
    """Everything, for a window that has just come."""
    return {
        "type": "state",
        "workspaces": [workspace_record(model, each) for each in model.order],
        "surfaces": [surface_record(model, each, agent_of(each)) for each in model.surfaces],
        "groups": [group_record(each) for each in model.groups.values()],
        "order": list(model.order),
        "active": model.active,
    }


def deltas(before: Model, after: Model, agent_of: AgentOf) -> list[Row]:
    """What a window has to replace and drop: at most one `removed` and one `changed`, each with the keys that it needs.

    `changed` holds whole records under `workspaces`, `surfaces` and `groups`, and `order` and `active` as in `state`;
    `removed` holds ids. Apply `changed` first: panes may have moved out of what is removed.
    """
    changed: Row = {
        "workspaces": [workspace_record(after, each) for each in _touched_workspaces(before, after)],
        "surfaces": [surface_record(after, each, agent_of(each)) for each in _touched_surfaces(before, after)],
        "groups": [group_record(after.groups[each]) for each in _touched(before.groups, after.groups)],
    }
    kept = {key: value for key, value in changed.items() if value}
    if before.order != after.order:
        kept["order"] = list(after.order)
    if before.active != after.active:
        kept["active"] = after.active
    removed = {
        key: gone
        for key, gone in (
            ("workspaces", _gone(before.workspaces, after.workspaces)),
            ("surfaces", _gone(before.surfaces, after.surfaces)),
            ("groups", _gone(before.groups, after.groups)),
        )
        if gone
    }
    messages: list[Row] = [{"type": "changed", **kept}] if kept else []
    return [*messages, {"type": "removed", **removed}] if removed else messages


def _touched(before: Mapping[K, V], after: Mapping[K, V]) -> list[K]:
    if before is after:
        return []
    return [key for key, new in after.items() if before.get(key) is not new]


def _gone(before: Mapping[K, V], after: Mapping[K, V]) -> list[K]:
    return [] if before is after else [key for key in before if key not in after]


def _touched_workspaces(before: Model, after: Model) -> list[WorkspaceId]:
    panes = [after.panes[each].workspace for each in _touched(before.panes, after.panes)]
    return list(dict.fromkeys((*_touched(before.workspaces, after.workspaces), *panes)))


def _touched_surfaces(before: Model, after: Model) -> list[SurfaceId]:
    touched = set(_touched(before.surfaces, after.surfaces))
    for pane in _touched(before.panes, after.panes):  # a pane that moved takes its surfaces' workspace along
        old = before.panes.get(pane)
        if old is not None and old.workspace != after.panes[pane].workspace:
            touched.update(after.panes[pane].stack)
    touched.update(_touched(before.agents, after.agents), _gone(before.agents, after.agents))
    if before.broadcasts != after.broadcasts:
        touched.update(s for each in (*before.broadcasts, *after.broadcasts) for s in each.surfaces)
    return sorted(touched & after.surfaces.keys())
