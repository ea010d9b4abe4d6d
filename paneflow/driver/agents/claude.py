"""Claude Code: its flags, dialogs, screen and transcript, as its public documentation and its users' reports have them."""

import os
import re
from collections.abc import Mapping
from glob import glob
from typing import Any

from paneflow import paths
from paneflow.agents.transcript import INTERRUPTED
from paneflow.driver.definition import Definition, Dialog, Grammar
from paneflow.driver.messages import SUMMARY, Message, Part, Record

_TELLING = ("command", "file_path", "path", "pattern", "url", "query")  # what says most of a tool's input


def _hooks(flags: tuple[str, ...]) -> tuple[str, ...] | None:
    if any(flag == "--settings" or flag.startswith("--settings=") for flag in flags):
        return None  # two cannot be given: the caller's stand, and the agent says nothing to us
    return ("--settings", os.path.join(paths.resources_dir(), "hooks", "claude.json"))


def _bypasses(flags: tuple[str, ...]) -> bool:
    return "--dangerously-skip-permissions" in flags or "bypassPermissions" in " ".join(flags)


# -- the transcript ---------------------------------------------------------------------------------------------------
def locate(session_id: str) -> list[str]:
    """The files a conversation may be in; the folder's name follows from where the agent was started."""
    base = os.environ.get("CLAUDE_CONFIG_DIR") or os.path.join(os.path.expanduser("~"), ".claude")
    return sorted(glob(os.path.join(base, "projects", "*", f"{session_id}.jsonl")), key=_age)


def _age(path: str) -> float:
    try:
        return -os.stat(path).st_mtime
    except OSError:
        return 0.0


def parse(record: Mapping[str, Any], index: int) -> Record | None:
    """A record of the transcript; None for one without an id, and for a sub-agent's."""
    own_id, parent = record.get("uuid"), record.get("parentUuid")
    if not isinstance(own_id, str) or record.get("isSidechain"):
        return None
    plain = Record(own_id, parent if isinstance(parent, str) else None)
    if (queued := _queued(record)) is not None:
        told = Message(own_id, "user", (Part("text", queued),), plain.parent, _text(record.get("timestamp")))
        return plain._replace(message=told, prompt=queued)
    message = record.get("message")
    if record.get("type") not in ("user", "assistant") or not isinstance(message, Mapping) or record.get("isMeta"):
        return plain
    content = message.get("content")
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
    if not isinstance(blocks, list):
        return plain
    return _message(plain, record, message, [block for block in blocks if isinstance(block, Mapping)])


def _queued(record: Mapping[str, Any]) -> str | None:
    """What waited in the queue and was put to the model between two tools, in the middle of a turn."""
    attached = record.get("attachment")
    if record.get("type") != "attachment" or not isinstance(attached, Mapping):
        return None
    return _text(attached.get("prompt")) if attached.get("type") == "queued_command" else None


def _text(given: object) -> str | None:
    return given if isinstance(given, str) else None


def _message(
    plain: Record, record: Mapping[str, Any], message: Mapping[str, Any], blocks: list[Mapping[str, Any]]
) -> Record:
    role = str(record["type"])
    parts = tuple(part for part in map(_part, blocks) if part is not None)
    told = Message(plain.id, role, parts, plain.parent, _text(record.get("timestamp")))
    text = told.text
    opens = tuple(str(block.get("id")) for block in blocks if block.get("type") == "tool_use")
    closes = tuple(str(block.get("tool_use_id")) for block in blocks if block.get("type") == "tool_result")
    if role == "assistant":
        final = bool(text) and not opens and message.get("stop_reason") != "tool_use"
        return plain._replace(message=told, opens=opens, final=final)
    stopped = text.startswith(INTERRUPTED)
    typed = bool(text) and not closes and not stopped and not record.get("isCompactSummary")
    return plain._replace(message=told, closes=closes, interrupted=stopped, prompt=text if typed else None)


def _part(block: Mapping[str, Any]) -> Part | None:
    match block.get("type"):
        case "text":
            return Part("text", str(block.get("text", "")))
        case "tool_use":
            name = str(block.get("name", ""))
            return Part("tool", _summary(block.get("input")), tool=re.sub(r"^mcp__.+?__", "", name))
        case "tool_result":
            text = _flat(block.get("content"))[:SUMMARY]
            return Part("tool-result", text, ok=not block.get("is_error"))
    return None


def _summary(given: object) -> str:
    if not isinstance(given, Mapping):
        return ""
    return next((str(given[key])[:SUMMARY] for key in _TELLING if isinstance(given.get(key), str)), "")


def _flat(content: object) -> str:
    if isinstance(content, list):
        return "\n".join(str(each.get("text", "")) for each in content if isinstance(each, Mapping))
    return content if isinstance(content, str) else ""


DEFINITION = Definition(
    name="claude",
    argv=("claude",),
    fresh=lambda session_id: ("--session-id", session_id),
    resume=lambda session_id: ("--resume", session_id),
    identity=("--session-id", "--resume", "-r", "--continue", "-c", "--fork-session"),
    hooks=_hooks,
    env={"LC_ALL": "C.UTF-8"},
    bypass=_bypasses,
    dialogs=(
        Dialog("login", ("Select login method",), asks_for="login"),
        Dialog("theme", ("Choose the text style",), option=""),
        Dialog("trust", ("trust this folder", "Do you trust the files in this folder"), "yes", asks_for="trust"),
        Dialog("bypass", ("Bypass Permissions mode", "Yes, I accept"), "yes, i accept", asks_for="bypass"),
    ),
    queued=("Press up to edit queued message",),
    grammar=Grammar(parse, locate),
)
