"""How fast output goes through a PTY into the host, into Debian's tmux, and into the bare library."""

import os
import pty
import shlex
import statistics
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from paneflow.geometry import Size
from tests.bench.bench_engine import SIZES, bare_library
from tests.bench.figures import Figure
from tests.bench.payloads import PAYLOADS, repeated
from tests.support.host import HostProcess, running_host

READ: Final = 65_536
PATIENCE_S: Final = 60.0
JOB: Final = """#!/bin/bash
# Shows a file and tells how many microseconds that took.
began=$EPOCHREALTIME
cat "$1"
ended=$EPOCHREALTIME
echo $(( ${ended/./} - ${began/./} )) > "$2.part"
mv "$2.part" "$2"
"""
TMUX_CONF: Final = "set -g status off\nset -g history-limit 10000\nset -g default-shell /bin/bash\n"

Show = Callable[[Path], float]  # shows a file to the end; seconds


def bench_feed(quick: bool) -> Iterator[Figure]:
    """Seconds that `cat FILE` takes on a PTY, 80×24 and 200×50: read by the host, by tmux, by a bare loop over the library.

    The host's surface is one that nobody looks at; Debian's tmux is detached and has the same history. In turns, five rounds,
    medians of the ratios of neighbours.
    """
    size_b, rounds = (300_000, 1) if quick else (8_000_000, 5)
    worst_bare, worst_tmux, lines = 9.9, 9.9, []
    with running_host() as host:
        job = host.folder / "job"
        job.write_text(JOB)
        for size in SIZES:
            for make in PAYLOADS:
                data = host.folder / "payload"
                data.write_bytes(repeated(make(*size), size_b).replace(b"\r\n", b"\n"))
                ways = {
                    "host": in_host(host, size, job),
                    "tmux": in_tmux(host.folder, size, job),
                    "bare": in_bare(size, job),
                }
                runs = [{name: show(data) for name, show in ways.items()} for _ in range(rounds)]
                taken = min(run["host"] for run in runs)
                bare, tmux = (statistics.median(run[name] / run["host"] for run in runs) for name in ("bare", "tmux"))
                end_tmux(host.folder)
                title = f"{make.__name__} {size.cols}x{size.rows}"
                lines.append(Figure(f"host, {title}", data.stat().st_size / 1e6 / taken, "MB/s"))
                lines.append(Figure(f"host ÷ bare loop, {title}", bare, "×"))
                lines.append(Figure(f"host ÷ tmux, {title}", tmux, "×"))
                worst_bare = min(worst_bare, bare)
                worst_tmux = min(worst_tmux, tmux)
    yield Figure(
        "throughput of the host ÷ bare library on a PTY, the worst of all", worst_bare, "×", 0.8, at_least=True
    )
    yield Figure("throughput of the host ÷ tmux, the worst of all", worst_tmux, "×", 1.0, at_least=True)
    yield from lines


def in_host(host: HostProcess, size: Size, job: Path) -> Show:
    """In a new surface."""
    surface = host.new()
    host.call("surface.resize", surface_id=surface, cols=size.cols, rows=size.rows)
    return lambda data: _told(job, data, lambda line: host.type(surface, line))


def in_tmux(folder: Path, size: Size, job: Path) -> Show:
    """In a detached session of a server of its own."""
    conf = folder / "tmux.conf"
    conf.write_text(TMUX_CONF)
    where = ["-x", str(size.cols), "-y", str(size.rows)]
    _tmux(folder, "-f", str(conf), "new-session", "-d", "-s", "bench", *where, "bash --norc --noprofile")
    return lambda data: _told(job, data, lambda line: _tmux(folder, "send-keys", "-t", "bench", line, "Enter"))


def end_tmux(folder: Path) -> None:
    """End that server."""
    _tmux(folder, "kill-server")


def _tmux(folder: Path, *words: str) -> None:
    env = {name: value for name, value in os.environ.items() if name != "TMUX"}
    subprocess.run(["/usr/bin/tmux", "-S", str(folder / "tmux.sock"), *words], env=env, check=True)


def _told(job: Path, data: Path, type_line: Callable[[str], object]) -> float:
    result = data.with_name("took")
    result.unlink(missing_ok=True)
    type_line(f"bash {shlex.quote(str(job))} {shlex.quote(str(data))} {shlex.quote(str(result))}")
    HostProcess.wait_for(result.exists, PATIENCE_S)
    return int(result.read_text()) / 1e6


def in_bare(size: Size, job: Path) -> Show:
    """Nothing but the library on the other end."""
    feed = bare_library(size)
    return lambda data: _bare(feed, job, data)


def _bare(feed: Callable[[bytes], None], job: Path, data: Path) -> float:
    result = data.with_name("took")
    result.unlink(missing_ok=True)
    pid, master = pty.fork()
    if pid == 0:
        os.execvp("bash", ["bash", str(job), str(data), str(result)])
    try:
        while chunk := os.read(master, READ):
            feed(chunk)
    except OSError:  # the other end is closed
        pass
    finally:
        os.close(master)
        os.waitpid(pid, 0)
    return int(result.read_text()) / 1e6
