"""Finds the few control sequences that an engine's library does not tell us about, in output as it arrives.

Pure. `Scanner` sees every byte once, keeps at most one unfinished sequence, and says where in the data each finished one
ends, so that an engine can stop there and look at its state.
"""

import re
from typing import Final, NamedTuple

from paneflow.vt.events import MarkKind, ShellMark
from paneflow.vt.paste import label

MAX_SEQUENCE: Final = 4096  # of an unfinished sequence; a longer one is given up
SHELL_MARK: Final = b"\x1b]133;"
KITTY_NOTIFICATION: Final = b"\x1b]99;"
DECSTR: Final = b"\x1b[!p"
ERASE_SCROLLBACK: Final = b"\x1b[3J"
_STARTS: Final = (SHELL_MARK, KITTY_NOTIFICATION, DECSTR, ERASE_SCROLLBACK)
_LONGEST_START: Final = max(map(len, _STARTS))
MAX_OPTIONS: Final = 16
MAX_OPTION: Final = 1024
_EXIT_CODE: Final = re.compile(r"-?[0-9]{1,10}")


class Found(NamedTuple):
    """A finished sequence: its introducer, its payload, and where in the data given to `scan` it ends."""

    start: bytes
    payload: bytes
    end: int


class Scanner:
    """Looks for OSC 133, OSC 99, DECSTR and ED 3, also when they come in pieces."""

    def __init__(self) -> None:
        self._pending = b""

    def scan(self, data: bytes) -> list[Found]:
        """Sequences that end in `data`, in order."""
        if self._pending or b"\x1b" in data[1 - _LONGEST_START :] or _has_start(data):
            return self._scan(data)
        return []

    def _scan(self, data: bytes) -> list[Found]:
        whole = self._pending + data
        offset = len(self._pending)
        self._pending = b""
        found: list[Found] = []
        position = 0
        while (at := _next_start(whole, position)) is not None:
            index, start = at
            end, payload = _finish(whole, index, start)
            if end is None:
                self._keep(whole[index:])
                return found
            position = max(end, index + 1)
            if payload is not None:
                found.append(Found(start, payload, end - offset))
        self._keep(_unfinished_start(whole[position:]))
        return found

    def _keep(self, rest: bytes) -> None:
        self._pending = rest if len(rest) <= MAX_SEQUENCE else b""


def _has_start(data: bytes) -> bool:
    """Whether a start stands anywhere. This is what every byte of output pays: single bytes are found ten times faster."""
    if b"\x1b" not in data:
        return False
    if b"]" in data and (SHELL_MARK in data or KITTY_NOTIFICATION in data):
        return True
    return (b"!" in data and DECSTR in data) or (b"J" in data and ERASE_SCROLLBACK in data)


def _next_start(data: bytes, position: int) -> tuple[int, bytes] | None:
    hits = [(index, start) for start in _STARTS if (index := data.find(start, position)) >= 0]
    return min(hits, default=None)


def _finish(data: bytes, index: int, start: bytes) -> tuple[int | None, bytes | None]:
    """Where a sequence ends and what it holds: (None, None) while it is unfinished, (end, None) when it was given up."""
    begin = index + len(start)
    if start[1:2] == b"[":
        return begin, b""
    for at in range(begin, min(len(data), begin + MAX_SEQUENCE)):
        byte = data[at]
        if byte == 7:
            return at + 1, data[begin:at]
        if byte == 0x1B:
            if at + 1 == len(data):
                return None, None
            return (at + 2, data[begin:at]) if data[at + 1] == 0x5C else (at, None)
        if byte in (0x18, 0x1A):  # CAN and SUB end it without effect
            return at + 1, None
    return (None, None) if len(data) - begin < MAX_SEQUENCE else (begin, None)


def _unfinished_start(data: bytes) -> bytes:
    """The end of the data that may be the beginning of a sequence."""
    tail = data[-_LONGEST_START:]
    index = tail.rfind(b"\x1b")
    if index >= 0 and any(start.startswith(tail[index:]) for start in _STARTS):
        return tail[index:]
    return b""


def shell_mark(payload: bytes) -> ShellMark | None:
    """An OSC 133 payload as a mark, None when it is not one we know.

    A, B, C and D are FinalTerm's; P is a prompt's start without a new line, N ends a command and starts a prompt. Prompts
    that only continue one (k=s, c) or stand at the right (k=r) are not marks.
    """
    fields = payload.decode("utf-8", "replace").split(";")
    kind = {"N": "A", "P": "A", "I": "B"}.get(fields[0], fields[0])
    options = tuple(
        (label(key, MAX_OPTION), label(value, MAX_OPTION))
        for key, is_option, value in (field.partition("=") for field in fields[1 : MAX_OPTIONS + 2])
        if is_option
    )
    if kind not in ("A", "B", "C", "D") or (kind == "A" and dict(options).get("k", "i") != "i"):
        return None
    code = fields[1] if kind == "D" and len(fields) > 1 else ""
    return ShellMark(MarkKind(kind), int(code) if _EXIT_CODE.fullmatch(code) else None, options[:MAX_OPTIONS])
