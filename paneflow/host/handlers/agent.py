"""`agent.*`: sessions of coding agents that programs drive by name."""

import time
from collections.abc import Mapping
from typing import Final

from paneflow.errors import InvalidParams, NotFound, Refused
from paneflow.host.caller import Caller
from paneflow.host.driving import Driven
from paneflow.host.gate import require
from paneflow.host.host import Host
from paneflow.host.keystrokes import parse_keystroke
from paneflow.host.launches import check_env, left_out
from paneflow.host.targets import folder
from paneflow.host.writing import check_text, writable
from paneflow.host.writing import submit as put_in
from paneflow.ids import GroupId, SurfaceId, WorkspaceId
from paneflow.model import lookup
from paneflow.model.actions import CloseSurface, CloseWorkspace, CreateGroup, CreateWorkspace, Launch
from paneflow.model.records import OUTSIDE
from paneflow.rpc.method import WRITE
from paneflow.vt.paste import clean
from paneflow.vt.styled_text import screen as shown

Row = dict[str, object]
FORBIDDEN: Final = frozenset(".:*?/\\")


def spawn(
    host: Host,
    caller: Caller,
    *,
    namespace: str,
    name: str,
    token: str | None,
    tool: str,
    argv: list[str],
    cwd: str,
    env: Mapping[str, str] | None,
    agent_session_id: str | None,
) -> Row:
    """Start an agent in a workspace of its own."""
    _check_name(namespace)
    _check_name(name)
    if host.driving.has(namespace, name):
        raise InvalidParams("there is such a session already", kind="session_exists", namespace=namespace, name=name)
    owner = _surface_of(host, caller, token)
    check_env(env or {})
    launch = Launch(folder(cwd, cwd), tuple(argv), env=dict(env or {}), name=name, owner=owner)
    group = _group(host, namespace)
    left = _left_behind(host, group, name, owner)
    action = CreateWorkspace(name, launch.cwd, (launch,), group=group, owner=owner)
    surface = host.session.do(action).surfaces[0]
    failed = host.session.spawn_errors.pop(surface, None)
    if failed is not None:
        raise failed
    for workspace in left:
        host.session.do(CloseWorkspace(workspace, undo=False))
    driven = Driven(namespace, name, surface, tool, agent_session_id)
    host.driving.add(driven)
    return {**_row(host, driven), **left_out(env)}


def _left_behind(host: Host, group: GroupId, name: str, owner: SurfaceId) -> list[WorkspaceId]:
    """Workspaces of a session of that name that a restarted host brought back, with a shell where the agent was."""
    model = host.session.model
    return [
        space.id
        for space in model.workspaces.values()
        if (space.group, space.title, space.owner) == (group, name, owner)
        and all(each.restored for each in lookup.surfaces_in(model, space))
    ]


def _group(host: Host, namespace: str) -> GroupId:
    found = lookup.find_group(host.session.model, namespace)
    made = found.id if found is not None else host.session.do(CreateGroup(namespace)).group
    if made is None:
        raise AssertionError("a group that was made has an id")
    return made


async def get(
    host: Host,
    caller: Caller,
    *,
    namespace: str,
    name: str,
    token: str | None,
    screen: str | None,
    lines: int | None,
    seen: int | None,
    since: int | None,
    within_ms: int | None,
) -> Row:
    """What is known of a session."""
    driven = _readable(host, caller, namespace, name, token)
    if within_ms:
        await host.driving.until_changed(driven, driven.serial if since is None else since, within_ms / 1000)
        if not host.driving.has(namespace, name):
            raise NotFound("it has ended", kind="session_gone", namespace=namespace, name=name, said=driven.said)
    row = _row(host, driven)
    if screen is not None and seen != row["output_generation"]:
        row["text"] = shown(host.session.live(driven.surface).engine, lines=lines, codes=screen == "styled")
    return row


def list_(host: Host, caller: Caller, *, namespace: str | None) -> Row:
    """All sessions, by name."""
    return {"agents": [_row(host, each) for each in host.driving.listed(namespace)]}


def claim(host: Host, caller: Caller, *, namespace: str, name: str, token: str | None, holder: str, force: bool) -> Row:
    """Take the pen."""
    driven = _writable(host, caller, namespace, name, token)
    host.driving.claim(driven, holder, caller.pid, force=force)
    return _row(host, driven)


def release(host: Host, caller: Caller, *, namespace: str, name: str, token: str | None, claim: int) -> Row:
    """Put the pen down."""
    driven = _writable(host, caller, namespace, name, token)
    return {"released": host.driving.release(driven, claim)}


async def submit(
    host: Host, caller: Caller, *, namespace: str, name: str, token: str | None, holder: str, text: str
) -> Row:
    """Paste a text and press Enter."""
    driven = _writable(host, caller, namespace, name, token)
    host.driving.require_pen(driven, holder)
    size = check_text(text, submit=True)
    live = writable(host, driven.surface)
    if "\n" in clean(text) and not live.engine.modes().bracketed_paste:
        raise Refused("the agent takes no pastes now; several lines would be several turns", kind="would_submit")
    before = live.generation
    async with live.writing:
        await put_in(host, live, text, paste=True)
    host.audit.record(pid=caller.pid, method="agent.submit", surface_id=live.id, size=size, ok=True)
    return {"output_generation": before}


def press(
    host: Host, caller: Caller, *, namespace: str, name: str, token: str | None, keys: list[str], interrupt: bool
) -> Row:
    """Press keys."""
    driven = _writable(host, caller, namespace, name, token)
    live = host.session.live(driven.surface)
    before = live.generation
    data = b"".join(live.engine.encode_key(parse_keystroke(key)) for key in keys)
    live.write(data)
    host.audit.record(pid=caller.pid, method="agent.press", surface_id=live.id, size=len(data), ok=True)
    if interrupt:
        host.driving.interrupt(driven)
    return {"output_generation": before}


def note(host: Host, caller: Caller, *, namespace: str, name: str, token: str | None, cursor: str | None) -> Row:
    """Keep where the last turn began."""
    driven = _writable(host, caller, namespace, name, token)
    driven.cursor = cursor or None
    host.driving.touch(driven)
    return {"noted": True}


def kill(host: Host, caller: Caller, *, namespace: str, name: str, token: str | None) -> Row:
    """End a session."""
    if not host.driving.has(namespace, name):
        return {"killed": False}
    driven = _writable(host, caller, namespace, name, token)
    host.session.do(CloseSurface(driven.surface, undo=False))
    return {"killed": True}


# -- whose -----------------------------------------------------------------------------------------------------------
def _surface_of(host: Host, caller: Caller, token: str | None) -> SurfaceId:
    return host.callers.surface_of(caller.pid, token or "") or OUTSIDE


def _owns(host: Host, caller: Caller, driven: Driven, token: str | None) -> bool:
    return caller.person or lookup.owns(host.session.model, _surface_of(host, caller, token), driven.surface)


def _readable(host: Host, caller: Caller, namespace: str, name: str, token: str | None) -> Driven:
    driven = host.driving.get(namespace, name)
    if not _owns(host, caller, driven, token):
        raise Refused("it was not made by this caller; paneflow read shows what it shows", kind="not_owner")
    return driven


def _writable(host: Host, caller: Caller, namespace: str, name: str, token: str | None) -> Driven:
    driven = host.driving.get(namespace, name)
    require(WRITE, host.gates(), person=caller.person, owner=_owns(host, caller, driven, token))
    return driven


def _check_name(name: str) -> None:
    wrong = name.startswith("-") or any(c in FORBIDDEN or c.isspace() or not c.isprintable() for c in name)
    if wrong:
        raise InvalidParams(f"{name!r} cannot be a session's name", kind="invalid_name")


# -- what is told ----------------------------------------------------------------------------------------------------
def _row(host: Host, driven: Driven) -> Row:
    live = host.session.surfaces.get(driven.surface)
    if live is None:
        raise NotFound("there is no such session", kind="session_gone", namespace=driven.namespace, name=driven.name)
    agent, pen, now = host.driving.agent(driven), host.driving.pen(driven), time.monotonic()
    return {
        "namespace": driven.namespace,
        "name": driven.name,
        "surface_id": driven.surface,
        "tool": driven.tool,
        "agent_session_id": driven.agent_session_id or (agent.agent_session_id if agent else None),
        "cwd": host.session.surface(driven.surface).cwd,
        "pid": live.child.pid if live.child else None,
        "age_ms": _ms(now - driven.born),
        "state": agent.state.value if agent else None,
        "reason": agent.reason.value if agent else None,
        "state_ms": max(0, _ms(now) - agent.since_ms) if agent else None,
        "hooked": agent.hooked if agent else False,
        "turns": agent.turns if agent else 0,
        "active_tool": agent.active_tool_name if agent else None,
        "transcript_path": agent.transcript_path if agent else None,
        "cursor": driven.cursor,
        "interrupted": driven.interrupted_at is not None,
        "writer": {"claim": pen.claim, "pid": pen.pid} if pen else None,
        "asked": {"turns": driven.asked[0], "output_generation": driven.asked[1]} if driven.asked else None,
        "output_generation": live.generation,
        "quiet_ms": _ms(now - (live.last_output or driven.born)),
        "serial": driven.serial,
    }


def _ms(seconds: float) -> int:
    return max(0, round(seconds * 1000))
