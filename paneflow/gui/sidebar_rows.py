"""The sidebar's rows as plain data, made from the model. Pure."""

from typing import NamedTuple

from paneflow.gui.labels import agent_color, agent_text, folder_name, short_path, title_of
from paneflow.gui.model_view import ModelView, SurfaceView, WorkspaceView
from paneflow.gui.theme import Chrome

_AGENTS_SHOWN = 4


class Line(NamedTuple):
    """A line below a workspace's title; `surface` is where a click goes."""

    text: str
    color: int | None = None  # of a dot before it
    surface: int | None = None
    percent: int | None = None
    url: str = ""
    unseen: bool = False  # the dot is of an agent's state that nobody has looked at


class Row(NamedTuple):
    """A workspace, or (with `group`) a heading."""

    workspace: int
    title: str
    lines: tuple[Line, ...]
    active: bool
    unread: bool
    waiting: bool
    group: int | None = None
    folded: bool = False
    shortcut: str = ""
    grouped: bool = False  # below a heading

    @property
    def key(self) -> int:
        """Names it among the rows: a workspace's id, or a group's, negated."""
        return self.workspace if self.group is None else -self.group


def rows_of(model: ModelView, branches: dict[str, str], chrome: Chrome, now: int) -> list[Row]:
    """All rows, groups first met first; the workspaces of a folded group are left out."""
    rows: list[Row] = []
    ordered = model.ordered()
    met: set[int] = set()
    for number, space in enumerate(ordered, 1):
        group = None if space.group is None else model.groups.get(space.group)
        if group is None:
            rows.append(_row(model, space, branches, chrome, now, number))
        elif group.id not in met:
            met.add(group.id)
            members = [each for each in ordered if each.group == group.id]
            rows.append(_heading(model, group.id, members))
            if not group.folded:
                numbers = {each.id: at for at, each in enumerate(ordered, 1)}
                rows += [_row(model, each, branches, chrome, now, numbers[each.id]) for each in members]
    return rows


def _heading(model: ModelView, group_id: int, members: list[WorkspaceView]) -> Row:
    group = model.groups[group_id]
    surfaces = [each for space in members for each in model.surfaces_of(space)]
    return Row(
        workspace=0,
        title=group.name,
        lines=(),
        active=False,
        unread=any(_unread(model, each) for each in surfaces),
        waiting=any(each.agent is not None and each.agent.waits for each in surfaces),
        group=group.id,
        folded=group.folded,
        shortcut=str(len(members)),
    )


def _row(
    model: ModelView, space: WorkspaceView, branches: dict[str, str], chrome: Chrome, now: int, number: int
) -> Row:
    surfaces = list(model.surfaces_of(space))
    front = model.surfaces.get(space.front)
    folder = front.cwd if front is not None else space.cwd
    branch = branches.get(folder, "")
    detail = f"⎇ {branch}  ·  {folder_name(folder)}" if branch else short_path(folder)
    lines = [
        Line(detail),
        *_agents(model, surfaces, chrome, now),
        *_progress(model, surfaces),
        *_ports(model, surfaces),
    ]
    return Row(
        workspace=space.id,
        title=space.title,
        lines=tuple(lines),
        active=space.id == model.active,
        unread=space.id != model.active and any(_unread(model, each) for each in surfaces),
        waiting=any(each.agent is not None and each.agent.waits for each in surfaces),
        shortcut=str(number) if number < 10 else "",
        grouped=space.group in model.groups,
    )


def _unread(model: ModelView, surface: SurfaceView) -> bool:
    note = model.notes.get(surface.id)
    return note is not None and (note.unread or note.bell)


def _agents(model: ModelView, surfaces: list[SurfaceView], chrome: Chrome, now: int) -> list[Line]:
    found = [(each, each.agent) for each in surfaces if each.agent is not None]
    lines = [
        Line(
            f"{agent_text(agent, now)}  {title_of(each, model.notes.get(each.id))}",
            agent_color(agent, chrome),
            each.id,
            unseen=model.unseen(each.id),
        )
        for each, agent in found[:_AGENTS_SHOWN]
    ]
    rest = len(found) - _AGENTS_SHOWN
    return [*lines, Line(f"and {rest} more agents")] if rest > 0 else lines


def _progress(model: ModelView, surfaces: list[SurfaceView]) -> list[Line]:
    running = [(each, note.progress) for each in surfaces if (note := model.notes.get(each.id)) and note.progress]
    return [
        Line(f"{title_of(each, model.notes.get(each.id))}  {percent} %", surface=each.id, percent=percent)
        for each, (_, percent) in running
        if percent is not None
    ]


def _ports(model: ModelView, surfaces: list[SurfaceView]) -> list[Line]:
    ports = sorted({port for each in surfaces if (note := model.notes.get(each.id)) for port in note.ports})
    return [Line(f"localhost:{port}", url=f"http://localhost:{port}/") for port in ports[:6]]
