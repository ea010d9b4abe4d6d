"""How what is heard and seen changes the agents of one surface. Every function: (sessions, news, time) → sessions.

Sources are ranked: hooks, then what the terminal was told (OSC 9, 99, 777 and 9;4), then the process table. A weaker one
counts only while the stronger says nothing. Events carry the time at which the agent sent them, so one that arrives late
fills in what it knows and turns nothing back. Nothing is ever read off the screen.
"""

from dataclasses import replace

from paneflow.agents.report import Kind, Report
from paneflow.agents.session import Process, Reason, Session, Sessions, State

LINGER_MS = 5_000  # how long a row of a process that ended well stays
CODE_GRACE_MS = 3_000  # within which an exit code still belongs to a process that was seen to be gone
UNSEEN_MS = 10_000  # how long a session is believed in whose process cannot be found
STALL_MS = 60_000  # silence in the middle of a turn that is called a stall
MAX_SESSIONS = 32  # of one surface, whatever its programs say
GOOD_EXITS = frozenset((0, 129, 130, 137, 143, 0xC000013A))
"""0, and ends by HUP, INT, KILL and TERM: somebody wanted that. The last is Ctrl-C on Windows."""

_WEAK = (Reason.NOTIFICATION, Reason.PROGRESS, Reason.NO_HOOK, Reason.SILENCE, Reason.TYPED)


def heard(
    sessions: Sessions, tool: str, report: Report, process: Process | None, at_ms: int, now_ms: int
) -> tuple[Sessions, Session]:
    """Take in a report of an agent; `process` None: it cannot be told which. Also returns the session it was about."""
    at_ms = min(at_ms, now_ms)
    before = _of(sessions, tool, report, process, at_ms)
    session = before or Session(tool, State.IDLE, Reason.HOOK, now_ms, now_ms, process)
    after = _applied(_facts(session, report, process, at_ms), report, at_ms, now_ms)
    if before is None:
        return (*_with_room(_without_errored(sessions)), after), after
    return tuple(after if each is before else each for each in sessions), after


def signalled(sessions: Sessions, state: State, reason: Reason, message: str | None, now_ms: int) -> Sessions:
    """Take in what the terminal was told. It is about the agent that was there first, and only if no hook speaks for it."""
    for each in sessions:
        if each.alive and each.shown:
            if each.reason not in _WEAK:
                return sessions
            if state is State.FINISHED and each.state is not State.THINKING and reason is Reason.PROGRESS:
                return sessions  # progress that ends says something only if it had begun
            told = replace(_moved(each, state, reason, now_ms), message=message, active_ms=now_ms)
            return tuple(told if one is each else one for one in sessions)
    return sessions


def answered(sessions: Sessions, at_ms: int, now_ms: int) -> Sessions:
    """The person typed an answer: a question that was open then is not any more, whatever comes of it.

    Agents say when a tool ended, not when it was allowed, and some say nothing of a question that was turned down. A
    notification that a turn was over is out of date as well: the next one may have begun.
    """
    return tuple(_answered(each, now_ms) if each.since_ms <= at_ms else each for each in sessions)


def interrupted(sessions: Sessions, process: Process | None, now_ms: int, *, written: bool) -> Sessions:
    """The person pressed Esc or Ctrl-C in a turn and no hook came of it.

    `written`: the agent wrote down that the turn was interrupted. Else it cannot be told whether it goes on.
    """
    state, reason = (State.FINISHED, Reason.TRANSCRIPT) if written else (State.UNKNOWN, Reason.TYPED)
    return tuple(
        replace(
            _moved(each, state, reason, now_ms),
            active_tool_name=None,
            message=None,
            heard_ms=now_ms,
        )
        if each.alive and each.process == process and each.state in (State.THINKING, State.STALLED, State.UNKNOWN)
        else each
        for each in sessions
    )


def seen(
    sessions: Sessions, found: tuple[tuple[Process, str], ...], alive: frozenset[Process], now_ms: int
) -> Sessions:
    """Take in the process table: the agents that were found, and which of the known processes live."""
    living = alive | {process for process, _ in found}
    kept = tuple(
        _gone(each, None, now_ms) if each.alive and each.process and each.process not in living else each
        for each in sessions
    )
    tools = {tool for _, tool in found}
    kept = tuple(_gone(each, None, now_ms) if _lost(each, tools, now_ms) else each for each in kept)
    for process, tool in found:
        kept = _sighted(kept, process, tool, now_ms)
    return kept


def ended(sessions: Sessions, code: int, now_ms: int) -> Sessions:
    """A shell or the surface says how the program in the foreground ended: the code of the agent that just went."""
    return tuple(
        _gone(each, code, now_ms)
        if each.gone_ms is not None and each.exit_code is None and now_ms - each.gone_ms <= CODE_GRACE_MS
        else each
        for each in sessions
    )


def passed(sessions: Sessions, now_ms: int, stall_ms: int | None = STALL_MS) -> Sessions:
    """Let time pass: rows of processes that ended go, silence becomes a stall (`stall_ms` None: never)."""
    later = tuple(_aged(each, now_ms, stall_ms) for each in sessions)
    return tuple(each for each in later if not _is_over(each, now_ms))


def due_ms(sessions: Sessions, stall_ms: int | None = STALL_MS) -> int | None:
    """When `passed` has something to do next; None: never, unless something happens first."""
    times = [time for each in sessions if (time := _due(each, stall_ms)) is not None]
    return min(times) if times else None


# Which session


def _of(sessions: Sessions, tool: str, report: Report, process: Process | None, at_ms: int) -> Session | None:
    for each in sessions:
        if process is not None and each.process == process:
            return each
    nameless = [
        each
        for each in sessions
        if each.tool == tool
        and (process is None or each.process is None)
        and (each.gone_ms is None or at_ms <= each.gone_ms)
    ]
    for each in nameless:
        if report.session_id is not None and each.agent_session_id == report.session_id:
            return each
    free = [each for each in nameless if None in (report.session_id, each.agent_session_id)]
    return max(free, key=lambda each: each.active_ms) if free else None


def _lost(session: Session, tools: set[str], now_ms: int) -> bool:
    """It was only heard of, never seen, and now there is neither sound nor sight of it."""
    unseen = session.alive and session.process is None and session.tool not in tools
    return unseen and now_ms - session.active_ms >= UNSEEN_MS


def _sighted(sessions: Sessions, process: Process, tool: str, now_ms: int) -> Sessions:
    for each in sessions:
        if each.process == process:
            return sessions
    for each in sessions:
        if each.process is None and each.alive and each.tool == tool:
            return tuple(replace(one, process=process) if one is each else one for one in sessions)
    new = Session(tool, State.UNKNOWN, Reason.NO_HOOK, now_ms, now_ms, process)
    kept = _without_errored(sessions)
    return (*kept, new) if len(kept) < MAX_SESSIONS else kept


def _without_errored(sessions: Sessions) -> Sessions:
    """A failure stays until something new is started in the surface."""
    return tuple(each for each in sessions if each.alive or each.state is not State.ERRORED)


def _with_room(sessions: Sessions) -> Sessions:
    """Room for one more: of too many, one that was only heard of goes first, the longest silent."""
    if len(sessions) < MAX_SESSIONS:
        return sessions
    least = min(sessions, key=lambda each: (each.process is not None, each.active_ms))
    return tuple(each for each in sessions if each is not least)


# What becomes of it


def _facts(session: Session, report: Report, process: Process | None, at_ms: int) -> Session:
    newest = report.result is not None and at_ms >= session.result_ms
    return replace(
        session,
        process=session.process or process,
        hooked=session.hooked or report.whole,
        agent_session_id=session.agent_session_id or report.session_id,
        transcript_path=session.transcript_path or report.transcript_path,
        last_result=report.result if newest else session.last_result,
        result_ms=at_ms if newest else session.result_ms,
        turns=session.turns + (report.kind is Kind.PROMPT_SUBMIT and not report.nested),
    )


def _applied(session: Session, report: Report, at_ms: int, now_ms: int) -> Session:
    if report.kind is Kind.EXIT:
        return _gone(session, report.exit_code, now_ms)
    if report.nested:
        return _helped(session, report, now_ms)
    if at_ms < session.heard_ms or (session.gone_ms is not None and report.kind is not Kind.SESSION_END):
        return session
    if not report.whole and session.hooked:
        return replace(session, active_ms=now_ms)
    if not report.whole and session.state is State.WAITING:
        return replace(session, active_ms=now_ms)  # while it asks its own turn is not over: a helper's is
    reason = Reason.HOOK if report.whole else Reason.NOTIFICATION
    changed = _changed(session, report, reason, now_ms)
    return replace(changed, heard_ms=at_ms, active_ms=now_ms)


def _changed(session: Session, report: Report, reason: Reason, now_ms: int) -> Session:
    match report.kind:
        case Kind.SESSION_START:
            fresh = _renewed(session, report)
            idle = _moved(fresh, State.IDLE, reason, now_ms)
            return replace(idle, message=None, active_tool_name=None, crowded=False)
        case Kind.PROMPT_SUBMIT:
            thinking = _moved(session, State.THINKING, reason, now_ms)
            return replace(thinking, message=None, active_tool_name=None, exit_code=None, crowded=False)
        case Kind.TOOL_USE:
            return _tool(session, report, reason, now_ms)
        case Kind.NOTIFICATION:
            return _asked(session, report, reason, now_ms)
        case Kind.STOP:
            if report.settled and session.state is State.ERRORED:
                return session
            state = State.ERRORED if report.failed else State.FINISHED
            over = _moved(session, state, reason, now_ms)
            return replace(over, message=report.message, active_tool_name=None, crowded=False)
        case _:
            if session.state is State.ERRORED and session.reason is Reason.EXIT:
                return session
            return replace(_moved(session, State.ENDED, reason, now_ms), message=None, active_tool_name=None)


def _renewed(session: Session, report: Report) -> Session:
    """An agent can open another conversation in the same process."""
    return replace(
        session,
        agent_session_id=report.session_id or session.agent_session_id,
        transcript_path=report.transcript_path or session.transcript_path,
    )


def _asked(session: Session, report: Report, reason: Reason, now_ms: int) -> Session:
    """A reminder of a question that is open says less than the question did."""
    waiting = _moved(session, State.WAITING, reason, now_ms)
    if session.state is State.WAITING and session.message and report.tool_name is None and session.asked_tool:
        return waiting
    asked = report.tool_name or session.active_tool_name
    told = replace(waiting, message=report.message or session.message, asked_tool=asked)
    return _named(told, session, report, now_ms)


def _named(told: Session, before: Session, report: Report, now_ms: int) -> Session:
    """Name the question that was asked, if it is sure to be the only one: agents ask several at once, in their own order."""
    if before.state is State.WAITING and (told.message, told.asked_tool) == (before.message, before.asked_tool):
        return told  # told twice
    crowded = before.crowded or before.state is State.WAITING
    return replace(told, question=now_ms if report.permission and not crowded else None, crowded=crowded)


def _tool(session: Session, report: Report, reason: Reason, now_ms: int) -> Session:
    """Tools run side by side: one that is done says nothing of a question that another one asks."""
    other = report.tool_name is not None and session.asked_tool not in (None, report.tool_name)
    if session.state is State.WAITING and report.ended_tool and other:
        return session
    thinking = _moved(session, State.THINKING, reason, now_ms)
    name = None if report.ended_tool else report.tool_name
    return replace(thinking, message=None, active_tool_name=name, asked_tool=None)


def _helped(session: Session, report: Report, now_ms: int) -> Session:
    """A helper inside the agent does something; it can go on after the agent's own turn."""
    if report.kind is Kind.NOTIFICATION:
        waiting = _moved(session, State.WAITING, Reason.HOOK, now_ms)
        told = replace(waiting, message=report.message, asked_tool=report.tool_name, active_ms=now_ms)
        return _named(told, session, report, now_ms)
    if session.state is State.WAITING and report.ended_tool and session.asked_tool == report.tool_name:
        return replace(_moved(session, State.THINKING, Reason.HOOK, now_ms), message=None, active_ms=now_ms)
    state = State.THINKING if session.state is State.STALLED else session.state
    return replace(_moved(session, state, session.reason, now_ms), active_ms=now_ms)


def _answered(session: Session, now_ms: int) -> Session:
    if session.alive and session.state is State.WAITING:
        return replace(_moved(session, State.UNKNOWN, Reason.TYPED, now_ms), message=None, asked_tool=None)
    if session.alive and session.state is State.FINISHED and session.reason in _WEAK:
        return _moved(session, State.UNKNOWN, Reason.NO_HOOK, now_ms)
    return session


def _gone(session: Session, code: int | None, now_ms: int) -> Session:
    gone = replace(
        session,
        gone_ms=now_ms if session.gone_ms is None else session.gone_ms,
        exit_code=code if session.exit_code is None else session.exit_code,
        active_tool_name=None,
        message=None,
    )
    if code is not None and code not in GOOD_EXITS:
        return _moved(gone, State.ERRORED, Reason.EXIT, now_ms)
    if session.state in (State.ENDED, State.ERRORED):
        return gone
    return _moved(gone, State.FINISHED, Reason.EXIT, now_ms)


def _moved(session: Session, state: State, reason: Reason, now_ms: int) -> Session:
    since = session.since_ms if session.state is state else now_ms
    question = session.question if state is State.WAITING else None
    return replace(session, state=state, reason=reason, since_ms=since, question=question)


# Time


def _aged(session: Session, now_ms: int, stall_ms: int | None) -> Session:
    due = _due(session, stall_ms)
    if due is None or now_ms < due or session.gone_ms is not None:
        return session
    if session.state is State.ENDED:
        # The session is over but the program is still there: say so rather than hide it.
        return _moved(session, State.IDLE, session.reason, now_ms)
    return _moved(session, State.STALLED, Reason.SILENCE, now_ms)


def _is_over(session: Session, now_ms: int) -> bool:
    due = session.gone_ms is not None and session.state is not State.ERRORED
    return due and now_ms - (session.gone_ms or 0) >= LINGER_MS


def _due(session: Session, stall_ms: int | None) -> int | None:
    if session.gone_ms is not None:
        return None if session.state is State.ERRORED else session.gone_ms + LINGER_MS
    if session.state is State.ENDED:
        return session.since_ms + LINGER_MS
    stalls = session.state is State.THINKING and session.hooked and session.reason is Reason.HOOK
    return session.active_ms + stall_ms if stalls and stall_ms is not None else None
