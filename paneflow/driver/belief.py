"""What is true of a session, from the three that speak of it: hooks, transcript and screen. Pure; the one place that decides.

Hooks and transcript are believed; the screen only tells of dialogs and questions, which nothing else does, and stands in for
hooks that are silent: a tool that was denied, a turn that was interrupted, an agent without hooks.
"""

from typing import NamedTuple

from paneflow.driver.link import Facts
from paneflow.driver.outcome import Outcome, Phase, Progress, State
from paneflow.driver.screen import Screen
from paneflow.driver.transcript import Transcript

SETTLED_MS = 1200  # of quiet, after which an idle screen is believed against hooks that say something else
_WORKING, _OVER = ("thinking", "stalled"), ("finished", "errored")


class Belief(NamedTuple):
    """One look at a session. `transcript` is None while its file is not known."""

    facts: Facts
    screen: Screen
    transcript: Transcript | None

    @property
    def settled(self) -> bool:
        """The screen shows an empty composer and has been quiet for long."""
        return self.screen.kind == "idle" and self.facts.quiet_ms >= SETTLED_MS

    @property
    def asks(self) -> str | None:
        """The question that is open: "dialog" or "permission-prompt"."""
        return self.screen.kind if self.screen.kind in ("dialog", "permission-prompt") else None

    @property
    def interrupted(self) -> bool:
        """The last turn was stopped, by us or by a person."""
        newest = self.transcript.newest if self.transcript is not None else None
        return self.facts.interrupted or (newest is not None and newest.interrupted and self.screen.kind != "working")

    @property
    def state(self) -> State:
        """What the session is doing."""
        if self.screen.kind == "dialog":
            return "dialog"
        if self.screen.kind == "permission-prompt":
            return "permission-prompt"
        if self.interrupted:
            return "unknown"
        if self.facts.hooked and self.facts.state in (*_WORKING, *_OVER, "idle"):
            working = self.facts.state in _WORKING and not self.settled
            return "working" if working else "idle"
        return "working" if self.screen.kind == "working" else "idle" if self.screen.kind == "idle" else "unknown"

    @property
    def replied(self) -> bool:
        """The end of an answer is on disk. Where no conversation can be read: the agent took what it was asked."""
        return self.transcript.has_reply if self.transcript is not None else self.facts.answered

    @property
    def over(self) -> bool:
        """The turn is over: the agent said so, or it sits at its composer whatever it said."""
        return not self.asks and ((self.facts.hooked and self.facts.state in _OVER) or self.settled)

    def outcome(self) -> Outcome | None:
        """How the turn ended; None while it goes on."""
        if self.asks:
            return Outcome("awaiting", on=self.asks)
        if self.interrupted:
            return Outcome("aborted")
        if self.over and self.replied:
            return Outcome("completed")
        return Outcome("aborted") if self.settled and self._turned_down else None

    @property
    def _turned_down(self) -> bool:
        """The last thing on disk is a tool that was refused: the agent stopped there, and answers nothing."""
        newest = self.transcript.newest if self.transcript is not None else None
        if newest is None or newest.message is None:
            return False
        return any(part.kind == "tool-result" and not part.ok for part in newest.message.parts)

    def progress(self) -> Progress:
        """How far the turn is."""
        count = self.transcript.count if self.transcript is not None else 0
        blind = self.screen.kind == "unknown" and not self.facts.hooked and not count and not self.screen.blank
        tool = bool(self.facts.active_tool) or (self.state == "working" and self._tool_open)
        return Progress(self._phase(tool=tool), tool, count, self.facts.hooked, not blind, self.state)

    @property
    def _tool_open(self) -> bool:
        return self.transcript is not None and self.transcript.tool_open

    def _phase(self, *, tool: bool) -> Phase:
        if tool:
            return "tool"
        if self.state == "working":
            newest = self.transcript.newest if self.transcript is not None else None
            return "prompt" if newest is None or newest.prompt is not None else "composing"
        return "done" if self.state == "idle" else "unknown"
