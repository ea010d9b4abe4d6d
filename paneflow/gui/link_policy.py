"""What happens to a link that a person follows. Pure: the caller opens or asks.

Schemes http, https and mailto open; `file` only on this machine, and what could be run is asked about; anything else is
asked about. The true target is what is shown.
"""

import os
import re
import socket
from enum import StrEnum
from typing import Final, NamedTuple
from urllib.parse import unquote, urlsplit

MAX_LENGTH: Final = 2083
_OPEN: Final = frozenset({"http", "https", "mailto"})
_PLACE: Final = re.compile(r"^(?P<path>.+?):(?P<line>\d{1,9})(?::(?P<col>\d{1,9}))?$")


class Verdict(StrEnum):
    """What to do with a link."""

    OPEN = "open"
    ASK = "ask"
    REFUSE = "refuse"


class Decision(NamedTuple):
    """What to do, why, and the target as a person should see it."""

    verdict: Verdict
    reason: str
    target: str


def decide(address: str) -> Decision:
    """Judge an address that a program gave."""
    shown = "".join(char if char.isprintable() else "�" for char in address[:MAX_LENGTH])
    if len(address) > MAX_LENGTH or shown != address:
        return Decision(Verdict.REFUSE, "It is too long, or holds characters that cannot be seen.", shown)
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
    except ValueError:
        return Decision(Verdict.REFUSE, "It is no address.", shown)
    scheme = parts.scheme.lower()
    if scheme == "file":
        return _file(unquote(parts.path), host, shown)
    if scheme in _OPEN:
        if _looks_alike(host):
            return Decision(Verdict.ASK, f"The host's name mixes scripts and may pretend to be another: {host}", shown)
        return Decision(Verdict.OPEN, "", shown)
    return Decision(Verdict.ASK, f"Another program is to be started for “{scheme or 'no'}” addresses.", shown)


def _file(path: str, host: str, shown: str) -> Decision:
    if host not in ("", "localhost", socket.gethostname()):
        return Decision(Verdict.REFUSE, f"The file is on another machine: {host}", shown)
    if not os.path.exists(path):
        return Decision(Verdict.REFUSE, "There is no such file.", shown)
    if os.path.isfile(path) and os.access(path, os.X_OK):
        return Decision(Verdict.ASK, "The file can be run.", shown)
    return Decision(Verdict.OPEN, "", shown)


def _looks_alike(host: str) -> bool:
    """Whether a host's name is not plain ASCII, or says so in Punycode."""
    return not host.isascii() or any(label.startswith("xn--") for label in host.split("."))


class FilePlace(NamedTuple):
    """A file, and the place in it that was named."""

    path: str
    line: int | None = None
    col: int | None = None


def file_at(text: str, folder: str) -> FilePlace | None:
    """The file that a word such as `src/a.py:12:3` names, if there is one."""
    match = None if _exists(path := _full(text, folder)) else _PLACE.match(text)
    if match is None:
        return FilePlace(path) if _exists(path) else None
    path = _full(match["path"], folder)
    col = match["col"]
    return FilePlace(path, int(match["line"]), int(col) if col else None) if _exists(path) else None


def _full(named: str, folder: str) -> str:
    return os.path.normpath(os.path.join(folder, os.path.expanduser(named)))


def _exists(path: str) -> bool:
    """Whether it is there; relative paths are not: their folder is not known."""
    return os.path.isabs(path) and "\0" not in path and os.path.exists(path)
