"""What the end of a transcript tells: JSON lines, as Claude Code and those that follow it write them.

The first line of a tail may be cut and the last may be unfinished; such lines are passed over, and so is what sub-agents say.
"""

import json

from paneflow.agents.report import RESULT_LIMIT, plain

INTERRUPTED = "[Request interrupted by user"


def last_answer(tail: bytes) -> str | None:
    """The text of the last assistant message; None if there is none."""
    for line in reversed(tail.splitlines()):
        said = _said(line, "assistant") if b'"assistant"' in line else None
        if said:
            return plain(said, RESULT_LIMIT)
    return None


def was_interrupted(tail: bytes) -> bool:
    """Whether the last thing that anybody said is that the person interrupted the turn."""
    for line in reversed(tail.splitlines()):
        said = _said(line, "user", "assistant")
        if said is not None:
            return said.startswith(INTERRUPTED)
    return False


def _said(line: bytes, *roles: str) -> str | None:
    """The text of a message of these roles, maybe empty; None for any other line."""
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(record, dict) or record.get("type") not in roles or record.get("isSidechain"):
        return None
    message = record.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    if isinstance(content, str):
        return content
    blocks = content if isinstance(content, list) else []
    return " ".join(
        str(each.get("text", "")) for each in blocks if isinstance(each, dict) and each.get("type") == "text"
    )
