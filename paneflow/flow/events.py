"""What the runner tells the scheduler, and what the scheduler asks of the runner. `now` is the runner's clock in seconds."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Begun:
    """The gate is open and the host answers: go."""

    now: float


@dataclass(frozen=True, slots=True)
class Spawned:
    """The task's pane is there."""

    task: str
    now: float
    surface_id: int


@dataclass(frozen=True, slots=True)
class Acted:
    """The task has done what it does: its pane runs and its text, if any, is in. From now on its barrier counts."""

    task: str
    now: float


@dataclass(frozen=True, slots=True)
class Matched:
    """New output met the barrier; `captured` is what the task keeps."""

    task: str
    now: float
    captured: str | None = None


@dataclass(frozen=True, slots=True)
class TaskFailed:
    """The task cannot go on: it could not start, its pane closed, its text was not taken."""

    task: str
    now: float
    error: str


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed."""

    now: float


@dataclass(frozen=True, slots=True)
class Aborted:
    """Nothing can go on: the person pressed Ctrl-C, the host is gone, or the gate was closed."""

    now: float
    error: str
    interrupted: bool = False


Event = Begun | Spawned | Acted | Matched | TaskFailed | Tick | Aborted


@dataclass(frozen=True, slots=True)
class Start:
    """Do what the task says. The first batch has no needs and makes the workspace."""

    task: str


@dataclass(frozen=True, slots=True)
class Finish:
    """The flow is over: print the report."""


Action = Start | Finish
