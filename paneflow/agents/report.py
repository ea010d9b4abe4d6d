"""What an agent says of itself through a hook, in one form for all agents."""

import unicodedata
from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

MESSAGE_LIMIT = 512  # characters of a question that are kept
RESULT_LIMIT = 2048  # characters of a turn's result that are kept
NAME_LIMIT = 128  # characters of a tool's name, a session id
PATH_LIMIT = 4096

Payload = Mapping[str, object]


class Kind(StrEnum):
    """What happened. The values are the second half of the `ai.*` methods and events."""

    SESSION_START = "session_start"
    PROMPT_SUBMIT = "prompt_submit"
    TOOL_USE = "tool_use"
    NOTIFICATION = "notification"
    STOP = "stop"
    EXIT = "exit"
    SESSION_END = "session_end"


class Report(NamedTuple):
    """One thing an agent said. All text is cleaned and cut.

    `event` is the agent's own name for it. `nested`: a helper inside the agent said it, so it tells nothing of the
    agent's own turn. `whole`: the source reports the whole life of a session, not only ends of turns. `failed`: the
    turn ended with an error. `settled`: the turn is over, however it ended. `ended_tool`: the tool is done, so it is not
    the active one any more. `permission`: it asks whether a tool may be used, and `message` has all of what that would do
    or where.
    """

    kind: Kind
    event: str = ""
    session_id: str | None = None
    transcript_path: str | None = None
    source: str | None = None
    tool_name: str | None = None
    ended_tool: bool = False
    message: str | None = None
    result: str | None = None
    exit_code: int | None = None
    nested: bool = False
    whole: bool = True
    failed: bool = False
    settled: bool = False
    permission: bool = False


def plain(text: str, limit: int) -> str:
    """Text that is safe to show: no control, format (bidi, zero-width) or private characters, blanks joined, cut."""
    joined = " ".join(text[: limit * 8].split())
    kept = "".join(c for c in joined if unicodedata.category(c)[0] != "C")
    return kept if len(kept) <= limit else kept[: limit - 1] + "…"


def text_of(payload: Payload, *names: str, limit: int = MESSAGE_LIMIT) -> str | None:
    """The first of these keys that holds text with something in it, cleaned; None if none does."""
    for name in names:
        value = payload.get(name)
        if isinstance(value, str):
            cleaned = plain(value, limit)
            if cleaned:
                return cleaned
    return None


def path_of(payload: Payload, *names: str) -> str | None:
    """The first of these keys that holds a path: untouched, for it names a file; None for an over-long or broken one."""
    for name in names:
        value = payload.get(name)
        if isinstance(value, str) and 0 < len(value) <= PATH_LIMIT and "\0" not in value:
            return value
    return None
