"""How long others wait while a program sends pictures."""

import statistics
import time
from collections.abc import Iterator
from functools import partial
from typing import Final

from tests.bench.bench_host import timed
from tests.bench.figures import Figure, percentile
from tests.support.graphics_floods import KINDS, endless
from tests.support.host import running_host

MOST_MS: Final = 50.0


def bench_pictures(quick: bool) -> Iterator[Figure]:
    """The caller's wall clock of `surface.list` every few milliseconds, while one surface shows 4K pictures without end.

    They have 32 MiB of pixels and come deflated, deflated to nothing, as PNG, plain in chunks, and plain in one command each.
    """
    for kind in KINDS:
        with running_host() as host:
            host.type(host.new(), endless(kind, host.folder))
            time.sleep(1)
            taken = timed(partial(host.call, "surface.list"), 100 if quick else 800, 0.005)
            yield Figure(f"surface.list while {kind} 4K pictures come: median", statistics.median(taken), "ms")
            yield Figure(f"surface.list while {kind} 4K pictures come: p99", percentile(taken, 0.99), "ms", MOST_MS)
