"""A run for people and programs: the JSON report, the exit status, and lines of text."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from paneflow.flow.run import Progress, Run, State, Status

INTERRUPTED = 130  # what shells expect of a program that Ctrl-C ended


class Transition(NamedTuple):
    """A task that has come into another state."""

    task: str
    state: State
    error: str | None
    at: float  # seconds since the flow began


def report(name: str, run: Run) -> dict[str, Any]:
    """The whole run as data. A task that was left running when the flow ended says `running`."""
    return {
        "flow": name,
        "status": (run.status or Status.ABORTED).value,
        "aborted": run.status is Status.ABORTED,
        "error": run.error,
        "steps": [
            {
                "id": task,
                "status": each.state.value,
                "duration_ms": _duration_ms(each, run.ended),
                "surface_id": each.surface_id,
                "error": each.error,
            }
            for task, each in run.progress.items()
        ],
    }


def exit_status(run: Run) -> int:
    """0: all ready; 4: a barrier was not met in time; 130: Ctrl-C; 1: anything else."""
    if run.interrupted:
        return INTERRUPTED
    if run.status is Status.ABORTED:
        return 1
    return 0 if run.status is Status.READY else 4 if run.timed_out() else 1


def transitions(before: Run, after: Run, now: float) -> list[Transition]:
    """The tasks whose state differs between two moments of one run, in the order of the document."""
    at = now - (after.started if after.started is not None else now)
    return [
        Transition(task, each.state, each.error, at)
        for task, each in after.progress.items()
        if each.state is not before.progress[task].state
    ]


def transition_line(transition: Transition) -> str:
    """`[   12.3s] unit → STATE (error)`."""
    error = f" ({transition.error})" if transition.error else ""
    return f"[{transition.at:7.1f}s] {transition.task} → {transition.state.value.upper()}{error}"


def summary_lines(run: Run) -> Iterator[str]:
    """The table at the end: id, state, error."""
    yield "---"
    for task, each in run.progress.items():
        yield f"{task:<24} {each.state.value.upper():<8} {each.error or ''}".rstrip()
    if run.error:
        yield f"aborted: {run.error}"


def live_lines(run: Run, now: float) -> Iterator[str]:
    """One line a task for a terminal that is drawn again and again: id, state, how long it has been running."""
    width = max((len(task) for task in run.progress), default=0)
    for task, each in run.progress.items():
        age = "" if each.started is None else f"{(_end(each, run.ended, now)) - each.started:.1f}s"
        yield f"{task:<{width}}  {each.state.value.upper():<8} {age:>8}  {each.error or ''}".rstrip()


def _end(progress: Progress, run_ended: float | None, now: float) -> float:
    if progress.ended is not None:
        return progress.ended
    return now if run_ended is None else run_ended


def _duration_ms(progress: Progress, run_ended: float | None) -> int | None:
    end = progress.ended if progress.ended is not None else run_ended
    if progress.started is None or end is None:
        return None
    return round((end - progress.started) * 1000)
