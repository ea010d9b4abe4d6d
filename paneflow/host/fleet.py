"""The agents in all surfaces: what hooks, terminals and the process table say goes in, the model and events come out.

Nothing is polled: `Lookout` says when the process table is worth a look.
"""

import asyncio
import sys
from collections.abc import Callable, Coroutine
from contextlib import suppress

from paneflow.agents import codex, keys, state
from paneflow.agents.launchers import further_programs
from paneflow.agents.report import Kind, Report
from paneflow.agents.rows import Place, Row, fleet_row, frame, status
from paneflow.agents.session import Agents, Process, Reason, Session, Sessions, State, foremost
from paneflow.errors import NotFound
from paneflow.host.lookout import Lookout
from paneflow.host.subscriptions import Hub
from paneflow.host.transcripts import last_answer_in, was_interrupted_in
from paneflow.ids import SurfaceId, WorkspaceId
from paneflow.model import lookup
from paneflow.model.actions import SetAgent
from paneflow.model.changes import SurfaceClosed, SurfaceExited
from paneflow.runtime.bus import Fact
from paneflow.runtime.detection import Found, Table, is_alive
from paneflow.runtime.facts import Output, Said
from paneflow.runtime.session import Session as Runtime
from paneflow.vt.events import MarkKind, Notified, Progress, ProgressState, ShellMark

INTERRUPTION_S = (0.3, 1.5)  # after Esc: when to look into the transcript

_PROGRESS = {
    ProgressState.NORMAL: State.THINKING,
    ProgressState.INDETERMINATE: State.THINKING,
    ProgressState.PAUSED: State.WAITING,
    ProgressState.NONE: State.FINISHED,
}


class Fleet:
    """Belongs to the loop's thread. `stall_ms` is asked for at each use, since the configuration may change."""

    def __init__(self, runtime: Runtime, hub: Hub, stall_ms: Callable[[], int | None]) -> None:
        self._runtime, self._hub, self._stall_ms = runtime, hub, stall_ms
        self._loop = asyncio.get_running_loop()
        self._inputs: dict[SurfaceId, float] = {}  # when something was typed that was taken in already
        self._codes: dict[SurfaceId, tuple[int, float]] = {}  # exit codes that are not yet anybody's, and since when
        self._results: dict[SurfaceId, tuple[str, Report, Session]] = {}  # turns whose result is being looked for
        self._due_timer: asyncio.TimerHandle | None = None
        self._reading: set[asyncio.Task[None]] = set()
        self._lookout = Lookout(runtime, self._saw, self.programs)
        runtime.bus.subscribe(self._hear)
        runtime.spawner.sources.append(_environment(runtime))

    # -- asking ---------------------------------------------------------------------------------------------------
    def of(self, surface: SurfaceId) -> Sessions:
        """The agents of a surface, the oldest first; also those that are not to be shown."""
        attached = self._runtime.model.agents.get(surface)
        return attached.sessions if isinstance(attached, Agents) else ()

    def rows(self) -> list[Row]:
        """All agents, in the order of their workspaces and panes."""
        self._check_alive()
        now = self._now()
        found = lookup.all_surfaces(self._runtime.model)
        return [fleet_row(each, self._place(surface.id), now) for surface in found for each in self._shown(surface.id)]

    def status(self, surface: SurfaceId) -> Row:
        """The agent of one surface that needs its person most."""
        self._check_alive()
        live = self._runtime.surfaces.get(surface)
        generation = live.generation if live else 0
        return status(self.of(surface), self._place(surface), generation, self._now())

    def for_windows(self, surface: SurfaceId) -> object:
        """The same for windows, or None without an agent. Times are the host's clock's: `since_ms` and `active_ms`."""
        session = foremost(self.of(surface))
        if session is None:
            return None
        row = fleet_row(session, self._place(surface), self._now())
        return {**row, "since_ms": session.since_ms, "active_ms": session.active_ms}

    def programs(self) -> dict[str, str]:
        """Programs → agents that the configuration adds to the known ones."""
        return further_programs({name: each.command for name, each in self._runtime.config.agents.items()})

    # -- hearing --------------------------------------------------------------------------------------------------
    def heard(
        self, surface: SurfaceId, tool: str, report: Report, process: Process | None, at_ms: int | None
    ) -> Session:
        """Take in what an agent said through a hook; what became of its session. Raises `NotFound`."""
        self._runtime.surface(surface)
        now = self._now()
        after, session = state.heard(self.of(surface), tool, report, process, now if at_ms is None else at_ms, now)
        self._put(surface, after)
        if report.kind is not Kind.EXIT:  # that is told when the process is gone, however it became known
            told = frame(f"ai.{report.kind.value}", session, self._place(surface))
            self._emit(told, hook_event=report.event, source=report.source, last_result=report.result)
        if process is None:
            self._lookout.want(surface)
        if report.kind is Kind.STOP and report.result is None and session.transcript_path:
            self._want_result(surface, tool, report, session)
        return session

    def _hear(self, fact: Fact) -> None:
        match fact:
            case Output(surface, _):
                self._lookout.want(surface)
                if surface in self._runtime.model.agents:
                    self._take_in_typed(surface)
            case Said(surface, ShellMark(MarkKind.COMMAND_END, code)):
                self._ended(surface, code)
            case Said(surface, Notified(title, body)):
                self._notified(surface, title, body)
            case Said(surface, Progress(progress, _)) if progress in _PROGRESS:
                self._signalled(surface, _PROGRESS[progress], Reason.PROGRESS, None)
            case SurfaceExited(surface, code, signal):
                self._ended(surface, 128 + signal if code is None and signal is not None else code)
            case SurfaceClosed(surface):
                self._forget(surface)

    def _notified(self, surface: SurfaceId, title: str, body: str) -> None:
        text = body or title
        session = foremost(self.of(surface))
        asks = session is None or session.tool != "codex" or codex.asks(text)
        self._signalled(surface, State.WAITING if asks else State.FINISHED, Reason.NOTIFICATION, text if asks else None)

    def _signalled(self, surface: SurfaceId, told: State, reason: Reason, message: str | None) -> None:
        if sessions := self.of(surface):
            self._put(surface, state.signalled(sessions, told, reason, message, self._now()))

    def _take_in_typed(self, surface: SurfaceId) -> None:
        """Something was printed: was it after something that was typed? An answer to a question, an interruption?"""
        live = self._runtime.surfaces.get(surface)
        if live is None or live.last_input <= self._inputs.get(surface, 0.0):
            return
        self._inputs[surface] = live.last_input
        if keys.is_answer(live.last_typed):
            after = state.answered(self.of(surface), round(live.last_input * 1000), self._now())
            self._put(surface, after)
            if keys.is_break(live.last_typed):
                for session in after:
                    if session.alive and session.hooked:
                        self._begin(self._see_interruption(surface, session))

    async def _see_interruption(self, surface: SurfaceId, session: Session) -> None:
        written = False
        for delay in INTERRUPTION_S:
            await asyncio.sleep(delay)
            written = await asyncio.to_thread(was_interrupted_in, session.transcript_path or "")
            if written:
                break
        current = next((each for each in self.of(surface) if each.process == session.process), None)
        if current and current.heard_ms == session.heard_ms:  # it said nothing itself meanwhile
            after = state.interrupted(self.of(surface), session.process, self._now(), written=written)
            self._put(surface, after)

    def answered(self, surface: SurfaceId) -> None:
        """A key was pressed that answers what is asked there: it cannot be answered again."""
        self._put(surface, state.answered(self.of(surface), self._now(), self._now()))

    def _begin(self, work: Coroutine[object, object, None]) -> None:
        task = self._loop.create_task(work)
        self._reading.add(task)  # the loop itself would let go of it
        task.add_done_callback(self._reading.discard)

    def _ended(self, surface: SurfaceId, code: int | None) -> None:
        """A command is over: whatever agent it was is gone now, with this code."""
        if code is not None:  # of several commands since the last look the agent was the first
            self._codes.setdefault(surface, (code, self._loop.time()))
        self._lookout.want_now(surface)

    def _forget(self, surface: SurfaceId) -> None:
        self._lookout.forget(surface)
        self._inputs.pop(surface, None)
        self._codes.pop(surface, None)

    def _want_result(self, surface: SurfaceId, tool: str, report: Report, session: Session) -> None:
        """Have the transcript read, however many turns end: one reading at a time, of the turn that ended last."""
        busy = surface in self._results
        self._results[surface] = (tool, report, session)
        if not busy:
            self._begin(self._read_results(surface))

    async def _read_results(self, surface: SurfaceId) -> None:
        try:
            wanted = None
            while (now := self._results[surface]) is not wanted:
                wanted = now
                await self._read_result(surface, *wanted)
        finally:
            del self._results[surface]

    async def _read_result(self, surface: SurfaceId, tool: str, report: Report, session: Session) -> None:
        text = await asyncio.to_thread(last_answer_in, session.transcript_path or "")
        with suppress(NotFound):
            if text and any(each.process == session.process for each in self.of(surface)):
                said = report._replace(kind=Kind.STOP, result=text)
                after, _ = state.heard(self.of(surface), tool, said, session.process, session.heard_ms, self._now())
                self._put(surface, after)

    # -- looking -------------------------------------------------------------------------------------------------------
    def _saw(self, surface: SurfaceId, table: Table, began: float) -> None:
        live = self._runtime.surfaces.get(surface)
        if live is None:
            return
        found: Found = table.agents_below(live.child.pid) if live.child else ()
        before = self.of(surface)
        alive = frozenset(each.process for each in before if each.process and table.has(each.process))
        after = state.seen(before, found, alive, self._now())
        code, since = self._codes.get(surface, (None, 0.0))
        if code is not None and since <= began:  # an older table may still show the process whose code it is
            del self._codes[surface]
            after = state.ended(after, code, self._now())
        self._put(surface, after)

    def _check_alive(self) -> None:
        """Have surfaces looked at whose agents ended unnoticed; whoever asks now hears that they did."""
        for surface in tuple(self._runtime.model.agents):
            sessions = self.of(surface)
            processes = [each.process for each in sessions if each.alive and each.process]
            dead = [process for process in processes if not is_alive(process)]
            if dead:
                alive = frozenset(processes) - set(dead)
                self._put(surface, state.seen(sessions, (), alive, self._now()))
                self._lookout.want_now(surface)

    # -- what comes of it -----------------------------------------------------------------------------------------
    def _put(self, surface: SurfaceId, after: Sessions) -> None:
        before = self.of(surface)
        if after == before:
            return
        with suppress(NotFound):
            self._runtime.do(SetAgent(surface, Agents(after) if after else None))
            self._tell(surface, before, after)
        self._arm_due()

    def _tell(self, surface: SurfaceId, before: Sessions, after: Sessions) -> None:
        place = self._place(surface)
        left = list(before)
        for each in after:
            old = next((one for one in left if _same(one, each)), None)
            if old:
                left.remove(old)
            if not each.alive and (old is None or old.alive or old.exit_code != each.exit_code):
                self._emit(frame("ai.exit", each, place), exit_code=each.exit_code)
            if old is None or old.state is not each.state:
                self._emit(frame("agent_state", each, place), before=old.state.value if old and old.shown else None)
        for gone in left:
            if gone.shown:
                self._emit({**frame("agent_state", gone, place), "state": None}, before=gone.state.value)

    def _emit(self, told: Row, **more: object) -> None:
        fields = {**told, **more}
        kind, surface = str(fields.pop("type")), fields.pop("surface_id")
        self._hub.emit(kind, SurfaceId(int(str(surface))), **fields)

    def _arm_due(self) -> None:
        """One timer for what is due next in any surface: rows that go, turns that stall."""
        if self._due_timer:
            self._due_timer.cancel()
            self._due_timer = None
        times = [state.due_ms(self.of(surface), self._stall_ms()) for surface in self._runtime.model.agents]
        next_ms = min((time for time in times if time is not None), default=None)
        if next_ms is not None:
            self._due_timer = self._loop.call_at(next_ms / 1000, self._due)

    def _due(self) -> None:
        self._due_timer = None
        self._check_alive()
        now = self._now()
        for surface in tuple(self._runtime.model.agents):
            self._put(surface, state.passed(self.of(surface), now, self._stall_ms()))
        self._arm_due()

    def close(self) -> None:
        """End what is still to come."""
        self._lookout.close()
        for task in self._reading:
            task.cancel()
        if self._due_timer:
            self._due_timer.cancel()

    def _shown(self, surface: SurfaceId) -> list[Session]:
        return [each for each in self.of(surface) if each.shown]

    def _place(self, surface: SurfaceId) -> Place:
        model = self._runtime.model
        record = lookup.surface(model, surface)
        workspace: WorkspaceId = model.panes[record.pane].workspace
        return Place(surface, record.name, lookup.index_of(model, workspace), workspace)

    def _now(self) -> int:
        return round(self._loop.time() * 1000)


def _same(old: Session, new: Session) -> bool:
    """Whether one session became the other; a process may have been found for it meanwhile."""
    return old.tool == new.tool and (old.process == new.process or old.process is None)


def _environment(runtime: Runtime) -> Callable[[SurfaceId, WorkspaceId | None], dict[str, str]]:
    """What the shims need to know in every surface."""

    def variables(_: SurfaceId, __: WorkspaceId | None) -> dict[str, str]:
        hooks = {} if runtime.config.agent_hooks else {"PANEFLOW_AGENT_HOOKS": "off"}
        return {"PANEFLOW_PYTHON": sys.executable, **hooks}

    return variables
