"""The messages between tmux's own client and a server, in protocol version 8 (tmux 3.2 and later). Pure.

A login shell, an absolute path or a tool's own PATH can lead to the real tmux in a surface. TMUX names our socket, so its
client connects to us and speaks this: a header of four 32-bit words (type, length with the header, version, process) in the
machine's byte order, then the type's data.
"""

import struct
import sys
from collections.abc import Iterator
from typing import Final, NamedTuple

PROTOCOL: Final = 8
LARGEST: Final = 16_384  # bytes of one message, header included
CONTROL: Final = 0x2000  # the flag of `tmux -C`

# what a client says of itself, and asks
FLAGS, TERMINAL, CWD, ENVIRON, IDENTIFIED, STDOUT, LONG_FLAGS = 100, 102, 108, 105, 106, 110, 111
COMMAND, EXITING = 200, 205
# what a server answers
VERSION, EXIT, EXITED = 12, 203, 204
# streams: a server reads and writes the client's, which has them open
READ_OPEN, READ, READ_DONE, WRITE_OPEN, WRITE, WRITE_READY, WRITE_CLOSE = range(300, 307)

_HEADER: Final = struct.Struct("=IIII")
_INT: Final = struct.Struct("=i")
_OPENINGS: Final = tuple(kind.to_bytes(4, sys.byteorder) for kind in (FLAGS, LONG_FLAGS, VERSION))


class BadMessage(Exception):
    """What came is no message of this protocol."""


class Message(NamedTuple):
    """One message."""

    kind: int
    data: bytes
    version: int = PROTOCOL


def is_meant(start: bytes | bytearray) -> bool:
    """Whether a connection's first bytes are this protocol's. JSON has no zero bytes."""
    return start[:4] in _OPENINGS


def encode(kind: int, *numbers: int, data: bytes = b"") -> bytes:
    """One message: numbers, then data."""
    payload = struct.pack(f"={len(numbers)}i", *numbers) + data
    return _HEADER.pack(kind, _HEADER.size + len(payload), PROTOCOL, 0) + payload


def encode_output(stream: int, data: bytes) -> Iterator[bytes]:
    """Messages that write to a stream, in pieces that a client takes."""
    most = LARGEST - _HEADER.size - _INT.size
    for start in range(0, len(data), most):
        yield encode(WRITE, stream, data=data[start : start + most])


def number(data: bytes, place: int = 0) -> int:
    """A 32-bit number. Raises BadMessage."""
    if len(data) < (place + 1) * _INT.size:
        raise BadMessage("too short")
    return int(_INT.unpack_from(data, place * _INT.size)[0])


def text(data: bytes) -> str:
    """A string with a zero at its end."""
    return data.partition(b"\0")[0].decode("utf-8", "surrogateescape")


def words(data: bytes) -> list[str]:
    """A command's words: how many, then each with a zero at its end. Raises BadMessage."""
    count = number(data)
    found = data[_INT.size :].split(b"\0")
    if found.pop() != b"" or len(found) != count:
        raise BadMessage("not as many words as it says")
    return [word.decode("utf-8", "surrogateescape") for word in found]


class Reader:
    """Cuts what comes into messages."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> Iterator[Message]:
        """The messages that are whole now. Raises BadMessage."""
        self._buffer += data
        while len(self._buffer) >= _HEADER.size:
            kind, length, version, _ = _HEADER.unpack_from(self._buffer)
            length &= 0xFFFF  # above are flags that tell of a descriptor
            if not _HEADER.size <= length <= LARGEST:
                raise BadMessage(f"{length} bytes")
            if len(self._buffer) < length:
                return
            payload = bytes(self._buffer[_HEADER.size : length])
            del self._buffer[:length]
            yield Message(kind, payload, version & 0xFF)
