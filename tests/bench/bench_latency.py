"""From a key to the pixels that its echo changes."""

import random
import statistics
import sys
import time
from collections.abc import Iterator
from typing import Final

from tests.bench.bench_host import flood
from tests.bench.figures import Figure, percentile
from tests.bench.terminals import BLUE, RED, SHADES, installed, other, ours, painted
from tests.bench.x11 import Display, Rect, own_display
from tests.support.host import host_folder

COMPARED: Final = ("xterm", "alacritty", "kitty")
PAUSE_S: Final = (0.03, 0.07)
POLL_S: Final = 0.0002
LIMIT_S: Final = 5.0
ECHO: Final = """
import os, sys, tty
tty.setraw(0)
blue = open(sys.argv[1]).read()
os.write(1, blue.encode())
shade = {True: REDS, False: BLUES}
red = False
while os.read(0, 1):
    red = not red
    block = "".join("\\x1b[%d;59H\\x1b[48;5;%dm%s" % (row, shade[red], " " * 4) for row in (20, 21))
    os.write(1, block.encode())
""".replace("REDS", str(SHADES[RED])).replace("BLUES", str(SHADES[BLUE]))


def bench_latency(quick: bool) -> Iterator[Figure]:
    """XTEST presses a key; a program on the PTY answers with eight cells in another colour, and a pixel of them is polled.

    From before the key to the first GetImage with the new colour, 30 to 70 ms between keys, Xvfb, 120×40 cells. "Flooding" is 8
    further surfaces that run `yes` and are not on view.
    """
    keys = 40 if quick else 300
    with own_display() as display, host_folder() as folder:
        (folder / "echo.py").write_text(ECHO)
        (folder / "blue").write_text(painted(BLUE))
        job = [sys.executable, "-IS", str(folder / "echo.py"), str(folder / "blue")]
        with ours(display, job) as (grid, host):
            calm = delays(display, grid, keys)
            flood(host)
            busy = delays(display, grid, keys)
        yield Figure("key → pixels, idle: median", statistics.median(calm), "ms", 8.0)
        yield Figure("key → pixels, idle: p99", percentile(calm, 0.99), "ms", 25.0)
        yield Figure("key → pixels, 8 surfaces flooding: median", statistics.median(busy), "ms")
        yield Figure("key → pixels, 8 surfaces flooding: p99", percentile(busy, 0.99), "ms", 50.0)
        for name in [each for each in COMPARED if each in installed()]:
            with other(name, display, job, folder) as grid:
                theirs = delays(display, grid, keys)
            yield Figure(f"the same in {name}, idle: median", statistics.median(theirs), "ms")
            yield Figure(f"the same in {name}, idle: p99", percentile(theirs, 0.99), "ms")


def delays(display: Display, grid: Rect, keys: int) -> list[float]:
    """Milliseconds of each key; the first few do not count."""
    source, taken = random.Random(5), []
    for _ in range(keys + 5):
        time.sleep(source.uniform(*PAUSE_S))
        before = display.pixel(*grid.center)
        began = time.perf_counter()
        display.press("a")
        while display.pixel(*grid.center) == before:
            time.sleep(POLL_S)
            assert time.perf_counter() - began < LIMIT_S, "a key had no effect"
        taken.append((time.perf_counter() - began) * 1000)
    return taken[5:]
