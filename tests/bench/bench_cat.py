"""`cat` of a large file in a shown window, until its end is on the screen."""

import statistics
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Final

from tests.bench.figures import Figure
from tests.bench.payloads import ascii_text, coloured_code, repeated
from tests.bench.terminals import BLUE, COLS, RED, ROWS, installed, other, ours, painted
from tests.bench.x11 import Display, Rect, own_display, until
from tests.support.host import host_folder

LIMIT_S: Final = 90.0
LONG_S: Final = 20.0  # whoever takes longer is measured once
JOB: Final = """#!/bin/bash
# Paints the screen blue, waits for a word to go, shows a file, paints the screen red, and stays.
cd "$1"
stty -echo
cat blue
until [ -e go ]; do sleep 0.02; done
echo $EPOCHREALTIME > began
cat data
cat red
until [ -e stop ]; do sleep 0.05; done
"""
FASTER_THAN: Final = ("xterm", "alacritty", "tmux in xterm")


def bench_cat(quick: bool) -> Iterator[Figure]:
    """`cat` of 50 MB of text and 10 MB of coloured text in a shown window of 120×40 cells, on one Xvfb, every terminal in turn.

    From the start of `cat` to the pixel in the middle of the grid that has the colour painted last, which is polled with
    GetImage. Medians. alacritty and kitty draw with software GL here. `--quick`: 3 MB, one round.
    """
    loads = {"text": repeated(ascii_text(COLS, ROWS), 3_000_000 if quick else 50_000_000)}
    if not quick:
        loads["coloured text"] = repeated(coloured_code(COLS, ROWS), 10_000_000)
    with own_display() as display:
        for title, data in loads.items():
            taken: dict[str, list[float]] = {name: [] for name in ("paneflow", *installed())}
            for number in range(1 if quick else 3):
                for name, each in taken.items():
                    if number and each[0] > LONG_S:
                        continue
                    each.append(_shown(name, display, data.replace(b"\r\n", b"\n")))
            medians = {name: statistics.median(each) for name, each in taken.items()}
            mega = len(data) / 1e6
            for name, seconds in medians.items():
                if name != "paneflow":
                    bound = 1.0 if name in FASTER_THAN else None
                    what = f"cat of {mega:.0f} MB of {title}: {name} ÷ paneflow"
                    yield Figure(what, seconds / medians["paneflow"], "×", bound, at_least=True)
            for name, seconds in medians.items():
                yield Figure(f"cat of {mega:.0f} MB of {title}: {name}", seconds, "s")


def _shown(name: str, display: Display, data: bytes) -> float:
    with host_folder() as folder:
        for file, content in (("job", JOB), ("blue", painted(BLUE)), ("red", painted(RED))):
            (folder / file).write_text(content)
        (folder / "data").write_bytes(data)
        with _terminal(name, display, folder) as grid:
            (folder / "go").touch()
            until(lambda: display.pixel(*grid.center) == RED, LIMIT_S, 0.002)
            ended = time.time()
            (folder / "stop").touch()
        return ended - float((folder / "began").read_text())


def _terminal(name: str, display: Display, folder: Path) -> AbstractContextManager[Rect]:
    job = ["bash", str(folder / "job"), str(folder)]
    return _ours(display, job) if name == "paneflow" else other(name, display, job, folder)


@contextmanager
def _ours(display: Display, job: list[str]) -> Iterator[Rect]:
    with ours(display, job) as (grid, _):
        yield grid
