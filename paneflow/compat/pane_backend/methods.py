"""What each method does: one small function each, from checked params to a result."""

import asyncio
import base64
import binascii
import contextlib
import os
import signal
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from paneflow.compat.pane_backend import launching, metadata, panes
from paneflow.compat.pane_backend.conditions import Conditions
from paneflow.compat.pane_backend.errors import (
    CAPTURE_TIMEOUT,
    COMMAND_FAILED,
    COMMAND_TIMEOUT,
    INTERNAL,
    METHOD_NOT_FOUND,
    PANE_TOO_SMALL,
    SPAWN_FAILED,
    SPAWN_TIMEOUT,
    BackendError,
    pane_not_found,
)
from paneflow.compat.pane_backend.params import Params, invalid
from paneflow.compat.pane_backend.processes import Ran, run
from paneflow.compat.pane_backend.watching import PaneGone, until
from paneflow.errors import Busy, NotFound
from paneflow.ids import SurfaceId
from paneflow.model.actions import CloseSurface, Launch
from paneflow.model.records import OUTSIDE
from paneflow.pty.shell import shell_argv
from paneflow.runtime.live_surface import LiveSurface
from paneflow.vt.styled_text import screen

if TYPE_CHECKING:  # the backend holds everything together, and so knows this module
    from paneflow.compat.pane_backend.backend import Backend
    from paneflow.compat.pane_backend.client import Client

CAPABILITIES: Final = {"1": ["events", "capture"], "2": ["events", "capture", "run_shell"]}
MODES: Final = ("auto", "split", "window")
READY_MS, CAPTURE_MS, COMMAND_MS, WAIT_MS = 15_000, 5_000, 30_000, 3_600_000
POLITE: Final = getattr(signal, "CTRL_BREAK_EVENT", signal.SIGTERM)  # the former on Windows
BUSY_FOR: Final = 10.0  # seconds a write waits for a program that does not read
BUSY_STEP: Final = 0.02

Result = object
Method = Callable[["Backend", "Client", Params], Awaitable[Result]]


async def initialize(backend: "Backend", client: "Client", params: Params) -> Result:
    """Agree on a version: "1" for who asks for that, else "2"."""
    asked = params.text("protocol_version")
    client.version = "1" if asked == "1" else "2"
    if hint := params.maybe_text("session_hint"):
        client.surface = backend.surface_of(client.pid, hint)
    backend.introduce(client)
    return {
        "protocol_version": client.version,
        "capabilities": CAPABILITIES[client.version],
        "self_context_id": _self(backend, client),
    }


async def get_self_id(backend: "Backend", client: "Client", params: Params) -> Result:
    """The caller's own pane."""
    return {"context_id": _self(backend, client)}


def _self(backend: "Backend", client: "Client") -> str:
    place = panes.place_of(backend.session, client.surface)
    return panes.NO_PANE if place is None else panes.context_id(place)


# -- panes ------------------------------------------------------------------------------------------------------------
async def spawn_agent(backend: "Backend", client: "Client", params: Params) -> Result:
    """Start a program in a new pane, and wait until it is idle."""
    begun = time.monotonic()
    told = metadata.read(params.member("metadata"))
    wait, patience = params.flag("wait_ready", default=True), params.seconds("ready_timeout_ms", READY_MS)
    surface, via = _placed(backend, client, params, _launch(backend, client, params, told))
    backend.spawned(surface, told)
    answer: dict[str, object] = {"context_id": panes.context_id(surface), "ready": False, "elapsed_ms": 0}
    version = 0
    if wait:
        version = await _await_ready(backend, surface, patience)
        answer |= {"ready": True, "elapsed_ms": round((time.monotonic() - begun) * 1000)}
    return answer | {"data_version": version, "created_via": via}


def _launch(backend: "Backend", client: "Client", params: Params, told: metadata.Metadata | None) -> Launch:
    session = backend.session
    place = panes.place_of(session, client.surface)
    cwd = params.maybe_text("cwd") or (session.surface(place).cwd if place is not None else os.path.expanduser("~"))
    cwd = os.path.expanduser(cwd)
    if not (os.path.isabs(cwd) and os.path.isdir(cwd)):
        raise BackendError(SPAWN_FAILED, f"{cwd} is not a folder", cwd=cwd)
    argv = launching.argv(
        params.words("command"), shell=params.maybe_text("shell"), bare=params.flag("bare", default=False)
    )
    return Launch(
        cwd,
        argv,
        env={**params.environment("env"), **launching.NO_FLICKER},
        name=told.name if told is not None else None,
        owner=OUTSIDE if client.surface is None else client.surface,
    )


def _placed(backend: "Backend", client: "Client", params: Params, launch: Launch) -> tuple[SurfaceId, str]:
    mode = params.choice("mode", MODES) or "auto"
    direction = params.choice("split_direction", (panes.BESIDE, panes.BELOW))
    title = (
        params.maybe_text("window_name")
        or launch.name
        or (os.path.basename(launch.argv[0]) if launch.argv else "agent")
    )
    session = backend.session
    beside = panes.place_of(session, client.surface)
    if mode == "split" or (mode == "auto" and beside is not None):
        try:
            return panes.split(session, beside, direction, launch), "split"
        except BackendError as error:
            if mode == "split" or error.code != PANE_TOO_SMALL:
                raise
    return panes.window(session, beside, title, launch), "window"


async def _await_ready(backend: "Backend", surface: SurfaceId, patience: float) -> int:
    context = panes.context_id(surface)
    try:
        async with asyncio.timeout(patience):
            await backend.ready(surface)
    except TimeoutError:
        message = f"pane {context} was not idle within {patience * 1000:.0f} ms; it stays"
        raise BackendError(SPAWN_TIMEOUT, message, context_id=context) from None
    except PaneGone:
        raise BackendError(SPAWN_FAILED, f"the program of pane {context} ended at once", context_id=context) from None
    return panes.live(backend.session, surface).generation


async def list_(backend: "Backend", client: "Client", params: Params) -> Result:
    """All panes; ids alone for clients of the first version."""
    records = list(backend.session.model.surfaces.values())
    if client.version == "1":
        return {"contexts": [panes.context_id(each.id) for each in records]}
    told = [
        {**panes.row(backend.session, each), "metadata": metadata.plain(backend.metadata.get(each.id))}
        for each in records
    ]
    return {"contexts": told}


async def set_metadata(backend: "Backend", client: "Client", params: Params) -> Result:
    """Replace what is known of a pane's agent."""
    surface = _writable(backend, client, params)
    backend.metadata[surface] = metadata.read(params.member("metadata"))
    return {}


async def kill(backend: "Backend", client: "Client", params: Params) -> Result:
    """Close a pane; with `grace_ms` its program is asked first, and the answer does not wait."""
    surface = _writable(backend, client, params)
    grace = params.whole("grace_ms")
    _end(backend, surface, grace)
    return {}


async def kill_all(backend: "Backend", client: "Client", params: Params) -> Result:
    """Close every pane that was spawned here, or those of a role; another's are left alone."""
    role = params.maybe_text("role")
    killed: list[str] = []
    for surface in backend.agents():
        told = backend.metadata.get(surface)
        with contextlib.suppress(BackendError):
            panes.require_own(backend.session.model, client.surface, surface, gate_open=backend.gate_open())
            if role is None or (told is not None and told.role == role):
                _end(backend, surface, None)
                killed.append(panes.context_id(surface))
    return {"killed": killed}


def _end(backend: "Backend", surface: SurfaceId, grace_ms: int | None) -> None:
    live = backend.session.surfaces.get(surface)
    if not grace_ms or live is None or live.child is None:
        panes.act(backend.session, CloseSurface(surface, undo=False))
        return
    live.child.signal_group(POLITE)

    def force() -> None:
        with contextlib.suppress(NotFound):
            backend.session.do(CloseSurface(surface, undo=False))

    asyncio.get_running_loop().call_later(grace_ms / 1000, force)


# -- text -------------------------------------------------------------------------------------------------------------
async def capture(backend: "Backend", client: "Client", params: Params) -> Result:
    """What a pane shows; after new output, if that is asked for."""
    surface = _own(backend, client, params)
    lines, clean = params.whole("lines"), params.flag("clean", default=False)
    since, fresh = params.whole("since_version"), params.flag("wait_for_output", default=False)
    patience = params.seconds("timeout_ms", CAPTURE_MS)
    context = panes.context_id(surface)

    async def now() -> dict[str, object]:
        live = panes.live(backend.session, surface)
        if client.version == "1":
            version = live.generation  # what comes while it is read is new output to who asks for such
            shown, cut = await panes.history(backend.session, live, lines)
            return {"text": shown, "truncated": cut, "data_version": version, "context_id": context}
        shown = screen(live.engine, lines=lines, codes=not clean)
        return {"text": shown, "data_version": live.generation, "context_id": context}

    if fresh or since is not None:
        baseline = since if since is not None else panes.live(backend.session, surface).generation
        await _await_output(backend, surface, baseline, patience, now)
    return await now()


async def _await_output(
    backend: "Backend",
    surface: SurfaceId,
    baseline: int,
    patience: float,
    stale: Callable[[], Awaitable[dict[str, object]]],
) -> None:
    async def newer(live: LiveSurface) -> bool:
        return live.generation > baseline

    try:
        async with asyncio.timeout(patience):
            await until(backend.session, surface, newer)
    except TimeoutError:
        message = f"no new output within {patience * 1000:.0f} ms"
        raise BackendError(CAPTURE_TIMEOUT, message, **await stale()) from None
    except PaneGone:
        if surface not in backend.session.model.surfaces:
            raise pane_not_found(panes.context_id(surface)) from None


async def write(backend: "Backend", client: "Client", params: Params) -> Result:
    """Put bytes into a pane as they are. Writes to one pane keep their order."""
    context = params.text("context_id")
    size = 0
    try:
        data = _decoded(params.text("data"))
        size = len(data)
        surface = _writable(backend, client, params)
        await _put(backend, surface, data)
    except BackendError:
        backend.audit(client.pid, "pane_backend.write", context, size, ok=False)
        raise
    backend.audit(client.pid, "pane_backend.write", surface, size, ok=True)
    return {}


def _decoded(data: str) -> bytes:
    try:
        return base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError):
        raise invalid("data must be base64") from None


async def _put(backend: "Backend", surface: SurfaceId, data: bytes) -> None:
    deadline = time.monotonic() + BUSY_FOR
    async with panes.live(backend.session, surface).writing:  # first come, first served
        while True:
            try:
                panes.live(backend.session, surface).write(data)
            except NotFound:
                raise pane_not_found(panes.context_id(surface)) from None
            except Busy as error:
                if time.monotonic() > deadline:
                    raise BackendError(INTERNAL, error.message, kind=error.kind) from None
                await asyncio.sleep(BUSY_STEP)
            else:
                return


# -- programs ---------------------------------------------------------------------------------------------------------
async def exec_(backend: "Backend", client: "Client", params: Params) -> Result:
    """Run a line of shell with the folder and environment that a pane has now."""
    command, keep = params.text("command"), params.flag("capture", default=False)
    patience, shell = params.seconds("timeout_ms", COMMAND_MS), params.maybe_text("shell")
    surface = _target(backend, client, params)
    where = panes.surroundings(backend.session, surface)
    shell = shell or shell_argv(backend.session.config.default_shell, where.env)[0]
    begun = time.monotonic()
    code = -1
    try:
        ran = await _run(backend, client, launching.line_argv(shell, command), where, patience)
        if ran.timed_out:
            raise _too_late(ran, command, patience)
        code = ran.exit_code
    finally:
        backend.push(
            "exec_completed",
            context_id=panes.context_id(surface),
            exit_code=code,
            command=command,
            elapsed_ms=round((time.monotonic() - begun) * 1000),
        )
    answer: dict[str, object] = {"exit_code": code}
    if keep:
        answer |= {"stdout": ran.stdout, "stderr": ran.stderr}
    return answer | {"elapsed_ms": ran.elapsed_ms}


async def run_shell(backend: "Backend", client: "Client", params: Params) -> Result:
    """Run a program off any pane and collect what it prints."""
    argv, env = params.words("command"), params.environment("env")
    if not argv:
        raise invalid("command must not be empty")
    cwd, patience = params.maybe_text("cwd"), params.seconds("timeout_ms", COMMAND_MS)
    where = _base(backend, client, params)
    folder = os.path.expanduser(cwd) if cwd else where.cwd
    if not os.path.isdir(folder):
        raise BackendError(COMMAND_FAILED, f"{folder} is not a folder", command=argv)
    ran = await _run(backend, client, argv, panes.Surroundings(folder, {**where.env, **env}), patience)
    if ran.timed_out:
        raise _too_late(ran, argv, patience)
    return {"exit_code": ran.exit_code, "stdout": ran.stdout, "stderr": ran.stderr, "elapsed_ms": ran.elapsed_ms}


def _base(backend: "Backend", client: "Client", params: Params) -> panes.Surroundings:
    """The folder of the pane that was named, and the caller's environment."""
    session = backend.session
    own = panes.surroundings(session, client.surface) if client.surface in session.surfaces else None
    base = own or panes.Surroundings(os.path.expanduser("~"), backend.plain_environment())
    if params.maybe_text("context_id") is None:
        return base
    return base._replace(cwd=session.surface(_target(backend, client, params)).cwd)


async def _run(
    backend: "Backend", client: "Client", argv: list[str], where: panes.Surroundings, patience: float
) -> Ran:
    lent: list[int] = []

    def started(pid: int) -> None:
        lent.append(pid)
        backend.callers.lend(pid, client.surface)

    try:
        return await run(argv, cwd=where.cwd, env=where.env, timeout_s=patience, started=started)
    finally:
        for pid in lent:
            backend.callers.take_back(pid)


def _too_late(ran: Ran, command: object, patience: float) -> BackendError:
    return BackendError(
        COMMAND_TIMEOUT,
        f"the command took longer than {patience * 1000:.0f} ms and was ended",
        stdout=ran.stdout,
        stderr=ran.stderr,
        command=command,
        timeout_ms=round(patience * 1000),
    )


async def wait_for(backend: "Backend", client: "Client", params: Params) -> Result:
    """Wait for a condition; what goes wrong with it is a result of the kind "error"."""
    condition, arg, pane = params.text("condition"), params.maybe_text("arg"), params.maybe_text("pane_id")
    patience = params.seconds("timeout_ms", WAIT_MS)
    surface = None
    if pane is not None:
        try:
            surface = panes.find(backend.session, pane)
            panes.require_own(backend.session.model, client.surface, surface)
        except BackendError as error:
            return {"kind": "error", "reason": error.message}
    return await Conditions(backend.session, backend.ended.codes).wait(condition, arg, surface, patience)


# -- which pane -------------------------------------------------------------------------------------------------------
def _own(backend: "Backend", client: "Client", params: Params) -> SurfaceId:
    """The pane that was named, if the caller may read it."""
    surface = panes.find(backend.session, params.text("context_id"))
    panes.require_own(backend.session.model, client.surface, surface)
    return surface


def _writable(backend: "Backend", client: "Client", params: Params) -> SurfaceId:
    """The pane that was named, if the caller may write to it and end it."""
    surface = panes.find(backend.session, params.text("context_id"))
    panes.require_own(backend.session.model, client.surface, surface, gate_open=backend.gate_open())
    return surface


def _target(backend: "Backend", client: "Client", params: Params) -> SurfaceId:
    """The pane that was named, else the caller's own or the active one; the caller must be allowed to act in it."""
    if params.maybe_text("context_id") is not None:
        return _writable(backend, client, params)
    place = panes.place_of(backend.session, client.surface)
    if place is None:
        raise pane_not_found(panes.NO_PANE)
    panes.require_own(backend.session.model, client.surface, place, gate_open=backend.gate_open())
    return place


METHODS: Final[dict[str, Method]] = {
    "initialize": initialize,
    "get_self_id": get_self_id,
    "spawn_agent": spawn_agent,
    "list": list_,
    "capture": capture,
    "write": write,
    "exec": exec_,
    "run_shell": run_shell,
    "wait_for": wait_for,
    "kill": kill,
    "kill_all": kill_all,
    "set_metadata": set_metadata,
}


def method(name: str) -> Method:
    """The method of a name. Raises `BackendError` (-32601)."""
    try:
        return METHODS[name]
    except KeyError:
        raise BackendError(METHOD_NOT_FOUND, f"there is no method {name[:80]!r}") from None
