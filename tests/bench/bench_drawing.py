"""Milliseconds a frame: decode, compose and paint of a 120×40 grid. Run: python -m tests.bench.bench_drawing [dpr]

Offscreen, so that no display server's work is in the figures. CPU time of this process; median and 10th percentile.
"""

import os
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator

from paneflow.gui.grid_view import GridView
from paneflow.gui.qt import QApplication
from tests.bench.figures import Figure
from tests.support.frames import Row, Span, Style, indexed, pack_frame, rgb
from tests.support.qt_window import shown_view

COLS, ROWS, FRAMES, ROUND = 120, 40, 60, 12
_WORDS = (
    "src",
    "main",
    "error",
    "warning",
    "target",
    "release",
    "cargo",
    "0x1f",
    "12:30:01",
    "GET",
    "/index.html",
    "fn",
)


def plain(random_: random.Random) -> list[Row]:
    """Uncoloured text, as `cat` shows it."""
    return ["".join(random_.choice("abcdefghijklmnop  eto,.") for _ in range(COLS)) for _ in range(ROWS)]


def colored(random_: random.Random) -> list[Row]:
    """Half of the words coloured, as editors and logs are."""
    rows: list[Row] = []
    for _ in range(ROWS):
        words = [random_.choice(_WORDS) + " " for _ in range(COLS // 7)]
        rows.append(
            [
                Span(word, Style(fg=indexed(random_.randrange(16)) if index % 2 else 0))
                for index, word in enumerate(words)
            ]
        )
    return rows


def storm(random_: random.Random) -> list[Row]:
    """Every cell its own foreground and background."""
    return [
        [
            Span(
                chr(random_.randrange(33, 127)), Style(rgb(random_.randrange(1 << 24)), rgb(random_.randrange(1 << 24)))
            )
            for _ in range(COLS)
        ]
        for _ in range(ROWS)
    ]


def wide(random_: random.Random) -> list[Row]:
    """Chinese text."""
    return ["".join(chr(random_.randrange(0x4E00, 0x5200)) for _ in range(COLS // 2)) for _ in range(ROWS)]


def typing(random_: random.Random) -> dict[int, Row]:
    """One row."""
    return {20: "".join(random_.choice("abcdefgh") for _ in range(COLS))}


def frames(make: Callable[[random.Random], object]) -> Iterator[bytes]:
    """A round of different frames, again and again."""
    random_ = random.Random(7)
    packed = [
        pack_frame(make(random_), cols=COLS, height=ROWS, full=False)  # type: ignore[arg-type]
        for _ in range(ROUND)
    ]
    for index in range(FRAMES):
        yield packed[index % len(packed)]


def measure(view: GridView, make: Callable[[random.Random], object]) -> list[float]:
    """CPU milliseconds of each frame once the glyphs are drawn: decode, compose, paint and flush."""
    costs = []
    for data in frames(make):
        started = time.process_time()
        view.apply_frame(data)
        QApplication.processEvents()
        costs.append((time.process_time() - started) * 1000)
    return costs[ROUND:]


def bench_drawing(quick: bool) -> Iterator[Figure]:
    """CPU time of the window's process for one whole frame of 120×40 cells: decode, compose, paint and flush.

    Offscreen, glyphs already drawn, 48 different frames a load in turn, medians.
    """
    del quick  # it takes seconds
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    application = QApplication([])
    view = shown_view(pack_frame([], cols=COLS, height=ROWS))
    for what, make, bound in (
        ("uncoloured text", plain, 4.0),
        ("text, half of the words coloured", colored, 4.0),
        ("every cell its own colours", storm, 10.0),
        ("Chinese text", wide, None),
        ("one row (typing)", typing, None),
    ):
        yield Figure(f"full frame, {what}", statistics.median(measure(view, make)), "ms", bound)
    application.quit()


def main() -> None:
    """Print one line a load."""
    application = QApplication([])
    view = shown_view(pack_frame([], cols=COLS, height=ROWS))
    print(f"{COLS}×{ROWS}, dpr {view.devicePixelRatioF()}, ms of CPU a frame: median (10th percentile)")
    for make in (plain, colored, storm, wide, typing):
        costs = measure(view, make)
        print(f"{make.__name__:8} {statistics.median(costs):6.2f} ({statistics.quantiles(costs, n=10)[0]:.2f})")
    application.quit()


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ["QT_SCALE_FACTOR"] = sys.argv[1] if len(sys.argv) > 1 else "1"
    main()
