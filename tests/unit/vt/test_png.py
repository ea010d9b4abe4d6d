"""PNG files of programs."""

import struct
import zlib

from hypothesis import given, settings
from hypothesis import strategies as st

from paneflow.vt import png
from tests.support.graphics import png as file_of


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def file(*chunks: bytes) -> bytes:
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def head(width: int, height: int, depth: int = 8, color: int = 2, interlace: int = 0) -> bytes:
    return chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, interlace))


def test_a_picture_has_its_size_and_its_pixels() -> None:
    assert png.decode(file_of(3, 2, (1, 2, 3)), 24) == png.Pixels(3, 2, False, b"\1\2\3" * 6)


def test_one_transparent_colour_is_alpha() -> None:
    data = file(
        head(1, 1), chunk(b"tRNS", b"\0\1\0\2\0\3"), chunk(b"IDAT", zlib.compress(b"\0\1\2\3")), chunk(b"IEND", b"")
    )
    assert png.decode(data, 100) == png.Pixels(1, 1, True, b"\1\2\3\0")


def test_one_that_would_be_too_large_is_not_unpacked() -> None:
    assert png.decode(file_of(3, 2), 23) is None
    assert (
        png.decode(file(head(60_000, 60_000), chunk(b"IDAT", zlib.compress(b"x")), chunk(b"IEND", b"")), 1 << 25)
        is None
    )


def test_text_in_a_file_does_not_grow() -> None:
    bomb = zlib.compress(bytes(100 << 20), 9)
    text = chunk(b"zTXt", b"Comment\0\0" + bomb)
    assert (
        png.decode(file(head(1, 1), text, chunk(b"IDAT", zlib.compress(b"\0\1\2\3")), chunk(b"IEND", b"")), 100) is None
    )


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
        found = png.decode(given_, 200)
        assert found is None or len(found.data) == found.width * found.height * (3 + found.alpha) <= 200
