"""Pictures on a surface, as values: where they stand, and their pixels piece by piece."""

from enum import IntEnum
from typing import Final, NamedTuple

SCREEN_BYTES: Final = 32 << 20  # of pixels that a screen keeps, and that one image may have; a surface has two screens
PART_BYTES: Final = 256 << 10  # of pixels sent in one go


class PixelFormat(IntEnum):
    """How pixels lie in memory; not premultiplied. The value is how many bytes one has."""

    GREY = 1
    GREY_ALPHA = 2
    RGB = 3
    RGBA = 4


class Placement(NamedTuple):
    """An image somewhere in the viewport. Lengths are pixels of the engine's cells, unless a name says otherwise."""

    image: int  # its number among those of its program
    generation: int  # of its pixels: never used again for others in this process
    row: int  # of the upper left cell, in the viewport; negative when it is above
    col: int
    x: int  # of the picture's upper left corner in that cell
    y: int
    width: int  # that it is drawn in
    height: int
    source: tuple[int, int, int, int]  # x, y, width and height of the part of the image, in the image's pixels
    z: int  # below 0: under the text; among equals the later one is above


class Part(NamedTuple):
    """Some of an image's pixels, from `offset` bytes on."""

    width: int
    height: int
    format: PixelFormat
    offset: int
    data: bytes
