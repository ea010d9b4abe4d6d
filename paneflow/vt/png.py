"""PNG pictures as pixels part by part, with Pillow's decoder for this one format."""

import struct
import warnings
import zlib
from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.PngImagePlugin import PngImageFile

MOST_BYTES: Final = 4  # a pixel
READ: Final = 4 << 10  # bytes unpacked at once: they can be a thousand times as many
STRIP: Final = 192 << 10  # bytes of pixels in one part, about
# What Pillow raises for files that are none, or are broken: some of it by taking them at their word. And when it is missing.
_ERRORS: Final = (
    ImportError, OSError, SyntaxError, ValueError, EOFError, LookupError, TypeError, OverflowError, MemoryError,
    struct.error, zlib.error,
)  # fmt: skip


class Picture(NamedTuple):
    """A picture, and its pixels row by row: red, green and blue, and alpha where the file has any; not premultiplied."""

    width: int
    height: int
    alpha: bool
    parts: Iterator[bytes]  # empty ones for work without pixels. Raises ValueError for a file that is broken


def open_file(data: bytes | bytearray, most: int) -> Picture:
    """The (first) picture of a file. Raises ValueError if it is none or if its pixels would take more than `most` bytes."""
    try:
        from PIL import PngImagePlugin  # loading it takes as long as drawing ten frames; few panes ever show a picture

        with warnings.catch_warnings(action="ignore"):
            image = PngImagePlugin.PngImageFile(BytesIO(data))
    except _ERRORS as error:
        raise ValueError("no PNG") from error
    width, height = image.size
    if width * height * MOST_BYTES > most:
        raise ValueError("too large")
    alpha = "A" in image.mode or "transparency" in image.info
    return Picture(width, height, alpha, _parts(image, alpha=alpha))


def _parts(image: "PngImageFile", *, alpha: bool) -> Iterator[bytes]:
    try:
        with image:
            yield from _unpack(image)
            width, height = image.size
            rows = max(1, STRIP // (width * MOST_BYTES * 3)) * 3  # threes of bytes
            for top in range(0, height, rows):
                strip = image.crop((0, top, width, min(top + rows, height)))
                shown = _eight_bits(strip) if strip.mode.startswith("I") else strip
                yield shown.convert("RGBA" if alpha else "RGB").tobytes()
    except _ERRORS as error:
        raise ValueError("a broken PNG") from error


def _unpack(image: "PngImageFile") -> Iterator[bytes]:
    """What `image.load()` does, which does not come back before it is done."""
    from PIL.Image import _getdecoder

    assert image.fp is not None
    image.load_prepare()
    (tile,) = image.tile
    decoder = _getdecoder(image.mode, tile.codec_name, tile.args, image.decoderconfig)
    try:
        decoder.setimage(image.im, tile.extents)
        image.fp.seek(tile.offset)
        rest, taken, error = b"", 0, 0
        while more := image.load_read(READ):
            rest += more
            taken, error = decoder.decode(rest)
            if taken < 0:
                break
            rest = rest[taken:]
            yield b""
        if taken >= 0 or error < 0:
            raise ValueError("cut off, or broken")
    finally:
        decoder.cleanup()
    image.tile = []
    with warnings.catch_warnings(action="ignore"):
        image.load_end()


def _eight_bits(grey: "Image") -> "Image":
    """16 bits of grey, of which `convert` would take the lower eight as they are."""
    return grey.convert("I").point(lambda level: level * (1 / 256)).convert("L")
