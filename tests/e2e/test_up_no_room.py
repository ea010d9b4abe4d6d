"""`paneflow up` and `save` where the disk is full or read-only: a small file system of its own, so only as root."""

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.cli import Cli, Done
from tests.support.host import HostProcess
from tests.support.repositories import commit, git_host, make_repository, run_git

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0 or shutil.which("mount") is None, reason="only root can mount"
)
KIB = 1024


@contextlib.contextmanager
def disk(folder: Path, kib: int) -> Iterator[Path]:
    """A file system with so much room."""
    folder.mkdir(parents=True, exist_ok=True)
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kib}k", "tmpfs", str(folder)], capture_output=True)
    if made.returncode:
        pytest.skip(f"cannot mount: {made.stderr.decode().strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(folder: Path) -> None:
    """Leave no room at all."""
    with contextlib.suppress(OSError), (folder / "filler").open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4 * KIB))


def read_only(folder: Path) -> None:
    subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)


def writable(folder: Path) -> None:
    subprocess.run(["mount", "-o", "remount,rw", str(folder)], check=True)
    (folder / "filler").unlink(missing_ok=True)


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch) -> Iterator[HostProcess]:
    with git_host(monkeypatch) as host:
        yield host


def up(host: HostProcess, repo: Path, more: str = "") -> Done:
    file = host.folder / "w.toml"
    file.write_text(f'[[panes]]\n[[panes]]\ncwd = "{repo}"\nworktree = "x"\n{more}')
    return Cli(host.env)("up", str(file), timeout=60)


def nothing_is_left(host: HostProcess, repo: Path) -> None:
    assert run_git(repo, "for-each-ref", "--format=%(refname:short)", "refs/heads") == "main"
    assert len(run_git(repo, "worktree", "list").splitlines()) == 1
    assert list(repo.parent.glob("*.worktrees/*")) == []
    assert list((host.state / "worktrees").glob("*.json*")) == []
    assert host.call("workspace.list")["workspaces"] == []


def repository(folder: Path, kib: int = 0) -> Path:
    """A repository whose checkout takes some room."""
    repo = make_repository(folder / "app")
    if kib:
        (repo / "large").write_bytes(os.urandom(kib * KIB))
        commit(repo, "large")
    return repo


def test_a_disk_without_room_for_the_checkout(host: HostProcess) -> None:
    with disk(host.folder / "disk", 4000) as folder:
        repo = repository(folder, 1500)
        done = up(host, repo)
        assert done.code == 1
        assert "unable to write file" in done.err
        nothing_is_left(host, repo)


def test_a_disk_that_is_full_before_anything_is_made(host: HostProcess) -> None:
    with disk(host.folder / "disk", 2000) as folder:
        repo = repository(folder)
        fill(folder)
        done = up(host, repo)
        assert done.code == 1
        assert f"write '{repo}/.git" in done.err
        writable(folder)
        nothing_is_left(host, repo)


def test_a_disk_without_room_for_the_env_files(host: HostProcess) -> None:
    with disk(host.folder / "disk", 2500) as folder:
        repo = repository(folder)
        (repo / ".env").write_bytes(b"A=" + b"x" * 900 * KIB)
        (folder / "filler").write_bytes(bytes(900 * KIB))
        done = up(host, repo)
        worktree = folder / "app.worktrees/x"
        assert done.code == 0, done.err
        assert f"worktree {worktree}: .env was not copied: No space left on device" in done.err
        assert not (worktree / ".env").exists()


def test_a_setup_that_fills_the_disk_is_warned_of(host: HostProcess) -> None:
    with disk(host.folder / "disk", 2500) as folder:
        repo = repository(folder)
        done = up(host, repo, 'setup = "head -c 9000000 /dev/zero > node_modules_file"\n')
        assert done.code == 0, done.err
        assert "No space left on device" in done.err
        assert "setup ended with code 1; the pane starts all the same" in done.err


def test_a_repository_that_may_not_be_written(host: HostProcess) -> None:
    with disk(host.folder / "disk", 2500) as folder:
        repo = repository(folder)
        read_only(folder)
        done = up(host, repo)
        assert (done.code, done.err) == (1, f"paneflow: {folder}/app.worktrees: Read-only file system\n")
        writable(folder)
        nothing_is_left(host, repo)


@pytest.mark.parametrize("how", [fill, read_only])
def test_records_that_cannot_be_written(host: HostProcess, how: Callable[[Path], None]) -> None:
    repo = repository(host.folder)
    with disk(host.state / "worktrees", 64) as records:
        how(records)
        done = up(host, repo)
        assert done.code == 1
        assert str(records) in done.err
        writable(records)
        nothing_is_left(host, repo)


def test_a_state_folder_that_fills_up_stops_no_pane(host: HostProcess) -> None:
    """The model cannot be saved then; the host says so, and saves it once there is room."""
    host.stop()
    with disk(host.state, 512) as state:
        host.start()
        fill(state)
        file = host.folder / "w.toml"
        file.write_text('[[panes]]\ncommand = "echo up-$((40+2))"\n')
        done = Cli(host.env)("up", str(file))
        assert done.code == 0, done.err
        surface = host.call("surface.list")["surfaces"][0]["surface_id"]
        host.wait_for_text(surface, "up-42")
        (state / "filler").unlink()
        host.call("workspace.rename", index=0, title="saved")
        host.wait_for(lambda: "saved" in text(state / "state.json"))
        host.close()


def test_a_file_that_save_cannot_write_keeps_what_was_in_it(host: HostProcess) -> None:
    host.new(name="w")
    with disk(host.folder / "disk", 64) as folder:
        file = folder / "kept.toml"
        file.write_text("precious")
        fill(folder)
        full = Cli(host.env)("save", str(file))
        assert (full.code, full.err) == (1, f"paneflow: {file}: No space left on device\n")
        assert file.read_text() == "precious"
        read_only(folder)
        assert Cli(host.env)("save", str(file)).err == f"paneflow: {file}: Read-only file system\n"
        assert sorted(os.listdir(folder)) == ["filler", "kept.toml"]


def text(file: Path) -> str:
    return file.read_text() if file.exists() else ""
