"""`workspace.*`."""

from collections.abc import Mapping
from dataclasses import asdict

from paneflow.errors import Failed, InvalidParams
from paneflow.host.caller import Caller
from paneflow.host.host import Host
from paneflow.host.launches import Pane, check_started, launch, left_out, owner, planned, prefill, worktree
from paneflow.host.targets import folder, home, workspace
from paneflow.ids import PaneId
from paneflow.model import actions, lookup, view
from paneflow.model import tree as trees
from paneflow.model.outcome import Made
from paneflow.model.tree import Leaf, Node, Preset

Row = dict[str, object]


def list_(host: Host, caller: Caller) -> Row:
    """All workspaces, in order."""
    model = host.session.model
    return {"workspaces": [view.workspace_row(model, each) for each in model.order]}


def current(host: Host, caller: Caller, *, index: int | None, workspace_id: int | None) -> Row | None:
    """The active workspace with its layout, or another one."""
    model = host.session.model
    if index is None and workspace_id is None and model.active is None:
        return None
    space = workspace(host, index, workspace_id)
    worktrees = [asdict(each) for each in space.worktrees]
    return {**view.workspace_row(model, space.id), "layout": view.layout(model, space), "worktrees": worktrees}


def create(
    host: Host,
    caller: Caller,
    *,
    name: str,
    cwd: str | None,
    layout: Row | None,
    command: str | None,
    pane_name: str | None,
    env: Mapping[str, str] | None,
    focus: bool,
) -> Row:
    """Create a workspace with one shell, or with a layout."""
    root = folder(cwd, home())
    tree: Node
    panes: list[Pane]
    if layout is None:
        tree, panes = Leaf(PaneId(1)), [{}]
    else:
        tree, panes = planned(layout)
    first = {key: value for key, value in {"command": command, "name": pane_name, "env": env}.items() if value}
    panes = [{**panes[0], **first}, *panes[1:]]
    made_by = owner(host, caller)
    action = actions.CreateWorkspace(
        title=name,
        root=root,
        launches=tuple(launch(pane, root, made_by) for pane in panes),
        layout=tree,
        activate=focus,
        owner=made_by,
    )
    made = host.session.do(action)
    check_started(host, made)
    given = left_out(*(each.env for each in action.launches))
    return {**_made(host, made), "surface_id": made.surfaces[0], "name": made.names[0], **given}


def up(host: Host, caller: Caller, *, name: str, layout: str | Row, panes: list[Row]) -> Row:
    """Create a workspace with several panes: all of it, or nothing."""
    root = folder(None, home())
    arrangement = Preset(layout) if isinstance(layout, str) else planned(layout).tree
    if not isinstance(arrangement, Preset) and len(list(trees.leaves(arrangement))) != len(panes):
        raise InvalidParams("the tree has not as many leaves as there are panes", kind="invalid_layout")
    made_by = owner(host, caller)
    launches = [launch(pane, root, made_by) for pane in panes]
    focused = next((at for at, pane in enumerate(panes) if pane.get("focus")), None)
    action = actions.CreateWorkspace(
        title=name,
        root=launches[0].cwd,
        launches=tuple(launches),
        layout=arrangement,
        focus=focused or 0,
        activate=focused is not None,
        owner=made_by,
        worktrees=tuple(each for pane in panes if (each := worktree(pane))),
    )
    made = host.session.do(action)
    try:
        check_started(host, made)
    except Failed:
        if made.workspace is not None and made.workspace in host.session.model.workspaces:
            host.session.do(actions.CloseWorkspace(made.workspace, undo=False))
        raise
    for surface, pane in zip(made.surfaces, panes, strict=True):
        prompt = pane.get("prompt")
        prefill(host, surface, prompt if isinstance(prompt, str) else None)
    given = left_out(*(each.env for each in launches))
    return {**_made(host, made), "surface_ids": list(made.surfaces), "labels": list(made.names), **given}


def _made(host: Host, made: Made) -> Row:
    model = host.session.model
    assert made.workspace is not None
    return {
        "index": lookup.index_of(model, made.workspace),
        "workspace_id": made.workspace,
        "title": model.workspaces[made.workspace].title,
        "panes": len(made.panes),
    }


def select(host: Host, caller: Caller, *, index: int | None, workspace_id: int | None) -> Row:
    """Make a workspace the active one."""
    space = workspace(host, index, workspace_id)
    host.session.do(actions.SelectWorkspace(space.id))
    return {"selected": lookup.index_of(host.session.model, space.id)}


def close(host: Host, caller: Caller, *, index: int | None, workspace_id: int | None) -> Row:
    """Close a workspace and end its processes."""
    space = workspace(host, index, workspace_id)
    at = lookup.index_of(host.session.model, space.id)
    host.session.do(actions.CloseWorkspace(space.id))
    return {"closed": at, "workspace_id": space.id}


def rename(host: Host, caller: Caller, *, index: int | None, workspace_id: int | None, title: str) -> Row:
    """Give a workspace another title."""
    space = workspace(host, index, workspace_id)
    host.session.do(actions.RenameWorkspace(space.id, title))
    return {"renamed": True, "title": host.session.model.workspaces[space.id].title}


def move(host: Host, caller: Caller, *, index: int | None, workspace_id: int | None, to: int) -> Row:
    """Move a workspace to another place in the list."""
    space = workspace(host, index, workspace_id)
    host.session.do(actions.MoveWorkspace(space.id, to))
    return {"index": lookup.index_of(host.session.model, space.id)}


def restore_layout(host: Host, caller: Caller, *, layout: Row) -> Row:
    """Arrange the active workspace's panes as a tree says; missing panes are created."""
    space = workspace(host, None)
    plan = planned(layout)
    there = len(list(trees.leaves(space.tree)))
    launches = tuple(launch(pane, space.root, owner(host, caller)) for pane in plan.panes[there:])
    made = host.session.do(actions.ApplyLayout(space.id, plan.tree, launches))
    check_started(host, made)
    return {"restored": True, "panes": len(plan.panes)}


def undo_close(host: Host, caller: Caller) -> Row:
    """Bring back what was closed last."""
    made = host.session.do(actions.UndoClose())
    return {"surface_ids": list(made.surfaces), "workspace_id": made.workspace}
