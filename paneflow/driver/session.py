"""A handle to one session: what can be done with an agent that runs."""

import os
import secrets
import threading
from contextlib import suppress
from time import monotonic, sleep
from typing import TYPE_CHECKING, Literal

from paneflow.driver.belief import Belief
from paneflow.driver.definition import Definition
from paneflow.driver.dialogs import choose
from paneflow.driver.errors import (
    AwaitingDecision,
    DriverError,
    NoText,
    NothingAsked,
    SessionGone,
    TranscriptUnlocatable,
)
from paneflow.driver.link import Facts, Link
from paneflow.driver.messages import Message, squashed
from paneflow.driver.outcome import Outcome, Progress, Reply, State
from paneflow.driver.screen import understand
from paneflow.driver.sending import Delivery
from paneflow.driver.transcript import Transcript
from paneflow.driver.waiting import Patience, Waiting

if TYPE_CHECKING:
    from types import TracebackType

Choice = Literal["approve", "approve-for-session", "deny"]
CHOICES: tuple[Choice, ...] = ("approve", "approve-for-session", "deny")

_INTERRUPT_S = 0.25  # what an agent needs to take an Escape for one
_ANSWERED_S = 5.0
_STEP_S = 0.04


class Session:
    """An agent's session. `name`, `namespace` and `agent_session_id` are what finds it again.

    A handle is one writer; two handles are two, also in one process. Its methods may be called from several threads.
    """

    def __init__(self, link: Link, agent: Definition, known: Facts) -> None:
        self.name, self.namespace = link.name, link.namespace
        self.agent = agent
        self.agent_session_id = known.agent_session_id
        self.surface_id = known.surface_id
        self.link = link
        self.holder = f"{os.getpid()}-{secrets.token_hex(8)}"
        self._transcript: Transcript | None = None
        self._reading = threading.RLock()
        self._sending = threading.Lock()

    def __enter__(self) -> "Session":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: "TracebackType | None"
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the handle; the session goes on."""
        self.link.close()

    # -- turns ----------------------------------------------------------------------------------------------------
    def send(self, text: str, *, force: bool = False) -> str:
        """Give the agent a text as one turn; returns the turn's cursor.

        Returns `DELIVERED_QUEUED` or `DELIVERY_UNCONFIRMED` when no cursor is to be had. Raises `BusyWriter` while another
        writes (`force` takes over), `AwaitingDecision` while a question is open, which the text would answer, and `NoText`.
        """
        return self._deliver(text, force=force).cursor

    def _deliver(self, text: str, *, force: bool) -> Delivery:
        if not squashed(text):
            raise NoText(f"agent {self.name}: there is no text to send")
        with self._sending:
            self._own(self.link.facts())
            self.link.call("claim", holder=self.holder, force=force or None)
            belief = self.look()
            if belief.asks:
                self.put_down(belief.facts)
                raise AwaitingDecision(f"agent {self.name}: a {belief.asks} is open; it has to be answered first")
            delivery = Delivery(self, text, belief)
            try:
                delivery.deliver()
                return delivery
            except DriverError:
                self.put_down(belief.facts)
                raise

    def wait(self, *, max_s: float | None = None, idle_s: float | None = None) -> Outcome:
        """Wait until the turn is over, or a question is open, or the patience is; never raises for a time-out.

        `max_s` bounds the whole wait, `idle_s` the time without any sign of life of a turn that is not at work.
        """
        return self._wait(Patience(max_s, idle_s))

    def _wait(self, patience: Patience, delivery: Delivery | None = None) -> Outcome:
        outcome, last = Waiting(self, patience, delivery).wait()
        if outcome.kind in ("completed", "aborted") and last.answered:  # else another took the pen for what comes next
            self.put_down(last)
        return outcome

    def ask(self, text: str, *, max_s: float | None = None, idle_s: float | None = None, force: bool = False) -> Reply:
        """Send, wait for the turn of this very text, and read what came of it.

        A text that had to queue is waited for; one that nothing shows of, and that never runs, exceeds the idle budget. Of an
        agent whose conversations are not read there are no messages; nor are there of a turn that was not completed, before
        its conversation can be found.
        """
        delivery = self._deliver(text, force=force)
        outcome = self._wait(Patience(max_s, idle_s), delivery)
        return Reply(outcome, self._said(delivery.cursor, outcome), delivery.cursor)

    def _said(self, cursor: str, outcome: Outcome) -> list[Message]:
        try:
            return self.messages_since(cursor)
        except TranscriptUnlocatable:
            if self.agent.grammar is not None and outcome.completed:
                raise
            return []

    def messages_since(self, cursor: str) -> list[Message]:
        """The messages that a turn produced; none for a cursor that cannot be resolved. Raises `TranscriptUnlocatable`."""
        return self.transcript().since(cursor)

    def turn_complete(self, cursor: str) -> bool:
        """Whether the turn at a cursor has a reply. False: it never ran, or was lost; then it may be sent again."""
        return any(message.role == "assistant" for message in self.messages_since(cursor))

    def interrupt(self) -> None:
        """Press Escape, as often as the agent wants it: it stops a turn, or clears an idle agent's composer. Needs no pen."""
        self._own(self.link.facts())
        self.link.press(*self.agent.interrupt, interrupt=True)
        sleep(_INTERRUPT_S)

    def respond(self, choice: Choice) -> None:
        """Answer the permission prompt that is open. Raises `NothingAsked`."""
        belief = self.look()
        options = belief.screen.options
        if belief.asks != "permission-prompt" or options is None:
            raise NothingAsked(f"agent {self.name}: no permission prompt is open")
        wanted = _option(options.labels, choice)
        if options.numbered:
            self.link.press(str(wanted + 1))
        else:
            choose(self.link, self.agent, belief.screen, options.labels[wanted].lower())
        deadline = monotonic() + _ANSWERED_S
        while self.look().screen.options == options and monotonic() < deadline:
            sleep(_STEP_S)

    # -- what it does ---------------------------------------------------------------------------------------------
    def state(self) -> State:
        """What it is doing now."""
        return self.look().state

    def progress(self) -> Progress:
        """How far the turn is."""
        return self.look().progress()

    def capture(self, *, ansi: bool = False, lines: int | None = None) -> str:
        """What the screen shows, or its last rows; `ansi` keeps the styles."""
        return self._own(self.link.facts(screen="styled" if ansi else "plain", lines=lines)).text

    def kill(self) -> None:
        """End exactly this session; one that has ended is no error."""
        with suppress(SessionGone):
            self._own(self.link.facts())
            self.link.call("kill")

    def look(self, since: int | None = None, within_ms: int | None = None) -> Belief:
        """All that is known, once something changed or the time is up."""
        facts = self._own(self.link.look(since, within_ms))
        with self._reading:
            transcript = self._found(facts)
            if transcript is not None:
                transcript.poll()
        return Belief(facts, understand(self.agent, facts.text), transcript)

    def _own(self, facts: Facts) -> Facts:
        if facts.surface_id != self.surface_id:
            raise SessionGone(f"agent {self.name}: it has ended, and another session has its name now")
        return facts

    def transcript(self) -> Transcript:
        """The conversation as it is now. Raises `TranscriptUnlocatable`."""
        with self._reading:
            found = self._found(self.link.facts() if self._transcript is None else None)
            if found is None:
                raise TranscriptUnlocatable(f"agent {self.name}: its conversation cannot be found on disk")
            found.poll()
            return found

    def _found(self, facts: Facts | None) -> Transcript | None:
        path = facts.transcript_path if facts is not None else None
        if self._transcript is not None and path in (None, self._transcript.path):
            return self._transcript
        grammar = self.agent.grammar
        if grammar is None:
            return None
        self.agent_session_id = self.agent_session_id or (facts.agent_session_id if facts is not None else None)
        if path is None and self.agent_session_id is not None:
            path = next(iter(grammar.locate(self.agent_session_id)), None)
        if path is not None:
            self._transcript = Transcript(path, grammar)
        return self._transcript

    def put_down(self, facts: Facts) -> None:
        """Let others write: the turn that the pen was taken for is over."""
        if facts.claim is not None:
            with suppress(SessionGone):
                self.link.call("release", claim=facts.claim)


def _option(labels: tuple[str, ...], choice: Choice) -> int:
    """Which option a choice means: the first yes, the yes for longer, the no."""
    yes = [at for at, label in enumerate(labels) if label.lower().startswith("yes")]
    no = [at for at, label in enumerate(labels) if label.lower().startswith("no")]
    if choice == "deny":
        return no[0] if no else len(labels) - 1
    if choice == "approve":
        return yes[0] if yes else 0
    return yes[1] if len(yes) > 1 else 1
