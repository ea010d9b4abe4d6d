"""Codex: as far as its public formats say. Its rollout files are one line of conversation after another, without ids.

It cannot be told which conversation to begin; the id comes with its first hook, if its person has trusted them once.
"""

import os
from collections.abc import Mapping
from glob import glob
from typing import Any

from paneflow.driver.definition import Definition, Dialog, Grammar
from paneflow.driver.messages import SUMMARY, Message, Part, Record

_STOPPED = "<turn_aborted>"  # its person stopped the turn, or turned a tool down
_NOT_TYPED = ("<environment_context>", "<user_instructions>", "# AGENTS.md")  # what it puts in itself, as a user's


def locate(session_id: str) -> list[str]:
    """The files a conversation may be in."""
    base = os.environ.get("CODEX_HOME") or os.path.join(os.path.expanduser("~"), ".codex")
    return sorted(glob(os.path.join(base, "sessions", "*", "*", "*", f"rollout-*{session_id}.jsonl")), reverse=True)


def parse(record: Mapping[str, Any], index: int) -> Record | None:
    """A line of a rollout; its number is its id, and each descends from the one before."""
    payload = record.get("payload")
    if record.get("type") != "response_item" or not isinstance(payload, Mapping):
        return None
    plain = Record(f"line-{index}")
    at = record.get("timestamp") if isinstance(record.get("timestamp"), str) else None
    match payload.get("type"):
        case "message" if payload.get("role") in ("user", "assistant"):
            return _said(plain, payload, at)
        case "function_call" | "custom_tool_call":
            call = str(payload.get("call_id"))
            part = Part(
                "tool", str(payload.get("arguments") or payload.get("input") or "")[:SUMMARY], str(payload.get("name"))
            )
            return plain._replace(message=Message(plain.id, "assistant", (part,), at=at), opens=(call,))
        case "function_call_output" | "custom_tool_call_output":
            part = Part("tool-result", str(payload.get("output"))[:SUMMARY])
            message = Message(plain.id, "user", (part,), at=at)
            return plain._replace(message=message, closes=(str(payload.get("call_id")),))
    return None


def _said(plain: Record, payload: Mapping[str, Any], at: str | None) -> Record | None:
    content = payload.get("content")
    blocks = content if isinstance(content, list) else []
    texts = [
        str(block["text"]) for block in blocks if isinstance(block, Mapping) and isinstance(block.get("text"), str)
    ]
    text, role = "\n".join(texts), str(payload["role"])
    if role == "user" and text.startswith(_NOT_TYPED):
        return None
    message = Message(plain.id, role, (Part("text", text),), at=at)
    if role == "assistant":
        return plain._replace(message=message, final=bool(text))
    if text.startswith(_STOPPED):
        return plain._replace(message=message, interrupted=True)
    return plain._replace(message=message, prompt=text)


DEFINITION = Definition(
    name="codex",
    argv=("codex",),
    fresh=None,
    resume=lambda session_id: ("resume", session_id),
    identity=("resume", "fork"),
    dialogs=(
        Dialog("login", ("Sign in with ChatGPT",), asks_for="login"),
        Dialog(
            "trust",
            ("Do you trust the contents of this directory", "You are running Codex in"),
            "yes",
            asks_for="trust",
        ),
    ),
    prompt="›",
    working=("esc to interrupt",),
    permission=("Would you like to", "Allow command"),
    interrupted=("Conversation interrupted",),
    dialog_end=("Press enter to confirm", "Press enter to continue"),
    grammar=Grammar(parse, locate),
)
