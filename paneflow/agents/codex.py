"""Codex's hooks (the form of Claude Code's, with `turn_id`), its older `notify` program, and its desktop notifications.

Codex runs a hook only once the person has trusted it, so `notify` and the notifications still count: the first says
when a turn is over, the second also when something is asked.
"""

from paneflow.agents import claude
from paneflow.agents.report import NAME_LIMIT, RESULT_LIMIT, Kind, Payload, Report, text_of

TURN_COMPLETE = "agent-turn-complete"
EVENTS = (*claude.EVENTS, "Interrupt", TURN_COMPLETE)
# Codex has a model give each task a title, as a conversation of its own beside the person's, whose end it tells as well.
_TITLE = "Generate a concise, single-line task title"
_ASKS = ("Approval requested", "Codex wants to", "Question requested", "Questions requested", "Plan mode prompt")


def report(event: str, payload: Payload) -> Report | None:
    """What a payload says; None for an event that tells nothing of the state."""
    if event == TURN_COMPLETE and _is_title(payload.get("input-messages")):
        return None
    if event == TURN_COMPLETE:
        return Report(
            Kind.STOP,
            event,
            session_id=text_of(payload, "thread-id", limit=NAME_LIMIT),
            result=text_of(payload, "last-assistant-message", limit=RESULT_LIMIT),
            whole=False,
        )
    if event == "Interrupt":
        session = text_of(payload, "session_id", limit=NAME_LIMIT)
        return Report(Kind.STOP, event, session_id=session, nested="agent_id" in payload)
    return claude.report(event, payload)


def _is_title(messages: object) -> bool:
    first = messages[0] if isinstance(messages, list) and messages else None
    return isinstance(first, str) and first.startswith(_TITLE)


def asks(body: str) -> bool:
    """Whether a desktop notification of Codex asks something; the others tell that a turn is over."""
    return body.startswith(_ASKS)
