"""What a hook costs an agent, against the bare start of the same Python."""

import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

import pytest

from tests.support.host import host_folder, running_host

pytestmark = pytest.mark.bench
HOOK = Path(__file__).parents[2] / "resources/shims/paneflow-ai-hook"
ROUNDS = 25
RATIO = 2.5


def seconds(argv: list[str | Path], env: dict[str, str]) -> float:
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        subprocess.run(argv, input=b'{"hook_event_name":"Stop"}', env=env, check=True)
        times.append(time.perf_counter() - began)
    return median(times)


def test_a_hook_costs_at_most_two_and_a_half_bare_pythons() -> None:
    with running_host() as host, host_folder():
        surface = host.new()
        env = {
            "PATH": os.environ["PATH"],
            "PANEFLOW_PYTHON": sys.executable,
            "PANEFLOW_SOCKET_PATH": host.socket_path,
            "PANEFLOW_SURFACE_ID": str(surface),
        }
        bare = seconds([sys.executable, "-c", "pass"], env)
        hook = seconds([HOOK, "Stop", "claude"], env)
    print(f"\nhook {hook * 1000:.1f} ms, python -c pass {bare * 1000:.1f} ms: {hook / bare:.2f}x")
    assert hook / bare <= RATIO
