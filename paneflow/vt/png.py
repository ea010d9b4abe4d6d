"""PNG pictures as pixels, with Pillow's decoder for this one format."""

import struct
import warnings
import zlib
from io import BytesIO
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_BYTES: Final = 4  # a pixel
# What Pillow raises for files that are none, or are broken: some of it by taking them at their word. And when it is missing.
_ERRORS: Final = (
    ImportError, OSError, SyntaxError, ValueError, EOFError, LookupError, TypeError, OverflowError, MemoryError,
    struct.error, zlib.error,
)  # fmt: skip


class Pixels(NamedTuple):
    """A picture, row by row: red, green and blue, and alpha where the file has any; not premultiplied."""

    width: int
    height: int
    alpha: bool
    data: bytes


def decode(data: bytes, most: int) -> Pixels | None:
    """The (first) picture of a file, None if it is none or if its pixels would take more than `most` bytes."""
    try:
        from PIL import PngImagePlugin  # loading it takes as long as drawing ten frames; few panes ever show a picture

        with warnings.catch_warnings(action="ignore"), PngImagePlugin.PngImageFile(BytesIO(data)) as image:
            width, height = image.size
            if width * height * MOST_BYTES > most:
                return None
            shown = _eight_bits(image) if image.mode.startswith("I") else image
            alpha = "A" in image.mode or "transparency" in image.info
            return Pixels(width, height, alpha, shown.convert("RGBA" if alpha else "RGB").tobytes())
    except _ERRORS:
        return None


def _eight_bits(grey: "Image") -> "Image":
    """16 bits of grey, of which `convert` would take the lower eight as they are."""
    return grey.convert("I").point(lambda level: level * (1 / 256)).convert("L")
