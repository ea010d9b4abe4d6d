"""The last answer in a transcript: JSON lines, as Claude Code and those that follow it write them."""

import json

from paneflow.agents.report import RESULT_LIMIT, plain


def last_answer(tail: bytes) -> str | None:
    """The text of the last assistant message in the end of a transcript; None if there is none.

    The first line may be cut and the last may be unfinished; such lines are passed over. Sub-agents' lines do not count.
    """
    for line in reversed(tail.splitlines()):
        if b'"assistant"' in line:
            text = _text(line)
            if text:
                return plain(text, RESULT_LIMIT)
    return None


def _text(line: bytes) -> str:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return ""
    if not isinstance(record, dict) or record.get("type") != "assistant" or record.get("isSidechain"):
        return ""
    message = record.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    if isinstance(content, str):
        return content
    blocks = content if isinstance(content, list) else []
    return " ".join(
        str(block.get("text", "")) for block in blocks if isinstance(block, dict) and block.get("type") == "text"
    )
