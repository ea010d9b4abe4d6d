"""A flow under way, as a frozen value: the tasks, the state of each, and what they captured."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal


@dataclass(frozen=True, slots=True)
class Task:
    """One node of the graph. What it does is the runner's business; here it only has a name and things it needs.

    `needs` are ids of other tasks; the graph has no cycles. `timeout_s` is how long the barrier may take once the task
    has acted; None: there is no barrier. `variable` names what is captured when the barrier is met.
    """

    id: str
    needs: tuple[str, ...] = ()
    timeout_s: float | None = None
    variable: str | None = None


class State(StrEnum):
    """Where a task stands."""

    PENDING = "pending"
    RUNNING = "running"
    READY = "ready"
    FAILED = "failed"
    SKIPPED = "skipped"


class Status(StrEnum):
    """How a flow ended."""

    READY = "ready"
    FAILED = "failed"
    ABORTED = "aborted"


OnFailure = Literal["fail_fast", "continue"]


@dataclass(frozen=True, slots=True)
class Progress:
    """One task's state. Times are the runner's clock, in seconds; `deadline` is set while the barrier is open."""

    state: State = State.PENDING
    started: float | None = None
    ended: float | None = None
    deadline: float | None = None
    timed_out: bool = False
    surface_id: int | None = None
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """The whole flow at one moment. `status` is None while it goes on; after that nothing changes any more."""

    tasks: Mapping[str, Task]
    on_failure: OnFailure
    progress: Mapping[str, Progress]
    captures: Mapping[str, str] = field(default_factory=dict)
    started: float | None = None
    ended: float | None = None
    status: Status | None = None
    interrupted: bool = False  # by the person, with Ctrl-C
    error: str | None = None  # why it was aborted

    def next_deadline(self) -> float | None:
        """When the scheduler must be told the time at the latest; None: only events matter."""
        open_ = [each.deadline for each in self.progress.values() if each.deadline is not None]
        return min(open_, default=None)

    def timed_out(self) -> bool:
        """Whether any barrier was not met in time."""
        return any(each.timed_out for each in self.progress.values())


def new_run(tasks: tuple[Task, ...], on_failure: OnFailure) -> Run:
    """A flow that has not begun."""
    return Run({task.id: task for task in tasks}, on_failure, {task.id: Progress() for task in tasks})
