"""A program that sends the largest pictures without end holds up nobody else."""

import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.support.attach import AttachClient
from tests.support.best_of import best_of
from tests.support.graphics_floods import HEIGHT, KINDS, WIDTH, endless
from tests.support.host import HostProcess, running_host
from tests.support.slowest import slowest_ping
from tests.support.vt import ENGINES, decode

pytestmark = pytest.mark.skipif("ghostty" not in ENGINES, reason="only this engine shows pictures")
BOUND = 0.05  # seconds that any other request may take meanwhile
FOR = 4.0  # seconds: several pictures


@pytest.fixture
def host() -> Iterator[HostProcess]:
    with running_host() as host:
        yield host


def pictures(window: AttachClient, surface: int) -> list[tuple[int, ...]]:
    """The pictures of the next frame."""
    found = decode(window.frame()).pictures
    window.acknowledge(surface)
    return found or []


@pytest.mark.timeout(120)
@pytest.mark.parametrize("kind", KINDS)
@best_of(3)
def test_the_largest_pictures_without_end_hold_up_nobody(host: HostProcess, tmp_path: Path, kind: str) -> None:
    surface = host.new()
    show = endless(kind, tmp_path)
    with AttachClient(host.socket_path, timeout=60) as window:
        window.show(surface)
        host.type(surface, show)
        while not (found := pictures(window, surface)):
            pass
        assert found[0][8:12] == (0, 0, WIDTH, HEIGHT)
    slowest = slowest_ping(host, partial(time.sleep, FOR))
    print(f"{kind}: {slowest * 1000:.0f} ms")
    assert slowest < BOUND
