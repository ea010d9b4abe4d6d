"""Commands of kitty's graphics protocol, made safe for an engine's library: bounded, whole, and pixels only.

https://sw.kovidgoyal.net/kitty/graphics-protocol/ A transmission is collected here until its last chunk has come, unpacked
(base64, zlib, PNG), and handed on with the size it announced and as many pixels. That takes long for a large one: it is done
in parts, each a command or some work without one. What is wrong with a transmission is told to the program by the library:
it gets too few pixels. Left out are the ways in which a program names a file or shared memory for us to read, and
animations: of those the first frame is shown.

Pure.
"""

import binascii
import re
import zlib
from collections.abc import Generator, Iterator, Mapping
from typing import Final, NamedTuple

from paneflow.vt import png
from paneflow.vt.graphics_splitter import START, Command

Keys = dict[bytes, bytes]

_KEY: Final = re.compile(rb"([a-zA-Z])=(-?[0-9]{1,10}|[a-zA-Z])")
_MORE: Final = b"m"
_SENDS: Final = (b"t", b"T", b"q")
_DRAWS: Final = (b"p", b"d")  # places and deletes
_CHUNK: Final = (
    b"mqa"  # what the chunks after the first say: whether more come, whether to answer, and which action it is
)
_BYTES: Final = {b"24": 3, b"32": 4}  # a pixel
_PNG: Final = b"100"
_ENCODING: Final = (_MORE, b"o", b"S", b"O")  # keys that say how pixels come, which they do not any more
_TOO_FEW: Final = {b"f": b"24", b"s": b"1", b"v": b"1"}  # for a command without pixels
PART: Final = 192 << 10  # bytes of pixels in one part; threes of them, so that base64 has its padding at the end only
_DEFLATED: Final = 4 << 10  # bytes inflated at once: they can be a thousand times as many


class Checked(NamedTuple):
    """A command for the library, b"" for none, and how many bytes of pixels it keeps from now on."""

    data: bytes
    stored: int


_WORKED: Final = Checked(b"", 0)


class _Image(NamedTuple):
    """An image that is being unpacked. `parts` has all its pixels in order; some are empty. They raise ValueError."""

    format: bytes
    width: int
    height: int
    parts: Iterator[bytes]

    @property
    def size(self) -> int:
        """How many bytes its pixels have; 0 for what is none."""
        return self.width * self.height * _BYTES.get(self.format, 0)


class _Transmission:
    """An image on its way, chunk by chunk."""

    def __init__(self, keys: Keys, most: int) -> None:
        self.keys = keys
        self._most = most
        self._data: bytearray | None = bytearray()  # None: refused

    def add(self, command: Command) -> None:
        """Take a chunk."""
        decoded = _decode(command.payload)
        if decoded is None or self._data is None or len(self._data) + len(decoded) > self._most:
            self._data = None
        else:
            self._data += decoded

    def goes_on(self, keys: Keys) -> bool:
        """Whether a command is the next chunk. One that says something new begins another image."""
        return all(key in _CHUNK or self.keys.get(key) == value for key, value in keys.items())

    def parts(self) -> Iterator[Checked]:
        """The image in commands of a bounded size, or one that the library refuses."""
        keys = _without(self.keys, *_ENCODING)
        try:
            image = yield from self._image()
        except ValueError:
            yield Checked(sequence(keys | _TOO_FEW), 0)
            return
        keys |= {b"f": image.format, b"s": b"%d" % image.width, b"v": b"%d" % image.height}
        if keys.get(b"a") == b"q":
            yield from _asked(keys, image)
        else:
            yield from _sent(keys, image)

    def _image(self) -> Generator[Checked, None, _Image]:
        data, self._data = self._data, None
        if data is None:
            raise ValueError("too much, or no base64")
        deflated, format_ = self.keys.get(b"o") == b"z", self.keys.get(b"f", b"32")
        if format_ != _PNG:
            size = _whole(self.keys, b"s"), _whole(self.keys, b"v")
            image = _Image(format_, *size, _inflated(data, self._most) if deflated else _cut(data))
            if not 0 < image.size <= self._most:
                raise ValueError("nothing, or too large")
            return image
        if deflated:
            data, packed = bytearray(), data
            for part in _inflated(packed, self._most):
                data += part
                yield _WORKED
        picture = png.open_file(data, self._most)
        return _Image(b"32" if picture.alpha else b"24", picture.width, picture.height, picture.parts)


class Commands:
    """What a program says, command by command. `most` is how many bytes one image may have, on its way and decoded."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._begun: _Transmission | None = None

    def take(self, command: Command) -> Iterator[Checked]:
        """What to give to the library now, one by one: nothing while an image is on its way, or for what is not understood."""
        keys = _keys(command.control)
        action = keys.get(b"a", b"t") if keys is not None else b""
        if keys is None or action not in _SENDS + _DRAWS:
            return iter(())
        if action in _SENDS and (keys.get(b"t", b"d") == b"d" or self._goes_on(keys)):
            return self._send(keys, command)
        self._begun = None
        # Of files and the like without their names.
        return iter(() if command.more else (Checked(sequence(_without(keys, _MORE)), 0),))

    def _goes_on(self, keys: Keys) -> bool:
        return self._begun is not None and self._begun.goes_on(keys)

    def _send(self, keys: Keys, command: Command) -> Iterator[Checked]:
        begun = self._begun
        if begun is None or not begun.goes_on(keys):
            begun = self._begun = _Transmission(keys, self._most)
        elif keys.get(b"q", b"0") != b"0":
            begun.keys[b"q"] = keys[b"q"]
        begun.add(command)
        if command.more or keys.get(_MORE) == b"1":
            return iter(())
        self._begun = None
        return begun.parts()


def _sent(keys: Keys, image: _Image) -> Iterator[Checked]:
    """An image chunk by chunk; the last one, which makes it whole, once it is known to be right."""
    held, left = b"", image.size
    try:
        for part in image.parts:
            left -= len(part)
            if left < 0:
                raise ValueError("more pixels than announced")
            if held and part:
                yield Checked(sequence(keys | {_MORE: b"1"}, held), 0)
                keys = {}
            else:
                yield _WORKED
            held = part or held
        if left or not held:
            raise ValueError("fewer pixels than announced")
        yield Checked(sequence(keys or {_MORE: b"0"}, held), image.size)
    except ValueError:
        yield Checked(sequence(keys | _TOO_FEW if keys else {_MORE: b"0"}), 0)


def _asked(keys: Keys, image: _Image) -> Iterator[Checked]:
    """The question whether an image would be taken: one pixel of it says as much."""
    left, pixel = image.size, b""
    try:
        for part in image.parts:
            left -= len(part)
            pixel = pixel or part[: _BYTES.get(image.format, 0)]
            yield _WORKED
    except ValueError:
        left = -1
    right = pixel and not left
    yield Checked(sequence(keys | {b"s": b"1", b"v": b"1"}, pixel) if right else sequence(keys | _TOO_FEW), 0)


def sequence(keys: Mapping[bytes, bytes], pixels: bytes = b"") -> bytes:
    """A whole command."""
    control = b",".join(key + b"=" + value for key, value in keys.items())
    return START + control + b";" + binascii.b2a_base64(pixels, newline=False) + b"\x1b\\"


def _without(keys: Keys, *names: bytes) -> Keys:
    return {key: value for key, value in keys.items() if key not in names}


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


def _cut(data: bytearray) -> Iterator[bytes]:
    view = memoryview(data)
    for at in range(0, len(data), PART):
        yield bytes(view[at : at + PART])


def _inflated(data: bytearray, most: int) -> Iterator[bytes]:
    """What was deflated, in parts. Raises ValueError if it is more than `most` or nothing of the kind."""
    inflate, found, at, rest = zlib.decompressobj(), 0, 0, b""
    while not inflate.eof:
        if not rest:
            rest, at = bytes(data[at : at + _DEFLATED]), at + _DEFLATED
        try:
            part = inflate.decompress(rest, PART)
        except zlib.error as error:
            raise ValueError("not deflated") from error
        ends, rest = not part and at >= len(data), inflate.unconsumed_tail
        found += len(part)
        if found > most or (ends and not inflate.eof):
            raise ValueError("too much, or cut off")
        yield part
