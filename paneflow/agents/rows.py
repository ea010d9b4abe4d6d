"""Sessions as the answers of `fleet.list` and `surface.status` show them, and as event frames do."""

from typing import NamedTuple

from paneflow.agents.answers import is_answerable
from paneflow.agents.session import Session, Sessions, State, foremost

Row = dict[str, object]


class Place(NamedTuple):
    """Where a session is, as rows say it: `workspace` is the index of the workspace."""

    surface_id: int
    surface_name: str
    workspace: int
    workspace_id: int


def fleet_row(session: Session, place: Place, now_ms: int) -> Row:
    """One agent, with all of its fields."""
    return {
        "pid": _pid(session),
        "tool": session.tool,
        "state": session.state.value,
        "hooked": session.hooked,
        "reason": session.reason.value,
        "surface_id": place.surface_id,
        "surface_name": place.surface_name,
        "workspace": place.workspace,
        "workspace_id": place.workspace_id,
        **_details(session, now_ms),
    }


def status(sessions: Sessions, place: Place, output_generation: int, now_ms: int) -> Row:
    """The agent of one surface that needs its person most; without an agent: idle."""
    session = foremost(sessions)
    where: Row = {
        "surface_id": place.surface_id,
        "surface_name": place.surface_name,
        "workspace": place.workspace,
        "output_generation": output_generation,
    }
    if session is None:
        return {"state": State.IDLE.value, "hooked": False, "tool": None, "pid": None, "reason": None, **where}
    return {**fleet_row(session, place, now_ms), **where}


def frame(kind: str, session: Session, place: Place, **more: object) -> Row:
    """An event frame about a session; `seq` and `ts` are the bus's. A session that ended has no state any more."""
    return {
        "type": kind,
        "workspace_id": place.workspace_id,
        "surface_id": place.surface_id,
        "pid": _pid(session),
        "tool": session.tool,
        "state": session.state.value if session.shown else None,
        "reason": session.reason.value,
        "message": session.message,
        "active_tool_name": session.active_tool_name,
        "agent_session_id": session.agent_session_id,
        "transcript_path": session.transcript_path,
        **more,
    }


def _pid(session: Session) -> int | None:
    return session.process.pid if session.process else None


def _details(session: Session, now_ms: int) -> Row:
    waiting = now_ms - session.since_ms if session.state is State.WAITING else None
    return {
        "active_tool_name": session.active_tool_name,
        "message": session.message,
        "question": session.question if is_answerable(session) else None,
        "last_result": session.last_result,
        "waiting_ms": waiting,
        "idle_ms": max(0, now_ms - session.active_ms),
        "state_ms": max(0, now_ms - session.since_ms),
        "agent_session_id": session.agent_session_id,
        "transcript_path": session.transcript_path,
        "exit_code": session.exit_code,
        "turns": session.turns,
    }
