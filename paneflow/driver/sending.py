"""Getting a text to an agent once: pasted once, Enter pressed until it takes, and proof that it landed."""

from time import monotonic
from typing import TYPE_CHECKING

from paneflow.driver.belief import Belief
from paneflow.driver.messages import squashed
from paneflow.driver.outcome import DELIVERED_QUEUED, DELIVERY_UNCONFIRMED

if TYPE_CHECKING:  # it makes deliveries
    from paneflow.driver.session import Session

PROOF_S = 3.0  # within which a prompt that was taken is on disk
TAKEN_S = 6.0  # the same once the agent said that it took one
AGAIN_S = 2.0  # the same after Enter was pressed again
LOST_S = 0.6  # of a draft that stays after Enter and of no other sign: the Enter was lost
TICK_MS = 40
PASTED = "[Pastedtext"  # how agents show long pastes, without blanks


class Delivery:
    """One text on its way. `cursor`: where its turn begins, or one of the two sentinels."""

    def __init__(self, session: "Session", text: str, before: Belief) -> None:
        self._session, self._text = session, text
        self._start = len(before.transcript.records) if before.transcript is not None else 0
        self._was_at_work = before.screen.kind == "working"
        self._turns = before.facts.turns  # that the agent had taken before
        self.cursor = DELIVERY_UNCONFIRMED

    def deliver(self) -> None:
        """Put the text in and wait for proof."""
        self._session.link.call("submit", holder=self._session.holder, text=self._text, timeout_s=30.0)
        found = self._await_proof(PROOF_S)
        if found is None and self._is_drafted(self._session.look()):
            self._session.link.press("enter")
            found = self._await_proof(AGAIN_S, again=True)
        if found is None:
            self._session.put_down(self._session.link.facts())
        elif found != DELIVERED_QUEUED:
            self._note(found)
        self.cursor = found or DELIVERY_UNCONFIRMED

    def has_run(self, belief: Belief) -> bool:
        """Whether its turn has begun, by now."""
        if self.cursor in (DELIVERED_QUEUED, DELIVERY_UNCONFIRMED) and (found := self._landed(belief)) is not None:
            self._note(found)
            self.cursor = found
        return self.cursor not in (DELIVERED_QUEUED, DELIVERY_UNCONFIRMED)

    def _await_proof(self, patience_s: float, *, again: bool = False) -> str | None:
        """The cursor, the sentinel for a queue; None when the Enter was lost, or nothing shows in time."""
        begun = monotonic()
        drafted = None  # since when the text has been seen in the composer
        serial = None
        while monotonic() - begun < patience_s:
            belief = self._session.look(serial, TICK_MS)
            serial = belief.facts.serial
            if (found := self._proof(belief)) is not None:
                return found
            now = monotonic()
            drafted = (drafted or now) if self._is_drafted(belief) else None
            if drafted is not None and now - drafted >= LOST_S and not again:
                return None
            if belief.facts.turns > self._turns:  # it was taken: only the disk is late
                patience_s = TAKEN_S
        return None

    def _is_drafted(self, belief: Belief) -> bool:
        """Our text stands in the composer, and no question is open: then, and only then, Enter may be pressed again.

        The number of turns says nothing here: that of a turn before may be told late.
        """
        draft = squashed(belief.screen.draft)
        ours = draft.startswith(PASTED) or squashed(self._text).startswith(draft)
        return bool(draft) and ours and belief.asks is None

    def _proof(self, belief: Belief) -> str | None:
        if (found := self._landed(belief)) is not None:
            return found
        return DELIVERED_QUEUED if belief.screen.queued and not belief.screen.draft else None

    def _landed(self, belief: Belief) -> str | None:
        transcript = belief.transcript
        found = transcript.find_prompt(self._text, self._start) if transcript is not None else None
        if found is not None:
            return found
        if self._session.agent.grammar is None and self._is_at_work(belief):
            return f"turn-{belief.facts.turns}"  # all that can be said of an agent whose conversations are not read
        return None

    def _is_at_work(self, belief: Belief) -> bool:
        if belief.facts.hooked:
            return belief.facts.turns > self._turns
        return belief.screen.kind == "working" and not self._was_at_work

    def _note(self, cursor: str) -> None:
        self._session.link.call("note", cursor=cursor)
