"""Pictures of real programs on their way to windows."""

import contextlib
import os
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from paneflow.rpc import attach
from paneflow.vt.images import PART_BYTES, SCREEN_BYTES
from tests.support.attach import AttachClient
from tests.support.graphics import RED, chunks, png
from tests.support.host import HostProcess, running_host
from tests.support.vt import ENGINES, decode

pytestmark = pytest.mark.skipif("ghostty" not in ENGINES, reason="only this engine shows pictures")
measures = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
Picture = tuple[int, ...]  # of `frame.PICTURE`


@pytest.fixture(scope="module")
def host() -> Iterator[HostProcess]:
    with running_host() as host:
        yield host


def pictures(window: AttachClient, surface: int, count: int) -> list[Picture]:
    """The pictures of the first frame that has so many."""
    while True:
        data = window.frame()
        window.acknowledge(surface)
        shown = decode(data)
        if shown.surface == surface and len(shown.pictures or ()) == count and shown.pictures is not None:
            return shown.pictures


def ask(window: AttachClient, surface: int, image: int, generation: int, offset: int) -> None:
    window.op("picture", surface, image=image, generation=generation, offset=offset)


def part(window: AttachClient) -> tuple[tuple[int, ...], bytes]:
    """The next pixels: (generation, width, height, offset, bytes a pixel) and the bytes."""
    while True:
        kind, payload = window.receive()
        if kind == attach.PICTURE:
            return attach.PART.unpack_from(payload), payload[attach.PART.size :]


def pixels(window: AttachClient, surface: int, picture: Picture) -> tuple[int, int, int, bytes]:
    """(width, height, bytes a pixel, all pixels)."""
    generation, image = picture[:2]
    data = b""
    while True:
        ask(window, surface, image, generation, len(data))
        (_, width, height, _, size), more = part(window)
        data += more
        if len(data) == width * height * size:
            return width, height, size, data


def read_all(window: AttachClient) -> None:
    while True:
        window.receive()


def show(host: HostProcess, surface: int, data: bytes, folder: Path) -> None:
    """Let the surface's shell print something."""
    file = folder / f"{time.monotonic_ns()}"
    file.write_bytes(data)
    host.type(surface, f"cat {file}")


def test_a_window_hears_where_a_picture_is_and_fetches_its_pixels_in_parts(host: HostProcess, tmp_path: Path) -> None:
    surface = host.new()
    data = os.urandom(600 * 500 * 3)
    with AttachClient(host.socket_path) as window:
        window.show(surface)
        show(host, surface, chunks("a=T,i=5,f=24,s=600,v=500", data), tmp_path)
        (picture,) = pictures(window, surface, 1)
        assert (picture[6], picture[7], picture[8:12]) == (600, 500, (0, 0, 600, 500))
        assert pixels(window, surface, picture) == (600, 500, 3, data)
        ask(window, surface, 5, picture[0], 0)
        assert len(part(window)[1]) == PART_BYTES
    with AttachClient(host.socket_path) as later:
        later.show(surface)
        assert pictures(later, surface, 1)[0][:2] == picture[:2]


def test_what_is_gone_is_answered_too(host: HostProcess, tmp_path: Path) -> None:
    surface = host.new()
    with AttachClient(host.socket_path) as window:
        window.show(surface)
        show(host, surface, chunks("a=T,i=5,f=24,s=1,v=1", RED), tmp_path)
        (picture,) = pictures(window, surface, 1)
        for which, generation, offset in (
            (5, picture[0] + 1, 0),
            (6, picture[0], 0),
            (5, picture[0], 3),
            (5, picture[0], -1),
        ):
            ask(window, surface, which, generation, offset)
            assert part(window) == ((generation, 0, 0, 0, 0), b"")
        ask(window, 999_999, 5, picture[0], 0)
        assert part(window) == ((picture[0], 0, 0, 0, 0), b"")


@pytest.mark.parametrize("wrong", [{"image": 1 << 32}, {"generation": 1 << 64}, {"offset": "0"}, {"image": -1}])
def test_a_window_that_asks_for_nonsense_is_dropped_and_nobody_else(
    host: HostProcess, wrong: dict[str, object]
) -> None:
    surface = host.new()
    with AttachClient(host.socket_path) as window:
        window.op("picture", surface, **{"image": 1, "generation": 1, "offset": 0, **wrong})
        with pytest.raises((EOFError, ConnectionError)):
            read_all(window)
    assert host.call("system.ping") == {"pong": True}


@measures
def test_a_window_that_asks_and_reads_nothing_is_dropped(host: HostProcess, tmp_path: Path) -> None:
    surface = host.new()
    side = 1024
    with AttachClient(host.socket_path) as window:
        window.show(surface)
        show(host, surface, chunks(f"a=T,i=5,f=32,s={side},v={side}", bytes(side * side * 4)), tmp_path)
        (picture,) = pictures(window, surface, 1)
        before = resident(host)
        with contextlib.suppress(ConnectionError):  # it may be dropped before it has asked for all
            for _ in range(2000):  # 500 MB
                ask(window, surface, 5, picture[0], 0)
        with pytest.raises((EOFError, ConnectionError)):
            read_all(window)
        assert resident(host) - before < 3 * SCREEN_BYTES
    assert host.call("system.ping") == {"pong": True}


def test_what_is_read_of_a_surface_has_no_pictures_in_it(host: HostProcess, tmp_path: Path) -> None:
    surface = host.new()
    show(host, surface, b"before" + chunks("a=T,q=2,f=24,s=40,v=40", RED * 1600) + b"\r\nafter\r\n", tmp_path)
    text = host.wait_for_text(surface, "\nafter")
    assert "_G" not in text
    assert "before" in text


@measures
def test_floods_of_pictures_leave_the_host_alive_and_small(host: HostProcess, tmp_path: Path) -> None:
    surface, other = host.new(), host.new()
    program = tmp_path / "flood.py"
    program.write_text(
        "import base64, sys, zlib\n"
        "out = sys.stdout.buffer\n"
        "squeeze = zlib.compressobj(9)\n"
        "bomb = base64.b64encode(b''.join(squeeze.compress(bytes(1 << 20)) for _ in range(380)) + squeeze.flush())\n"
        "out.write(b'\\x1b_Ga=T,i=1,f=32,s=9000,v=9000,o=z;' + bomb + b'\\x1b\\\\')\n"
        "for n in range(10000): out.write(b'\\x1b_Ga=T,C=1,q=2,f=24,s=1,v=1,i=%d;AAAA\\x1b\\\\' % (n + 1))\n"
        "for n in range(200): out.write(b'\\x1b_Ga=T,i=1,f=24,s=1000,v=1000,m=1;' + b'A' * 65536 + b'\\x1b\\\\')\n"
        "out.write(b'\\x1b_Ga=T,i=1,f=24,s=18918,v=18918;' + b'%@' * 65536 + b'\\x1b\\\\')\n"
        "out.write(b'\\r\\nflood is over\\r\\n')\n"
    )
    host.type(surface, f"{sys.executable} {program}")
    before, slowest = resident(host), 0.0
    with AttachClient(host.socket_path) as window:
        window.show(surface)
        end = time.monotonic() + 60
        while "\nflood is over" not in host.read(surface):
            assert time.monotonic() < end
            began = time.monotonic()
            host.call("surface.info", surface_id=other)
            slowest = max(slowest, time.monotonic() - began)
            time.sleep(0.05)
    assert slowest < 5, slowest
    assert resident(host) - before < 4 * SCREEN_BYTES


@pytest.mark.skipif(shutil.which("chafa") is None, reason="there is no chafa")
def test_chafa_shows_a_file(host: HostProcess, tmp_path: Path) -> None:
    (tmp_path / "red.png").write_bytes(png(60, 40))
    surface = host.new(cwd=str(tmp_path))
    with AttachClient(host.socket_path) as window:
        window.show(surface)
        host.type(surface, "chafa -f kitty -s 12x4 red.png")
        (picture,) = pictures(window, surface, 1)
        width, height, size, data = pixels(window, surface, picture)
        assert len(data) == width * height * size
        middle = (height // 2 * width + width // 2) * size
        assert data[middle : middle + 3] == RED


@pytest.mark.skipif(shutil.which("timg") is None, reason="there is no timg")
def test_timg_shows_a_file(host: HostProcess, tmp_path: Path) -> None:
    (tmp_path / "red.png").write_bytes(png(60, 40))
    surface = host.new(cwd=str(tmp_path))
    with AttachClient(host.socket_path) as window:
        window.show(surface)
        host.type(surface, "timg -pk -g12x4 red.png")
        (picture,) = pictures(window, surface, 1)
        assert RED in pixels(window, surface, picture)[3]


@pytest.mark.skipif(shutil.which("kitty") is None, reason="there is no kitty")
def test_kittys_own_client_shows_a_file(host: HostProcess, tmp_path: Path) -> None:
    (tmp_path / "red.png").write_bytes(png(60, 40))
    surface = host.new(cwd=str(tmp_path))
    with AttachClient(host.socket_path, timeout=40) as window:
        window.show(surface)
        host.type(surface, "kitty +kitten icat --transfer-mode=stream red.png")
        (picture,) = pictures(window, surface, 1)
        assert pixels(window, surface, picture)[3].startswith(RED)


def resident(host: HostProcess) -> int:
    """Bytes of memory the host has in use."""
    return int(Path(f"/proc/{host.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
