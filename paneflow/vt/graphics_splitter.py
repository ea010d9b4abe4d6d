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
_BREAKS: Final = b"\r\n"  # in a payload: a file encoded in lines
MAX_CONTROL: Final = 1024  # bytes; a transmission has about a dozen keys
LONGEST: Final = 64 << 10  # bytes of payload in one piece; whole groups of base64


class Command(NamedTuple):
    """One command, or a part of one with a long payload."""

    control: bytes  # the whole one, in each part
    payload: bytes
    more: bool = False  # parts follow


class Splitter:
    """Output in, commands and the text between them out. Keeps at most one unfinished part of a command.

    From the first command on, ERASE stands alone among the texts: there are pictures that go with the scrollback.
    """

    def __init__(self) -> None:
        self._held = b""  # the end of the output, which may begin a command
        self._open: bytearray | None = (
            None  # what came of a command's control, and of its payload once `_control` is there
        )
        self._control: bytes | None = None
        self._parted = False
        self._passed: bytes | None = None  # output of which `passes` is known
        self._marks: tuple[bytes, ...] = (START,)

    def passes(self, data: bytes) -> bool:
        """Whether there is nothing in it for `split`. This is what all output pays."""
        return data is self._passed or self._passes(data)

    def _passes(self, data: bytes) -> bool:
        if self._open is not None or self._held:
            return False
        if b"\x1b" not in data:  # single bytes are found ten times faster
            return True
        if b"\x1b" in data[-3:] and self._begun(data):
            return False
        if ERASE in self._marks and b"J" in data and ERASE in data:
            return False
        return b"G" not in data or b"_" not in data or START not in data

    def through_command(self, data: bytes) -> int:
        """How much of it is text and the end of at most one command."""
        if self._passes(data):
            self._passed = data
            return len(data)
        begun, at = len(self._held), 0
        if self._open is None:
            data = self._held + data
            at = data.find(START) + len(START)
        found = _END.search(data, at) if at >= len(START) or self._open is not None else None
        if found is None:
            return len(data) - begun
        return max(1, _after(data, found.start()) - begun)

    def split(self, data: bytes) -> list[bytes | Command]:
        """Text and commands in order; text is never empty."""
        self._passed = None
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
            self._open, self._control, self._parted = bytearray(), None, False
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
        found = _END.search(data, at)
        end = found.start() if found else len(data)
        self._add(data[at:end].translate(None, _BREAKS), pieces)
        if found is None:
            return end
        self._close(pieces, aborted=data[end] in _ABORTED)
        return _after(data, end)

    def _add(self, data: bytes, pieces: list[bytes | Command]) -> None:
        body = self._open
        assert body is not None
        body += data
        if self._control is None:
            control, mark, payload = bytes(body).partition(b";")
            if not mark:
                del body[MAX_CONTROL + 1 :]
                return
            self._control, body[:] = control, payload
        while len(body) > LONGEST:
            self._parted = True
            self._tell(Command(self._control, bytes(body[:LONGEST]), more=True), pieces)
            del body[:LONGEST]

    def _close(self, pieces: list[bytes | Command], *, aborted: bool) -> None:
        """A command has ended. One that was aborted has no effect; if parts of it were told, it ends there."""
        body, self._open, self._marks = self._open, None, (START, ERASE)
        assert body is not None
        if self._control is None:
            self._control, body = bytes(body), bytearray()
        if not aborted:
            self._tell(Command(self._control, bytes(body)), pieces)
        elif self._parted:
            self._tell(Command(self._control, b""), pieces)

    def _tell(self, command: Command, pieces: list[bytes | Command]) -> None:
        if len(command.control) <= MAX_CONTROL:
            pieces.append(command)


def _after(data: bytes, end: int) -> int:
    """Where what follows a command begins, which ends at `end`."""
    if data.startswith(_STRING_END, end):
        return end + len(_STRING_END)
    return end if data[end] == 0x1B else end + 1  # another sequence begins there
