"""Agents in the process table: made up ones for the rules, real processes for the system's part."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from paneflow.agents.session import Process
from paneflow.ids import SurfaceId
from paneflow.runtime import detection
from paneflow.runtime.detection import MAX_PROCESSES, Entry, Table, is_alive, place_of


def table(*rows: tuple[int, int, str]) -> Table:
    """Rows of (pid, parent, name)."""
    return Table(iter(Entry(Process(pid, pid * 1.0), parent, name) for pid, parent, name in rows))


@pytest.fixture(autouse=True)
def no_command_lines(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    if "real" not in request.node.name:
        monkeypatch.setattr(detection, "_argv", lambda pid: [])


def found(table: Table, root: int) -> list[tuple[int, str]]:
    return [(process.pid, tool) for process, tool in table.agents_below(root)]


def test_agents_are_found_below_a_shell_nearest_first() -> None:
    processes = table((1, 0, "bash"), (2, 1, "sh"), (3, 2, "claude"), (4, 1, "codex"), (9, 0, "gemini"))
    assert found(processes, 1) == [(4, "codex"), (3, "claude")]


def test_the_root_itself_can_be_an_agent() -> None:
    assert found(table((1, 0, "claude")), 1) == [(1, "claude")]


def test_what_an_agent_runs_is_not_looked_at() -> None:
    assert found(table((1, 0, "bash"), (2, 1, "codex"), (3, 2, "codex"), (4, 2, "sh"), (5, 4, "claude")), 1) == [
        (2, "codex")
    ]


def test_a_tree_without_end_is_not_followed_for_ever() -> None:
    wide = table((1, 0, "bash"), *((pid, 1, "x") for pid in range(2, 5_000)), (9_999, 4_999, "claude"))
    assert found(wide, 1) == []
    assert found(table((1, 2, "a"), (2, 1, "b")), 1) == []
    assert MAX_PROCESSES < 5_000


def test_a_root_that_is_gone_has_nothing_below() -> None:
    assert found(table((5, 1, "claude")), 77) == []


def test_a_recycled_pid_is_not_the_same_process() -> None:
    assert table((1, 0, "a")).has(Process(1, 1.0))
    assert not table((1, 0, "a")).has(Process(1, 2.0))


# Real processes


@contextmanager
def running(program: Path, *words: str) -> Iterator[int]:
    """A script that starts what its words say, under its own name, and stays."""
    with subprocess.Popen([program, *words], stdin=subprocess.PIPE) as process:
        try:
            yield process.pid
        finally:
            process.kill()


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A copy of a script's interpreter line under an agent's name; its words are started as its child."""
    script = tmp_path / "claude"
    script.write_text(
        f"#!{sys.executable}\nimport subprocess, sys\n"
        "child = subprocess.Popen(sys.argv[1:]) if sys.argv[1:] else None\nsys.stdin.read()\n"
    )
    script.chmod(0o755)
    return script


def child_of(pid: int, name: str, timeout: float = 10.0) -> int:
    deadline = time.monotonic() + timeout
    while time.monotonic() < deadline:
        for entry in Table.now()._entries.values():
            if entry.parent == pid and name in entry.name:
                return entry.process.pid
        time.sleep(0.02)
    raise TimeoutError(name)


def test_a_real_process_is_seen_and_told_apart_from_a_later_one(program: Path) -> None:
    with running(program) as pid:
        agents = Table.now().agents_below(pid)
        assert [(process.pid, tool) for process, tool in agents] == [(pid, "claude")]
        process = agents[0][0]
        assert is_alive(process)
        assert not is_alive(process._replace(started=process.started + 1))
    assert not is_alive(process)


def test_a_real_zombie_is_not_alive(program: Path) -> None:
    process = subprocess.Popen([program], stdin=subprocess.DEVNULL)
    found = Table.now().agents_below(process.pid)
    deadline = time.monotonic() + 10
    while found and is_alive(found[0][0]) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not found or not is_alive(found[0][0])
    process.wait()


def test_a_real_hook_is_traced_to_its_agent_and_surface(program: Path) -> None:
    with running(program, "sleep", "60") as pid:
        hook_parent = child_of(pid, "sleep")
        place = place_of("claude", None, hook_parent, {os.getpid(): SurfaceId(7)})
        assert (place.process.pid if place.process else None, place.surface) == (pid, 7)
        os.kill(hook_parent, 9)


def test_a_real_nested_agent_is_not_taken_for_the_outer_one(program: Path) -> None:
    with running(program, "sh", "-c", f"{program} sleep 60; true") as outer:
        shell = child_of(outer, "sh")
        inner = child_of(shell, "claude")
        hook_parent = child_of(inner, "sleep")
        place = place_of("claude", outer, hook_parent, {outer: SurfaceId(7)})
        assert place.process is not None
        assert (place.process.pid, place.surface) == (inner, 7)
        for pid in (hook_parent, inner, shell):
            os.kill(pid, 9)


def test_a_real_launcher_and_what_it_starts_are_one_agent(program: Path) -> None:
    with running(program, str(program), "sleep", "60") as launcher:
        inner = child_of(launcher, "claude")
        hook_parent = child_of(inner, "sleep")
        place = place_of("claude", None, hook_parent, {})
        assert place.process is not None
        assert place.process.pid == launcher
        for pid in (hook_parent, inner):
            os.kill(pid, 9)


def test_a_real_agent_right_below_another_is_told_by_its_launch(program: Path) -> None:
    with running(program, str(program), "sleep", "60") as outer:
        inner = child_of(outer, "claude")
        hook_parent = child_of(inner, "sleep")
        for launched in (inner, outer):
            place = place_of("claude", launched, hook_parent, {outer: SurfaceId(7)})
            assert place.process is not None
            assert (place.process.pid, place.surface) == (launched, 7)
        for pid in (hook_parent, inner):
            os.kill(pid, 9)


def test_a_real_agent_that_started_the_host_is_no_agent_of_its_surfaces(program: Path) -> None:
    with running(program, "sh", "-c", "sleep 60; true") as above:
        shell = child_of(above, "sh")
        hook_parent = child_of(shell, "sleep")
        place = place_of("claude", None, hook_parent, {shell: SurfaceId(7)})
        assert place == (None, 7)
        for pid in (hook_parent, shell):
            os.kill(pid, 9)


def test_a_hook_whose_parent_is_gone_is_traced_by_the_launchers_word(program: Path) -> None:
    with running(program) as pid:
        place = place_of("claude", pid, 2**22 + 5, {pid: SurfaceId(7)})
        assert place.process is not None
        assert (place.process.pid, place.surface) == (pid, 7)
    assert place_of("claude", pid, None, {}).process is None


def test_other_systems_rows_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """psutil's part, which Linux does not use."""
    rows = {entry.process.pid: entry for entry in detection._entries()}
    own = rows[os.getpid()]
    assert own.parent == os.getppid()
    monkeypatch.setattr(detection, "LINUX", False)
    assert is_alive(own.process)
    assert not is_alive(own.process._replace(started=1.0))
