"""Programs of others that drive tmux, installed by name, with our program first on the PATH."""

import re
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.host import HostProcess, running_host
from tests.support.tmux import Shim

LIBTMUX = "0.62.0"
PASSED = 920  # of libtmux's own tests; this number may only rise
# What asks for control mode: a client that is a program. Each of these tests would wait for one until its time is up.
CONTROL_MODE = ["test_client.py", "test_control_mode.py"]
CONTROL_MODE_NAMES = (
    "popup or target_client or lock_ or suspend or confirm_before or command_prompt or detach_ or display_panes"
)

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a virtual environment in which the programs are."""
    folder = tmp_path_factory.mktemp("third")
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    wanted = [
        f"libtmux=={LIBTMUX}",
        "agent-cli-helper==0.3.1",
        "pytest",
        "gp-libs",
        "pytest-mock",
        "pytest-rerunfailures",
    ]
    done = _pip(folder, "install", "-q", *wanted)
    if done.returncode:
        pytest.skip(f"cannot be installed here: {done.stderr[-300:]}")
    return folder


def _pip(folder: Path, *argv: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([folder / "venv/bin/pip", *argv], capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def host() -> Iterator[HostProcess]:
    with running_host() as host:
        yield host


@pytest.mark.timeout(1500)
def test_libtmuxs_own_suite_passes_as_far_as_it_did(host: HostProcess, installed: Path) -> None:
    done = _pip(
        installed, "download", "-q", "--no-deps", "--no-binary", ":all:", f"libtmux=={LIBTMUX}", "-d", str(installed)
    )
    if done.returncode:
        pytest.skip(f"its source cannot be had here: {done.stderr[-300:]}")
    with tarfile.open(installed / f"libtmux-{LIBTMUX}.tar.gz") as archive:
        archive.extractall(installed, filter="data")
    words = [
        "-m",
        "pytest",
        "-o",
        "addopts=",
        "-p",
        "no:cacheprovider",
        "tests",
        "-q",
        "-k",
        f"not ({CONTROL_MODE_NAMES})",
    ]
    words += [f"--ignore=tests/{name}" for name in CONTROL_MODE]

    done = subprocess.run(
        [installed / "venv/bin/python", *words],
        cwd=installed / f"libtmux-{LIBTMUX}",
        env=Shim(host).env,
        capture_output=True,
        text=True,
        check=False,
        timeout=1400,
    )

    told = re.search(r"(\d+) passed", done.stdout)
    assert told is not None, done.stdout[-2000:]
    assert int(told[1]) >= PASSED, "\n".join(line for line in done.stdout.splitlines() if line.startswith("FAILED"))


@pytest.mark.timeout(180)
def test_agent_cli_helper_drives_a_program(host: HostProcess, installed: Path) -> None:
    tool = installed / "venv/bin/agent-cli-helper"
    script = f"{tool} run-command cat; {tool} send-keystrokes cat hello-there; {tool} list-sessions; {tool} finish-command cat"

    done = subprocess.run(["sh", "-c", script], env=Shim(host).env, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done
    assert done.stdout.count("hello-there") >= 2, "what was typed, and what cat made of it"
    assert "<sessions/>" not in done.stdout


@pytest.mark.timeout(120)
def test_what_tmuxinator_writes_builds_its_project(host: HostProcess) -> None:
    tmux = Shim(host, "inator")
    home = str(host.home)
    (host.home / ".x").touch()
    tmux.ok("start-server", ";", "show-option", "-g", "base-index", ";", "show-window-option", "-g", "pane-base-index")
    tmux.ok("new-session", "-d", "-s", "proj", "-n", "editor")
    tmux.ok("send-keys", "-t", "proj:0", f"cd {home}", "C-m")
    tmux.ok("new-window", "-c", home, "-t", "proj:1", "-n", "logs")
    tmux.ok("splitw", "-c", home, "-t", "proj:1")
    tmux.ok("select-layout", "-t", "proj:1", "tiled")
    tmux.ok("select-layout", "-t", "proj:1", "tiled")
    tmux.ok("select-pane", "-t", "proj:1.0")
    tmux.ok("set-window-option", "-t", "proj:1", "synchronize-panes", "on")
    tmux.ok("send-keys", "-t", "proj:1.0", "echo to-both-$((40+2))", "C-m")
    tmux.ok("select-window", "-t", "proj:editor")
    assert (
        tmux.ok("list-windows", "-t", "proj", "-F", "#{window_name}#{window_flags} #{window_panes}")
        == "editor* 1\nlogs- 2"
    )
    for pane in "proj:1.0", "proj:1.1":
        tmux.wait_for("to-both-42", "capture-pane", "-p", "-t", pane, timeout=20)
