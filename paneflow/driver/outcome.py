"""How a turn ended, what a session is doing, and how far it is."""

from typing import Any, Literal, NamedTuple

from paneflow.driver.messages import Message

State = Literal["working", "idle", "permission-prompt", "dialog", "unknown"]
Phase = Literal["prompt", "tool", "composing", "done", "unknown"]

DELIVERED_QUEUED = "delivered-queued"
"""What `send` returns when the agent was busy and took the text into its queue: it runs later; do not send it again."""
DELIVERY_UNCONFIRMED = "delivery-unconfirmed"
"""What `send` returns when nothing shows that the text landed, after a lost Enter was made good: it may be sent again."""


class Outcome(NamedTuple):
    """Why a wait ended.

    "completed": the reply is on disk. "awaiting" `on` "permission-prompt" or "dialog". "aborted": the turn was interrupted.
    "budget-exceeded" for the `reason` "idle" or "max": the patience ran out, the turn may go on.
    """

    kind: Literal["completed", "awaiting", "aborted", "budget-exceeded"]
    on: str | None = None
    reason: str | None = None

    @property
    def completed(self) -> bool:
        """Whether the reply can be read."""
        return self.kind == "completed"

    def plain(self) -> dict[str, Any]:
        """As JSON."""
        told: dict[str, Any] = {"kind": self.kind}
        if self.on is not None:
            told["on"] = self.on
        return told if self.reason is None else told | {"reason": self.reason}


class Reply(NamedTuple):
    """What `ask` returns."""

    outcome: Outcome
    messages: list[Message]
    cursor: str

    @property
    def text(self) -> str:
        """The last thing the agent said; "" if it said nothing."""
        said = [each.text for each in self.messages if each.role == "assistant" and each.text]
        return said[-1] if said else ""

    def plain(self) -> dict[str, Any]:
        """As JSON."""
        messages = [each.plain() for each in self.messages]
        return {"outcome": self.outcome.plain(), "messages": messages, "cursor": self.cursor}


class Progress(NamedTuple):
    """How far a turn is. `hooks`: the agent's hooks are heard. `agent`: anything at all is understood of what it shows."""

    phase: Phase
    tool_in_flight: bool
    transcript_count: int
    hook_channel_healthy: bool
    agent_channel_healthy: bool
    state: State

    def plain(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "phase": self.phase,
            "toolInFlight": self.tool_in_flight,
            "transcriptCount": self.transcript_count,
            "hookChannelHealthy": self.hook_channel_healthy,
            "agentChannelHealthy": self.agent_channel_healthy,
            "state": self.state,
        }
