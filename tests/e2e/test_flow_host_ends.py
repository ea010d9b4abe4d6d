"""`paneflow flow run` whose host is stopped, killed or restarted on the way: it ends soon, says so, nothing half done."""

import json
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from paneflow.cli.flow_host import ENDED
from tests.support.cli import Cli
from tests.support.host import HostProcess
from tests.support.repositories import git_host, make_repository, run_git

SOON_S = 10.0  # in which a flow has noticed that its host has ended, also on a busy machine
End = Callable[[HostProcess], object]


def stopped(host: HostProcess) -> None:
    assert Cli(host.env)("host", "stop", "--force").code == 0
    assert host.stop() == 0  # it has ended already


def killed(host: HostProcess) -> None:
    host.kill()


def restarted(host: HostProcess) -> None:
    stopped(host)
    host.start()


def killed_and_started(host: HostProcess) -> None:
    host.kill()
    host.start()


by_end = pytest.mark.parametrize("end", [stopped, killed, restarted, killed_and_started], ids=lambda end: end.__name__)


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch) -> Iterator[HostProcess]:
    with git_host(monkeypatch) as host:
        yield host


def step(name: str, pane: str, more: str = "") -> str:
    return f"[[step]]\nid = '{name}'\npane = {{ {pane} }}\n{more}\n"


FIRST = step("a", "command = 'echo a-$((40+2))'", "ready = { pattern = '^a-42', timeout_secs = 20 }")


def ended(host: HostProcess, text: str, under_way: Callable[[], object], end: End) -> dict[str, str]:
    """The steps' states in the report of a flow whose host ends once something is under way."""
    (host.folder / "f.toml").write_text(text)
    with Cli(host.env).running("flow", "run", str(host.folder / "f.toml"), "--json") as process:
        host.wait_for(under_way)
        end(host)
        began = time.monotonic()
        out, err = process.communicate(timeout=60)
    assert time.monotonic() - began < SOON_S
    report: dict[str, Any] = json.loads(out)
    assert (process.returncode, report["status"], report["error"]) == (1, "aborted", ENDED), err
    assert err.rstrip().endswith(f"aborted: {ENDED}")
    return {each["id"]: each["status"] for each in report["steps"]}


@by_end
def test_a_step_that_waits(host: HostProcess, end: End) -> None:
    begun, after = host.folder / "begun", host.folder / "after"
    text = (
        FIRST
        + step("b", f"command = 'touch {begun}; cat'", "needs = ['a']\nready = { pattern = '^no$', timeout_secs = 50 }")
        + step("c", f"command = 'touch {after}'", "needs = ['b']")
    )
    states = ended(host, text, begun.exists, end)
    assert states == {"a": "ready", "b": "running", "c": "skipped"}
    assert not after.exists()


@by_end
def test_a_worktree_that_is_being_made(host: HostProcess, end: End) -> None:
    repo, begun, typed = make_repository(host.folder / "app"), host.folder / "begun", host.folder / "typed"
    made = f"cwd = '{repo}', worktree = 'x', setup = 'touch {begun}; sleep 100', command = 'touch {typed}'"
    states = ended(host, FIRST + step("b", made, "needs = ['a']"), begun.exists, end)
    assert states == {"a": "ready", "b": "running"}
    assert run_git(repo, "for-each-ref", "--format=%(refname:short)", "refs/heads") == "main"
    assert not repo.with_name("app.worktrees").exists()
    assert os.listdir(host.state / "worktrees") == []
    assert not typed.exists()


@by_end
def test_a_text_that_is_about_to_be_typed(host: HostProcess, end: End) -> None:
    """Where the host is back with a shell in the same pane, the text would be a command."""
    begun, typed = host.folder / "begun", host.folder / "typed"
    pane = f"command = 'touch {begun}; cat', prompt = 'touch {typed}'"
    states = ended(host, FIRST + step("b", pane, "needs = ['a']\nsubmit = true"), begun.exists, end)
    assert states == {"a": "ready", "b": "running"}
    _nothing_comes_of(typed)


def _nothing_comes_of(file: Path) -> None:
    time.sleep(1.5)
    assert not file.exists()
