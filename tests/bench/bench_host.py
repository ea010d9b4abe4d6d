"""Measures the host: `python tests/bench/bench_host.py [NAME…]`. Prints one line a figure; needs a quiet machine.

list      surface.list with 50 surfaces: the host's own time, and a caller's
flood     surface.list while 8 surfaces run `yes`, and how much they print
echo      a key's echo in one surface while 50 MB go through another
keys      a window's key → the frame with its echo, idle and while 8 surfaces run `yes`
events    output → surface_changed at 16 subscribers
idle      wake-ups, CPU and memory with 50 idle surfaces
memory    100,000 lines of 100 columns
start     exec → first answer, and → first prompt
"""

import statistics
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.support.attach import AttachClient
from tests.support.host import HostProcess, Rpc, running_host


def tell(name: str, value: float, unit: str, bound: float | None = None) -> None:
    """One figure, and the bound it must keep."""
    kept = "" if bound is None else f"   (bound {bound:g}: {'kept' if value <= bound else 'BROKEN'})"
    print(f"{name:<52} {value:10.3f} {unit}{kept}", flush=True)


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(int(len(values) * share), len(values) - 1)]


def many(host: HostProcess, count: int) -> list[int]:
    """Workspaces with `count` shells in all, 10 in each, quiet."""
    surfaces = [
        surface
        for _ in range(count // 10)
        for surface in host.call("workspace.up", name="w", layout="tiled", panes=[{} for _ in range(10)])["surface_ids"]
    ]
    for surface in surfaces:
        host.wait_for(partial(shows_something, host, surface))
    return surfaces


def shows_something(host: HostProcess, surface: int) -> bool:
    return bool(host.read(surface).strip())


def timed(call: Callable[[], object], times: int) -> list[float]:
    """Milliseconds of each call."""
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        call()
        taken.append((time.perf_counter() - began) * 1000)
    return taken


def cpu(pid: int) -> float:
    """Seconds of CPU a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def status(pid: int, key: str) -> int:
    line = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith(key + ":"))
    return int(line.split()[1])


def bench_list() -> None:
    with running_host() as host:
        many(host, 50)
        before = cpu(host.pid)
        taken = timed(lambda: host.call("surface.list"), 1000)
        tell("surface.list, 50 surfaces: host's CPU a call", (cpu(host.pid) - before), "ms", 1.0)
        tell("surface.list, 50 surfaces: caller's median", statistics.median(taken), "ms")
        ping = statistics.median(timed(lambda: host.call("system.ping"), 300))
        tell("system.ping: caller's median", ping, "ms")


def bench_flood() -> None:
    with running_host() as host:
        surfaces = many(host, 10)[:8]
        for surface in surfaces:
            host.type(surface, "yes")
        time.sleep(1)
        taken = []
        for _ in range(600):
            taken += timed(lambda: host.call("surface.list"), 1)
            time.sleep(0.005)
        tell("surface.list under 8 floods: median", statistics.median(taken), "ms")
        tell("surface.list under 8 floods: p99", percentile(taken, 0.99), "ms", 20)


def bench_echo() -> None:
    with running_host() as host:
        big = host.folder / "big"
        big.write_bytes(
            b"".join(b"%08d the quick brown fox jumps over the lazy dog again and again\n" % n for n in range(720_000))
        )
        flooded, typed = many(host, 10)[:2]
        host.type(typed, "cat")
        time.sleep(0.5)
        host.type(flooded, f"time cat {big}; echo d'o'ne")
        taken = []
        began = time.perf_counter()
        number = 0
        while "\ndone" not in host.read(flooded, 5):
            number += 1
            word = f"w{number}w"
            start = time.perf_counter()
            host.call("surface.send_text", surface_id=typed, text=word, submit=True, paste=False)
            while word not in host.read(typed, 3):
                time.sleep(0.0005)
            taken.append((time.perf_counter() - start) * 1000)
        tell("50 MB through a hidden surface", time.perf_counter() - began, "s")
        tell("echo beside it: median", statistics.median(taken), "ms")
        tell("echo beside it: p99", percentile(taken, 0.99), "ms", 50)


def bench_keys() -> None:
    with running_host() as host, AttachClient(host.socket_path) as window:
        surfaces = many(host, 10)
        typed = surfaces[9]
        host.type(typed, "cat")
        window.op("show", typed, cols=120, rows=40, cell_w=9, cell_h=18)
        window.op("focus", typed, focused=True)
        window.frame()
        window.acknowledge(typed)
        for name in ("idle", "8 hidden surfaces run yes"):
            if name != "idle":
                for surface in surfaces[:8]:
                    host.type(surface, "yes")
                time.sleep(1)
            taken = [key_to_frame(window, typed, number) for number in range(200)]
            tell(f"key → frame, {name}: median", statistics.median(taken), "ms")
            tell(f"key → frame, {name}: p99", percentile(taken, 0.99), "ms", 25 if name == "idle" else 50)


def key_to_frame(window: AttachClient, surface: int, number: int) -> float:
    """Milliseconds from a key to the frame that shows its echo."""
    time.sleep(0.03)
    key = "abcdefghij"[number % 10]
    began = time.perf_counter()
    window.op("key", surface, key=key, text=key)
    window.frame()
    taken = (time.perf_counter() - began) * 1000
    window.acknowledge(surface)
    return taken


def bench_events() -> None:
    with running_host() as host:
        (surface,) = many(host, 10)[:1]
        delays: list[float] = []
        wanted = {"surfaces": [surface], "types": ["surface_changed", "bell"]}
        streams = [Rpc(host.socket_path) for _ in range(16)]
        for stream in streams:
            stream.send_line({"jsonrpc": "2.0", "id": 1, "method": "events.subscribe", "params": wanted})
            stream.read_line()

        def listen(stream: Rpc) -> None:
            while frame := stream.read_line():
                if frame["type"] == "bell":
                    return
                if frame["type"] != "surface_changed":
                    continue
                delays.append(time.time() * 1000 - frame["ts"])

        threads = [threading.Thread(target=listen, args=(stream,), daemon=True) for stream in streams]
        for thread in threads:
            thread.start()
        host.type(surface, "for n in {1..100}; do date; sleep 0.1; done; printf '\\a'")
        for thread in threads:
            thread.join()
        tell("event told → read by 16 subscribers: p99 (+50 coalescing)", percentile(delays, 0.99), "ms", 10)


def bench_idle() -> None:
    with running_host() as host:
        many(host, 10)
        time.sleep(3)
        few = status(host.pid, "VmRSS")
        many(host, 40)
        time.sleep(6)
        tell("memory of a further idle surface", (status(host.pid, "VmRSS") - few) / 40, "kB", 1024)
        tell("memory of the host with 50 surfaces", status(host.pid, "VmRSS") / 1024, "MB")
        before = (status(host.pid, "voluntary_ctxt_switches"), cpu(host.pid))
        time.sleep(20)
        after = (status(host.pid, "voluntary_ctxt_switches"), cpu(host.pid))
        tell("wake-ups in 20 s, 50 idle surfaces", after[0] - before[0], "")
        tell("CPU in 20 s, 50 idle surfaces", (after[1] - before[1]) / 20 * 100, "%", 0.5)


def bench_memory() -> None:
    with running_host(config="[terminal]\nscrollback_lines = 100000\n") as host:
        surface = host.new()
        host.call("surface.resize", surface_id=surface, cols=100, rows=40)
        before = status(host.pid, "VmRSS")
        host.type(surface, "seq -f '%099.0f' 100000; echo d'o'ne")
        host.wait_for(lambda: "\ndone" in host.read(surface, 5), 60)
        tell("100,000 lines of 100 columns, at once", (status(host.pid, "VmRSS") - before) / 1024, "MB", 100)
        total = host.call("surface.read", surface_id=surface, lines=1)["total_lines"]
        tell("lines kept of 100,000", total, "")
        time.sleep(10)
        tell("the same, ten seconds later", (status(host.pid, "VmRSS") - before) / 1024, "MB", 100)


def bench_start() -> None:
    answered, prompted = [], []
    for _ in range(5):
        with running_host() as host:
            host.stop()
            began = time.perf_counter()
            host.process = host.spawn()
            while not host._answers():
                pass
            answered.append((time.perf_counter() - began) * 1000)
            host.new()
            prompted.append((time.perf_counter() - began) * 1000)
    tell("exec → first answer: median", statistics.median(answered), "ms")
    tell("exec → first prompt readable: median", statistics.median(prompted), "ms")


BENCHES = {name.removeprefix("bench_"): each for name, each in list(globals().items()) if name.startswith("bench_")}

if __name__ == "__main__":
    for wanted in sys.argv[1:] or BENCHES:
        BENCHES[wanted]()
