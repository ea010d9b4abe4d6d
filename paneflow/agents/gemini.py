"""Gemini CLI's hook payloads. Source: its public hooks reference."""

from paneflow.agents.report import NAME_LIMIT, RESULT_LIMIT, Kind, Payload, Report, path_of, text_of

_KINDS = {
    "SessionStart": Kind.SESSION_START,
    "BeforeAgent": Kind.PROMPT_SUBMIT,
    "BeforeTool": Kind.TOOL_USE,
    "AfterTool": Kind.TOOL_USE,
    "PreCompress": Kind.TOOL_USE,
    "Notification": Kind.NOTIFICATION,
    "AfterAgent": Kind.STOP,
    "SessionEnd": Kind.SESSION_END,
}
EVENTS = tuple(_KINDS)


def report(event: str, payload: Payload) -> Report | None:
    """What a payload says; None for an event that tells nothing of the state."""
    kind = _KINDS.get(event)
    if kind is None:
        return None
    base = Report(
        kind,
        event,
        session_id=text_of(payload, "session_id", limit=NAME_LIMIT),
        transcript_path=path_of(payload, "transcript_path"),
        source=text_of(payload, "source", "reason", limit=NAME_LIMIT),
        tool_name=text_of(payload, "tool_name", limit=NAME_LIMIT),
        ended_tool=event == "AfterTool",
    )
    if kind is Kind.NOTIFICATION:
        return base._replace(message=text_of(payload, "message"))
    if kind is Kind.STOP:
        return base._replace(result=text_of(payload, "prompt_response", limit=RESULT_LIMIT))
    if kind is Kind.SESSION_END and base.source == "clear":
        return base._replace(kind=Kind.SESSION_START)
    return base
