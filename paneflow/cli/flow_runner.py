"""Runs a flow: asks the scheduler what to do, and lets a worker do it. The loop itself only waits for events."""

import queue
import threading
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from paneflow.cli.builder import Builder
from paneflow.cli.deferred import deferred
from paneflow.cli.flow_host import ENDED, FlowHost
from paneflow.cli.flow_view import View
from paneflow.cli.flow_worker import Stage, Worker, is_fatal, pane_call
from paneflow.cli.provision import Needs
from paneflow.errors import PaneflowError, Unavailable
from paneflow.flow.events import Aborted, Begun, Event, Start, TaskFailed, Tick
from paneflow.flow.run import Run, Task, new_run
from paneflow.flow.scheduler import advance
from paneflow.spec.flow import Flow
from paneflow.spec.units import Unit

UNDO_S: Final = 30.0  # for what git is doing when a flow ends
POLL_S: Final = 0.5  # Ctrl-C is noticed at least this often where a queue cannot be interrupted


class Runner:
    """One run. `needs` says by unit what each pane starts with."""

    def __init__(self, flow: Flow, needs: Mapping[str, Needs], host: FlowHost, view: View) -> None:
        self._flow, self._needs, self._host, self._view = flow, needs, host, view
        self._units = {unit.id: unit for unit in flow.units}
        # A simple one may be put into from a signal handler too.
        self._inbox: queue.SimpleQueue[Event | str] = queue.SimpleQueue()
        builder = Builder(self._inbox.put, lambda chunk: self._inbox.put(chunk.decode(errors="replace")))
        self._stage = Stage({}, threading.Lock(), builder, host)
        self._clock = time.monotonic

    def run(self) -> Run:
        """Run to the end; Ctrl-C ends it too. Panes stay, worktrees that have none yet do not."""
        with deferred(lambda: self._inbox.put(Aborted(self._clock(), "interrupted", interrupted=True))):
            self._spawn(self._hear_host)
            run = self._run()
            self._stop_making()
        self._view.end(run, self._clock())
        return run

    def _run(self) -> Run:
        run = new_run(tuple(task_of(unit) for unit in self._flow.units), self._flow.spec.defaults.on_failure)
        event: Event = Begun(self._clock())
        while run.status is None:
            before = run
            run, actions = advance(run, event)
            self._view.change(before, run, self._clock())
            self._start([self._units[action.task] for action in actions if isinstance(action, Start)], run)
            if run.status is None:
                event = self._next_event(run)
        return run

    def _hear_host(self) -> None:
        self._host.await_end()
        self._inbox.put(Aborted(self._clock(), ENDED))

    def _stop_making(self) -> None:
        """Let nobody make anything more, and wait until what was begun is taken back."""
        self._stage.builder.cancel()
        self._stage.lock.acquire(timeout=UNDO_S)  # for good: the threads end with the process

    def _next_event(self, run: Run) -> Event:
        deadline = run.next_deadline()
        while True:
            try:
                now = self._clock()
                if deadline is not None and now >= deadline:
                    return Tick(now)
                wait = min(POLL_S if deadline is None else deadline - now, self._view.refresh_s or POLL_S, POLL_S)
                told = self._inbox.get(timeout=max(0.0, wait))
            except queue.Empty:
                self._view.tick(run, self._clock())
            else:
                if not isinstance(told, str):
                    return told
                self._view.note(told)

    def _start(self, units: list[Unit], run: Run) -> None:
        roots = [unit for unit in units if not unit.needs]
        if roots:
            self._spawn(partial(self._start_roots, roots, run))
        for unit in units:
            if unit.needs:
                self._spawn(partial(self._carry_out, unit, run))

    def _spawn(self, work: Callable[[], None]) -> None:
        threading.Thread(target=work, daemon=True).start()  # whoever waits at the host must not keep us from ending

    def _start_roots(self, roots: list[Unit], run: Run) -> None:
        """One workspace for all of them; a root whose worktree cannot be made fails alone."""
        with self._stage.lock:
            ready = [
                unit for unit in roots if self._guarded(unit, partial(self._stage.builder.build, self._needs[unit.id]))
            ]
            surfaces: list[int] = []
            if not (ready and self._guarded_all(ready, partial(self._up, ready, surfaces))):
                self._stage.builder.undo()
            for unit, surface in zip(ready, surfaces, strict=False):
                self._worker(unit, run).spawned(surface)
        for unit, surface in zip(ready, surfaces, strict=False):
            self._spawn(partial(self._carry_out, unit, run, surface))

    def _up(self, ready: list[Unit], surfaces: list[int]) -> None:
        self._stage.builder.check()
        panes = [pane_call(unit, self._needs[unit.id]) for unit in ready]
        spec = self._flow.spec
        with self._host.client() as client:
            client.call("system.ping")
            made = self._stage.builder.hand_over(
                lambda: client.call("workspace.up", name=spec.name, layout=spec.layout, panes=panes)
            )
        surfaces.extend(made["surface_ids"])

    def _carry_out(self, unit: Unit, run: Run, surface: int | None = None) -> None:
        self._guarded(unit, partial(self._worker(unit, run).run, surface))

    def _worker(self, unit: Unit, run: Run) -> Worker:
        return Worker(unit, self._needs.get(unit.id), self._stage, run.captures, self._inbox.put, self._clock)

    def _guarded(self, unit: Unit, work: Callable[[], None]) -> bool:
        return self._guarded_all([unit], work)

    def _guarded_all(self, units: list[Unit], work: Callable[[], None]) -> bool:
        """Do something for units; what goes wrong becomes events, whatever it is, so that the loop cannot hang."""
        try:
            work()
        except Exception as error:  # noqa: BLE001 - a thread has nobody to raise to
            message = _message(error)
            if isinstance(error, PaneflowError) and is_fatal(error):
                self._inbox.put(Aborted(self._clock(), message))
            for unit in units:
                self._inbox.put(TaskFailed(unit.id, self._clock(), _words(error, message)))
            return False
        return True


def _message(error: Exception) -> str:
    if isinstance(error, Unavailable):
        return ENDED
    return error.message if isinstance(error, PaneflowError) else f"{type(error).__name__}: {error}"


def _words(error: Exception, message: str) -> str:
    gone = ("surface_not_found", "surface_exited")
    # Without an id it was a selector that nothing matched.
    if isinstance(error, PaneflowError) and error.kind in gone and "surface_id" in error.data:
        return f"the pane was closed: {message}"
    return message


def task_of(unit: Unit) -> Task:
    """A unit as the scheduler knows it."""
    return Task(unit.id, unit.needs, None if unit.ready is None else unit.ready.timeout_secs, unit.variable)
