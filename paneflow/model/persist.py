"""The model as a plain dict for JSON, and back.

Not saved: agents (their processes are gone by then) and broadcast groups. All else comes back as it was; a document that
is not whole is refused with ValueError, so that the caller can keep the file and say what is wrong with it.
"""

from collections.abc import Mapping
from typing import Final

from paneflow.geometry import Size, clamp
from paneflow.ids import GroupId, PaneId, SurfaceId, WorkspaceId
from paneflow.model import tree as trees
from paneflow.model.fields import Fields
from paneflow.model.invariants import problems
from paneflow.model.plain import from_plain, to_plain
from paneflow.model.records import (
    Closed,
    Counters,
    Exit,
    Group,
    Model,
    Pane,
    Remain,
    Surface,
    Workspace,
    Worktree,
)
from paneflow.model.tree import Node

VERSION: Final = 1
Plain = dict[str, object]


def dump(model: Model, *, reserve: int = 0) -> Plain:
    """The document. Saves that lag behind the model pass `reserve`: so many ids of each kind are skipped after a load,
    because a host that is killed may have handed some out since. A save at shutdown reserves nothing.
    """
    return {
        "version": VERSION,
        "counters": {
            "surface": model.counters.surface + reserve,
            "pane": model.counters.pane + reserve,
            "workspace": model.counters.workspace + reserve,
            "group": model.counters.group + reserve,
        },
        "active": model.active,
        "groups": [_dump_group(each) for each in model.groups.values()],
        "workspaces": [_dump_workspace(model.workspaces[each]) for each in model.order],
        "panes": [_dump_pane(each) for each in model.panes.values()],
        "surfaces": [_dump_surface(each) for each in model.surfaces.values()],
        "closed": [_dump_closed(each) for each in model.closed],
    }


def load(document: object) -> Model:
    """The model of a document. Raises ValueError that says what is wrong, and where."""
    fields = Fields(document, "")
    version = fields.whole("version", 1)
    if version > VERSION:
        raise ValueError(f"version: {version} is newer than this program knows ({VERSION})")
    workspaces = [_load_workspace(each) for each in fields.objects("workspaces")]
    panes = [_load_pane(each) for each in fields.objects("panes")]
    surfaces = [_load_surface(each) for each in fields.objects("surfaces")]
    groups = [_load_group(each) for each in fields.objects("groups")]
    active = fields.maybe_whole("active", 1)
    model = Model(
        order=tuple(each.id for each in workspaces),
        active=None if active is None else WorkspaceId(active),
        workspaces={each.id: each for each in workspaces},
        panes={each.id: each for each in panes},
        surfaces={each.id: each for each in surfaces},
        groups={each.id: each for each in groups},
        closed=tuple(_load_closed(each) for each in fields.objects("closed")),
        counters=_load_counters(fields.nested("counters")),
    )
    fields.end()
    if (len(model.panes), len(model.surfaces), len(model.groups)) != (len(panes), len(surfaces), len(groups)):
        raise ValueError("an id is used twice")
    for problem in problems(model):
        raise ValueError(problem)
    return model


def _load_counters(fields: Fields) -> Counters:
    counters = Counters(*(fields.whole(key, 1) for key in ("surface", "pane", "workspace", "group")))
    fields.end()
    return counters


def _dump_group(group: Group) -> Plain:
    return {"id": group.id, "name": group.name, "set": group.set, "folded": group.folded}


def _load_group(fields: Fields) -> Group:
    group = Group(GroupId(fields.whole("id", 1)), fields.text("name"), fields.text("set"), fields.flag("folded"))
    fields.end()
    return group


def _dump_workspace(space: Workspace) -> Plain:
    return {
        "id": space.id,
        "title": space.title,
        "root": space.root,
        "tree": _dump_tree(space.tree),
        "focused": space.focused,
        "zoomed": space.zoomed,
        "group": space.group,
        "owner": space.owner,
        "size": None if space.size is None else list(space.size),
        "worktrees": [_dump_worktree(each) for each in space.worktrees],
    }


def _load_workspace(fields: Fields) -> Workspace:
    group, owner, zoomed = (fields.maybe_whole(key) for key in ("group", "owner", "zoomed"))
    space = Workspace(
        id=WorkspaceId(fields.whole("id", 1)),
        title=fields.text("title"),
        root=fields.text("root"),
        tree=_load_tree(fields.take("tree"), fields.at("tree")),
        focused=PaneId(fields.whole("focused", 1)),
        zoomed=None if zoomed is None else PaneId(zoomed),
        group=None if group is None else GroupId(group),
        owner=None if owner is None else SurfaceId(owner),
        size=_load_size(fields, "size"),
        worktrees=tuple(_load_worktree(each) for each in fields.objects("worktrees")),
    )
    fields.end()
    return space


def _dump_tree(tree: Node) -> Plain:
    return to_plain(tree, lambda pane: {"pane": pane})


def _load_tree(data: object, where: str) -> Node:
    try:
        tree, carried = from_plain(data)
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None
    panes = {PaneId(number): _pane_of(leaf, where) for number, leaf in enumerate(carried, 1)}
    return trees.relabel(tree, panes)


def _pane_of(leaf: Mapping[str, object], where: str) -> PaneId:
    fields = Fields(leaf, where)
    pane = PaneId(fields.whole("pane", 1))
    fields.end()
    return pane


def _load_size(fields: Fields, key: str) -> Size | None:
    value = fields.take(key)
    if value is None:
        return None
    match value:
        case [int(cols), int(rows)] if clamp(Size(cols, rows)) == (cols, rows):
            return Size(cols, rows)
    raise ValueError(f"{fields.at(key)}: expected [columns, rows]")


def _dump_worktree(worktree: Worktree) -> Plain:
    return {
        "path": worktree.path,
        "repo_root": worktree.repo_root,
        "branch": worktree.branch,
        "teardown": worktree.teardown,
    }


def _load_worktree(fields: Fields) -> Worktree:
    teardown = fields.choice("teardown", ("auto", "keep"))
    worktree = Worktree(fields.text("path"), fields.text("repo_root"), fields.text("branch"), teardown)
    fields.end()
    return worktree


def _dump_pane(pane: Pane) -> Plain:
    return {"id": pane.id, "workspace": pane.workspace, "stack": list(pane.stack), "active": pane.active}


def _load_pane(fields: Fields) -> Pane:
    pane = Pane(
        PaneId(fields.whole("id", 1)),
        WorkspaceId(fields.whole("workspace", 1)),
        tuple(SurfaceId(each) for each in fields.numbers("stack")),
        SurfaceId(fields.whole("active", 1)),
    )
    fields.end()
    return pane


def _dump_surface(surface: Surface) -> Plain:
    return {
        "id": surface.id,
        "pane": surface.pane,
        "name": surface.name,
        "named": surface.named,
        "cwd": surface.cwd,
        "title": surface.title,
        "argv": list(surface.argv),
        "command": surface.command,
        "env_names": list(surface.env_names),
        "owner": surface.owner,
        "size": list(surface.size),
        "remain": surface.remain.value,
        "exited": None if surface.exited is None else {"code": surface.exited.code, "signal": surface.exited.signal},
        "restored": surface.restored,
    }


def _load_surface(fields: Fields) -> Surface:
    owner = fields.maybe_whole("owner")
    size = _load_size(fields, "size")
    if size is None:
        raise ValueError(f"{fields.at('size')}: expected [columns, rows]")
    surface = Surface(
        id=SurfaceId(fields.whole("id", 1)),
        pane=PaneId(fields.whole("pane", 1)),
        name=fields.text("name"),
        named=fields.flag("named"),
        cwd=fields.text("cwd"),
        title=fields.text("title"),
        argv=fields.texts("argv"),
        command=fields.maybe_text("command"),
        env_names=fields.texts("env_names"),
        owner=None if owner is None else SurfaceId(owner),
        size=size,
        remain=Remain(fields.choice("remain", tuple(Remain))),
        exited=_load_exit(fields.take("exited"), fields.at("exited")),
        restored=fields.flag("restored"),
    )
    fields.end()
    return surface


def _load_exit(data: object, where: str) -> Exit | None:
    if data is None:
        return None
    fields = Fields(data, where)
    # Codes are negative on no Unix, but Windows has them: NTSTATUS values.
    ended = Exit(fields.maybe_whole("code", -(2**31)), fields.maybe_whole("signal"))
    fields.end()
    return ended


def _dump_closed(entry: Closed) -> Plain:
    return {
        "workspace": _dump_workspace(entry.workspace),
        "index": entry.index,
        "panes": [_dump_pane(each) for each in entry.panes],
        "surfaces": [_dump_surface(each) for each in entry.surfaces],
        "left": None if entry.left is None else _dump_tree(entry.left),
    }


def _load_closed(fields: Fields) -> Closed:
    left = fields.take("left")
    entry = Closed(
        workspace=_load_workspace(fields.nested("workspace")),
        index=fields.whole("index"),
        panes=tuple(_load_pane(each) for each in fields.objects("panes")),
        surfaces=tuple(_load_surface(each) for each in fields.objects("surfaces")),
        left=None if left is None else _load_tree(left, fields.at("left")),
    )
    fields.end()
    return entry
