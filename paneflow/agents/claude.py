"""Claude Code's hook payloads. Several other agents took the same form, so they come here too.

Source: the public hooks reference of Claude Code. Every payload has `hook_event_name`, `session_id`,
`transcript_path`, `cwd`; what comes from a sub-agent has `agent_id` as well.
"""

from paneflow.agents.report import NAME_LIMIT, RESULT_LIMIT, Kind, Payload, Report, path_of, text_of

# Types of notification. Those not listed here ask for nothing: a login went well, a question was settled.
_IDLE = "idle_prompt"
_ASKING = ("permission_prompt", "elicitation_dialog", "agent_needs_input")
_TELLING = ("command", "file_path", "path", "notebook_path", "url", "query", "pattern", "question", "description")
# Tools whose question is a plain yes or no. Plans and questions of the agent's own are asked with other options.
_PLAIN_TOOLS = ("Bash", "Edit", "MultiEdit", "Write", "NotebookEdit", "Read", "WebFetch")
_AS_BEFORE = ("clear", "resume")  # a session gives way to another one in the same process


def report(event: str, payload: Payload) -> Report | None:
    """What a payload says; None for an event that tells nothing of the state."""
    said = _KINDS.get(event)
    if said is None:
        return None
    base = Report(
        said,
        event,
        session_id=text_of(payload, "session_id", limit=NAME_LIMIT),
        transcript_path=path_of(payload, "transcript_path"),
        tool_name=text_of(payload, "tool_name", limit=NAME_LIMIT),
        nested="agent_id" in payload or event in ("SubagentStart", "SubagentStop"),
    )
    if said is Kind.SESSION_START:
        return base._replace(source=text_of(payload, "source", limit=NAME_LIMIT))
    if said is Kind.NOTIFICATION:
        return _notification(event, payload, base)
    if said is Kind.STOP:
        result = text_of(payload, "last_assistant_message", limit=RESULT_LIMIT)
        if event == "StopFailure":
            return base._replace(result=result, failed=True, message=text_of(payload, "error_details", "error"))
        return base._replace(result=result)
    if said is Kind.SESSION_END:
        return _session_end(payload, base)
    return base._replace(ended_tool=event.startswith("PostTool"))


def _notification(event: str, payload: Payload, base: Report) -> Report | None:
    message = text_of(payload, "message")
    if event == "PermissionRequest":
        asked, whole = _question(base.tool_name, payload.get("tool_input"))
        return base._replace(message=asked, permission=whole and base.tool_name in _PLAIN_TOOLS)
    given = payload.get("notification_type")
    if given == _IDLE or (given is None and message and "waiting for your input" in message):
        # It has been at its prompt for a minute: the turn is over, also when the person interrupted it, for which
        # there is no event of its own.
        return base._replace(kind=Kind.STOP, settled=True)
    return base._replace(message=message) if given is None or given in _ASKING else None


def _session_end(payload: Payload, base: Report) -> Report:
    reason = text_of(payload, "reason", limit=NAME_LIMIT)
    kind = Kind.SESSION_START if reason in _AS_BEFORE else Kind.SESSION_END
    return base._replace(kind=kind, source=reason)


def _question(tool_name: str | None, tool_input: object) -> tuple[str, bool]:
    """What is asked, as "Bash: npm test": the tool, and of its input what says most; whether that is there as it is."""
    given = tool_input if isinstance(tool_input, dict) else {}
    about = text_of(given, *_TELLING)
    whole = about is not None and about in (given.get(name) for name in _TELLING)
    return ": ".join(part for part in (tool_name, about) if part) or "asks for permission", whole


_KINDS = {
    "SessionStart": Kind.SESSION_START,
    "UserPromptSubmit": Kind.PROMPT_SUBMIT,
    "PreToolUse": Kind.TOOL_USE,
    "PostToolUse": Kind.TOOL_USE,
    "PostToolUseFailure": Kind.TOOL_USE,
    "PreCompact": Kind.TOOL_USE,
    "PostCompact": Kind.TOOL_USE,
    "SubagentStart": Kind.TOOL_USE,
    "SubagentStop": Kind.TOOL_USE,
    "PermissionRequest": Kind.NOTIFICATION,
    "Notification": Kind.NOTIFICATION,
    "Elicitation": Kind.NOTIFICATION,
    "Stop": Kind.STOP,
    "StopFailure": Kind.STOP,
    "SessionEnd": Kind.SESSION_END,
}
EVENTS = tuple(_KINDS)
