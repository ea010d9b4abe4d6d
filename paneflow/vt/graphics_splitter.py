"""Takes commands of kitty's graphics protocol out of output as it arrives: `ESC _ G control ; payload ESC \\`.

Pure. They are worked on before the engine's library gets them (`vt/graphics.py`); everything else goes on as it came.
"""

import re
from typing import Final, NamedTuple

START: Final = b"\x1b_G"
ERASE: Final = b"\x1b[3J"  # the scrollback goes
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
    """Output in, commands and the text between them out. Keeps at most one unfinished command of a bounded size.

    From the first command on, ERASE stands alone among the texts: there are pictures that go with the scrollback.
    """

    def __init__(self, max_payload: int) -> None:
        self._most = MAX_CONTROL + 1 + max_payload
        self._held = b""  # the end of the output, which may begin a command
        self._open: bytearray | None = None
        self._cut = False
        self._marks: tuple[bytes, ...] = (START,)

    def passes(self, data: bytes) -> bool:
        """Whether there is nothing in it for `split`. This is what all output pays."""
        if self._open is not None or self._held:
            return False
        if b"\x1b" not in data:  # single bytes are found ten times faster
            return True
        if b"\x1b" in data[-3:] and self._begun(data):
            return False
        if ERASE in self._marks and b"J" in data and ERASE in data:
            return False
        return b"G" not in data or b"_" not in data or START not in data

    def split(self, data: bytes) -> list[bytes | Command]:
        """Text and commands in order; text is never empty."""
        data, self._held = self._held + data, b""
        pieces: list[bytes | Command] = []
        at = 0
        while at < len(data):
            at = self._text(data, at, pieces) if self._open is None else self._command(data, at, pieces)
        return pieces

    def _text(self, data: bytes, at: int, pieces: list[bytes | Command]) -> int:
        end, mark = len(data), b""
        for each in self._marks:  # whichever comes first
            if (found := data.find(each, at, end)) >= 0:
                end, mark = found, each
        if not mark:
            end -= self._begun(data[max(at, end - 3) :])
        if end > at:
            pieces.append(data[at:end])
        if mark == START:
            self._open, self._cut = bytearray(), False
        elif mark:
            pieces.append(mark)
        else:
            self._held = data[end:]
            return len(data)
        return end + len(mark)

    def _begun(self, data: bytes) -> int:
        """How many bytes at the end may be the beginning of something we look for."""
        for size in (3, 2, 1):
            if any(len(mark) > size and mark.startswith(data[-size:]) for mark in self._marks if len(data) >= size):
                return size
        return 0

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
        self._open, self._marks = None, (START, ERASE)
        if data[end] not in _ABORTED:
            control, _, payload = bytes(body).partition(b";")
            pieces.append(Command(control, b"" if self._cut else payload, self._cut))
        if data.startswith(_STRING_END, end):
            return end + len(_STRING_END)
        return end if data[end] == 0x1B else end + 1  # another sequence begins there
