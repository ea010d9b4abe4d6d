"""`paneflow up` that is interrupted, killed, called twice at once, or has nowhere to write."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.cli import COMMAND, Cli
from tests.support.host import HostProcess, running_host
from tests.support.repositories import ENVIRONMENT, make_repository, own_settings, run_git


@pytest.fixture(autouse=True)
def _own_git_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    own_settings(monkeypatch)


@pytest.fixture
def host() -> Iterator[HostProcess]:
    with running_host(ENVIRONMENT) as host:
        yield host


@pytest.fixture
def cli(host: HostProcess) -> Cli:
    return Cli(host.env)


def document(host: HostProcess, setup: str) -> tuple[Path, str]:
    """A repository, and a document whose pane has a worktree in it with a setup."""
    repo = make_repository(host.folder / "app")
    file = host.folder / "w.toml"
    file.write_text(f'[[panes]]\nname = "p"\ncwd = "{repo}"\nworktree = "x"\nsetup = """{setup}"""\n')
    return repo, str(file)


def until(condition: Callable[[], Any]) -> Any:
    deadline = time.monotonic() + 20
    while not (value := condition()):
        assert time.monotonic() < deadline, "it did not come true"
        time.sleep(0.01)
    return value


def nothing_is_left(host: HostProcess, repo: Path) -> None:
    assert run_git(repo, "for-each-ref", "--format=%(refname:short)", "refs/heads") == "main"
    assert not repo.with_name("app.worktrees").exists()
    assert host.call("workspace.list")["workspaces"] == []
    assert os.listdir(host.state / "worktrees") == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_whatever_ends_it_during_setup_leaves_nothing(host: HostProcess, cli: Cli, number: signal.Signals) -> None:
    repo, file = document(host, f"echo $$ > {host.folder}/pid; sleep 100; true")
    with cli.running("up", file) as process:
        setup = int(until(lambda: (host.folder / "pid").exists() and (host.folder / "pid").read_text()))
        process.send_signal(number)
        _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "interrupted" in err
    nothing_is_left(host, repo)
    until(lambda: not Path(f"/proc/{setup}").exists())


def test_what_a_killed_one_left_is_finished_by_the_next(host: HostProcess, cli: Cli) -> None:
    repo, file = document(
        host, f"test -e {host.folder}/again || {{ touch {host.folder}/again; sleep 100; }}; touch made"
    )
    (repo / ".env").write_text("A=1")
    with cli.running("up", file) as process:
        until((host.folder / "again").exists)
        process.kill()
        process.communicate(timeout=30)
    done = cli("up", file)
    assert done.code == 0, done.err
    assert "was left unfinished, and is finished now" in done.err
    assert (repo.parent / "app.worktrees/x/made").exists()
    assert "reused" in cli("up", file).err


def test_a_second_one_at_once_is_told_of_the_first(host: HostProcess, cli: Cli) -> None:
    repo, file = document(host, f"touch {host.folder}/begun; while ! test -e {host.folder}/go; do sleep 0.05; done")
    with cli.running("up", file) as first:
        until((host.folder / "begun").exists)
        second = cli("up", file)
        (host.folder / "go").touch()
        out, err = first.communicate(timeout=30)
    assert (second.code, second.out) == (1, "")
    assert f"another paneflow is at work on {repo.parent}/app.worktrees/x right now" in second.err
    assert first.returncode == 0, err
    assert json.loads(out)["labels"] == ["p"]
    assert (repo.parent / "app.worktrees/x").is_dir()


def test_ctrl_c_while_the_host_makes_the_panes_comes_too_late(host: HostProcess, cli: Cli) -> None:
    repo, file = document(host, f"kill -STOP {host.pid}; touch {host.folder}/stopped")
    with cli.running("up", file) as process:
        until((host.folder / "stopped").exists)
        until(lambda: json.loads(next((host.state / "worktrees").glob("*.json")).read_text())["done"])
        process.send_signal(signal.SIGINT)
        os.kill(host.pid, signal.SIGCONT)
        out, err = process.communicate(timeout=30)
    if process.returncode == 130:  # it came just before the host was asked
        nothing_is_left(host, repo)
    else:
        assert process.returncode == 0, err
        assert json.loads(out)["panes"] == 1
        assert (repo.parent / "app.worktrees/x").is_dir()


def test_records_that_cannot_be_written_leave_nothing(host: HostProcess, cli: Cli) -> None:
    repo, file = document(host, "true")
    (host.state / "worktrees").touch()
    done = cli("up", file)
    assert done.code == 1
    assert f"{host.state}/worktrees" in done.err
    (host.state / "worktrees").unlink()
    (host.state / "worktrees").mkdir()
    nothing_is_left(host, repo)


@pytest.mark.parametrize("closed", [">&-", "<&-", "2>&-", "<&- >&- 2>&-"])
def test_streams_that_are_closed_stop_nothing(host: HostProcess, closed: str) -> None:
    file = host.folder / "w.toml"
    file.write_text('[[panes]]\nname = "p"\n')
    line = " ".join([*COMMAND, "up", str(file), closed])
    done = subprocess.run(
        ["sh", "-c", line], env=Cli(host.env).env, cwd="/", capture_output=True, text=True, timeout=30
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert [row["name"] for row in host.call("surface.list")["surfaces"]] == ["p"]


def test_an_endless_document_and_one_with_a_byte_order_mark_are_read(host: HostProcess, cli: Cli) -> None:
    endless = cli("up", "/dev/zero")
    assert (endless.code, endless.err) == (2, "paneflow: /dev/zero: too long; allowed: at most 1048576 characters\n")
    (host.folder / "w.toml").write_bytes(b'\xef\xbb\xbfname = "Marked"\r\n[[panes]]\r\n')
    assert json.loads(cli("up", str(host.folder / "w.toml")).out)["title"] == "Marked"


def test_a_file_that_save_cannot_write_keeps_what_was_in_it(host: HostProcess, cli: Cli) -> None:
    host.new(name="w")
    file = host.folder / "kept.toml"
    file.write_text("precious")
    line = f"ulimit -f 0; trap '' XFSZ; {' '.join(COMMAND)} save {file}"
    done = subprocess.run(["bash", "-c", line], env=cli.env, cwd="/", capture_output=True, text=True, timeout=30)
    assert (done.returncode, done.stderr) == (1, f"paneflow: {file}: File too large\n")
    assert file.read_text() == "precious"
    assert [each for each in os.listdir(host.folder) if each.startswith("kept")] == ["kept.toml"]
    assert (
        cli("save", str(host.folder / "no/such.toml")).err
        == f"paneflow: {host.folder}/no/such.toml: No such file or directory\n"
    )
    assert cli("save", "/dev/stdout").out.startswith('name = "w"')
    assert cli("save", str(file)).code == 0
    assert file.read_text().startswith('name = "w"')
