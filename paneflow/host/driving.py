"""Sessions of agents that are driven by name, and who holds the pen of each.

They are kept with their surfaces and go with them. A host that was restarted knows none: the agents ended with it.
"""

import asyncio
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

import psutil

from paneflow.agents.session import Session as AgentSession
from paneflow.agents.session import State, foremost
from paneflow.errors import NotFound, Refused
from paneflow.host.fleet import Fleet
from paneflow.ids import SurfaceId
from paneflow.model.changes import AgentChanged, SurfaceClosed, SurfaceExited
from paneflow.runtime.bus import Fact
from paneflow.runtime.facts import Ending
from paneflow.runtime.session import Session
from paneflow.vt.styled_text import screen as shown

GONE_FOR: Final = 10.0  # seconds after which a pen is free whose holder's process has ended
LAST_ROWS: Final = 5  # of what an agent showed, that are told when it ends while somebody waits for it
LOOK_EVERY: Final = 1.0  # seconds between two looks at a holder's process, while it holds a pen


@dataclass(slots=True)
class Pen:
    """Who writes. `turns`: how many prompts the agent had taken when it was taken up, and `at_ms` when that was."""

    claim: int
    holder: str
    pid: int | None
    turns: int
    at_ms: int = field(default_factory=lambda: time.monotonic_ns() // 1_000_000)  # the clock of hooks
    gone_since: float | None = None


@dataclass(slots=True)
class Driven:
    """One session."""

    namespace: str
    name: str
    surface: SurfaceId
    tool: str
    agent_session_id: str | None
    born: float = field(default_factory=time.monotonic)
    cursor: str | None = None
    interrupted_at: int | None = None  # prompts it had taken when its turn was stopped, until it takes another
    pen: Pen | None = None
    asked: tuple[int, int] | None = None  # turns and output generation when the pen was last taken up
    said: str = ""  # the end of what it showed when it ended
    serial: int = 0
    changed: asyncio.Event = field(default_factory=asyncio.Event)


class Driving:
    """All of them. Belongs to the loop's thread."""

    def __init__(self, session: Session, fleet: Fleet) -> None:
        self._session, self._fleet = session, fleet
        self._all: dict[tuple[str, str], Driven] = {}
        self._claims = 0
        self._timer: asyncio.TimerHandle | None = None
        session.bus.subscribe(self._hear)

    # -- which ones -----------------------------------------------------------------------------------------------
    def add(self, driven: Driven) -> None:
        """A session that has just been started."""
        self._all[driven.namespace, driven.name] = driven

    def has(self, namespace: str, name: str) -> bool:
        """Whether there is one of that name."""
        return (namespace, name) in self._all

    def get(self, namespace: str, name: str) -> Driven:
        """The one of that name. Raises `NotFound` (session_gone)."""
        try:
            return self._all[namespace, name]
        except KeyError:
            raise NotFound("there is no such session", kind="session_gone", namespace=namespace, name=name) from None

    def listed(self, namespace: str | None) -> Iterator[Driven]:
        """All, or a namespace's, by name."""
        for key in sorted(self._all):
            if namespace in (None, key[0]):
                yield self._all[key]

    def agent(self, driven: Driven) -> AgentSession | None:
        """What the fleet knows of the agent: of this conversation, else of the family, never of an agent below it."""
        known = [each for each in self._fleet.of(driven.surface) if each.tool == driven.tool]
        own = [each for each in known if each.agent_session_id == driven.agent_session_id]
        return foremost(tuple(own)) or (known[0] if known else None)

    # -- changes --------------------------------------------------------------------------------------------------
    def touch(self, driven: Driven) -> None:
        """Something became known: whoever waits looks again."""
        driven.serial += 1
        driven.changed.set()
        driven.changed = asyncio.Event()

    async def until_changed(self, driven: Driven, since: int, seconds: float) -> None:
        """Wait until the serial is another one, or the time is up."""
        if driven.serial != since:
            return
        try:
            async with asyncio.timeout(seconds):
                await driven.changed.wait()
        except TimeoutError:
            return

    def _hear(self, fact: Fact) -> None:
        if not isinstance(fact, AgentChanged | Ending | SurfaceExited | SurfaceClosed):
            return
        for key, driven in tuple(self._all.items()):
            if driven.surface == fact.surface:
                if isinstance(fact, Ending):
                    driven.said = self._last_words(driven)
                elif isinstance(fact, SurfaceClosed | SurfaceExited):
                    del self._all[key]
                elif driven.interrupted_at is not None and self._turns(driven) > driven.interrupted_at:
                    driven.interrupted_at = None  # it went on with what it had in its queue, or a person typed
                self.touch(driven)

    def _last_words(self, driven: Driven) -> str:
        rows = shown(self._session.live(driven.surface).engine).splitlines()
        return "\n".join([row for row in rows if row.strip()][-LAST_ROWS:])

    # -- the pen --------------------------------------------------------------------------------------------------
    def claim(self, driven: Driven, holder: str, pid: int | None, *, force: bool) -> None:
        """Take the pen up. Raises `Refused` (busy_writer) while another writes."""
        self._drop_if_over(driven)
        pen = driven.pen
        if pen is not None and pen.holder != holder and not force:
            raise busy(driven, pen)
        self._claims += 1
        driven.pen = Pen(self._claims, holder, pid, self._turns(driven))
        driven.asked = (driven.pen.turns, self._session.live(driven.surface).generation)
        driven.interrupted_at = None
        self.touch(driven)
        if self._timer is None:
            self._look_later()

    def require_pen(self, driven: Driven, holder: str) -> None:
        """Raise `Refused` (busy_writer) unless this holder has the pen."""
        if driven.pen is None or driven.pen.holder != holder:
            raise busy(driven, driven.pen)

    def release(self, driven: Driven, claim: int) -> bool:
        """Put the pen down, if that claim is the present one."""
        if driven.pen is None or driven.pen.claim != claim:
            return False
        driven.pen = None
        self.touch(driven)
        return True

    def pen(self, driven: Driven) -> Pen | None:
        """The pen, if somebody still holds it."""
        self._drop_if_over(driven)
        return driven.pen

    def interrupt(self, driven: Driven) -> None:
        """Its turn counts as stopped until it takes another prompt."""
        driven.interrupted_at = self._turns(driven)
        self.touch(driven)

    def _turns(self, driven: Driven) -> int:
        agent = self.agent(driven)
        return agent.turns if agent is not None else 0

    def _drop_if_over(self, driven: Driven) -> None:
        pen, agent = driven.pen, self.agent(driven)
        if pen is None:
            return
        if driven.interrupted_at is not None or (agent is not None and _is_over(agent, pen)):
            driven.pen = None

    def _look_later(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(LOOK_EVERY, self._look)

    def _look(self) -> None:
        self._timer = None
        held = [driven for driven in self._all.values() if self.pen(driven)]
        for driven in held:
            self._look_at(driven)
        if any(driven.pen for driven in held):
            self._look_later()

    def _look_at(self, driven: Driven) -> None:
        pen, now = driven.pen, time.monotonic()
        if pen is None or pen.pid is None or _is_alive(pen.pid):
            return
        if pen.gone_since is None:
            pen.gone_since = now
        elif now - pen.gone_since >= GONE_FOR:
            self.release(driven, pen.claim)


def busy(driven: Driven, pen: Pen | None) -> Refused:
    """Another writes, or nobody took the pen."""
    who = "nobody has claimed it" if pen is None else f"process {pen.pid or '?'} is writing to it"
    return Refused(f"{who}; --force takes over", kind="busy_writer", pid=pen.pid if pen is not None else None)


def _is_over(agent: AgentSession, pen: Pen) -> bool:
    """The turn that the pen was taken for has ended. A prompt that is told late does not make an earlier end a new one."""
    ended = agent.state in (State.FINISHED, State.ERRORED)
    return ended and agent.turns > pen.turns and agent.heard_ms > pen.at_ms


def _is_alive(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False
