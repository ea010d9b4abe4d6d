"""Surfaces and workspaces as answers tell them: the model's rows with what only the system knows."""

from paneflow.host.host import Host
from paneflow.model import lookup, view
from paneflow.model.records import Model, Surface, Workspace

Row = dict[str, object]


def surface_rows(host: Host, only: Workspace | None = None) -> list[Row]:
    """All surfaces, or a workspace's, in the order of workspaces and panes."""
    model = host.session.model
    found = lookup.all_surfaces(model) if only is None else lookup.surfaces_in(model, only)
    return [surface_row(host, each) for each in found]


def surface_row(host: Host, surface: Surface) -> Row:
    """A row of `surface.list`. A shell that does not report its folder is looked at."""
    live = host.session.surfaces.get(surface.id)
    front = host.foreground.of(live) if live else None
    model = host.session.model
    row = view.surface_row(model, surface.id, cmd=front.cmd if front else "", agent=agent_tool(model, surface))
    if live and front and front.cwd and not live.tells_cwd:
        row["cwd"] = front.cwd
    return row


def agent_tool(model: Model, surface: Surface) -> str | None:
    """The family of the agent in a surface, if one is known."""
    tool = getattr(model.agents.get(surface.id), "tool", None)
    return str(tool) if tool else None
