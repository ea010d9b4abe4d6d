"""Pictures in kitty's graphics protocol: what engines answer, keep and tell, and what none of it can do."""

import base64
import gc
import multiprocessing
import os
import tempfile
import time
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paneflow.vt.engine import Capability, Engine
from paneflow.vt.images import SCREEN_BYTES, PixelFormat
from tests.support.graphics import BLUE, GREEN, RED, chunks, command, plain, png
from tests.support.vt import ENGINES, engine

WITHOUT = tuple(name for name in ENGINES if Capability.IMAGES not in engine(name).capabilities)
shows = pytest.mark.skipif("ghostty" not in ENGINES, reason="only this engine shows pictures")
QUERY = command("i=31,s=1,v=1,a=q,t=d,f=24", RED)
MB = 1 << 20


@pytest.fixture
def terminal() -> Engine:
    if "ghostty" not in ENGINES:
        pytest.skip("only this engine shows pictures")
    made = engine("ghostty")
    made.resize(80, 24, cell_width=10, cell_height=20)
    return made


def said(terminal: Engine, data: bytes) -> bytes:
    terminal.feed(data)
    while terminal.catch_up():
        pass
    return terminal.take_replies()


def pixels(terminal: Engine, number: int) -> bytes:
    """All pixels of a picture on view, part by part."""
    generation = next(each.generation for each in terminal.placements() if each.image == number)
    found = b""
    while (part := terminal.picture(number, generation, len(found), 1000)) is not None:
        assert part.offset == len(found)
        found += part.data
    return found


@pytest.mark.parametrize("name", WITHOUT)
def test_an_engine_without_pictures_claims_none(name: str) -> None:
    terminal = engine(name)
    assert (
        said(terminal, QUERY + b"\x1b[c").count(b"\x1b") == 1
    )  # device attributes, which such programs ask for as well
    assert said(terminal, plain(1, 1, 1) + b"shown") == b""
    assert "shown" in "".join(terminal.lines())
    assert terminal.placements() == ()
    assert terminal.picture(1, 1, 0, 100) is None


def test_a_program_that_asks_hears_that_pictures_are_shown(terminal: Engine) -> None:
    assert said(terminal, QUERY) == b"\x1b_Gi=31;OK\x1b\\"


@pytest.mark.parametrize("before", [b"\x1bc", b"\x1b[?1049h", b"\x1b[?1049h\x1b[?1049l", b"\x1b[!p"])
def test_it_hears_so_after_a_reset_and_on_the_other_screen(terminal: Engine, before: bytes) -> None:
    assert said(terminal, before + QUERY) == b"\x1b_Gi=31;OK\x1b\\"


def test_a_picture_is_where_the_cursor_was_and_the_cursor_is_behind_it(terminal: Engine) -> None:
    assert said(terminal, b"\x1b[3;5H" + plain(7, 25, 30, RED, "X=4,Y=5,z=-3")) == b"\x1b_Gi=7;OK\x1b\\"
    (placed,) = terminal.placements()
    assert (placed.image, placed.row, placed.col, placed.x, placed.y, placed.z) == (7, 2, 4, 4, 5, -3)
    assert (placed.width, placed.height, placed.source) == (25, 30, (0, 0, 25, 30))
    assert terminal.cursor()[:2] == (3, 7)


def test_its_pixels_are_told_part_by_part(terminal: Engine) -> None:
    data = bytes(range(250)) * 12
    terminal.feed(chunks("a=T,i=1,f=24,s=50,v=20", data))
    assert pixels(terminal, 1) == data


@pytest.mark.parametrize(
    ("control", "payload", "format_"),
    [
        ("f=24,s=2,v=1", RED + GREEN, PixelFormat.RGB),
        ("f=32,s=1,v=1", b"\1\2\3\4", PixelFormat.RGBA),
        ("s=1,v=1", b"\1\2\3\4", PixelFormat.RGBA),
        ("f=24,s=2,v=2,o=z", zlib.compress(RED * 4), PixelFormat.RGB),
        ("f=100", png(3, 2), PixelFormat.RGB),
        ("f=100", png(3, 2, (1, 2, 3, 4), "RGBA"), PixelFormat.RGBA),
    ],
)
def test_all_formats_are_shown(terminal: Engine, control: str, payload: bytes, format_: PixelFormat) -> None:
    assert said(terminal, chunks("a=T,i=1," + control, payload, 3)) == b"\x1b_Gi=1;OK\x1b\\"
    (placed,) = terminal.placements()
    part = terminal.picture(1, placed.generation, 0, 4)
    assert part is not None
    assert part.format is format_


def test_it_is_placed_again_by_its_number_or_as_the_terminal_named_it(terminal: Engine) -> None:
    answer = said(terminal, command("a=t,I=9,f=24,s=1,v=1", RED))
    assert answer.endswith(b",I=9;OK\x1b\\")
    terminal.feed(command("a=p,I=9,c=3,r=2"))
    (placed,) = terminal.placements()
    assert (placed.width, placed.height) == (30, 40)


def test_placements_move_with_their_text_and_go_with_it(terminal: Engine) -> None:
    terminal.feed(plain(1, 20, 40) + b"\r\n" * 23)
    (placed,) = terminal.placements()
    assert (placed.row, placed.height) == (-1, 40)
    terminal.feed(b"\r\n" * 40)
    assert terminal.placements() == ()
    terminal.scroll(-1000)
    assert [placed.row for placed in terminal.placements()] == [0]


@pytest.mark.parametrize("clear", ["clear", "scrollback", "sequence", "whole", "pieces"])
def test_it_goes_with_the_scrollback_and_others_stay(terminal: Engine, clear: str) -> None:
    terminal.feed(plain(1, 20, 40) + b"\r\n" * 50 + plain(2, 20, 40))
    if clear == "clear":
        terminal.clear()
    elif clear == "scrollback":
        terminal.clear(scrollback_only=True)
    else:
        sequence = b"\x1b[H\x1b[2J\x1b[3J" if clear == "whole" else b"\x1b[3J"
        for part in [sequence] if clear != "pieces" else [bytes([byte]) for byte in sequence]:
            terminal.feed(part)
    assert [placed.image for placed in terminal.placements()] == ([] if clear in ("clear", "whole") else [2])
    assert b"\x1b_Gi=1;ENOENT" in said(terminal, command("a=p,i=1"))


def test_each_screen_has_its_own(terminal: Engine) -> None:
    terminal.feed(plain(1, 5, 5) + b"\x1b[?1049h" + plain(2, 6, 6))
    assert [placed.image for placed in terminal.placements()] == [2]
    terminal.feed(b"\x1b[?1049l")
    assert [placed.image for placed in terminal.placements()] == [1]


@pytest.mark.parametrize(
    "delete", [b"\x1b_Ga=d\x1b\\", b"\x1b_Ga=d,d=I,i=1\x1b\\", b"\x1b[2J", b"\x1bc", b"\x1b_Ga=d,d=Z,z=0;\x1b\\"]
)
def test_it_goes_when_it_is_deleted_or_the_screen_is_cleared(terminal: Engine, delete: bytes) -> None:
    terminal.feed(plain(1, 5, 5) + delete)
    assert terminal.placements() == ()


def test_pixels_sent_again_have_another_generation(terminal: Engine) -> None:
    terminal.feed(plain(1, 5, 5))
    (before,) = terminal.placements()
    terminal.feed(plain(1, 5, 5, GREEN))
    (after,) = terminal.placements()
    assert after.generation != before.generation
    assert terminal.picture(1, before.generation, 0, 10) is None


def test_the_lowest_is_told_first(terminal: Engine) -> None:
    for number, z in ((5, 3), (6, -1), (3, 3)):
        terminal.feed(plain(number, 5, 5, RED, f"z={z}"))
    assert [(placed.z, placed.image) for placed in terminal.placements()] == [(-1, 6), (3, 3), (3, 5)]


def test_a_frame_lists_pictures_when_they_changed_only(terminal: Engine) -> None:
    view = terminal.view()
    plain_size = len(view.frame(1, full=True) or b"")
    terminal.feed(b"\x1b7" + plain(1, 10, 20, RED, "C=1"))
    assert view.frame(1) is not None
    assert view.frame(1) is None
    terminal.feed(b"x\x1b8")
    frame = view.frame(1)
    assert frame is not None
    with_pictures = len(view.frame(1, full=True) or b"") - plain_size
    terminal.feed(b"y\x1b8")
    again = view.frame(1)
    assert again is not None
    assert len(again) == len(frame)
    assert with_pictures == 64
    terminal.feed(command("a=d"))
    gone = view.frame(1)
    assert gone is not None
    assert view.frame(1) is None


def test_a_chunk_may_be_cut_anywhere_by_the_terminal(terminal: Engine) -> None:
    for byte in chunks("a=T,i=1,f=24,s=10,v=10", RED * 100, 48) + b"after":
        terminal.feed(bytes([byte]))
    assert terminal.take_replies() == b"\x1b_Gi=1;OK\x1b\\"
    assert pixels(terminal, 1) == RED * 100
    assert "after" in "".join(terminal.screen())


def test_a_program_that_was_stopped_midway_does_not_spoil_the_next(terminal: Engine) -> None:
    terminal.feed(command("a=T,i=1,f=24,s=100,v=100,m=1", RED))
    assert said(terminal, plain(2, 3, 3)) == b"\x1b_Gi=2;OK\x1b\\"


@pytest.mark.parametrize("medium", ["f", "t", "s"])
def test_files_and_shared_memory_are_not_read(terminal: Engine, medium: str) -> None:
    with tempfile.NamedTemporaryFile(prefix="tty-graphics-protocol", suffix=".rgb") as file:
        file.write(RED)
        file.flush()
        name = {"s": b"/paneflow-test"}.get(medium, file.name.encode())
        for action in "qtT":
            answer = said(terminal, command(f"a={action},i=1,f=24,s=1,v=1,t={medium}", name))
            assert answer == b"\x1b_Gi=1;EINVAL: unsupported medium\x1b\\"
        assert Path(file.name).exists()
    assert terminal.placements() == ()


@pytest.mark.parametrize(
    "start", [b"\x1b\x9fG", b"\x1bc\x1b\x9fG", b"\x1b[\x9fG", b"\x1b[3\x9fG", b"\x1bP\x9fG", b"\x1b]\x9fG"]
)
def test_nothing_gets_past_the_checks_by_another_way_to_begin(terminal: Engine, start: bytes) -> None:
    sent = plain(1, 1, 1).replace(b"\x1b_G", start)
    terminal.feed(sent)
    assert terminal.placements() == ()
    assert b"OK" not in terminal.take_replies()
    assert said(terminal, b"\x1b\\" + QUERY) == b"\x1b_Gi=31;OK\x1b\\"


@pytest.mark.parametrize(
    "wrong",
    [
        command("a=T,i=1,f=24,s=20000,v=20000", RED),
        command("a=T,i=1,f=24,s=4294967295,v=4294967295", RED),
        command("a=T,i=1,f=24,s=16384,v=21846", RED),  # 1 GB
        command("a=T,i=1,f=24,s=2,v=2", RED),
        b"\x1b_Ga=T,i=1,f=24,s=1,v=1;?*!\x1b\\",
        command("a=T,i=1,f=100", b"no file"),
        command("a=T,i=1,f=17,s=1,v=1", RED),
    ],
)
def test_what_is_wrong_is_answered_and_shown_nowhere(terminal: Engine, wrong: bytes) -> None:
    assert said(terminal, wrong).startswith(b"\x1b_Gi=1;E")
    assert terminal.placements() == ()
    assert said(terminal, plain(1, 1, 1)) == b"\x1b_Gi=1;OK\x1b\\"


def test_what_a_screen_keeps_has_a_limit_and_the_oldest_go(terminal: Engine) -> None:
    side = 1024
    for number in range(1, 20):
        said(terminal, plain(number, side, side, RED, "C=1"))
    kept = [placed.image for placed in terminal.placements()]
    assert kept == list(range(20 - SCREEN_BYTES // (3 * side * side), 20))


def test_an_image_of_the_largest_size_is_shown_and_one_pixel_more_is_not(terminal: Engine) -> None:
    width, height = 4096, SCREEN_BYTES // 4 // 4096
    row = zlib.compress(bytes(width * height * 4))
    assert said(terminal, command(f"a=T,i=1,f=32,s={width},v={height},o=z", row)) == b"\x1b_Gi=1;OK\x1b\\"
    row = zlib.compress(bytes(width * (height + 1) * 4))
    assert b";E" in said(terminal, command(f"a=T,i=2,f=32,s={width},v={height + 1},o=z", row))


def large(number: int = 1) -> bytes:
    """A picture of 1.2 MB, deflated."""
    return chunks(f"a=T,i={number},f=24,s=800,v=500,o=z", zlib.compress(bytes(range(240)) * 5000))


def test_a_large_picture_at_the_end_is_worked_on_in_parts_that_do_not_take_long(terminal: Engine) -> None:
    data = large() + b"after"
    size = terminal.through_picture(data[-100:])
    assert size == 100  # no command is open
    terminal.feed(data[:-100])
    size = terminal.through_picture(data[-100:])
    assert data[-100:][size:] == b"after"
    terminal.feed(data[-100:][:size])
    assert (terminal.placements(), terminal.take_replies()) == ((), b"")
    before, parts = terminal.generation, 0
    while terminal.catch_up():
        parts += 1
    assert parts >= 5
    assert terminal.generation > before
    assert terminal.take_replies() == b"\x1b_Gi=1;OK\x1b\\"
    assert pixels(terminal, 1)[:240] == bytes(range(240))
    assert not terminal.catch_up()


@pytest.mark.parametrize("after", [b"text", large(2), command("a=d,d=A")])
def test_what_comes_after_a_picture_comes_after_it(terminal: Engine, after: bytes) -> None:
    whole = engine("ghostty")
    whole.resize(80, 24, cell_width=10, cell_height=20)
    terminal.feed(large())
    terminal.catch_up()
    for made, data in ((terminal, after), (whole, large() + after)):
        assert said(made, data).startswith(b"\x1b_Gi=1;OK\x1b\\")
    assert terminal.cursor() == whole.cursor()
    assert [each.image for each in terminal.placements()] == [each.image for each in whole.placements()]


def test_a_terminal_may_be_cleared_reset_resized_and_closed_while_it_works_on_a_picture(terminal: Engine) -> None:
    terminal.feed(large())
    terminal.clear()
    assert terminal.take_replies() == b"\x1b_Gi=1;OK\x1b\\"
    terminal.feed(large(2))
    terminal.resize(100, 30, cell_width=10, cell_height=20)
    assert said(terminal, b"") == b"\x1b_Gi=2;OK\x1b\\"
    terminal.feed(large(3))
    terminal.reset()
    assert said(terminal, b"text") == b""
    assert terminal.placements() == ()
    assert said(terminal, plain(4, 1, 1)) == b"\x1b_Gi=4;OK\x1b\\"
    terminal.feed(large(5))
    terminal.close()


def test_a_terminal_for_text_takes_no_pictures(terminal: Engine) -> None:
    other = terminal.another(100)
    assert said(other, b"a" + plain(1, 10, 10) + b"b") == b""
    assert other.placements() == ()
    assert other.screen()[0] == "ab"


def chunks_that_never_end(terminal: Engine) -> None:
    terminal.feed(command("a=T,i=1,f=24,s=100,v=100,m=1", RED))
    chunk = command("m=1", RED * 1000)
    for _ in range(30_000):  # 90 MB
        terminal.feed(chunk)


def one_command_that_never_ends(terminal: Engine) -> None:
    terminal.feed(b"\x1b_Ga=T,i=1,f=24,s=100,v=100;")
    for _ in range(3000):
        terminal.feed(b"A" * 65536)


def bombs(terminal: Engine) -> None:
    squeeze = zlib.compressobj(9)
    bomb = b"".join(squeeze.compress(bytes(MB)) for _ in range(380)) + squeeze.flush()
    for number in range(5):
        terminal.feed(command(f"a=T,i={number + 1},f=32,s=9000,v=9000,o=z", bomb))


def tiny_images(terminal: Engine) -> None:
    for start in range(1, 100_001, 1000):
        terminal.feed(b"".join(command(f"a=t,i={start + n},f=24,s=1,v=1,q=2", RED) for n in range(1000)))


def placed_images(terminal: Engine) -> None:
    for start in range(1, 20_001, 100):
        terminal.feed(b"".join(plain(start + n, 2, 2, RED, "q=2,C=1") for n in range(100)))


def placements(terminal: Engine) -> None:
    terminal.feed(plain(1, 1, 1))
    for _ in range(100):
        terminal.feed(command("a=p,i=1,C=1,q=2") * 100)


def garbage(terminal: Engine) -> None:
    noise = os.urandom(1 << 16).replace(b"\x1b", b"")
    for _ in range(300):
        terminal.feed(b"\x1b_Ga=T,i=1,f=24,s=400,v=400,m=1;" + noise)


def _grown(flood: Callable[[Engine], None], told: "multiprocessing.Queue[tuple[int, float]]") -> None:
    terminal = engine("ghostty")
    engine("ghostty").feed(plain(1, 1000, 1000) + command("a=t,i=2,f=100", png(9, 9)))  # what is loaded once
    gc.collect()
    before, started = resident(), time.monotonic()
    flood(terminal)
    gc.collect()
    terminal.placements()
    assert said(terminal, b"\x1b\\" + QUERY).endswith(b"\x1b_Gi=31;OK\x1b\\")
    told.put((resident() - before, time.monotonic() - started))


def resident() -> int:
    """Bytes of memory in use."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@shows
@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
@pytest.mark.parametrize(
    ("flood", "most_mb"),
    [
        (chunks_that_never_end, 64), (one_command_that_never_ends, 64), (bombs, 64), (tiny_images, 12), (placed_images, 12),
        (placements, 12), (garbage, 64),
    ],
    ids=lambda given_: getattr(given_, "__name__", ""),
)  # fmt: skip
def test_no_flood_of_pictures_makes_the_memory_grow(flood: Callable[[Engine], None], most_mb: int) -> None:
    told: multiprocessing.Queue[tuple[int, float]] = multiprocessing.get_context("spawn").Queue()
    child = multiprocessing.get_context("spawn").Process(target=_grown, args=(flood, told))
    child.start()
    grown, seconds = told.get(timeout=110)
    child.join(10)
    assert child.exitcode == 0
    assert grown < most_mb * MB, f"{grown >> 20} MB"
    assert seconds < 60


PIECES = st.sampled_from(
    [
        plain(1, 3, 3), plain(2, 40, 50, GREEN, "z=-1"), plain(3, 900, 10, BLUE, "C=1"), command("a=p,i=1,c=200,r=300"),
        command("a=p,i=2,p=3,P=1,Q=0,H=-5,V=9"), command("a=p,i=1,U=1,c=2,r=2"), command("a=d"), command("a=d,d=A"),
        command("a=d,d=c"), command("a=d,d=I,i=2"), command("a=T,i=4,f=24,s=9,v=9,m=1", RED), command("m=0", RED * 80),
        command("m=1", RED), command("a=f,i=1,s=1,v=1,f=24", RED), command("a=a,i=1,c=2"), command("a=c,i=1,r=1,c=1"),
        command("a=q,i=1,f=100", png(2, 2)), b"\x1b_G", b"\x1b_Gi=1;", b"\x1b\\", b"AAAA", b"text", b"\r\n" * 9, b"\x1b[2J",
        b"\x1b[?1049h", b"\x1b[?1049l", b"\x1bc", b"\x1b[5;9r", b"\x1b[r", b"\x1b[20M", b"\x1b[3L", b"\x1b[H", b"\x18", b"\x9c",
        b"\x1b\x9fG" + b"a=p,i=1\x1b\\",
    ]
)  # fmt: skip


@shows
@settings(max_examples=150, deadline=None)
@given(st.lists(PIECES, max_size=25), st.lists(st.integers(1, 40), max_size=5), st.integers(-30, 0))
def test_whatever_is_said_placements_are_on_view_and_have_pixels(
    pieces: list[bytes], sizes: list[int], scrolled: int
) -> None:
    terminal = engine("ghostty", 20, 6, 50)
    for index, piece in enumerate(pieces):
        terminal.feed(piece)
        if index < len(sizes):
            terminal.resize(sizes[index], sizes[-1], cell_width=sizes[0], cell_height=7)
    terminal.scroll(scrolled)
    for placed in terminal.placements():
        left, top, width, height = placed.source
        part = terminal.picture(placed.image, placed.generation, 0, 1 << 20)
        assert part is not None
        assert len(part.data) == part.width * part.height * part.format
        assert left + width <= part.width
        assert top + height <= part.height
        assert placed.row < terminal.rows
        assert placed.col < terminal.cols
    assert terminal.view().frame(1) is not None
    terminal.close()


def test_base64_without_padding_is_understood(terminal: Engine) -> None:
    data = base64.b64encode(b"\1\2\3\4").rstrip(b"=")
    assert said(terminal, b"\x1b_Ga=t,i=1,f=32,s=1,v=1;" + data + b"\x1b\\") == b"\x1b_Gi=1;OK\x1b\\"
