"""What a person drags or clicks in panes and sidebar becomes a request."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from paneflow.geometry import Direction
    from paneflow.gui.workbench import Workbench


def connect_moves(bench: "Workbench") -> None:
    """Post what panes and sidebar tell."""
    request, panes, sidebar = bench.request, bench.panes, bench.sidebar
    panes.divided.connect(
        lambda space, path, ratios: request("window.divide", workspace_id=space, path=list(path), ratios=ratios)
    )
    panes.equalise_wanted.connect(lambda space: request("layout.equalise", workspace_id=space))
    panes.surface_moved.connect(lambda surface, to, edge: _move_surface(bench, surface, to, edge))
    sidebar.workspace_chosen.connect(lambda space: request("workspace.select", workspace_id=space))
    sidebar.workspace_chosen.connect(bench.focus_terminal)
    sidebar.surface_chosen.connect(bench.go_to)
    sidebar.group_toggled.connect(lambda group, folded: request("window.fold", group_id=group, folded=folded))
    sidebar.workspace_moved.connect(lambda space, to: request("workspace.move", workspace_id=space, to=to))
    sidebar.workspace_renamed.connect(lambda space, title: request("workspace.rename", workspace_id=space, title=title))
    sidebar.workspace_grouped.connect(lambda space, group: request("window.group", workspace_id=space, group_id=group))
    sidebar.group_renamed.connect(lambda group, name: request("window.rename_group", group_id=group, name=name))
    sidebar.edited.connect(lambda by_key: bench.focus_terminal() if by_key else None)
    sidebar.surface_dropped.connect(
        lambda surface, space: request("layout.move", surface_id=surface, workspace_id=space)
    )


def _move_surface(bench: "Workbench", surface: int, to: int, edge: "Direction | None") -> None:
    """Into the stack of another surface's pane, or to an edge of it, and the keyboard with it.

    A drop where it is already does nothing.
    """
    record, target = bench.model.surfaces.get(surface), bench.model.surfaces.get(to)
    there = record is not None and target is not None and record.pane == target.pane
    if not there or edge is not None:
        where = {"to": to, "edge": edge.value if edge else None}
        bench.request("layout.move", lambda _moved: bench.go_to(surface), surface_id=surface, **where)
