"""Takes commands of kitty's graphics protocol out of output as it arrives: `ESC _ G control ; payload ESC \\`.

Pure. They are worked on before the engine's library gets them (`vt/graphics.py`); everything else goes on as it came.
"""

import re
from typing import Final, NamedTuple

START: Final = b"\x1b_G"
_STRING_END: Final = b"\x1b\\"
_END: Final = re.compile(rb"[\x1b\x18\x1a\x9c]")
_ABORTED: Final = (0x18, 0x1A)  # CAN and SUB end a sequence without effect
MAX_CONTROL: Final = 1024  # bytes; a transmission has about a dozen keys


class Command(NamedTuple):
    """One command."""

    control: bytes
    payload: bytes
    cut: bool  # the payload was longer than what is taken, and is not here


class Splitter:
    """Output in, commands and the text between them out. Keeps at most one unfinished command of a bounded size."""

    def __init__(self, max_payload: int) -> None:
        self._most = MAX_CONTROL + 1 + max_payload
        self._held = b""  # the end of the output, which may begin a command
        self._open: bytearray | None = None
        self._cut = False

    def passes(self, data: bytes) -> bool:
        """Whether there is nothing in it for `split`. This is what all output pays."""
        if self._open is not None or self._held or data.endswith((b"\x1b", b"\x1b_")):
            return False
        return b"_" not in data or START not in data  # single bytes are found ten times faster

    def split(self, data: bytes) -> list[bytes | Command]:
        """Text and commands in order; text is never empty."""
        data, self._held = self._held + data, b""
        pieces: list[bytes | Command] = []
        at = 0
        while at < len(data):
            at = self._text(data, at, pieces) if self._open is None else self._command(data, at, pieces)
        return pieces

    def _text(self, data: bytes, at: int, pieces: list[bytes | Command]) -> int:
        start = data.find(START, at)
        end = start if start >= 0 else len(data) - _begun(data)
        if end > at:
            pieces.append(data[at:end])
        if start < 0:
            self._held = data[max(end, at) :]
            return len(data)
        self._open, self._cut = bytearray(), False
        return start + len(START)

    def _command(self, data: bytes, at: int, pieces: list[bytes | Command]) -> int:
        body = self._open
        assert body is not None
        found = _END.search(data, at)
        end = found.start() if found else len(data)
        if not self._cut:
            body += data[at:end]
        if len(body) > self._most:
            self._cut = True
            del body[MAX_CONTROL:]
        if found is None:
            return end
        self._open = None
        if data[end] not in _ABORTED:
            control, _, payload = bytes(body).partition(b";")
            pieces.append(Command(control, b"" if self._cut else payload, self._cut))
        if data.startswith(_STRING_END, end):
            return end + len(_STRING_END)
        return end if data[end] == 0x1B else end + 1  # another sequence begins there


def _begun(data: bytes) -> int:
    """How many bytes at the end may be the beginning of a command."""
    return next((size for size in (2, 1) if data.endswith(START[:size])), 0)
