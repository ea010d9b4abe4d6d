"""What of kitty's graphics protocol an engine's library gets."""

import base64
import io
import random
import zlib
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from paneflow.vt.graphics import PART, Checked, Commands
from paneflow.vt.graphics_splitter import Command, Splitter
from tests.support.graphics import GREEN, RED, chunks, command, png

MOST = 40_000


def said(*commands: bytes, most: int = MOST) -> list[Checked]:
    """What is handed on of a program's commands."""
    splitter, taker = Splitter(), Commands(most)
    pieces = splitter.split(b"".join(commands))
    return [checked for piece in pieces if isinstance(piece, Command) for checked in taker.take(piece) if checked.data]


def only(*commands: bytes, most: int = MOST) -> tuple[dict[str, str], bytes, int]:
    """The one command that is handed on: its keys, its pixels and what it stores."""
    (checked,) = said(*commands, most=most)
    control, payload = checked.data.removeprefix(b"\x1b_G").removesuffix(b"\x1b\\").decode().split(";")
    keys = dict(item.split("=") for item in control.split(","))
    return keys, base64.b64decode(payload), checked.stored


def refused(*commands: bytes, most: int = MOST) -> dict[str, str]:
    """The keys of the command of which the library will say that it is wrong."""
    keys, pixels, stored = only(*commands, most=most)
    assert (keys["f"], keys["s"], keys["v"], pixels, stored) == ("24", "1", "1", b"", 0)
    return keys


def test_pixels_are_handed_on() -> None:
    keys, pixels, stored = only(command("a=T,i=7,f=24,s=2,v=1,q=2,c=3", RED + GREEN))
    assert keys == {"a": "T", "i": "7", "f": "24", "s": "2", "v": "1", "q": "2", "c": "3"}
    assert pixels == RED + GREEN
    assert stored == 6


def test_chunks_become_one_command() -> None:
    keys, pixels, _ = only(chunks("a=t,i=7,f=32,s=20,v=10", b"\1\2\3\4" * 200, 96))
    assert (keys["a"], "m" in keys) == ("t", False)
    assert pixels == b"\1\2\3\4" * 200


def test_a_later_chunk_may_ask_for_quiet() -> None:
    parts = command("a=t,i=1,f=24,s=1,v=1,m=1", RED[:1]), command("m=0,q=2", RED[1:])
    assert only(*parts)[0]["q"] == "2"


def test_chunks_may_repeat_all_keys() -> None:
    first, second = (command(f"a=T,i=1,f=24,s=2,v=1,m={more}", RED) for more in (1, 0))
    assert only(first, second)[1] == RED + RED


def test_an_image_that_was_left_unfinished_does_not_spoil_the_next() -> None:
    keys, pixels, _ = only(command("a=T,i=1,f=24,s=9,v=9,m=1", RED), command("a=T,i=2,f=24,s=1,v=1", GREEN))
    assert (keys["i"], pixels) == ("2", GREEN)


def test_deflated_pixels_are_inflated() -> None:
    keys, pixels, stored = only(command("a=T,i=1,f=24,s=100,v=100,o=z", zlib.compress(RED * 10_000)))
    assert "o" not in keys
    assert pixels == RED * 10_000
    assert stored == 30_000


def test_a_deflated_png_is_both_unpacked() -> None:
    keys, pixels, _ = only(command("a=T,i=1,f=100,o=z", zlib.compress(png(2, 1))))
    assert "o" not in keys
    assert pixels == RED * 2


def test_a_large_image_is_handed_on_in_chunks_of_a_bounded_size() -> None:
    data = random.Random(1).randbytes(3 * 300 * 400)
    for given_ in (
        command("a=T,i=1,q=1,f=24,s=300,v=400", data),
        chunks("a=T,i=1,q=1,f=24,s=300,v=400,o=z", zlib.compress(data)),
        chunks("a=T,i=1,q=1,f=100", as_png(data, 300, 400)),
    ):
        first, *middle, last = said(given_, most=1 << 20)
        assert first.data.startswith(b"\x1b_Ga=T,i=1,q=1,f=24,s=300,v=400,m=1;")
        assert all(each.data.startswith(b"\x1b_Gm=1;") for each in middle)
        assert last.data.startswith(b"\x1b_Gm=0;")
        payloads = [each.data[:-2].partition(b";")[2] for each in (first, *middle, last)]
        assert b"".join(map(base64.b64decode, payloads)) == data
        assert max(map(len, payloads)) <= PART // 3 * 4
        assert [each.stored for each in (first, *middle, last)] == [0] * (len(middle) + 1) + [len(data)]


def as_png(data: bytes, width: int, height: int) -> bytes:
    file = io.BytesIO()
    Image.frombytes("RGB", (width, height), data).save(file, "PNG")
    return file.getvalue()


@pytest.mark.parametrize(
    "given_",
    [
        command("a=T,i=1,f=24,s=300,v=700,o=z", zlib.compress(bytes(630_000))[:-3]),
        command("a=T,i=1,f=24,s=300,v=700,o=z", zlib.compress(bytes(630_001))),
        command("a=T,i=1,f=24,s=300,v=700,o=z", zlib.compress(bytes(629_999))),
    ],
)
def test_one_that_turns_out_wrong_later_never_gets_all_its_pixels(given_: bytes) -> None:
    *begun, last = said(given_, most=1 << 20)
    assert begun
    assert (last.data, last.stored) == (b"\x1b_Gm=0;\x1b\\", 0)
    assert sum(len(base64.b64decode(each.data[:-2].partition(b";")[2])) for each in begun) < 629_999


def test_a_question_about_a_large_image_is_asked_with_one_pixel() -> None:
    keys, pixels, _ = only(command("a=q,i=1,f=32,s=300,v=300", bytes(360_000)), most=1 << 20)
    assert (keys["s"], keys["v"], pixels) == ("1", "1", bytes(4))


@pytest.mark.parametrize(
    ("mode", "color", "format_", "pixel"),
    [
        ("RGB", (1, 2, 3), "24", b"\1\2\3"),
        ("RGBA", (1, 2, 3, 4), "32", b"\1\2\3\4"),
        ("L", (9,), "24", b"\t\t\t"),
        ("LA", (9, 8), "32", b"\t\t\t\x08"),
        ("1", (1,), "24", b"\xff\xff\xff"),
        ("I;16", (0x1234,), "24", b"\x12\x12\x12"),
        ("P", (0,), "24", b"\0\0\0"),
    ],
)
def test_png_files_become_pixels(mode: str, color: tuple[int, ...], format_: str, pixel: bytes) -> None:
    keys, pixels, _ = only(chunks("a=T,i=1,f=100", png(5, 3, color, mode), 30))
    assert (keys["f"], keys["s"], keys["v"]) == (format_, "5", "3")
    assert pixels == pixel * 15


@pytest.mark.parametrize("control", ["a=q,i=1,f=24,s=1,v=1", "a=q,i=1,f=100"])
def test_a_query_is_checked_and_stores_nothing(control: str) -> None:
    keys, pixels, stored = only(command(control, png(1, 1) if "100" in control else RED))
    assert keys["a"] == "q"
    assert pixels.startswith(RED)
    assert stored == 0


@pytest.mark.parametrize("medium", ["f", "t", "s"])
@pytest.mark.parametrize("action", ["q", "t", "T"])
def test_no_file_and_no_memory_is_named_to_the_library(action: str, medium: str) -> None:
    keys, pixels, _ = only(command(f"a={action},i=1,f=24,s=1,v=1,t={medium}", b"/etc/passwd"))
    assert keys["t"] == medium
    assert pixels == b""


@pytest.mark.parametrize(
    "given_",
    [
        command("a=T,i=1,f=24,s=2,v=2", RED),  # too few
        command("a=T,i=1,f=24,s=1,v=1", RED + RED),  # too many
        command("a=T,i=1,f=24,s=0,v=0"),
        command("a=T,i=1,f=24,s=-1,v=1", RED),
        command("a=T,i=1,f=99,s=1,v=1", RED),
        command("a=T,i=1,f=100", b"\x89PNG\r\n\x1a\nno"),
        command("a=T,i=1,f=100", png(5, 5)[:40]),
        command("a=T,i=1,f=24,s=1,v=1,o=z", b"not deflated"),
        command("a=T,i=1,f=24,s=1,v=1,o=z", zlib.compress(RED)[:-6]),
        b"\x1b_Ga=T,i=1,f=24,s=1,v=1;A\x1b\\",
        b'\x1b_Ga=T,i=1,f=24,s=1,v=1;!!"$\x1b\\',
        command("a=T,i=1,f=24,s=200,v=100", RED * 20_000),
        command("a=T,i=1,f=24,s=100000,v=100000", RED),
        chunks("a=T,i=1,f=24,s=200,v=100", RED * 20_000),
        command("a=T,i=1,f=100", png(200, 200)),
        command("a=T,i=1,f=24,s=200,v=100,o=z", zlib.compress(RED * 20_000)),
    ],
)
def test_what_is_wrong_or_too_large_is_refused(given_: bytes) -> None:
    assert refused(given_)["i"] == "1"


def test_a_bomb_is_not_unpacked() -> None:
    squeeze = zlib.compressobj(9)
    bomb = b"".join(squeeze.compress(bytes(1 << 20)) for _ in range(300)) + squeeze.flush()
    assert refused(command("a=T,i=1,f=32,s=8000,v=9000,o=z", bomb), most=1 << 20)["i"] == "1"


def test_endless_chunks_are_dropped_and_refused_when_they_end() -> None:
    taker, most = Commands(MOST), 0
    for n in range(1000):
        control = b"a=T,i=1,f=24,s=100,v=100,m=1" if n == 0 else b"m=1"
        assert not list(taker.take(Command(control, b"QUFB" * 1000)))
        held = taker._begun._data if taker._begun else None
        most = max(most, len(held or b""))
    (last,) = taker.take(Command(b"m=0", b""))
    assert most <= MOST
    assert last.stored == 0


def test_placing_and_deleting_take_no_payload() -> None:
    first, second = said(command("a=p,i=1,c=2", b"x"), command("a=d,d=I,i=1", b"y"))
    assert first.data == b"\x1b_Ga=p,i=1,c=2;\x1b\\"
    assert second.data == b"\x1b_Ga=d,d=I,i=1;\x1b\\"


@pytest.mark.parametrize(
    "control", ["a=f,i=1", "a=a,i=1,s=3", "a=c,i=1", "a=Z", "i=1,,x", "i=99999999999", "=1", "i", "long=1"]
)
def test_animations_and_what_is_not_understood_are_left_out(control: str) -> None:
    assert said(command(control, RED)) == []


def keys() -> Iterator[st.SearchStrategy[str]]:
    yield st.tuples(st.sampled_from("aitfsvompqIcrxyzXYwhCUdSO"), st.integers(-5, 500)).map(
        lambda it: f"{it[0]}={it[1]}"
    )
    yield st.sampled_from(
        ["a=T", "a=t", "a=q", "a=p", "a=d", "f=24", "f=32", "f=100", "s=1", "v=1", "o=z", "m=1", "m=0", "t=f"]
    )
    yield st.text(max_size=5)


@given(
    st.lists(
        st.tuples(
            st.lists(st.one_of(*keys()), max_size=8),
            st.one_of(st.binary(max_size=40), st.just(RED), st.just(zlib.compress(RED)), st.just(png(1, 1))),
            st.booleans(),
        ),
        max_size=6,
    )
)
def test_whatever_is_said_the_library_gets_whole_commands_with_the_pixels_they_announce(
    program: list[tuple[list[str], bytes, bool]],
) -> None:
    output = b"".join(
        b"\x1b_G" + ",".join(items).encode() + b";" + (base64.b64encode(data) if clean else data) + b"\x1b\\"
        for items, data, clean in program
    )
    for checked in said(output, most=200):
        assert checked.data.count(b"\x1b") == 2
        control, payload = checked.data[3:-2].split(b";")
        pixels = base64.b64decode(payload, validate=True)
        told = dict(item.split(b"=") for item in control.split(b",") if item)
        size = int(told.get(b"s", b"0")) * int(told.get(b"v", b"0")) * {b"24": 3, b"32": 4}.get(told.get(b"f", b""), 0)
        assert len(pixels) in (0, size)
        assert len(pixels) <= 200
        assert not {b"m", b"S", b"O"} & told.keys() or told.get(b"a") in (b"p", b"d") or b"t" in told
