"""`surface.*`: terminals, what they show, and what is typed into them."""

import asyncio
from collections.abc import Awaitable, Mapping
from dataclasses import replace

from paneflow.errors import InvalidParams
from paneflow.geometry import Axis, Size
from paneflow.host.caller import Caller
from paneflow.host.details import details
from paneflow.host.ends import Ends, exit_code
from paneflow.host.host import Host
from paneflow.host.keys import check_keys, encoded, press
from paneflow.host.launches import check_started, launch, left_out, owner, prefill, worktree
from paneflow.host.reading import read_last, read_plain, read_styled
from paneflow.host.reading import search as search_in
from paneflow.host.rows import agent_tool, surface_rows
from paneflow.host.runs import run as run_command
from paneflow.host.targets import surface
from paneflow.host.targets import workspace as target_workspace
from paneflow.host.waits import Wait
from paneflow.host.writing import check_text, put, writable
from paneflow.host.writing import submit as submitted
from paneflow.ids import SurfaceId
from paneflow.model import actions, lookup
from paneflow.model import tree as trees
from paneflow.model.records import Surface
from paneflow.runtime.live_surface import LiveSurface
from paneflow.runtime.long_text import all_lines
from paneflow.runtime.waiting.pattern import Pattern

Row = dict[str, object]
MAX_MATCHES = 1000


def list_(host: Host, caller: Caller, *, workspace: int | None) -> Row:
    """All surfaces, in the order of their workspaces."""
    only = None if workspace is None else lookup.workspace_at(host.session.model, workspace)
    return {"surfaces": surface_rows(host, only)}


def read(
    host: Host,
    caller: Caller,
    *,
    surface_id: int | None,
    name: str | None,
    lines: int | None,
    offset: int,
    last: bool,
    ansi: bool,
    fenced: bool | None,
) -> Row | Awaitable[Row]:
    """Scrollback followed by the live screen, or what the last finished command printed."""
    live = _live(host, surface_id, name)
    if last and ansi:
        raise InvalidParams("surface.read: last goes without ansi", kind="last_without_ansi")
    look = read_last if last else read_styled if ansi else read_plain
    return look(host, live, lines=lines, offset=offset, fenced=fenced)


async def search(
    host: Host,
    caller: Caller,
    *,
    surface_id: int | None,
    name: str | None,
    pattern: str,
    max_matches: int,
    regex: bool,
) -> Row:
    """Logical lines that hold a text, or match a pattern."""
    live = _live(host, surface_id, name)
    limit = min(max(max_matches, 1), MAX_MATCHES)
    lines = await asyncio.to_thread(host.told_lines, await all_lines(host.session, live))
    matches, truncated = await search_in(lines, pattern, regex=regex, limit=limit)
    return {"matches": matches, "truncated": truncated}


def status(host: Host, caller: Caller, *, surface_id: int | None, name: str | None) -> Row:
    """The agent of one surface."""
    return host.fleet.status(surface(host, surface_id, name).id)


def rename(host: Host, caller: Caller, *, surface_id: int, name: str | None, new_name: str | None) -> Row:
    """Give a surface a name; an empty one clears it."""
    found = surface(host, surface_id)
    host.session.do(actions.RenameSurface(found.id, (new_name if name is None else name) or ""))
    return {"renamed": True, "name": host.session.surface(found.id).name}


def focus(host: Host, caller: Caller, *, surface_id: int | None, name: str | None) -> Row:
    """Give a surface the person's focus, and show its workspace."""
    found = surface(host, surface_id, name)
    host.session.do(actions.FocusSurface(found.id))
    model = host.session.model
    space = lookup.workspace_of(model, found.id)
    return {"focused": True, "surface_id": found.id, "workspace": lookup.index_of(model, space.id)}


async def send_text(
    host: Host, caller: Caller, *, surface_id: int, text: str, submit: bool, paste: bool | None, force: bool
) -> Row:
    """Put text into a pane, and press Enter only when asked to."""
    length = check_text(text, submit=submit)
    live = writable(host, surface_id, force=force)
    tool = agent_tool(host.session.model, host.session.surface(live.id))
    bracketed = live.engine.modes().bracketed_paste
    wanted = (tool is not None or bracketed) if paste is None else paste
    async with live.writing:
        generation = live.generation
        if submit:
            pasted = await submitted(host, live, text, paste=wanted)
        else:
            pasted = put(live, text, paste=paste)
    return {
        "sent": True,
        "length": length,
        "submitted": submit,
        "paste": pasted,
        "submit_mode": ("deferred_paste_cr" if wanted and text else "inline_cr") if submit else None,
        "output_generation": generation,
        "agent_target": tool is not None,
        "agent_tool": tool,
        "terminal_bracketed_paste": bracketed,
    }


async def send_keystroke(
    host: Host,
    caller: Caller,
    *,
    surface_id: int,
    keystroke: str | None,
    keystrokes: list[str] | None,
    repeat: int,
    force: bool,
) -> Row:
    """Press keys that do not submit: what counts are the bytes they would send."""
    live = writable(host, surface_id, force=force)
    named = [keystroke] if keystroke is not None else keystrokes or []
    keys = [encoded(live, each) for each in named] * repeat
    check_keys(keys)
    async with live.writing:
        await press(live, keys)
    return {"sent": True, "count": len(keys), "surface_id": live.id}


async def wait(
    host: Host,
    caller: Caller,
    *,
    surfaces: list[int],
    pattern: str | None,
    idle_ms: int | None,
    timeout_s: float,
    all_: bool,
    since: int | None,
    send: Row | None,
) -> Row:
    """Wait for a pattern in new output, or for quiet; with `send`, put text in as soon as that can be seen."""
    if pattern is None and idle_ms is None:
        raise InvalidParams("surface.wait: params must have pattern, idle_ms or both", kind="nothing_to_wait_for")
    lives = [host.session.live(SurfaceId(each)) for each in dict.fromkeys(surfaces)]
    if send is not None and len(lives) > 1:
        raise InvalidParams("surface.wait: send goes with one surface", kind="one_surface")
    wanted = None if pattern is None else Pattern(pattern)
    with Wait(host, lives, wanted, every=all_, idle_ms=idle_ms, since=since) as armed:
        receipt = None
        if send is not None:
            receipt = await host.dispatcher.call_later("surface.send_text", {**send, "surface_id": lives[0].id}, caller)
            armed.restart_quiet()
        found = await armed.result(timeout_s)
    return found if receipt is None else {**found, "receipt": receipt}


def ended(host: Host, caller: Caller) -> Row:
    """Closed surfaces whose programs ended themselves."""
    closed = host.exits.closed()
    return {
        "ended": [
            {"surface_id": end.surface, "name": name, "exit_code": exit_code(end), "signal": end.signal}
            for end, name in closed
        ]
    }


async def wait_end(host: Host, caller: Caller, *, surfaces: list[int], of: str, timeout_s: float, all_: bool) -> Row:
    """Wait for the end of programs, or of the commands that shells run."""
    with Ends(host, [SurfaceId(each) for each in surfaces], of_command=of == "command", every=all_) as armed:
        return {"ended": await armed.result(timeout_s)}


async def run(
    host: Host, caller: Caller, *, surface_id: int, command: str, timeout_s: float, idle_ms: int, force: bool
) -> Row:
    """Type a command into a shell, wait for its end, and tell how it ended and what it printed."""
    live = writable(host, surface_id)
    ended = await run_command(host, live, command, timeout_s=timeout_s, idle_ms=idle_ms, force=force)
    return {**ended, "output": host.told(str(ended["output"])), "surface_id": live.id}


def split(
    host: Host,
    caller: Caller,
    *,
    direction: str,
    surface_id: int | None,
    cwd: str | None,
    command: str | None,
    argv: list[str] | None,
    prompt: str | None,
    env: Mapping[str, str] | None,
    name: str | None,
    managed_worktree: Row | None,
    focus: bool,
) -> Row:
    """Split a pane and start a shell in the new half."""
    target = _focused(host) if surface_id is None else surface(host, surface_id)
    if command is not None and argv is not None:
        raise InvalidParams("command is typed into a shell, argv is run instead of one: give one of them")
    axis = Axis.HORIZONTAL if direction[0] == "h" else Axis.VERTICAL
    launched = launch(
        {"cwd": cwd, "command": command, "env": env, "name": name}, _folder_of(host, target), owner(host, caller)
    )
    launched = replace(launched, argv=tuple(argv or ()))
    lives_in = worktree({"managed_worktree": managed_worktree})
    made = host.session.do(actions.SplitPane(target.id, axis, launched, focus=focus))
    check_started(host, made)
    prefill(host, made.surfaces[0], prompt)
    space = lookup.workspace_of(host.session.model, made.surfaces[0])
    if lives_in is not None:
        host.session.do(actions.AddWorktree(space.id, lives_in))
    return {
        "split": True,
        "direction": axis.value,
        "panes": len(list(trees.leaves(space.tree))),
        "surface_id": made.surfaces[0],
        "pane_id": made.panes[0],
        "workspace_id": space.id,
        "name": made.names[0],
        **left_out(env),
    }


def new(
    host: Host,
    caller: Caller,
    *,
    surface_id: int,
    cwd: str | None,
    command: str | None,
    env: Mapping[str, str] | None,
    name: str | None,
    focus: bool,
) -> Row:
    """Stack a new surface in a surface's pane."""
    target = surface(host, surface_id)
    launched = launch(
        {"cwd": cwd, "command": command, "env": env, "name": name}, _folder_of(host, target), owner(host, caller)
    )
    made = host.session.do(actions.AddSurface(target.id, launched, show=focus))
    check_started(host, made)
    if focus:
        host.session.do(actions.FocusSurface(made.surfaces[0]))
    return {"surface_id": made.surfaces[0], "pane_id": made.panes[0], "name": made.names[0], **left_out(env)}


def close(host: Host, caller: Caller, *, surface_id: int | None, name: str | None) -> Row:
    """Close a surface and end its processes."""
    found = surface(host, surface_id, name)
    host.session.do(actions.CloseSurface(found.id))
    return {"closed": True, "surface_id": found.id}


def resize(host: Host, caller: Caller, *, surface_id: int, cols: int, rows: int) -> Row:
    """Set a surface's size in cells."""
    found = surface(host, surface_id)
    host.session.do(actions.SetSurfaceSize(found.id, Size(cols, rows)))
    size = host.session.surface(found.id).size
    return {"cols": size.cols, "rows": size.rows}


async def info(host: Host, caller: Caller, *, surface_id: int | None, name: str | None) -> Row:
    """Everything known of one surface."""
    return await details(host, surface(host, surface_id, name))


def clear(host: Host, caller: Caller, *, surface_id: int | None, name: str | None, scrollback_only: bool) -> Row:
    """Drop the scrollback, and the screen but for the line of the cursor."""
    live = _live(host, surface_id, name)
    live.clear(scrollback_only=scrollback_only)
    return {"cleared": True}


def _focused(host: Host) -> Surface:
    model = host.session.model
    return model.surfaces[model.panes[target_workspace(host, None).focused].active]


def _folder_of(host: Host, neighbour: Surface) -> str:
    """Where a neighbour's shell is now, also when it does not report that."""
    if live := host.session.surfaces.get(neighbour.id):
        host.session.learn_folder(live)
    return host.session.surface(neighbour.id).cwd


def _live(host: Host, surface_id: int | None, name: str | None) -> LiveSurface:
    return host.session.live(SurfaceId(surface(host, surface_id, name).id))
