"""Opening the window, and what it costs while nothing happens."""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Final

from tests.bench.bench_host import many, resident, resting, settle
from tests.bench.figures import Figure, against
from tests.bench.terminals import our_window
from tests.bench.x11 import WHITE, Display, own_display, until
from tests.support.host import HostProcess, running_host

BARE: Final = """
import sys
from PySide6.QtWidgets import QApplication, QWidget
application = QApplication(sys.argv)
window = QWidget()
window.resize(1180, 760)
window.show()
application.exec()
"""
SPOT: Final = (400, 300)
LIMIT_S: Final = 30.0
UNSEEN_COLS: Final = 120  # of a surface that no window has sized


def bench_opening(quick: bool) -> Iterator[Figure]:
    """From starting the process to the first pixel of the window, on Xvfb, caches warm, a host running; in turns, medians.

    The bare window is a program of five lines: QApplication, one QWidget, show. A prompt is on view when the pane has text.
    """
    ours, bare = [], []
    with own_display() as display, running_host() as host:
        host.new()
        for number in range(2 if quick else 8):
            times = _until_painted(display, our_window(display, host)), _until_painted(display, _bare(display))
            if number:  # the first one warms the caches
                ours.append(times[0])
                bare.append(times[1])
    yield against(
        "first window painted ÷ bare PySide6 window", statistics.median(ours), statistics.median(bare), at_most=1.5
    )
    yield Figure("first window painted", statistics.median(ours) * 1000, "ms")
    yield Figure("bare PySide6 window painted", statistics.median(bare) * 1000, "ms")


def _until_painted(display: Display, window: "AbstractContextManager[subprocess.Popen[bytes]]") -> float:
    until(lambda: display.pixel(*SPOT) == WHITE, LIMIT_S)
    began = time.perf_counter()
    with window:
        until(lambda: display.pixel(*SPOT) != WHITE, LIMIT_S)
        return time.perf_counter() - began


class _bare(AbstractContextManager["subprocess.Popen[bytes]"]):  # noqa: N801
    def __init__(self, display: Display) -> None:
        self._env = {**os.environ, "DISPLAY": display.name}

    def __enter__(self) -> "subprocess.Popen[bytes]":
        self._process = subprocess.Popen([sys.executable, "-c", BARE], env=self._env, stderr=subprocess.DEVNULL)
        return self._process

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait(10)


def bench_shown(quick: bool) -> Iterator[Figure]:
    """A window shows a workspace of 10 of 50 shells, nothing happens and nobody looks: CPU and wake-ups of host and window."""
    with own_display() as display, running_host() as host:
        many(host, 50)
        with our_window(display, host) as window:
            until(lambda: display.pixel(*SPOT) != WHITE, LIMIT_S)
            settle(host)
            time.sleep(1 if quick else 10)  # the cursor blinks for a while
            for who, pids in (("window", [window.pid]), ("host", [host.pid])):
                share, woken = resting(pids, 3 if quick else 20)
                yield Figure(f"CPU of the {who}, 50 idle surfaces, 10 on view", share, "%", 0.5)
                yield Figure(f"wake-ups of the {who} a second", woken, "")
            yield Figure("memory of the window, 10 panes on view", resident(window.pid), "MB")
    with own_display() as display, running_host() as host:
        surface = host.new()
        with our_window(display, host) as window:
            yield Figure("memory of the window, one pane", _settled_memory(host, surface, window.pid), "MB")
            for _ in range(3):
                surface = host.call("surface.split", surface_id=surface, direction="v")["surface_id"]
            yield Figure("memory of the window, four panes", _settled_memory(host, surface, window.pid), "MB")


def _settled_memory(host: HostProcess, surface: int, pid: int) -> float:
    """Once a surface is on view and the window has done what it had to."""
    host.wait_for(lambda: host.call("surface.info", surface_id=surface)["cols"] != UNSEEN_COLS, LIMIT_S)
    while resting([pid], 0.5)[0] > 2:
        pass
    return resident(pid)
