"""Commands of kitty's graphics protocol, made safe for an engine's library: bounded, whole, and pixels only.

https://sw.kovidgoyal.net/kitty/graphics-protocol/ A transmission is collected here until its last chunk has come, decoded
(base64, zlib, PNG), compared with the size it announced, and handed on as one command with its pixels. What is wrong with
one is told to the program by the library: it gets the command with pixels that are too few. Left out are the ways in which
a program names a file or shared memory for us to read, and animations: of those the first frame is shown.

Pure.
"""

import binascii
import re
import zlib
from collections.abc import Mapping
from typing import Final, NamedTuple

from paneflow.vt import png
from paneflow.vt.graphics_splitter import START, Command
from paneflow.vt.images import SCREEN_BYTES

Keys = dict[bytes, bytes]

_KEY: Final = re.compile(rb"([a-zA-Z])=(-?[0-9]{1,10}|[a-zA-Z])")
_SENDS: Final = (b"t", b"T", b"q")
_DRAWS: Final = (b"p", b"d")  # places and deletes
_CHUNK: Final = (
    b"mqa"  # what the chunks after the first say: whether more come, whether to answer, and which action it is
)
_BYTES: Final = {b"24": 3, b"32": 4}  # a pixel
_PNG: Final = b"100"
_ENCODING: Final = (b"m", b"o", b"S", b"O")  # keys that say how pixels come, which they do not any more
_TOO_FEW: Final = {b"f": b"24", b"s": b"1", b"v": b"1"}  # for a command without pixels
MAX_PAYLOAD: Final = SCREEN_BYTES // 3 * 4 + 4  # of one command: an image of the largest size in base64


class Checked(NamedTuple):
    """A command for the library, and how many bytes of pixels it will keep for it."""

    data: bytes
    stored: int


class _Transmission:
    """An image on its way, chunk by chunk."""

    def __init__(self, keys: Keys, most: int) -> None:
        self.keys = keys
        self._most = most
        self._data: bytearray | None = bytearray()  # None: refused

    def add(self, command: Command) -> None:
        """Take a chunk."""
        decoded = None if command.cut else _decode(command.payload)
        if decoded is None or self._data is None or len(self._data) + len(decoded) > self._most:
            self._data = None
        else:
            self._data += decoded

    def goes_on(self, keys: Keys) -> bool:
        """Whether a command is the next chunk. One that says something new begins another image."""
        return all(key in _CHUNK or self.keys.get(key) == value for key, value in keys.items())

    def whole(self) -> Checked:
        """The image as one command, or as one that the library refuses."""
        keys = {key: value for key, value in self.keys.items() if key not in _ENCODING}
        pixels = self._pixels()
        if pixels is None:
            return Checked(sequence(keys | _TOO_FEW), 0)
        format_, width, height, data = pixels
        keys |= {b"f": format_, b"s": b"%d" % width, b"v": b"%d" % height}
        stored = 0 if keys.get(b"a") == b"q" else len(data)
        if self._data is not None and self._deflated and self.keys.get(b"f") != _PNG:
            return Checked(
                sequence(keys | {b"o": b"z"}, self._data), stored
            )  # the library is quicker with less to read
        return Checked(sequence(keys, data), stored)

    @property
    def _deflated(self) -> bool:
        return self.keys.get(b"o") == b"z"

    def _pixels(self) -> tuple[bytes, int, int, bytes] | None:
        """(format, width, height, pixels)."""
        data = None if self._data is None else bytes(self._data)
        if data is not None and self._deflated:
            data = _inflate(data, self._most)
        if data is None:
            return None
        format_ = self.keys.get(b"f", b"32")
        if format_ == _PNG:
            picture = png.decode(data, self._most)
            return picture and (b"32" if picture.alpha else b"24", picture.width, picture.height, picture.data)
        width, height = (_whole(self.keys, key) for key in (b"s", b"v"))
        fits = 0 < len(data) == width * height * _BYTES.get(format_, 0)
        return (format_, width, height, data) if fits else None


class Commands:
    """What a program says, command by command. `most` is how many bytes one image may have, on its way and decoded."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._begun: _Transmission | None = None

    def take(self, command: Command) -> Checked | None:
        """The command to give to the library now; None while an image is on its way, and for what is not understood."""
        keys = _keys(command.control)
        action = keys.get(b"a", b"t") if keys is not None else b""
        if keys is None or action not in _SENDS + _DRAWS:
            return None
        if action in _DRAWS:
            self._begun = None
            return Checked(sequence(keys), 0)
        return self._send(keys, command)

    def _send(self, keys: Keys, command: Command) -> Checked | None:
        begun = self._begun
        if begun is None or not begun.goes_on(keys):
            if keys.get(b"t", b"d") != b"d":
                self._begun = None
                return Checked(sequence(keys), 0)  # without the name of what we should read
            begun = self._begun = _Transmission(keys, self._most)
        elif keys.get(b"q", b"0") != b"0":
            begun.keys[b"q"] = keys[b"q"]
        begun.add(command)
        if keys.get(b"m") == b"1":
            return None
        self._begun = None
        return begun.whole()


def sequence(keys: Mapping[bytes, bytes], pixels: bytes | bytearray = b"") -> bytes:
    """A whole command."""
    control = b",".join(key + b"=" + value for key, value in keys.items() if key != b"m")
    return START + control + b";" + binascii.b2a_base64(pixels, newline=False) + b"\x1b\\"


def _keys(control: bytes) -> Keys | None:
    found: Keys = {}
    for item in filter(None, control.split(b",")):
        match = _KEY.fullmatch(item)
        if match is None:
            return None
        found[match[1]] = match[2]
    return found


def _whole(keys: Keys, key: bytes) -> int:
    value = keys.get(key, b"0")
    return int(value) if value.isdigit() else 0


def _decode(payload: bytes) -> bytes | None:
    try:
        return binascii.a2b_base64(payload + b"=" * (-len(payload) % 4))
    except binascii.Error:
        return None


def _inflate(data: bytes, most: int) -> bytes | None:
    """What was deflated, None if it is more than `most` or nothing of the kind."""
    inflate = zlib.decompressobj()
    try:
        found = inflate.decompress(data, most + 1)
    except zlib.error:
        return None
    return found if inflate.eof and len(found) <= most else None
