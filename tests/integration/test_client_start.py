"""Starting hosts from the client."""

import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from paneflow.client import Client, ensure_host, start_host
from paneflow.errors import Failed
from tests.support.cli import ROOT, lonely_env
from tests.support.host import HostProcess, host_folder, running_host


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An environment of one's own; hosts that were started there end with it."""
    with host_folder() as folder:
        for name, value in lonely_env(folder).items():
            monkeypatch.setenv(name, value)
        monkeypatch.setenv("PYTHONPATH", str(ROOT))
        monkeypatch.delenv("PANEFLOW_SOCKET_PATH", raising=False)
        yield folder
        for pid in hosts(folder):
            os.kill(pid, signal.SIGTERM)
        HostProcess.wait_for(lambda: not hosts(folder))


def hosts(folder: Path) -> list[int]:
    """Processes with this runtime folder that have been started as a host and are no zombies."""
    mark = f"XDG_RUNTIME_DIR={folder / 'r'}\0".encode()
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                command = (entry / "cmdline").read_bytes()
                if b"paneflow\0host\0run" in command and mark in (entry / "environ").read_bytes():
                    found.append(int(entry.name))
            except OSError:
                continue
    return found


def test_a_host_is_started_once_and_found_again(folder: Path) -> None:
    with ensure_host() as first, ensure_host() as second:
        pids = {client.call("system.identify")["pid"] for client in (first, second)}

    assert pids == set(hosts(folder))
    assert len(pids) == 1


def test_a_started_host_has_none_of_our_streams_and_a_session_of_its_own(folder: Path) -> None:
    pid = start_host()

    streams = {os.readlink(f"/proc/{pid}/fd/{number}") for number in (0, 1, 2)}
    assert streams == {os.devnull}
    assert os.getsid(pid) == pid


def test_of_several_that_are_started_at_once_one_stays(folder: Path) -> None:
    pids: list[int] = []
    threads = [threading.Thread(target=lambda: pids.append(start_host())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)

    assert len(pids) == 4
    assert len(set(pids)) == 1
    HostProcess.wait_for(lambda: hosts(folder) == [pids[0]])


def test_a_host_that_cannot_start_is_an_error_at_once(folder: Path) -> None:
    (folder / "r" / "paneflow").mkdir()
    (folder / "r" / "paneflow").chmod(0o777)  # anybody could put a socket there, so it is refused

    with pytest.raises(Failed, match="paneflow host run"):
        start_host(timeout_s=20)
    assert not Path(Client().path).exists()


def test_a_client_finds_the_host_again_that_was_restarted_between_two_calls() -> None:
    with running_host() as host, Client(host.socket_path) as client:
        first = client.call("system.identify")["pid"]
        host.stop()
        host.start()

        assert client.call("system.identify")["pid"] not in (first, None)
