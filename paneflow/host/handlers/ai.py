"""`ai.*`: what coding agents say of themselves through their hooks."""

import json
from collections.abc import Callable
from contextlib import suppress

from paneflow.agents.families import known_tool, read
from paneflow.agents.report import MESSAGE_LIMIT, NAME_LIMIT, RESULT_LIMIT, Kind, Payload, Report, plain
from paneflow.errors import NotFound, Refused
from paneflow.host.caller import Caller
from paneflow.host.host import Host
from paneflow.ids import SurfaceId
from paneflow.model import lookup
from paneflow.model.records import OUTSIDE
from paneflow.runtime.detection import place_of

Row = dict[str, object]


def _taking(kind: Kind) -> Callable[..., Row]:
    def take(
        host: Host,
        caller: Caller,
        *,
        tool: str,
        surface_id: int | None,
        workspace_id: int | None,
        pid: int | None,
        parent_pid: int | None,
        event: str | None,
        at_ms: int | None,
        hook_payload: object,
        tool_name: str | None,
        message: str | None,
        last_result: str | None,
        exit_code: int | None,
        token: str | None,
    ) -> Row:
        more = host.fleet.programs()
        family = known_tool(tool, more.values())
        report = read(kind, family, event or "", _payload(hook_payload))
        roots = {live.child.pid: live.id for live in host.session.surfaces.values() if live.child}
        place = place_of(family, pid, parent_pid, roots, more)
        surface = _surface(host, caller, token, place.surface or (SurfaceId(surface_id) if surface_id else None))
        if report is None:
            return {"accepted": False, "surface_id": surface, "state": None}
        said = _with(report, tool_name, message, last_result, exit_code)
        session = host.fleet.heard(surface, family, said, place.process, at_ms)
        return {"accepted": True, "surface_id": surface, "state": session.state.value if session.shown else None}

    take.__name__ = kind.value
    take.__doc__ = f"Take in a report of the kind {kind.value}."
    return take


def _payload(given: object) -> Payload:
    """What the agent gave to its hook, as far as it is JSON: broken details do not make the event untrue."""
    if isinstance(given, str):
        with suppress(ValueError, RecursionError):
            given = json.loads(given)
    return given if isinstance(given, dict) else {}


def _surface(host: Host, caller: Caller, token: str | None, told: SurfaceId | None) -> SurfaceId:
    """The surface that a report is about: what it tells, else where its caller runs.

    One pane's program cannot say what another pane's agent does, unless it could type there as well. Raises `NotFound`,
    `Refused` (not_owner).
    """
    own = host.callers.surface_of(caller.pid, token or "") or OUTSIDE
    surface = told or own
    if surface == OUTSIDE:
        raise NotFound("it cannot be told which surface the agent runs in", kind="surface_not_found")
    host.session.surface(surface)
    if not (caller.person or host.gates().write or lookup.owns(host.session.model, own, surface)):
        raise Refused("only programs of its own pane tell what an agent does", kind="not_owner", surface_id=surface)
    return surface


def _with(report: Report, tool_name: str | None, message: str | None, result: str | None, code: int | None) -> Report:
    """The report with what was said beside the payload, by scripts that have no payload."""
    return report._replace(
        tool_name=report.tool_name or (plain(tool_name, NAME_LIMIT) if tool_name else None),
        message=report.message or (plain(message, MESSAGE_LIMIT) if message else None),
        result=report.result or (plain(result, RESULT_LIMIT) if result else None),
        exit_code=code if report.exit_code is None else report.exit_code,
    )


session_start = _taking(Kind.SESSION_START)
prompt_submit = _taking(Kind.PROMPT_SUBMIT)
tool_use = _taking(Kind.TOOL_USE)
notification = _taking(Kind.NOTIFICATION)
stop = _taking(Kind.STOP)
exit_ = _taking(Kind.EXIT)
session_end = _taking(Kind.SESSION_END)
