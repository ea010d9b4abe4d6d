"""Surfaces and workspaces as answers tell them."""

from paneflow.host.host import Host
from paneflow.ids import PaneId
from paneflow.model import lookup
from paneflow.model import tree as trees
from paneflow.model.plain import to_plain
from paneflow.model.records import Model, Surface, Workspace

Row = dict[str, object]


def workspace_row(model: Model, space: Workspace) -> Row:
    """A workspace without its panes."""
    return {
        "index": lookup.index_of(model, space.id),
        "workspace_id": space.id,
        "title": space.title,
        "cwd": space.root,
        "panes": len(list(trees.leaves(space.tree))),
        "active": space.id == model.active,
    }


def layout_of(model: Model, space: Workspace) -> Row:
    """A workspace's tree; each leaf carries its pane's surfaces."""

    def leaf(pane_id: PaneId) -> Row:
        pane = model.panes[pane_id]
        return {
            "pane_id": pane_id,
            "surfaces": [_leaf_surface(model.surfaces[each], pane.active == each) for each in pane.stack],
            "focus": pane_id == space.focused,
        }

    return to_plain(space.tree, leaf)


def _leaf_surface(surface: Surface, active: bool) -> Row:  # noqa: FBT001 - private
    return {"surface_id": surface.id, "name": surface.name, "cwd": surface.cwd, "active": active}


def surface_rows(host: Host, only: Workspace | None = None) -> list[Row]:
    """All surfaces, or a workspace's, in the order of workspaces and panes."""
    model = host.session.model
    focused = lookup.focused_surface(model)
    rows: list[Row] = []
    for index, workspace_id in enumerate(model.order):
        space = model.workspaces[workspace_id]
        if only is None or only.id == workspace_id:
            rows += [_surface_row(host, each, index, space, focused) for each in lookup.surfaces_in(model, space)]
    return rows


def _surface_row(host: Host, surface: Surface, index: int, space: Workspace, focused: Surface | None) -> Row:
    live = host.session.surfaces.get(surface.id)
    front = host.foreground.of(live) if live else None
    return {
        "surface_id": surface.id,
        "name": surface.name,
        "title": surface.title,
        "cwd": surface.cwd if live is None or live.tells_cwd or not front else front.cwd or surface.cwd,
        "cmd": front.cmd if front else "",
        "workspace": index,
        "workspace_id": space.id,
        "pane_id": surface.pane,
        "focused": surface is focused,
        "agent": agent_tool(host.session.model, surface),
        "exit_code": surface.exited.code if surface.exited else None,
    }


def agent_tool(model: Model, surface: Surface) -> str | None:
    """The family of the agent in a surface, if one is known."""
    tool = getattr(model.agents.get(surface.id), "tool", None)
    return str(tool) if tool else None
