"""`window.*`: the private side door of our own window."""

import asyncio
from itertools import count

from paneflow.errors import InvalidParams, Refused
from paneflow.host import window_search
from paneflow.host.attach import AttachStream
from paneflow.host.caller import Caller, Upgrade
from paneflow.host.host import Host
from paneflow.host.running import busy_programs
from paneflow.host.targets import surface, workspace
from paneflow.ids import GroupId, SurfaceId
from paneflow.model import actions
from paneflow.rpc import jsonrpc
from paneflow.rpc.attach import PROTOCOL

Row = dict[str, object]
MAX_LINE = 500  # characters of a hit's line


def attach(host: Host, caller: Caller, *, protocol: int) -> Upgrade:
    """Turn the connection into an attach stream."""
    if protocol != PROTOCOL:
        older = "the window" if protocol < PROTOCOL else "the host"
        raise Refused(f"{older} is of an older Paneflow; start it again", kind="other_version", protocol=PROTOCOL)
    if caller.person:
        raise Refused("this is an attach stream already", kind="not_permitted")
    if not host.gates().keystroke and host.callers.surface_of(caller.pid) is not None:
        # Who types in a window passes every gate, so a program in a pane must not be its own person.
        raise Refused(
            "a program in a pane opens no window; start Paneflow with PANEFLOW_IPC_SCRIPTING=1 to allow it",
            kind="gate_closed",
        )

    def take(transport: asyncio.Transport, request_id: object, rest: bytes) -> None:
        transport.write(jsonrpc.result(request_id, {"protocol": protocol}))
        stream = AttachStream(host, host.dispatcher, transport, caller.pid)
        if rest:
            stream.data_received(rest)

    return Upgrade(take)


def text(
    host: Host,
    caller: Caller,
    *,
    surface_id: int,
    row: int,
    col: int,
    end_row: int,
    end_col: int,
    block: bool,
    html: bool,
) -> Row:
    """The text between two cells."""
    engine = host.session.live(SurfaceId(surface_id)).engine
    first = engine.first_row()
    if end_row < first:
        return {"text": ""}
    start = (row - first, col) if row >= first else (0, col if block else 0)
    return {"text": engine.text_between(start, (end_row - first, end_col), block=block, html=html)}


def word(host: Host, caller: Caller, *, surface_id: int, row: int, col: int) -> Row:
    """Where the word at a cell begins and ends."""
    engine = host.session.live(SurfaceId(surface_id)).engine
    first = engine.first_row()
    row, col, end_row, end_col = engine.word_at(max(0, row - first), col)
    return {"row": row + first, "col": col, "end_row": end_row + first, "end_col": end_col}


def link(host: Host, caller: Caller, *, surface_id: int, row: int, col: int) -> Row:
    """The target of the link at a cell of the viewport."""
    return {"target": host.session.live(SurfaceId(surface_id)).engine.link_at(row, col)}


async def search(
    host: Host, caller: Caller, *, surface_id: int, pattern: str, regex: bool, case: bool, limit: int, text: bool
) -> Row:
    """Hits with their places."""
    try:
        found, truncated = await window_search.search(
            host, SurfaceId(surface_id), pattern, regex=regex, case=case, limit=limit
        )
    except ValueError as error:
        raise InvalidParams(f"{pattern!r} is no pattern: {error}", kind="invalid_pattern") from None
    first = host.session.live(SurfaceId(surface_id)).engine.first_row()
    places = [
        {
            "row": each.row + first,
            "col": each.col,
            "end_row": each.end_row + first,
            "end_col": each.end_col,
            **({"text": each.text[:MAX_LINE]} if text else {}),
        }
        for each in found
    ]
    return {"matches": places, "truncated": truncated}


def prompts(host: Host, caller: Caller, *, surface_id: int) -> Row:
    """The shell's prompts."""
    engine = host.session.live(SurfaceId(surface_id)).engine
    first = engine.first_row()
    return {"prompts": [{"row": mark.row + first, "exit_code": mark.exit_code} for mark in engine.prompts()]}


def reset(host: Host, caller: Caller, *, surface_id: int) -> Row:
    """Reset a terminal."""
    host.session.live(SurfaceId(surface_id)).reset()
    return {"reset": True}


def colors(host: Host, caller: Caller, *, foreground: int, background: int, cursor: int, palette: list[int]) -> Row:
    """Tell the theme's colours."""
    host.session.set_colors(foreground, background, cursor, palette)
    return {"told": True}


def divide(host: Host, caller: Caller, *, workspace_id: int, path: list[int], ratios: list[float]) -> Row:
    """Set the shares of a split."""
    space = workspace(host, None, workspace_id)
    host.session.do(actions.SetRatios(space.id, tuple(path), tuple(ratios)))
    return {"workspace_id": space.id}


def broadcast(host: Host, caller: Caller, *, name: str, surface_ids: list[int]) -> Row:
    """Let surfaces share what is typed."""
    members = tuple(surface(host, each).id for each in surface_ids) if len(surface_ids) > 1 else ()
    host.session.do(actions.SetBroadcast(name, members))
    return {"surface_ids": list(members)}


def fold(host: Host, caller: Caller, *, group_id: int, folded: bool) -> Row:
    """Fold or unfold a group."""
    host.session.do(actions.FoldGroup(GroupId(group_id), folded))
    return {"folded": folded}


def group(host: Host, caller: Caller, *, workspace_id: int, group_id: int | None, name: str | None) -> Row:
    """Into a group or out of one."""
    space = workspace(host, None, workspace_id).id
    found = GroupId(group_id) if group_id is not None else None
    if found is None and name is not None:
        found = host.session.do(actions.CreateGroup(_free_name(host, name))).group
    host.session.do(actions.SetGroup(space, found))
    return {"group_id": found}


def _free_name(host: Host, name: str) -> str:
    taken = {each.name for each in host.session.model.groups.values() if not each.set}
    return next(each for n in count(1) if (each := name if n == 1 else f"{name} {n}") not in taken)


def rename_group(host: Host, caller: Caller, *, group_id: int, name: str) -> Row:
    """Another name."""
    host.session.do(actions.RenameGroup(GroupId(group_id), name))
    return {"name": host.session.model.groups[GroupId(group_id)].name}


def running(host: Host, caller: Caller) -> Row:
    """What runs besides idle shells."""
    return {"programs": busy_programs(host.session)}
