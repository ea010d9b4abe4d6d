"""What an engine tells the outside besides pixels. All strings are cleaned of control and bidi characters and capped."""

from enum import StrEnum
from typing import NamedTuple


class TitleChanged(NamedTuple):
    """OSC 0 and 2."""

    title: str


class CwdChanged(NamedTuple):
    """OSC 7, as a local path; a path on another host is not reported."""

    path: str


class Bell(NamedTuple):
    """BEL, at most one a feed."""


class ClipboardWrite(NamedTuple):
    """OSC 52: a program wants to set the clipboard ("c") or the primary selection ("p")."""

    selection: str
    text: str


class Notified(NamedTuple):
    """OSC 9, 99 and 777: a program wants a person's attention."""

    title: str
    body: str


class ProgressState(StrEnum):
    """OSC 9;4's states."""

    NONE = "none"
    NORMAL = "normal"
    ERROR = "error"
    INDETERMINATE = "indeterminate"
    PAUSED = "paused"


class Progress(NamedTuple):
    """OSC 9;4: how far a program is, 0 to 100."""

    state: ProgressState
    percent: int | None


class MarkKind(StrEnum):
    """OSC 133's marks."""

    PROMPT_START = "A"
    COMMAND_START = "B"
    OUTPUT_START = "C"
    COMMAND_END = "D"


class ShellMark(NamedTuple):
    """OSC 133: a shell says where prompts, commands and output begin, and with D how the command ended.

    `options` are the key=value fields after the letter, as they came: a mark can carry a nonce that forged ones lack.
    """

    kind: MarkKind
    exit_code: int | None = None
    options: tuple[tuple[str, str], ...] = ()


EngineEvent = TitleChanged | CwdChanged | Bell | ClipboardWrite | Notified | Progress | ShellMark
