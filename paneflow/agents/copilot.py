"""GitHub Copilot CLI's hook payloads. Source: its public hooks reference. Keys are in camel case there.

`permissionRequest` comes before Copilot's rules decide whether to ask at all, so it is no question; `notification` is one
if its type says so.
"""

from paneflow.agents.report import NAME_LIMIT, Kind, Payload, Report, path_of, text_of

_KINDS = {
    "sessionStart": Kind.SESSION_START,
    "userPromptSubmitted": Kind.PROMPT_SUBMIT,
    "preToolUse": Kind.TOOL_USE,
    "postToolUse": Kind.TOOL_USE,
    "subagentStop": Kind.TOOL_USE,
    "permissionRequest": Kind.TOOL_USE,
    "notification": Kind.NOTIFICATION,
    "errorOccurred": Kind.STOP,
    "agentStop": Kind.STOP,
    "sessionEnd": Kind.SESSION_END,
}
EVENTS = tuple(_KINDS)
_ASKING = (None, "permission_prompt", "elicitation_dialog")


def report(event: str, payload: Payload) -> Report | None:
    """What a payload says; None for an event that tells nothing of the state."""
    kind = _KINDS.get(event)
    if kind is None or payload.get("recoverable") is True:
        return None
    if kind is Kind.NOTIFICATION and _type(payload) not in _ASKING:
        return None
    return Report(
        kind,
        event,
        session_id=text_of(payload, "sessionId", "session_id", limit=NAME_LIMIT),
        transcript_path=path_of(payload, "transcriptPath", "transcript_path"),
        source=text_of(payload, "source", "reason", limit=NAME_LIMIT),
        tool_name=text_of(payload, "toolName", "tool_name", limit=NAME_LIMIT),
        message=text_of(payload, "message") if kind is Kind.NOTIFICATION else None,
        ended_tool=event == "postToolUse",
        nested=event == "subagentStop",
        failed=event == "errorOccurred",
    )


def _type(payload: Payload) -> str | None:
    return text_of(payload, "notificationType", "notification_type", limit=NAME_LIMIT)
