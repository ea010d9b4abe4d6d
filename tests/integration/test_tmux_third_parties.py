"""Programs of others that drive tmux, installed by name, with our program first on the PATH."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.support.driver import PROGRAM as CLAUDE
from tests.support.host import HostProcess, host_folder, running_host
from tests.support.tmux import Shim

LIBTMUX = "0.62.0"
PASSED = 945  # of libtmux's own tests, 952 as a rule: some wait no longer than a busy machine needs. It may only rise
# What asks for control mode: a client that is a program. Each of these tests would wait for one until its time is up.
CONTROL_MODE = ["test_client.py", "test_control_mode.py"]
CONTROL_MODE_NAMES = (
    "popup or target_client or lock_ or suspend or confirm_before or command_prompt or detach_ or display_panes"
    " or refresh_client or show_messages or test_server_display_message"
)
# gp-libs is left out: it only runs the examples in libtmux's documents, and brings a whole documentation system.
PACKAGES = [
    f"libtmux=={LIBTMUX}", "aimax==0.1.0", "agent-cli-helper==0.3.1",
    "pytest", "pytest-mock", "pytest-rerunfailures", "pytest-xdist",
]  # fmt: skip

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a virtual environment in which the programs are."""
    folder = tmp_path_factory.mktemp("third")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
    done = _pip(folder, "install", "-q", "--no-compile", *PACKAGES)
    if done.returncode:
        pytest.skip(f"cannot be installed here: {done.stderr[-300:]}")
    return folder


def _pip(folder: Path, *argv: str) -> "subprocess.CompletedProcess[str]":
    words = [sys.executable, "-m", "pip", "--python", str(folder / "venv/bin/python"), *argv]
    return subprocess.run(words, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def host() -> Iterator[HostProcess]:
    with running_host() as host:
        yield host


# -- libtmux ----------------------------------------------------------------------------------------------------------
@pytest.mark.alone  # runs on all cores by itself
@pytest.mark.timeout(1500)
def test_libtmuxs_own_suite_passes_as_far_as_it_did(host: HostProcess, installed: Path) -> None:
    sources = ["--no-deps", "--no-build-isolation", "--no-binary", ":all:", f"libtmux=={LIBTMUX}", "-d", str(installed)]
    done = _pip(installed, "download", "-q", *sources)
    if done.returncode:
        done = _pip(installed, "download", "-q", *(word for word in sources if word != "--no-build-isolation"))
    if done.returncode:
        pytest.skip(f"its source cannot be had here: {done.stderr[-300:]}")
    with tarfile.open(installed / f"libtmux-{LIBTMUX}.tar.gz") as archive:
        archive.extractall(installed, filter="data")
    words = ["-m", "pytest", "-o", "addopts=", "-p", "no:cacheprovider", "tests", "-q"]
    words += ["-n", str((os.cpu_count() or 1) + 1)]  # each test has a server of its own, and much of it waits
    words += ["-k", f"not ({CONTROL_MODE_NAMES})", *(f"--ignore=tests/{name}" for name in CONTROL_MODE)]

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


# -- agents' tools ----------------------------------------------------------------------------------------------------
@pytest.mark.timeout(180)
def test_agent_cli_helper_drives_a_program(host: HostProcess, installed: Path) -> None:
    tool = installed / "venv/bin/agent-cli-helper"
    script = f"{tool} run-command cat; {tool} send-keystrokes cat hello-there; {tool} list-sessions; {tool} finish-command cat"

    done = subprocess.run(["sh", "-c", script], env=Shim(host).env, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done
    assert done.stdout.count("hello-there") >= 2, "what was typed, and what cat made of it"
    assert "<sessions/>" not in done.stdout


class Aimax:
    """aimax with a fake `claude` in a person's home, whose profile names the agent's folder as an installer's would."""

    def __init__(self, host: HostProcess, program: Path) -> None:
        self.program, self.work = program, host.folder / "work"
        self.work.mkdir()
        (host.home / ".claude").mkdir(parents=True)
        (host.home / ".claude/settings.api.json").write_text("{}")
        agent = host.home / "bin/claude"
        agent.parent.mkdir()
        agent.write_text(f"#!{sys.executable} -S\n" + CLAUDE.read_text(encoding="utf-8"), encoding="utf-8")
        agent.chmod(0o755)
        (host.home / ".bash_profile").write_text(f"PATH=$PATH:{agent.parent}\n")
        self.shim = Shim(host)
        self.env = {**self.shim.env, "PATH": f"{self.shim.env['PATH']}:{agent.parent}", "NO_COLOR": "1"}

    def __call__(self, verb: str, *words: str) -> str:
        """Its output; it must succeed."""
        argv = [str(self.program), verb, "--backend", "tmux-claude-code", *words]
        done = subprocess.run(argv, env=self.env, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done
        return done.stdout

    def said(self) -> list[str]:
        """What the agent replied so far."""
        entries = _json_in(self("history", "--session", "one", "--json"))["entries"]
        replies = [entry["message"]["content"] for entry in entries if entry["type"] == "assistant"]
        return [each["text"] for reply in replies for each in reply if each["type"] == "text"]


def _json_in(output: str) -> Any:
    return json.loads(output[output.index("\n{") :])


@pytest.mark.timeout(180)
def test_aimax_drives_an_agent_from_its_start_to_its_end(installed: Path) -> None:
    with host_folder() as folder:
        host = HostProcess(folder, {"FAKE_BYPASS": "accepted"})
        try:
            host.start()
            aimax = Aimax(host, installed / "venv/bin/aimax")

            aimax(
                "create", "--session", "one", "--cwd", str(aimax.work), "--prompt", "say PONG", "--use-proxy", "false"
            )
            host.wait_for(lambda: aimax.said() == ["PONG"], 30)
            aimax("send", "--session", "one", "--prompt", "say two words\nand more")
            host.wait_for(lambda: len(aimax.said()) == 2, 30)
            rows = {row["sessionId"]: row for row in _json_in(aimax("list", "--json"))["tmux-claude-code"]}
            assert rows["one"]["tmuxOpen"]
            assert rows["one"]["lastActivityMs"] > rows["_root"]["lastActivityMs"]
            aimax("pause", "--session", "one")
            aimax("stop", "--session", "one")
            hub = "imac_claude_code_agent_hub"
            assert "one" not in aimax.shim("-S", host.socket_path, "list-windows", "-t", hub).out
        finally:
            host.close()


# -- tmuxinator -------------------------------------------------------------------------------------------------------
PROJECT = """\
name: proj
root: ~/src
socket_name: inator
pre_window: export SIGN=set
startup_window: logs
startup_pane: 0
windows:
  - editor:
      layout: even-vertical
      synchronize: after
      panes:
        - echo one-$((40+2))-$SIGN
        - shell:
            - echo three
            - echo four-$((40+4))
  - logs: echo logs-$((40+2))
  - server:
      root: ~/
      panes: [cat, cat]
"""


@pytest.mark.skipif(not shutil.which("tmuxinator"), reason="Debian's tmuxinator is not installed")
@pytest.mark.timeout(120)
def test_tmuxinator_builds_its_project_and_ends_it(host: HostProcess) -> None:
    tmux = Shim(host, "inator")
    (host.home / "src").mkdir(parents=True)
    (host.home / ".config/tmuxinator").mkdir(parents=True)
    (host.home / ".config/tmuxinator/proj.yml").write_text(PROJECT)
    tmuxinator = partial(subprocess.run, env={**tmux.env, "SHELL": "/bin/bash", "EDITOR": "vi"}, cwd=host.home)

    done = tmuxinator(
        ["tmuxinator", "start", "proj", "--no-attach", "--suppress-tmux-version-warning"],
        capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60,
    )  # fmt: skip

    assert (done.returncode, done.stderr) == (0, "")
    windows = tmux.ok("list-windows", "-t", "proj", "-F", "#{window_name}#{window_flags} #{window_panes}")
    assert windows == "editor 2\nlogs* 1\nserver- 2"
    tmux.wait_for("one-42-set", "capture-pane", "-p", "-t", "proj:editor.0")
    tmux.wait_for("four-44", "capture-pane", "-p", "-t", "proj:editor.1")
    tmux.wait_for("logs-42", "capture-pane", "-p", "-t", "proj:logs")
    assert tmux.ok("show-options", "-wv", "-t", "proj:editor", "synchronize-panes") == "on"
    programs = tmux.wait_for("cat cat", "display-message", "-p", "-t", "proj:server", "#{P:#{pane_current_command} }")
    assert programs.split() == ["cat", "cat"]
    assert tmux.ok("display-message", "-p", "-t", "proj:server.1", "#{pane_current_path}") == str(host.home)
    stopped = tmuxinator(
        ["tmuxinator", "stop", "proj", "--suppress-tmux-version-warning"],
        capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60,
    )  # fmt: skip
    assert stopped.returncode == 0
    assert tmux("has-session", "-t", "proj").code == 1
