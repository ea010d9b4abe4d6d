"""Twenty agents in fifty surfaces: what following them costs while nothing happens, while all print, and when asked."""

import os
import time
from collections.abc import Iterator
from statistics import median

import psutil
import pytest

from tests.support.agents import install_fakes
from tests.support.host import SCRIPTING, HostProcess, host_folder

pytestmark = [pytest.mark.bench, pytest.mark.timeout(300)]
SURFACES, AGENTS = 50, 20
IDLE_S = 10.0
IDLE_SHARE = 0.005  # of one core
LIST_MS = 10.0


@pytest.fixture(scope="module")
def host() -> Iterator[HostProcess]:
    with host_folder() as folder:
        fakes = install_fakes(folder / "fakes", "claude")
        running = HostProcess(folder, {**SCRIPTING, "PATH": f"{fakes}:{os.environ['PATH']}"})
        try:
            running.start()
            surfaces = [running.call("workspace.create")["surface_id"] for _ in range(SURFACES)]
            for surface in surfaces:
                running.wait_for(lambda surface=surface: running.read(surface).strip(), 60)
            for surface in surfaces[:AGENTS]:
                running.type(surface, "claude")
            for surface in surfaces[:AGENTS]:
                running.wait_for_text(surface, "ready claude", 60)
                running.type(surface, "UserPromptSubmit")
            running.wait_for(lambda: thinking(running) == AGENTS, 60)
            time.sleep(3)  # let the last looks pass
            yield running
        finally:
            running.close()


def thinking(host: HostProcess) -> int:
    return sum(row["state"] == "thinking" for row in host.call("fleet.list")["agents"])


def share(host: HostProcess, seconds: float) -> float:
    """The host's share of one core over some time."""
    process = psutil.Process(host.pid)
    before = process.cpu_times()
    time.sleep(seconds)
    after = process.cpu_times()
    return (after.user + after.system - before.user - before.system) / seconds


def test_idle_agents_cost_nothing(host: HostProcess) -> None:
    idle = share(host, IDLE_S)
    print(f"\nidle: {idle:.2%} of a core with {SURFACES} surfaces, {AGENTS} agents")
    assert idle < IDLE_SHARE


def test_asking_for_all_agents_is_quick(host: HostProcess) -> None:
    times = []
    for _ in range(50):
        began = time.perf_counter()
        assert len(host.call("fleet.list")["agents"]) == AGENTS
        times.append((time.perf_counter() - began) * 1000)
    print(f"\nfleet.list with {AGENTS} agents: {median(times):.2f} ms")
    assert median(times) < LIST_MS


def test_two_hundred_events_in_a_second_are_taken(host: HostProcess) -> None:
    surface = host.call("fleet.list")["agents"][0]["surface_id"]
    began = time.perf_counter()
    for number in range(200):
        host.call("ai.notification", tool="claude", surface_id=surface, message=f"question {number}")
    took = time.perf_counter() - began
    print(f"\n200 notifications: {took:.2f} s")
    assert host.call("surface.status", surface_id=surface)["message"] == "question 199"
    assert took < 2
