"""Waiting for a turn's end, with whatever patience the caller has."""

from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from paneflow.driver.belief import SETTLED_MS, Belief
from paneflow.driver.link import Facts
from paneflow.driver.outcome import Outcome

if TYPE_CHECKING:  # it waits
    from paneflow.driver.sending import Delivery
    from paneflow.driver.session import Session

TICK_MS = 150  # between two looks at a screen while nothing is heard
FLUSH_MS = 40  # the same when the agent said that it is done, and only the disk is late
STEADY_S = 0.1  # that a question has to stand before it is told
LOST_S = 1.5  # of an agent at rest, after which a text that has not run is not going to


class Patience(NamedTuple):
    """Seconds; None: for ever."""

    max_s: float | None
    idle_s: float | None


class Waiting:
    """One wait; with a `delivery`, for the turn of that text and no other."""

    def __init__(self, session: "Session", patience: Patience, delivery: "Delivery | None" = None) -> None:
        self._session, self._patience, self._delivery = session, patience, delivery
        self._lost: float | None = None  # since when the agent is done with everything but what is waited for
        self._begun = self._alive = monotonic()
        self._signs: object = None
        self._asked: tuple[str, float] | None = None

    def wait(self) -> tuple[Outcome, Facts]:
        """The outcome and the last that was known. Raises `SessionGone`."""
        belief = self._session.look()
        while True:
            outcome = self._steady(self._own(belief)) or self._impatient(belief)
            if outcome is not None:
                return outcome, belief.facts
            belief = self._session.look(belief.facts.serial, self._tick(belief))

    def _own(self, belief: Belief) -> Outcome | None:
        outcome = belief.outcome()
        if self._delivery is None or self._delivery.has_run(belief) or (outcome is not None and not outcome.completed):
            return outcome
        now = monotonic()
        at_rest = belief.facts.quiet_ms >= SETTLED_MS and belief.state != "working"
        self._lost = (self._lost or now) if at_rest else None
        lost = self._lost is not None and now - self._lost >= LOST_S
        return Outcome("budget-exceeded", reason="idle") if lost else None

    def _steady(self, outcome: Outcome | None) -> Outcome | None:
        """A question may be drawn in several steps, and be gone at once."""
        if outcome is None or outcome.on is None:
            self._asked = None
            return outcome
        if self._asked is None or self._asked[0] != outcome.on:
            self._asked = (outcome.on, monotonic())
        return outcome if monotonic() - self._asked[1] >= STEADY_S else None

    def _tick(self, belief: Belief) -> int:
        late = belief.facts.hooked and belief.over and not belief.replied
        tick = FLUSH_MS if late or self._asked is not None else TICK_MS
        if self._patience.max_s is None:
            return tick
        left = self._begun + self._patience.max_s - monotonic()
        return max(1, min(tick, round(left * 1000)))

    def _impatient(self, belief: Belief) -> Outcome | None:
        now = monotonic()
        progress = belief.progress()
        signs = (belief.facts.output_generation, belief.facts.serial, progress.transcript_count, progress.state)
        if signs != self._signs or progress.state == "working" or progress.tool_in_flight:
            self._signs, self._alive = signs, now
        max_s, idle_s = self._patience
        if max_s is not None and now - self._begun >= max_s:
            return Outcome("budget-exceeded", reason="max")
        if idle_s is not None and now - self._alive >= idle_s:
            return Outcome("budget-exceeded", reason="idle")
        return None
