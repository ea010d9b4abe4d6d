"""What following agents costs."""

import os
import time
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from statistics import median

from tests.bench.bench_host import many, resting, timed
from tests.bench.figures import Figure
from tests.support.agents import install_fakes
from tests.support.host import SCRIPTING, HostProcess, host_folder


def bench_fleet(quick: bool) -> Iterator[Figure]:
    """Twenty fake agents in fifty surfaces, all in a turn: CPU while nothing happens, asking, and what 200 hooks call."""
    with host_folder() as folder:
        fakes = install_fakes(folder / "fakes", "claude")
        host = HostProcess(folder, {**SCRIPTING, "PATH": f"{fakes}:{os.environ['PATH']}"})
        with closing(host):
            host.start()
            surfaces = many(host, 20 if quick else 50)
            agents = surfaces[: len(surfaces) * 2 // 5]
            for surface in agents:
                host.type(surface, "claude")
            for surface in agents:
                host.wait_for_text(surface, "ready claude", 60)
                host.type(surface, "UserPromptSubmit")
            host.wait_for(partial(_all_think, host, len(agents)), 60)
            time.sleep(3)  # until the last looks have passed
            share, woken = resting([host.pid], 3 if quick else 20)
            told = f"{len(agents)} agents in {len(surfaces)} surfaces"
            yield Figure(f"CPU of the host, {told}, idle", share, "%", 0.5)
            yield Figure("wake-ups of the host a second, the same", woken, "")
            yield Figure(f"fleet.list, {told}: median", median(timed(lambda: host.call("fleet.list"), 50)), "ms", 10.0)
            notify = partial(host.call, "ai.notification", tool="claude", surface_id=agents[0], message="question")
            yield Figure("200 notifications of agents", sum(timed(notify, 200)) / 1000, "s", 2.0)


def _all_think(host: HostProcess, count: int) -> bool:
    thinking = [row for row in host.call("fleet.list")["agents"] if row["state"] == "thinking"]
    return len(thinking) == count
