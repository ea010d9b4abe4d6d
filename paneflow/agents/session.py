"""What is known of one agent process in a surface."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class State(StrEnum):
    """What an agent does, as far as it is known. `ENDED` is not shown: the session is over, its process not yet."""

    THINKING = "thinking"
    WAITING = "waiting_for_input"
    FINISHED = "finished"
    ERRORED = "errored"
    STALLED = "stalled"
    IDLE = "idle"
    UNKNOWN = "unknown_running"
    ENDED = "ended"


URGENCY = (
    State.ERRORED,
    State.WAITING,
    State.STALLED,
    State.THINKING,
    State.FINISHED,
    State.IDLE,
    State.UNKNOWN,
    State.ENDED,
)


class Reason(StrEnum):
    """Where a state comes from, the surest first."""

    EXIT = "exit"  # its process ended
    HOOK = "hook"  # the agent said so
    TRANSCRIPT = "transcript"  # the agent wrote it down
    TYPED = "typed"  # its person answered or interrupted it, and it has said nothing since
    SILENCE = "silence"  # it said nothing for long
    NOTIFICATION = "notification"  # OSC 9, 99 and 777, or a notify program
    PROGRESS = "progress"  # OSC 9;4
    NO_HOOK = "no_hook"  # there is such a process, and that is all


class Process(NamedTuple):
    """A process for good: a pid alone comes back with another program in it. `started` tells those apart, no more."""

    pid: int
    started: float


@dataclass(frozen=True, slots=True)
class Session:
    """One agent in one surface. Times are milliseconds of a clock that never jumps.

    `since_ms`: when the state began. `active_ms`: its last sign of life. `heard_ms`: the agent's own time of the
    latest event that counted, `result_ms` that of the last result; what is older came late. `hooked`: its hooks report
    the whole life of the session. `question`: when the one permission question was asked that is open now, which names it;
    None when there is none, or it cannot be told which of several is. `crowded`: there were several in this turn.
    """

    tool: str
    state: State
    reason: Reason
    since_ms: int
    active_ms: int
    process: Process | None = None
    heard_ms: int = 0
    hooked: bool = False
    agent_session_id: str | None = None
    transcript_path: str | None = None
    active_tool_name: str | None = None
    asked_tool: str | None = None
    message: str | None = None
    question: int | None = None
    crowded: bool = False
    last_result: str | None = None
    result_ms: int = 0
    exit_code: int | None = None
    gone_ms: int | None = None
    turns: int = 0

    @property
    def alive(self) -> bool:
        """Its process is not known to have ended."""
        return self.gone_ms is None

    @property
    def shown(self) -> bool:
        """It belongs into lists."""
        return self.state is not State.ENDED


Sessions = tuple[Session, ...]
"""The agents of one surface, the oldest first."""


def foremost(sessions: Sessions) -> Session | None:
    """The one that a person should know of first, by urgency; of two alike, the older."""
    shown = [each for each in sessions if each.shown]
    return min(shown, key=lambda each: URGENCY.index(each.state)) if shown else None


@dataclass(frozen=True, slots=True)
class Agents:
    """What is attached to a surface: its sessions, of which at least one is there."""

    sessions: Sessions

    @property
    def tool(self) -> str | None:
        """The family of the one that a person should know of first; None while none is to be shown."""
        first = foremost(self.sessions)
        return first.tool if first else None
