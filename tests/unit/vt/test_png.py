"""PNG files of programs."""

import random
import struct
import zlib
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paneflow.vt import png
from tests.support.graphics import png as file_of


class Pixels(NamedTuple):
    width: int
    height: int
    alpha: bool
    data: bytes


def decode(data: bytes, most: int) -> Pixels | None:
    try:
        picture = png.open_file(data, most)
        return Pixels(picture.width, picture.height, picture.alpha, b"".join(picture.parts))
    except ValueError:
        return None


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def file(*chunks: bytes) -> bytes:
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def head(width: int, height: int, depth: int = 8, color: int = 2, interlace: int = 0) -> bytes:
    return chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, interlace))


def test_a_picture_has_its_size_and_its_pixels() -> None:
    assert decode(file_of(3, 2, (1, 2, 3)), 24) == Pixels(3, 2, False, b"\1\2\3" * 6)


def test_one_transparent_colour_is_alpha() -> None:
    data = file(
        head(1, 1), chunk(b"tRNS", b"\0\1\0\2\0\3"), chunk(b"IDAT", zlib.compress(b"\0\1\2\3")), chunk(b"IEND", b"")
    )
    assert decode(data, 100) == Pixels(1, 1, True, b"\1\2\3\0")


def test_one_that_would_be_too_large_is_not_unpacked() -> None:
    assert decode(file_of(3, 2), 23) is None
    assert decode(file(head(60_000, 60_000), chunk(b"IDAT", zlib.compress(b"x")), chunk(b"IEND", b"")), 1 << 25) is None


@pytest.mark.parametrize("interlace", [0, 1])
def test_it_is_unpacked_part_by_part(interlace: int) -> None:
    width, height = 500, 400
    row = b"\0" + random.Random(1).randbytes(3 * width)
    rows = [row] * height if not interlace else [b"\0" + bytes(3 * n) for n in _passes(width, height)]
    data = file(
        head(width, height, interlace=interlace), chunk(b"IDAT", zlib.compress(b"".join(rows), 0)), chunk(b"IEND", b"")
    )
    parts = list(png.open_file(data, 1 << 20).parts)
    assert b"".join(parts) == (row[1:] * height if not interlace else bytes(3 * width * height))
    assert max(map(len, parts)) <= png.STRIP
    assert sum(not part for part in parts) >= len(data) // png.READ


def _passes(width: int, height: int) -> Iterator[int]:
    """The lengths of the rows of Adam7, in pixels."""
    for x, y, across, down in (
        (0, 0, 8, 8),
        (4, 0, 8, 8),
        (0, 4, 4, 8),
        (2, 0, 4, 4),
        (0, 2, 2, 4),
        (1, 0, 2, 2),
        (0, 1, 1, 2),
    ):
        for _ in range(y, height, down):
            yield len(range(x, width, across))


def test_text_in_a_file_does_not_grow() -> None:
    bomb = zlib.compress(bytes(100 << 20), 9)
    text = chunk(b"zTXt", b"Comment\0\0" + bomb)
    assert decode(file(head(1, 1), text, chunk(b"IDAT", zlib.compress(b"\0\1\2\3")), chunk(b"IEND", b"")), 100) is None


KINDS = st.sampled_from([b"IHDR", b"IDAT", b"PLTE", b"tRNS", b"gAMA", b"iCCP", b"zTXt", b"iTXt", b"tEXt", b"pHYs", b"cHRM",
                         b"sRGB", b"acTL", b"fcTL", b"fdAT", b"eXIf", b"IEND", b"abcd"])  # fmt: skip


@settings(max_examples=400)
@given(
    st.tuples(
        st.integers(0, 9), st.integers(0, 9), st.integers(0, 17), st.integers(0, 7), st.integers(0, 2)
    ),
    st.lists(st.tuples(KINDS, st.binary(max_size=30)), max_size=4),
    st.binary(max_size=60),
    st.integers(0, 400),
)  # fmt: skip
def test_a_broken_file_is_none_or_a_picture_that_fits(
    header: tuple[int, int, int, int, int], extra: list[tuple[bytes, bytes]], pixels: bytes, cut: int
) -> None:
    chunks = [chunk(kind, data) for kind, data in extra]
    data = file(head(*header), *chunks, chunk(b"IDAT", zlib.compress(pixels)), chunk(b"IEND", b""))
    for given_ in (data, data[:cut]):
        found = decode(given_, 200)
        assert found is None or len(found.data) == found.width * found.height * (3 + found.alpha) <= 200
