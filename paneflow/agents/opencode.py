"""opencode's plugin events, as our plugin (`resources/hooks/opencode`) passes them on.

Source: opencode's public plugin reference. The payload holds the event's properties: `sessionID`, and what the event
adds. Sub-agents are sessions with a `parentID`.
"""

from paneflow.agents.report import NAME_LIMIT, RESULT_LIMIT, Kind, Payload, Report, text_of

_KINDS = {
    "session.created": Kind.SESSION_START,
    "chat.message": Kind.PROMPT_SUBMIT,
    "tool.execute.before": Kind.TOOL_USE,
    "tool.execute.after": Kind.TOOL_USE,
    "permission.replied": Kind.TOOL_USE,
    "question.replied": Kind.TOOL_USE,
    "permission.asked": Kind.NOTIFICATION,
    "permission.updated": Kind.NOTIFICATION,
    "question.asked": Kind.NOTIFICATION,
    "session.idle": Kind.STOP,
    "session.error": Kind.STOP,
    "session.deleted": Kind.SESSION_END,
}
EVENTS = tuple(_KINDS)


def report(event: str, payload: Payload) -> Report | None:
    """What a payload says; None for an event that tells nothing of the state."""
    kind = _KINDS.get(event)
    if kind is None:
        return None
    return Report(
        kind,
        event,
        session_id=text_of(payload, "sessionID", limit=NAME_LIMIT),
        tool_name=text_of(payload, "tool", limit=NAME_LIMIT),
        ended_tool=event in ("tool.execute.after", "permission.replied", "question.replied"),
        message=text_of(payload, "title", "permission", "question") if kind is Kind.NOTIFICATION else None,
        result=text_of(payload, "text", limit=RESULT_LIMIT) if kind is Kind.STOP else None,
        nested=bool(payload.get("parentID")),
        failed=event == "session.error",
    )
