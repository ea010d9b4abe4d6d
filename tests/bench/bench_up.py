"""`paneflow up` until every prompt is on view."""

import compileall
import statistics
from collections.abc import Iterator
from pathlib import Path

from tests.bench.figures import Figure
from tests.support.host import running_host
from tests.support.upping import PANES, rounds

ROOT = Path(__file__).parents[2]


def bench_up(quick: bool) -> Iterator[Figure]:
    """From starting `paneflow up` of 12 panes to the last prompt, against one shell in the same host; medians, in turns."""
    compileall.compile_dir(ROOT / "paneflow", quiet=2)
    with running_host() as host:
        found = rounds(host, str(ROOT), 3 if quick else 21)
    shown, shell, python = (statistics.median(column) for column in zip(*found, strict=True))
    yield Figure(f"up of {PANES} panes ÷ (1.5 × one shell + 200 ms)", shown / (1.5 * shell + 200), "×", 1.0)
    yield Figure(f"up of {PANES} panes, all prompts shown", shown, "ms")
    yield Figure("one shell's prompt shown", shell, "ms")
    yield Figure("python3 -c pass", python, "ms")
