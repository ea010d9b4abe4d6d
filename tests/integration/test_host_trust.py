"""Who may talk to a host, and where it lets itself be found."""

import os
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.host import HostProcess, Rpc, host_folder

AS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else for a moment")


@pytest.fixture
def host() -> Iterator[HostProcess]:
    with host_folder() as folder:
        host = HostProcess(folder)
        yield host
        host.close()


def mode(path: str | Path) -> int:
    return stat.S_IMODE(os.lstat(path).st_mode)


def ends(host: HostProcess) -> int:
    """The exit status of a host that cannot start."""
    host.process = host.spawn()
    return host.process.wait(20)


def test_the_folder_is_0700_and_the_socket_0600(host: HostProcess) -> None:
    old = os.umask(0)
    try:
        host.start()
    finally:
        os.umask(old)
    assert mode(host.runtime / "paneflow") == 0o700
    assert mode(host.socket_path) == 0o600
    assert mode(host.socket_path + ".lock") == 0o600


@AS_ROOT
def test_another_user_is_refused_although_the_way_is_open(host: HostProcess) -> None:
    host.start()
    for folder in (host.folder, host.runtime, host.runtime / "paneflow"):
        folder.chmod(0o755)
    os.chmod(host.socket_path, 0o666)
    script = (
        "import os, socket, sys; os.setgid(65534); os.setuid(65534);"
        "s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]);"
        's.sendall(b\'{"jsonrpc":"2.0","id":1,"method":"system.ping"}\\n\');'
        "print(s.makefile().read())"
    )
    done = subprocess.run([sys.executable, "-c", script, host.socket_path], capture_output=True, text=True, timeout=20)
    assert '"code":-32001' in done.stdout, done
    assert '"kind":"peer_refused"' in done.stdout
    assert "pong" not in done.stdout
    assert host.call("system.ping")["pong"]


@pytest.mark.parametrize("kind", ["link", "file", "open"])
def test_a_runtime_folder_that_is_not_private_is_refused(host: HostProcess, kind: str) -> None:
    folder = host.runtime / "paneflow"
    if kind == "link":
        (host.folder / "elsewhere").mkdir(mode=0o700)
        folder.symlink_to(host.folder / "elsewhere")
    elif kind == "file":
        folder.touch(mode=0o700)
    else:
        folder.mkdir()
        folder.chmod(0o755)
    assert ends(host) == 1
    assert not os.path.exists(host.socket_path)
    assert str(folder) in host.output()


@AS_ROOT
def test_a_runtime_folder_of_somebody_else_is_refused(host: HostProcess) -> None:
    folder = host.runtime / "paneflow"
    folder.mkdir(mode=0o700)
    os.chown(folder, 65534, 65534)
    assert ends(host) == 1
    assert "belongs to user 65534" in host.output()


def test_of_two_hosts_that_race_exactly_one_stays(host: HostProcess) -> None:
    rivals = [host.spawn() for _ in range(4)]
    try:
        host.wait_for(
            lambda: sum(rival.poll() is None for rival in rivals) == 1 and os.path.exists(host.socket_path), 30
        )
        assert sorted(rival.poll() or 0 for rival in rivals) == [0, 0, 0, 0]
        host.process = next(rival for rival in rivals if rival.poll() is None)
        host.wait_for(host._answers)
        assert host.call("system.identify")["pid"] == host.pid
    finally:
        for rival in rivals:
            rival.kill()
            rival.wait()


def test_a_stale_socket_is_replaced(host: HostProcess) -> None:
    host.start()
    host.kill()
    assert os.path.exists(host.socket_path)
    host.start()
    assert host.call("system.ping")["pong"]


def test_a_socket_that_somebody_answers_on_is_never_replaced(host: HostProcess) -> None:
    (host.runtime / "paneflow").mkdir(mode=0o700)
    with socket.socket(socket.AF_UNIX) as other:
        other.bind(host.socket_path)
        other.listen()
        inode = os.lstat(host.socket_path).st_ino
        assert ends(host) == 1
        assert os.lstat(host.socket_path).st_ino == inode
    assert "answers at" in host.output()


@pytest.mark.parametrize("kind", ["file", "link"])
def test_what_is_no_socket_of_ours_is_not_removed(host: HostProcess, kind: str) -> None:
    (host.runtime / "paneflow").mkdir(mode=0o700)
    path = Path(host.socket_path)
    if kind == "file":
        path.write_text("precious")
    else:
        path.symlink_to(host.folder / "target")
    assert ends(host) == 1
    assert path.is_symlink() or path.read_text() == "precious"


def test_a_socket_that_was_removed_is_bound_again(host: HostProcess) -> None:
    host.start()
    kept = host.connect()
    os.unlink(host.socket_path)
    host.wait_for(lambda: os.path.exists(host.socket_path) and host._answers(), 10)
    assert mode(host.socket_path) == 0o600
    assert kept.call("system.ping")["pong"]  # who was there stays
    kept.close()


def test_a_folder_that_was_removed_is_made_again(host: HostProcess) -> None:
    host.start()
    for name in os.listdir(host.runtime / "paneflow"):
        os.unlink(host.runtime / "paneflow" / name)
    (host.runtime / "paneflow").rmdir()
    host.wait_for(lambda: os.path.exists(host.socket_path) and host._answers(), 10)
    os.unlink(host.socket_path)  # and is watched again
    host.wait_for(lambda: os.path.exists(host.socket_path) and host._answers(), 10)


def test_a_path_that_is_too_long_is_told(host: HostProcess) -> None:
    deep = host.runtime / ("d" * 120)
    deep.mkdir(mode=0o700)
    host.env["PANEFLOW_SOCKET_PATH"] = str(deep / "p.sock")
    assert ends(host) == 1
    assert "too long" in host.output()


def test_no_network_port_is_opened(host: HostProcess) -> None:
    import psutil

    host.start()
    host.new()
    assert psutil.Process(host.pid).net_connections("inet") == []


def test_a_write_is_noted_without_its_text_and_a_refused_one_too() -> None:
    with host_folder() as folder:
        host = HostProcess(folder, {"PANEFLOW_IPC_SCRIPTING": "1"}).start()
        try:
            surface = host.new()
            host.type(surface, "echo secret-words")
            host.rpc.send_line(
                {"jsonrpc": "2.0", "id": 99, "method": "surface.send_text", "params": {"surface_id": surface}}
            )
            assert host.rpc.read_line()["error"]["code"] == -32602
            log = (host.state / "audit.log").read_text()
            assert mode(host.state / "audit.log") == 0o600
        finally:
            host.close()
    assert "secret-words" not in log
    assert '"method": "surface.send_text"' in log
    assert f'"pid": {os.getpid()}' in log
    assert '"bytes": 17, "ok": true' in log
    assert '"ok": false' in log


def test_a_connection_that_says_nothing_is_left_alone(host: HostProcess) -> None:
    host.start()
    with Rpc(host.socket_path) as silent:
        time.sleep(0.3)
        assert silent.call("system.ping")["pong"]
