"""Measures the engines: feeding against the bare library, frames, reading, memory.

    python -m tests.bench.bench_engine [--json] [--engine NAME]

Times are CPU time, medians; memory is what the process grew by. The ratios are what counts: they are of one run.
"""

import argparse
import json
import statistics
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from paneflow.geometry import Size
from paneflow.vt.choose import new_engine
from tests.bench.figures import Figure
from tests.bench.payloads import PAYLOADS, repeated

if TYPE_CHECKING:
    from paneflow.vt.engine import Engine

ROUNDS = 11
CHUNK = 65_536  # what a PTY gives at most in one read
SIZES = (Size(80, 24), Size(200, 50))


def cpu_ms(action: Callable[[], object], repeat: int) -> float:
    """Median CPU time of one call, in milliseconds."""
    times = []
    for _ in range(repeat):
        before = time.process_time()
        action()
        times.append(time.process_time() - before)
    return statistics.median(times) * 1000


def feeding(name: str, size: Size, payload: bytes, budget: int) -> tuple[float, float]:
    """MB/s through the engine, and how many times the bare library's that is (0 for the fallback), taken in turns.

    The median of the ratios of neighbours: what else the machine does meets both alike.
    """
    from_start = repeated(payload, budget)
    chunks = [from_start[at : at + CHUNK] for at in range(0, len(from_start), CHUNK)]
    engine = new_engine(size, 10_000, name)
    bare = bare_library(size) if name == "ghostty" else None
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours.append(cpu_ms(lambda: _each(engine.feed, chunks), 1))
        engine.take_events()
        if bare is not None:
            theirs.append(cpu_ms(lambda: _each(bare, chunks), 1))
    megabytes = len(from_start) / 1e6
    ratio = statistics.median(their / our for their, our in zip(theirs, ours, strict=True)) if theirs else 0.0
    return megabytes / statistics.median(ours) * 1000, ratio


def _each(feed: Callable[[bytes], None], chunks: list[bytes]) -> None:
    for chunk in chunks:
        feed(chunk)


def bare_library(size: Size) -> Callable[[bytes], None]:
    """Feeds libghostty-vt and nothing else."""
    from paneflow.vt.ghostty.engine import BYTES_PER_CELL
    from paneflow.vt.ghostty.library import lib
    from paneflow.vt.ghostty.terminal import Terminal

    terminal = Terminal(*size)
    terminal.set_size("SCROLLBACK_MAX_LINES", 1 << 62)
    terminal.set_size("SCROLLBACK_MAX_BYTES", int(10_000 * size.cols * BYTES_PER_CELL))
    write = lib.ghostty_terminal_vt_write

    def feed(data: bytes) -> None:
        write(terminal.handle, data, len(data))  # by way of its owner, which frees it when nobody refers to it

    return feed


def framing(name: str, size: Size, payload: bytes) -> dict[str, float]:
    """A whole frame, and one with a changed row."""
    engine = new_engine(size, 1000, name)
    engine.feed(payload[:CHUNK])
    view = engine.view()
    view.frame(1)

    def change_a_row() -> None:
        engine.feed(b"\rx")
        view.frame(1)

    return {"full_ms": cpu_ms(lambda: view.frame(1, full=True), 40), "row_ms": cpu_ms(change_a_row, 40)}


def resident() -> int:
    """Bytes of this process in memory."""
    import psutil

    return int(psutil.Process().memory_info().rss)


def memory(name: str) -> dict[str, float]:
    """An idle surface, and 100,000 lines of 100 columns before and after compression, in MB."""
    idle: list[Engine] = [new_engine(Size(120, 40), 10_000, name) for _ in range(5)]
    before = resident()
    idle += [new_engine(Size(120, 40), 10_000, name) for _ in range(50)]
    for engine in idle:
        engine.feed(b"$ ")
    figures = {"idle_mb": (resident() - before) / 50 / 1e6}
    lines = 100_000 if name == "ghostty" else 2_000
    before = resident()
    full = new_engine(Size(100, 40), lines, name)
    for at in range(0, lines + 1000, 1000):
        full.feed(b"".join(b"%07d " % n + b"x" * 88 + b"\r\n" for n in range(at, at + 1000)))
    figures["lines_kept"] = full.tail(0)[1]
    figures["full_mb"] = (resident() - before) / 1e6
    figures["tail_ms"] = cpu_ms(lambda: full.tail(200), 9)
    full.feed(b"more\r\n")

    def read_after_output() -> None:
        full.feed(b"more\r\n")
        full.tail(200)

    figures["tail_after_output_ms"] = cpu_ms(read_after_output, 9)
    figures["lines_ms"] = cpu_ms(full.lines, 3)
    figures["search_ms"] = cpu_ms(lambda: full.search("0099999"), 3)
    figures["regex_ms"] = cpu_ms(lambda: full.search(r"^00999\d+", regex=True), 3)
    figures["snapshot_ms"] = cpu_ms(full.snapshot, 1)
    steps, started = 1, time.process_time()
    while full.compress():
        steps += 1
    figures["compress_ms"], figures["compress_steps"] = (time.process_time() - started) * 1000, steps
    figures["compressed_mb"] = (resident() - before) / 1e6
    return figures


def measure(names: list[str]) -> dict[str, object]:
    """Every figure."""
    report: dict[str, object] = {}
    for name in names:
        budget = 8_000_000 if name == "ghostty" else 50_000
        for size in SIZES:
            for make in PAYLOADS:
                payload = make(*size)
                if name == "pyte":
                    payload = payload[:budget]  # it takes seconds for a megabyte
                speed, ratio = feeding(name, size, payload, budget)
                figures = {"mb_s": speed, "of_bare": ratio, **framing(name, size, payload)}
                report[f"{name} {size.cols}x{size.rows} {make.__name__}"] = figures
        report[f"{name} memory"] = memory(name)
    return report


def bench_engine(quick: bool) -> Iterator[Figure]:
    """Processor time of `Engine.feed` in chunks of 64 KiB against the library's own function, in turns in one process.

    Eleven rounds each, medians of the ratios of neighbours; the lowest ratio counts. Frames are of the host's side alone.
    """
    ratios, frames = {}, {}
    for size in SIZES[:1] if quick else SIZES:
        for make in PAYLOADS:
            payload = make(*size)
            _, ratio = feeding("ghostty", size, payload, 500_000 if quick else 4_000_000)
            ratios[f"{make.__name__} {size.cols}x{size.rows}"] = ratio
            frames[f"{make.__name__} {size.cols}x{size.rows}"] = framing("ghostty", size, payload)
    yield Figure("engine feed ÷ bare library, the worst of all", min(ratios.values()), "×", 0.8, at_least=True)
    for title, value in ratios.items():
        yield Figure(f"engine feed ÷ bare library, {title}", value, "×")
    for title, times in frames.items():
        yield Figure(f"host's whole frame, {title}", times["full_ms"], "ms")


def bench_history(quick: bool) -> Iterator[Figure]:
    """An engine with 100,000 lines of 100 columns in a process of its own: what reading and searching cost, and memory."""
    del quick  # it takes seconds
    figures = memory("ghostty")
    yield Figure("memory of a further idle engine", figures["idle_mb"], "MB", 1.0)
    yield Figure("memory of 100,000 lines of 100 columns", figures["full_mb"], "MB", 100.0)
    yield Figure("the same, compressed while idle", figures["compressed_mb"], "MB", 100.0)
    yield Figure("lines kept", figures["lines_kept"], "")
    for key in ("tail_ms", "tail_after_output_ms", "search_ms", "regex_ms", "snapshot_ms", "compress_ms"):
        yield Figure(key.removesuffix("_ms").replace("_", " ") + " (100,000 lines)", figures[key], "ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--engine", action="append", choices=["ghostty", "pyte"])
    options = parser.parse_args()
    report = measure(options.engine or ["ghostty", "pyte"])
    if options.json:
        print(json.dumps(report, indent=1))
        return
    for title, figures in report.items():
        assert isinstance(figures, dict)
        print(f"{title:36}", "  ".join(f"{name} {value:.3g}" for name, value in figures.items()))


if __name__ == "__main__":
    main()
