"""As much of D-Bus as desktop notifications need: its messages as bytes. Pure.

Qt's own module sends no unsigned numbers from Python, and asks services for their interface while the window waits.
The form: https://dbus.freedesktop.org/doc/dbus-specification.html#message-protocol
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

CALL, RETURN, ERROR, SIGNAL = 1, 2, 3, 4
MAX_MESSAGE: Final = 1 << 20  # bytes; nothing that is listened to comes near it
_PATH, _INTERFACE, _MEMBER, _REPLY_TO, _DESTINATION, _SIGNATURE = 1, 2, 3, 5, 6, 8
_FIXED: Final = 16  # bytes before a header's fields
_LITTLE, _VERSION = ord("l"), 1

Value = int | str | Sequence[str] | Mapping[str, str]


class Message(NamedTuple):
    """What came. `values` are those of its body that are numbers and strings, up to the first that is something else."""

    kind: int
    reply_to: int
    path: str
    interface: str
    member: str
    values: tuple[int | str, ...]


class _Writer:
    def __init__(self) -> None:
        self.data = bytearray()

    def align(self, to: int) -> None:
        self.data += bytes(-len(self.data) % to)

    def number(self, value: int) -> None:
        self.align(4)
        self.data += (value & 0xFFFFFFFF).to_bytes(4, "little")

    def text(self, value: str) -> None:
        raw = value.encode("utf-8", "replace").replace(b"\0", b"")
        self.number(len(raw))
        self.data += raw + b"\0"

    def signature(self, value: str) -> None:
        self.data += bytes((len(value),)) + value.encode() + b"\0"

    def sized(self, at: int, begin: int) -> None:
        """Write how long an array is, now that it is there."""
        self.data[at : at + 4] = (len(self.data) - begin).to_bytes(4, "little")

    def value(self, kind: str, value: Value) -> None:
        """One of the types "u", "i", "s", "as" and "a{sv}" (of strings)."""
        if kind in ("u", "i"):
            assert isinstance(value, int)
            self.number(value)
        elif kind == "s":
            assert isinstance(value, str)
            self.text(value)
        else:
            self.number(0)
            at = len(self.data) - 4
            if kind == "a{sv}":
                self.align(8)
            begin = len(self.data)
            self._items(value)
            self.sized(at, begin)

    def _items(self, value: Value) -> None:
        if isinstance(value, Mapping):
            for key, item in value.items():
                self.align(8)
                self.text(key)
                self.signature("s")
                self.text(item)
        elif isinstance(value, Sequence):
            for item in value:
                self.text(item)


def call(serial: int, destination: str, path: str, interface: str, member: str, *arguments: tuple[str, Value]) -> bytes:
    """A method call; arguments are (type, value)."""
    body = _Writer()
    for kind, value in arguments:
        body.value(kind, value)
    out = _Writer()
    out.data += bytes((_LITTLE, CALL, 0, _VERSION))
    out.number(len(body.data))
    out.number(serial)
    out.number(0)
    for code, kind, text in (
        (_PATH, "o", path),
        (_INTERFACE, "s", interface),
        (_MEMBER, "s", member),
        (_DESTINATION, "s", destination),
        (_SIGNATURE, "g", "".join(kind for kind, _ in arguments)),
    ):
        out.align(8)
        out.data.append(code)
        out.signature(kind)
        out.signature(text) if kind == "g" else out.text(text)
    out.sized(_FIXED - 4, _FIXED)
    out.align(8)
    return bytes(out.data + body.data)


class _Reader:
    def __init__(self, data: bytes, order: str) -> None:
        self.data, self.order, self.at = data, order, 0

    def align(self, to: int) -> None:
        self.at += -self.at % to

    def number(self) -> int:
        self.align(4)
        self.at += 4
        return int.from_bytes(self.data[self.at - 4 : self.at], "little" if self.order == "l" else "big")

    def signature(self) -> str:
        size = self.data[self.at]
        self.at += size + 2
        return self.data[self.at - size - 1 : self.at - 1].decode()

    def text(self) -> str:
        size = self.number()
        self.at += size + 1
        return self.data[self.at - size - 1 : self.at - 1].decode("utf-8", "replace")

    def value(self, kind: str) -> int | str | None:
        """A number or a string; None for what is not known here."""
        if kind in ("u", "i"):
            return self.number()
        if kind in ("s", "o"):
            return self.text()
        return self.signature() if kind == "g" else None


def parse(data: bytes) -> tuple[Message | None, int]:
    """The first message and how many bytes it has; (None, 0) while it is not all there. Raises ValueError on nonsense."""
    if len(data) < _FIXED:
        return None, 0
    head = _Reader(data, chr(data[0]))
    head.at = 4
    body_size, _, fields_size = head.number(), head.number(), head.number()
    begin = _FIXED + fields_size + -fields_size % 8
    if data[3] != _VERSION or begin + body_size > MAX_MESSAGE:
        raise ValueError("not a D-Bus message")
    if len(data) < begin + body_size:
        return None, 0
    fields = _fields(head, _FIXED + fields_size)
    values = _values(_Reader(data[begin : begin + body_size], head.order), str(fields.get(_SIGNATURE, "")))
    path, interface, member = (str(fields.get(code, "")) for code in (_PATH, _INTERFACE, _MEMBER))
    reply_to = fields.get(_REPLY_TO, 0)
    number = reply_to if isinstance(reply_to, int) else 0
    return Message(data[1], number, path, interface, member, values), begin + body_size


def _fields(reader: _Reader, end: int) -> dict[int, int | str]:
    found: dict[int, int | str] = {}
    reader.at = _FIXED
    while reader.at < end:
        reader.align(8)
        code = reader.data[reader.at]
        reader.at += 1
        value = reader.value(reader.signature())
        if value is None:
            break
        found[code] = value
    return found


def _values(reader: _Reader, signature: str) -> tuple[int | str, ...]:
    values: list[int | str] = []
    for kind in signature:
        value = reader.value(kind)
        if value is None:
            break
        values.append(value)
    return tuple(values)
