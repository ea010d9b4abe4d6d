"""Which task starts when: (run, event) → (run, actions). Knows no pane, socket or clock.

A task starts once everything it needs is ready. When one fails, `fail_fast` ends the flow: what has not started is
skipped, what runs is left running. `continue` skips only what needed the failed task, directly or through others.
"""

from collections.abc import Mapping
from dataclasses import replace

from paneflow.flow.events import (
    Aborted,
    Acted,
    Action,
    Begun,
    Event,
    Finish,
    Matched,
    Spawned,
    Start,
    TaskFailed,
    Tick,
)
from paneflow.flow.run import Progress, Run, State, Status

Outcome = tuple[Run, tuple[Action, ...]]


def advance(run: Run, event: Event) -> Outcome:
    """The run after an event, and what is to be done now. Events about tasks that do not run (any more) change nothing."""
    if run.status is not None:
        return run, ()
    match event:
        case Begun():
            return _start_ready(replace(run, started=event.now), event.now)
        case Spawned():
            return _spawned(run, event), ()
        case Acted():
            return _acted(run, event)
        case Matched():
            return _matched(run, event)
        case TaskFailed():
            return _failed(run, {event.task: event.error}, event.now)
        case Tick():
            return _expire(run, event.now)
        case Aborted():
            return _abort(run, event)


def _spawned(run: Run, event: Spawned) -> Run:
    if not _is_running(run, event.task):
        return run
    return _set(run, {event.task: replace(run.progress[event.task], surface_id=event.surface_id)})


def _acted(run: Run, event: Acted) -> Outcome:
    if not _is_running(run, event.task):
        return run, ()
    timeout = run.tasks[event.task].timeout_s
    if timeout is None:
        return _ready(run, event.task, event.now)
    waiting = replace(run.progress[event.task], deadline=event.now + timeout)
    return _set(run, {event.task: waiting}), ()


def _matched(run: Run, event: Matched) -> Outcome:
    if not _is_running(run, event.task):
        return run, ()
    variable = run.tasks[event.task].variable
    if variable is not None:
        run = replace(run, captures={**run.captures, variable: event.captured or ""})
    return _ready(run, event.task, event.now)


def _ready(run: Run, task: str, now: float) -> Outcome:
    done = replace(run.progress[task], state=State.READY, ended=now, deadline=None)
    return _start_ready(_set(run, {task: done}), now)


def _start_ready(run: Run, now: float) -> Outcome:
    """Start all tasks whose needs are met; end the run when nothing is left to do."""
    starting = [
        name
        for name, each in run.progress.items()
        if each.state is State.PENDING
        and all(run.progress[need].state is State.READY for need in run.tasks[name].needs)
    ]
    run = _set(run, {name: replace(run.progress[name], state=State.RUNNING, started=now) for name in starting})
    finished = _finish_if_done(run, now)
    return finished, (*(Start(name) for name in starting), *_finish(finished))


def _expire(run: Run, now: float) -> Outcome:
    late = {
        name: f"not ready within {run.tasks[name].timeout_s:g} s"
        for name, each in run.progress.items()
        if each.deadline is not None and each.deadline <= now
    }
    run = _set(run, {name: replace(run.progress[name], timed_out=True) for name in late})
    return _failed(run, late, now)


def _failed(run: Run, errors: Mapping[str, str], now: float) -> Outcome:
    failed = {
        name: replace(run.progress[name], state=State.FAILED, ended=now, deadline=None, error=error)
        for name, error in errors.items()
        if _is_running(run, name)
    }
    if not failed:
        return run, ()
    run = _set(run, failed)
    if run.on_failure == "fail_fast":
        return _stop(run, Status.FAILED, f"not started: {next(iter(failed))} failed", now)
    run = _finish_if_done(_skip_dependents(run, now), now)
    return run, _finish(run)


def _skip_dependents(run: Run, now: float) -> Run:
    """Skip every pending task that needs one which will never be ready; each names the need that is dead."""
    while dead := {name: need for name in run.progress if (need := _dead_need(run, name))}:
        run = _set(
            run,
            {
                name: replace(
                    run.progress[name],
                    state=State.SKIPPED,
                    ended=now,
                    error=f"needs {need}, which {_word(run, need)}",
                )
                for name, need in dead.items()
            },
        )
    return run


def _dead_need(run: Run, task: str) -> str | None:
    if run.progress[task].state is not State.PENDING:
        return None
    dead = (State.FAILED, State.SKIPPED)
    return next((need for need in run.tasks[task].needs if run.progress[need].state in dead), None)


def _word(run: Run, task: str) -> str:
    return "failed" if run.progress[task].state is State.FAILED else "was skipped"


def _abort(run: Run, event: Aborted) -> Outcome:
    run = replace(run, error=event.error, interrupted=event.interrupted)
    return _stop(run, Status.ABORTED, f"not started: {event.error}", event.now)


def _stop(run: Run, status: Status, reason: str, now: float) -> Outcome:
    """End at once: what waits is skipped, what runs is left running."""
    waiting = {
        name: replace(each, state=State.SKIPPED, ended=now, error=reason)
        for name, each in run.progress.items()
        if each.state is State.PENDING
    }
    left = {name: replace(each, deadline=None) for name, each in run.progress.items() if each.state is State.RUNNING}
    run = replace(_set(run, waiting | left), status=status, ended=now)
    return run, (Finish(),)


def _finish_if_done(run: Run, now: float) -> Run:
    states = {each.state for each in run.progress.values()}
    if states & {State.PENDING, State.RUNNING}:
        return run
    return replace(run, status=Status.READY if states <= {State.READY} else Status.FAILED, ended=now)


def _finish(run: Run) -> tuple[Action, ...]:
    return (Finish(),) if run.status is not None else ()


def _is_running(run: Run, task: str) -> bool:
    return task in run.progress and run.progress[task].state is State.RUNNING


def _set(run: Run, changed: Mapping[str, Progress]) -> Run:
    return replace(run, progress={**run.progress, **changed}) if changed else run
