"""Cursor's hook payloads (`cursor-agent`). Source: its public hooks reference.

Cursor has no event for a question, so an agent that asks looks as if it were thinking; its row can only say so.
"""

from paneflow.agents.report import NAME_LIMIT, RESULT_LIMIT, Kind, Payload, Report, path_of, text_of

_KINDS = {
    "sessionStart": Kind.SESSION_START,
    "beforeSubmitPrompt": Kind.PROMPT_SUBMIT,
    "preToolUse": Kind.TOOL_USE,
    "postToolUse": Kind.TOOL_USE,
    "postToolUseFailure": Kind.TOOL_USE,
    "beforeShellExecution": Kind.TOOL_USE,
    "afterShellExecution": Kind.TOOL_USE,
    "beforeMCPExecution": Kind.TOOL_USE,
    "afterMCPExecution": Kind.TOOL_USE,
    "afterFileEdit": Kind.TOOL_USE,
    "afterAgentResponse": Kind.TOOL_USE,
    "subagentStop": Kind.TOOL_USE,
    "stop": Kind.STOP,
    "sessionEnd": Kind.SESSION_END,
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
        session_id=text_of(payload, "conversation_id", "session_id", limit=NAME_LIMIT),
        transcript_path=path_of(payload, "transcript_path"),
        tool_name=_tool(event, payload),
        ended_tool=event.startswith(("after", "post")),
        nested=event == "subagentStop",
    )
    if event == "afterAgentResponse":
        return base._replace(result=text_of(payload, "text", limit=RESULT_LIMIT))
    return base._replace(failed=payload.get("status") == "error") if kind is Kind.STOP else base


def _tool(event: str, payload: Payload) -> str | None:
    if event in ("beforeShellExecution", "afterShellExecution"):
        return "Shell"
    return text_of(payload, "tool_name", limit=NAME_LIMIT)
