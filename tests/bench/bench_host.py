"""The host alone: what it answers in which time, also under floods, and what it costs when nothing happens."""

import shlex
import statistics
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Final

from tests.bench.figures import Figure, percentile
from tests.support.host import HostProcess, Rpc, running_host
from tests.support.startup import once

TICKS: Final = 100  # of /proc, a second
PRINTER: Final = """
import random, sys, time
for number in range(int(sys.argv[2])):
    time.sleep(random.uniform(0.1, 0.3))
    with open(sys.argv[1], "a") as told:
        print(time.time(), file=told, flush=True)
        print("line", number, flush=True)
print("\\a", flush=True)
"""


def many(host: HostProcess, count: int) -> list[int]:
    """Workspaces with `count` shells in all, 10 in each, quiet."""
    surfaces = [
        surface
        for _ in range(count // 10)
        for surface in host.call("workspace.up", name="w", layout="tiled", panes=[{} for _ in range(10)])["surface_ids"]
    ]
    for surface in surfaces:
        host.wait_for(partial(shows_something, host, surface), 60)
    return surfaces


def settle(host: HostProcess, limit_s: float = 20.0) -> None:
    """Wait until the host rests: what is saved after a change is saved."""
    end = time.monotonic() + limit_s
    while time.monotonic() < end and resting([host.pid], 1.5) != (0.0, 0.0):
        pass


def shows_something(host: HostProcess, surface: int) -> bool:
    """Whether its prompt is there."""
    return bool(host.read(surface).strip())


def flood(host: HostProcess, count: int = 8) -> None:
    """Run `yes` in some surfaces of their own, and wait until it is under way."""
    for surface in many(host, 10)[:count]:
        host.type(surface, "yes")
        host.wait_for_text(surface, "y\ny\ny\n", 30)


def timed(call: Callable[[], object], times: int, pause_s: float = 0.0) -> list[float]:
    """Milliseconds of each call."""
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        call()
        taken.append((time.perf_counter() - began) * 1000)
        time.sleep(pause_s)
    return taken


def cpu(pid: int) -> float:
    """Seconds of CPU that a process has used, with its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def wake_ups(pid: int) -> int:
    """How often its threads went to sleep and were woken."""
    return sum(_status(task, "voluntary_ctxt_switches") for task in Path(f"/proc/{pid}/task").iterdir())


def resident(pid: int) -> float:
    """MB of memory."""
    return _status(Path(f"/proc/{pid}"), "VmRSS") * 1024 / 1e6


def _status(folder: Path, key: str) -> int:
    lines = (folder / "status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith(key + ":")).split()[1])


def resting(pids: list[int], seconds: float) -> tuple[float, float]:
    """How many percent of a core processes take together, and their wake-ups a second, over some time."""
    before = sum(map(cpu, pids)), sum(map(wake_ups, pids))
    time.sleep(seconds)
    after = sum(map(cpu, pids)), sum(map(wake_ups, pids))
    return (after[0] - before[0]) / seconds * 100, (after[1] - before[1]) / seconds


def bench_list(quick: bool) -> Iterator[Figure]:
    """`surface.list` with 50 surfaces over one connection: the host's CPU time by the calls, and the caller's wall clock."""
    calls = 200 if quick else 2000
    with running_host() as host:
        many(host, 50)
        settle(host)
        before = cpu(host.pid)
        taken = timed(lambda: host.call("surface.list"), calls)
        yield Figure(
            "surface.list, 50 surfaces: the host's own time", (cpu(host.pid) - before) / calls * 1000, "ms", 1.0
        )
        yield Figure("surface.list, 50 surfaces: the caller's median", statistics.median(taken), "ms")
        yield Figure(
            "system.ping: the caller's median", statistics.median(timed(lambda: host.call("system.ping"), 300)), "ms"
        )


def bench_flood(quick: bool) -> Iterator[Figure]:
    """The caller's wall clock while 8 surfaces run `yes`: `surface.list` every few milliseconds, and whole `paneflow ls`."""
    with running_host() as host:
        flood(host)
        taken = timed(lambda: host.call("surface.list"), 200 if quick else 1500, 0.005)
        yield Figure("surface.list while 8 surfaces flood: median", statistics.median(taken), "ms")
        yield Figure("surface.list while 8 surfaces flood: p99", percentile(taken, 0.99), "ms", 20.0)
        env = {**host.env, "PYTHONPATH": str(Path(__file__).parents[2])}
        verbs = [once([sys.executable, "-m", "paneflow", "ls"], env).wall for _ in range(10 if quick else 60)]
        yield Figure("paneflow ls while 8 surfaces flood: median", statistics.median(verbs), "ms")
        yield Figure("paneflow ls while 8 surfaces flood: p99", percentile(verbs, 0.99), "ms")


def bench_echo(quick: bool) -> Iterator[Figure]:
    """A word is sent to `cat` in one surface and read back with `surface.read`, again and again, while another shows 50 MB.

    From before the send to the answer that has the word. `--quick`: 5 MB.
    """
    with running_host() as host:
        big = host.folder / "big"
        line = b"%08d the quick brown fox jumps over the lazy dog again and again\n"
        big.write_bytes(b"".join(line % number for number in range(70_000 if quick else 700_000)))
        flooded, typed = many(host, 10)[:2]
        host.type(typed, "cat")
        host.wait_for_text(typed, "$ cat")
        host.type(flooded, f"cat {big}; echo d'o'ne")
        taken: list[float] = []
        began = time.perf_counter()
        while "\ndone" not in host.read(flooded, 5):
            word = f"w{len(taken)}w"
            start = time.perf_counter()
            host.call("surface.send_text", surface_id=typed, text=word, submit=True, paste=False)
            host.wait_for_text(typed, word)
            taken.append((time.perf_counter() - start) * 1000)
        yield Figure("echo beside 50 MB: median", statistics.median(taken), "ms")
        yield Figure("echo beside 50 MB: p99", percentile(taken, 0.99), "ms", 50.0)
        yield Figure(
            "throughput of the other surface meanwhile",
            big.stat().st_size / 1e6 / (time.perf_counter() - began),
            "MB/s",
        )


def bench_events(quick: bool) -> Iterator[Figure]:
    """A program prints a line every 100 to 300 ms and notes the time before each, and 16 subscribers what comes when.

    A delay is from a line to the first `surface_changed` that came after it; all delays of all subscribers together.
    """
    with running_host() as host, ExitStack() as stack:
        surface = many(host, 10)[0]
        (host.folder / "printer.py").write_text(PRINTER)
        told = host.folder / "told"
        arrivals: list[list[float]] = [[] for _ in range(16)]
        threads = []
        for each in arrivals:
            stream = stack.enter_context(Rpc(host.socket_path, 120))
            params = {"surfaces": [surface], "types": ["surface_changed", "bell"]}
            stream.send_line({"jsonrpc": "2.0", "id": 1, "method": "events.subscribe", "params": params})
            stream.read_line()
            threads.append(threading.Thread(target=_listen, args=(stream, each), daemon=True))
        for thread in threads:
            thread.start()
        words = [sys.executable, str(host.folder / "printer.py"), str(told), "15" if quick else "100"]
        host.type(surface, shlex.join(words))
        for thread in threads:
            thread.join()
        printed = [float(line) for line in told.read_text().split()]
        delays = [(min(at for at in each if at >= when) - when) * 1000 for each in arrivals for when in printed]
        yield Figure("output → surface_changed at 16 subscribers: median", statistics.median(delays), "ms")
        yield Figure("output → surface_changed at 16 subscribers: p99", percentile(delays, 0.99), "ms", 60.0)


def _listen(stream: Rpc, arrivals: list[float]) -> None:
    while (frame := stream.read_line())["type"] != "bell":
        if frame["type"] == "surface_changed":
            arrivals.append(time.time())
    arrivals.append(time.time())  # the last change may have come with the bell


def bench_idle(quick: bool) -> Iterator[Figure]:
    """The host alone with 10, then 50 shells at their prompts: resident memory between the two, CPU and wake-ups over 20 s."""
    with running_host() as host:
        many(host, 10)
        settle(host)
        few = resident(host.pid)
        many(host, 40)
        settle(host)
        yield Figure("memory of a further idle surface", (resident(host.pid) - few) / 40, "MB", 1.0)
        yield Figure("memory of the host with 50 surfaces", resident(host.pid), "MB")
        share, woken = resting([host.pid], 4 if quick else 20)
        yield Figure("CPU of the host, 50 idle surfaces, no window", share, "%", 0.5)
        yield Figure("wake-ups of the host a second, 50 idle surfaces, no window", woken, "")


def bench_memory(quick: bool) -> Iterator[Figure]:
    """A surface of 100 columns whose scrollback is set to 100,000 lines shows 100,000 full ones, then 50,000 more."""
    with running_host(config="[terminal]\nscrollback_lines = 100000\n") as host:
        surface = host.new()
        host.call("surface.resize", surface_id=surface, cols=100, rows=40)
        before = resident(host.pid)
        _fill(host, surface, 100_000, "one")
        yield Figure("memory of 100,000 lines of 100 columns", resident(host.pid) - before, "MB", 100.0)
        total = host.call("surface.read", surface_id=surface, lines=1)["total_lines"]
        yield Figure("lines kept of 100,000", total, "", 90_000, at_least=True)
        _fill(host, surface, 50_000, "two")
        yield Figure("memory after 50,000 more: a ceiling holds", resident(host.pid) - before, "MB", 110.0)
        if not quick:
            time.sleep(10)
            yield Figure("the same, ten quiet seconds later", resident(host.pid) - before, "MB", 110.0)


def _fill(host: HostProcess, surface: int, lines: int, end: str) -> None:
    host.type(surface, f"seq -f '%099.0f' {lines}; echo d'o'ne-{end}")
    host.wait_for(lambda: f"\ndone-{end}" in host.read(surface, 5), 60)


def bench_start(quick: bool) -> Iterator[Figure]:
    """From starting the host's process to its first answer, and to a first shell's prompt that can be read; medians."""
    answered, prompted = [], []
    with running_host() as host:
        for _ in range(2 if quick else 7):
            host.stop()
            began = time.perf_counter()
            host.process = host.spawn()
            while not host._answers():
                time.sleep(0.001)
            answered.append((time.perf_counter() - began) * 1000)
            host.new()
            prompted.append((time.perf_counter() - began) * 1000)
    yield Figure("host: exec → first answer", statistics.median(answered), "ms")
    yield Figure("host: exec → first prompt can be read", statistics.median(prompted), "ms")
