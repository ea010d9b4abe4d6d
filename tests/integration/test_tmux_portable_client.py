"""The client of systems without Unix sockets, run where there are some: it answers as the other one does."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.host import HostProcess, running_host
from tests.support.tmux import Answer, Shim, Tmux

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def host() -> Iterator[HostProcess]:
    with running_host({}) as host:
        yield host


@pytest.fixture
def tmux(host: HostProcess) -> Tmux:
    env = {**Shim(host).env, "PYTHONPATH": str(ROOT)}
    words = ["-c", "from paneflow.compat.tmux.portable import run; run()", "-L", "portable", "-f", "/dev/null"]
    return Tmux(sys.executable, words, env, host.home)


def test_it_answers_as_the_other_client_does(tmux: Tmux, host: HostProcess) -> None:
    other = Shim(host, "portable")
    assert tmux.ok("-V") == other.ok("-V") == "tmux 3.5a"
    assert tmux("list-sessions") == other("list-sessions")
    tmux.ok("new-session", "-d", "-s", "p", "cat")
    for line in (
        ["display-message", "-p", "ü #{session_name} #{pane_id}"], ["has-session", "-t", "nosuch"], ["nosuch"],
        ["run-shell", "exit 7"], ["attach-session"], ["show-options", "-g", "base-index", ";", "list-panes"],
    ):  # fmt: skip
        assert tmux(*line) == other(*line)


def test_bytes_go_in_and_out_as_they_are(tmux: Tmux) -> None:
    data = bytes(range(1, 256)) * 40
    tmux.ok("new-session", "-d", "-s", "bytes", "cat")
    tmux.ok("load-buffer", "-b", "b", "-", stdin=data)
    assert tmux("show-buffer", "-b", "b").out == data.decode("utf-8", "backslashreplace")


def test_without_a_host_only_some_commands_start_one(tmux: Tmux, tmp_path: Path) -> None:
    tmux.env.update(PANEFLOW_SOCKET_PATH=str(tmp_path / "none.sock"))
    assert tmux("list-sessions") == Answer(1, "", "error connecting to the host (No such file or directory)\n")
