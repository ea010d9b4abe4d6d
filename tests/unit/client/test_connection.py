"""Connecting to an endpoint that has much to do."""

import contextlib
import socket
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from paneflow.client.connection import Connection
from paneflow.errors import Unavailable

pytestmark = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="there are pipes instead")


@contextlib.contextmanager
def full(path: Path) -> Iterator[socket.socket]:
    """A listening socket whose queue has no place left."""
    with socket.socket(socket.AF_UNIX) as listening, contextlib.ExitStack() as queue:
        listening.bind(str(path))
        listening.listen(0)
        with contextlib.suppress(BlockingIOError):
            for _ in range(9):
                waiting = queue.enter_context(socket.socket(socket.AF_UNIX))
                waiting.setblocking(False)
                waiting.connect(str(path))
        yield listening


@pytest.mark.skipif(sys.platform != "linux", reason="a full queue refuses at once there")
def test_it_waits_for_a_place_in_the_queue(tmp_path: Path) -> None:
    with full(tmp_path / "s") as listening:
        taken: list[socket.socket] = []
        later = threading.Timer(0.3, lambda: taken.append(listening.accept()[0]))
        later.start()
        Connection(str(tmp_path / "s"), 10).close()
        later.join()
        taken[0].close()


def test_a_queue_that_stays_full_is_told_in_time(tmp_path: Path) -> None:
    with full(tmp_path / "s"), pytest.raises(Unavailable):
        Connection(str(tmp_path / "s"), 0.2)
