"""A window's pictures: asked for one part at a time, and kept as far as they fit."""

import numpy as np
import pytest

from paneflow.gui.frame_decoder import Picture
from paneflow.gui.picture_store import MAX_BYTES, PictureStore, decoded
from paneflow.gui.qt import QImage, QSize
from paneflow.rpc import attach
from paneflow.vt.images import PixelFormat

Asked = tuple[int, int, int, int]


def of(generation: int, image: int = 1) -> Picture:
    return Picture(generation, image, 0, 0, 1, 1, (0, 0, 1, 1), 0)


def part(generation: int, width: int, height: int, offset: int, data: bytes, size: int = 3) -> bytes:
    return attach.PART.pack(generation, width, height, offset, size) + data


def gone(generation: int) -> bytes:
    return attach.PART.pack(generation, 0, 0, 0, 0)


def store() -> tuple[PictureStore, list[Asked], list[int]]:
    """A store, what it asks and what arrived."""
    asked: list[Asked] = []
    arrived: list[int] = []
    made = PictureStore(lambda *what: asked.append(what))
    made.arrived.connect(arrived.append)
    return made, asked, arrived


def test_a_picture_comes_in_parts_and_one_is_asked_for_at_a_time() -> None:
    made, asked, arrived = store()
    made.want(7, [of(1, 5), of(2, 6)])
    assert asked == [(7, 5, 1, 0)]
    made.take(part(1, 2, 2, 0, b"\1\2\3" * 3))
    assert asked[1:] == [(7, 5, 1, 9)]
    assert arrived == []
    made.take(part(1, 2, 2, 9, b"\4\5\6"))
    assert arrived == [1]
    assert asked[2:] == [(7, 6, 2, 0)]
    shown = made.get(1)
    assert shown is not None
    assert [shown.pixel(x, y) & 0xFFFFFF for y in range(2) for x in range(2)] == [0x010203] * 3 + [0x040506]


def test_what_is_here_or_on_its_way_is_not_asked_for_again() -> None:
    made, asked, _ = store()
    made.want(7, [of(1)])
    made.want(7, [of(1)])
    made.take(part(1, 1, 1, 0, b"\1\2\3"))
    made.want(8, [of(1)])
    assert len(asked) == 1


def test_what_is_not_on_view_any_more_is_not_asked_for() -> None:
    made, asked, _ = store()
    made.want(7, [of(1), of(2), of(3)])
    made.want(7, [of(3)])
    made.take(part(1, 1, 1, 0, b"\1\2\3"))
    assert [generation for _, _, generation, _ in asked] == [1, 3]


def test_one_that_is_gone_does_not_hold_up_the_others() -> None:
    made, asked, arrived = store()
    made.want(7, [of(1), of(2)])
    made.take(gone(1))
    made.take(part(2, 1, 1, 0, b"\1\2\3"))
    assert arrived == [2]
    assert len(asked) == 2


@pytest.mark.parametrize(
    "wrong",
    [
        part(1, 1 << 16, 1 << 16, 0, b"abc"),  # larger than any
        part(1, 1, 1, 0, b"too much"),
        part(1, 2, 1, 0, b""),
        part(1, 0, 0, 0, b"abc"),
    ],
    ids=["larger than any", "more than announced", "nothing", "no size"],
)
def test_parts_that_make_no_picture_are_dropped(wrong: bytes) -> None:
    made, asked, arrived = store()
    made.want(7, [of(1), of(2)])
    made.take(wrong)
    made.take(part(9, 1, 1, 0, b"abc"))  # nobody asked
    made.take(part(2, 1, 1, 3, b"abc"))  # of another place
    assert arrived == []
    assert len(asked) == 2


def test_another_host_has_other_pictures() -> None:
    made, asked, _ = store()
    made.want(7, [of(1), of(2)])
    made.take(part(1, 1, 1, 0, b"\1\2\3"))
    made.forget()
    assert made.get(1) is None
    made.want(7, [of(1)])
    assert asked[-1] == (7, 1, 1, 0)


def test_those_not_used_for_longest_make_room() -> None:
    made, _, _ = store()
    side = 2048  # 16 MiB each
    for generation in range(1, 20):
        made.want(1, [of(generation)])
        made.take(part(generation, side, side, 0, bytes(side * side), 1))
        made.get(1)
    kept = [generation for generation in range(1, 20) if made.get(generation) is not None]
    assert kept[0] == 1
    assert kept[-1] == 19
    assert len(kept) * side * side * 4 <= MAX_BYTES


def test_a_smaller_one_is_made_once() -> None:
    made, _, _ = store()
    made.want(1, [of(1)])
    made.take(part(1, 8, 8, 0, b"\0\0\xff" * 32 + b"\xff\0\0" * 32))
    first = made.smaller(1, (0, 0, 8, 4), QSize(2, 1))
    assert (first.width(), first.height(), first.pixel(1, 0) & 0xFFFFFF) == (2, 1, 0x0000FF)
    assert made.smaller(1, (0, 0, 8, 4), QSize(2, 1)).cacheKey() == first.cacheKey()


@pytest.mark.parametrize(
    ("data", "pixel", "argb"),
    [
        (b"\x10", PixelFormat.GREY, 0xFF101010),
        (b"\x10\x80", PixelFormat.GREY_ALPHA, 0x80101010),
        (b"\1\2\3", PixelFormat.RGB, 0xFF010203),
        (b"\x40\x50\x60\x80", PixelFormat.RGBA, 0x80405060),
    ],
    ids=["grey", "grey and alpha", "colour", "colour and alpha"],
)
def test_all_formats_are_understood(data: bytes, pixel: PixelFormat, argb: int) -> None:
    image = decoded(data * 3, 3, 1, pixel).convertToFormat(QImage.Format.Format_ARGB32)
    shown = [image.pixel(x, 0) for x in range(3)]
    apart = np.abs(
        np.array(shown, np.uint32).view(np.uint8).astype(int) - np.array([argb] * 3, np.uint32).view(np.uint8)
    )
    assert apart.max() <= 1  # premultiplied, and back
