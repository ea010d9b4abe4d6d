"""How long processes take, so that ratios hold on a busy machine: the pairs run alternately, and the best of each counts."""

import os
import statistics
import sys
import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Times(NamedTuple):
    """Milliseconds of one process: on the wall, and of the processor."""

    wall: float
    cpu: float


def once(argv: Sequence[str], env: Mapping[str, str]) -> Times:
    """Run a process to its end with its output dropped."""
    drop = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    start = time.perf_counter()
    pid = os.posix_spawn(argv[0], list(argv), dict(env), file_actions=drop)
    _, status, usage = os.wait4(pid, 0)
    wall = time.perf_counter() - start
    assert status == 0, argv
    return Times(wall * 1000, (usage.ru_utime + usage.ru_stime) * 1000)


def ratio(argv: Sequence[str], env: Mapping[str, str], rounds: int) -> tuple[Times, Times, float, float]:
    """A process against `python3 -c pass`: the medians of both, and how they compare on the wall and by processor."""
    bare = [sys.executable, "-c", "pass"]
    pairs = [(once(bare, env), once(argv, env)) for _ in range(rounds)]
    base = Times(*(statistics.median(pair[0][kind] for pair in pairs) for kind in (0, 1)))
    found = Times(*(statistics.median(pair[1][kind] for pair in pairs) for kind in (0, 1)))
    return base, found, found.wall / base.wall, found.cpu / base.cpu
