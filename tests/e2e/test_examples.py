"""The examples under specs/, carried out."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.agents import install_fakes
from tests.support.cli import ROOT, Cli
from tests.support.host import HostProcess, host_folder, running_host
from tests.support.repositories import git_host, make_repository, run_git

EXAMPLES = ROOT / "specs" / "examples"


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch) -> Iterator[HostProcess]:
    with git_host(monkeypatch) as host:
        yield host


def example(name: str, folder: Path) -> str:
    return str(shutil.copy(EXAMPLES / f"{name}.toml", folder))


def test_the_web_project_comes_up(host: HostProcess) -> None:
    made = json.loads(Cli(host.env)("up", example("web-project", host.folder)).out)
    server, log, shell = made["surface_ids"]
    assert made["labels"] == ["server", "log", "shell"]
    host.wait_for_text(server, "server on 3")
    host.wait_for_text(log, "\nlog\n")
    host.wait_for_text(shell, "git status")
    assert {row["cwd"] for row in host.call("surface.list")["surfaces"]} == {str(host.folder)}


def test_the_monorepo_comes_up_with_its_worktrees(host: HostProcess) -> None:
    repo = make_repository(host.folder / "mono")
    done = Cli(host.env)("up", example("monorepo", repo))
    assert done.code == 0, done.err
    login, search, _ = json.loads(done.out)["surface_ids"]
    host.wait_for_text(login, "login on 3")
    host.wait_for_text(search, "search on 3")
    for branch in ("feat/login", "feat/search"):
        assert run_git(host.folder / "mono.worktrees" / branch.replace("/", "-"), "branch", "--show-current") == branch
    assert "installing" in done.err


def test_the_review_runs_to_its_end_with_an_agent() -> None:
    with host_folder() as folder:
        bin_dir = install_fakes(folder / "bin", "claude")
        path = f"{bin_dir}:/usr/local/bin:/usr/bin:/bin"
        with running_host({"PATH": path, "PANEFLOW_IPC_SCRIPTING": "1"}) as host:
            agent = bin_dir / "claude"
            agent.write_text(f"#!/bin/sh\n{AGENT}")
            done = Cli(host.env)("flow", "run", example("agent-review", folder), "--json", timeout=90)
            assert done.code == 0, done.out
            assert json.loads(done.out)["status"] == "ready"
            build = next(row for row in host.call("surface.list")["surfaces"] if row["name"] == "build-api")
            assert "# Review these builds." in host.wait_for_text(build["surface_id"], "VERDICT: good")


AGENT = 'while read -r line; do case "$line" in *"built web"*) echo "VERDICT: good";; esac; done\n'
