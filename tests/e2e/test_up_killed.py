"""`paneflow up` whose host or whose own process is killed with -9, at each of its steps.

A `git` in front of the real one kills before or after a step; the pane's shell kills once it has been started.
"""

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.cli import Cli, Done
from tests.support.host import HostProcess
from tests.support.repositories import commit, git_host, make_repository, run_git

GIT = """#!/bin/sh
echo $PPID > {pid}
case "$*" in *"{step}"*) at=here;; esac
if [ "$at-{when}" = here-before ]; then {kill}; sleep 0.2; fi
{git} "$@"
code=$?
if [ "$at-{when}" = here-after ]; then {kill}; sleep 0.2; fi
exit $code
"""
STEPS = [
    ("branch --no-track", "before"),
    ("branch --no-track", "after"),
    ("worktree add", "before"),
    ("worktree add", "after"),
    ("check-ignore", "before"),
    ("check-ignore", "after"),
    ("setup", ""),
    ("spawn", ""),
]


def by_step(*steps: tuple[str, str]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("step", "when"), steps, ids=lambda value: str(value).replace(" ", "-"))


class Scene(NamedTuple):
    """A host, a repository with an env file, and a document with a worktree in it between other panes."""

    host: HostProcess
    repo: Path
    file: Path

    @property
    def folder(self) -> Path:
        return self.repo.parent / "app.worktrees"

    @property
    def pid(self) -> Path:
        """Where its git writes down who called it."""
        return self.host.folder / "pid"

    def up(self, step: str = "", when: str = "", kill: str = "true") -> Done:
        """`up`, with a kill at one step."""
        programs = self.host.folder / "programs"
        programs.mkdir(exist_ok=True)
        (programs / "git").write_text(
            GIT.format(step=step or "no", when=when, kill=kill, git=shutil.which("git"), pid=self.pid)
        )
        (programs / "git").chmod(0o755)
        setup = kill if step == "setup" else "true"
        pane = f'[[panes]]\ncwd = "{self.repo}"\nworktree = "x"\nsetup = "{setup}"\n'
        self.file.write_text("[[panes]]\n" * 3 + pane + "[[panes]]\n" * 3)
        shell = f"{kill}; " if step == "spawn" else ""
        (self.host.home / ".bashrc").write_text(f"{shell}PS1='$ '\n")
        done = Cli({**self.host.env, "PATH": f"{programs}:{os.environ['PATH']}"})("up", str(self.file), timeout=60)
        (self.host.home / ".bashrc").write_text("PS1='$ '\n")
        return done

    def left(self) -> list[object]:
        """Worktrees, branches and records that are there."""
        records = self.host.state / "worktrees"
        refs = run_git(self.repo, "for-each-ref", "--format=%(refname:short)", "refs/heads").split()
        return [
            *self.repo.parent.glob("app.worktrees/*"),
            *run_git(self.repo, "worktree", "list", "--porcelain").split("\n\n")[1:],
            *(ref for ref in refs if ref != "main"),
            *(name for name in os.listdir(records) if name.endswith(".json")),
        ]


@pytest.fixture
def scene(monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    with git_host(monkeypatch) as host:
        repo = make_repository(host.folder / "app")
        (repo / ".env").write_text("SECRET=1")
        yield Scene(host, repo, host.folder / "w.toml")


@by_step(*STEPS[0::3], STEPS[-1])  # what the host dies of is all the same to it until it makes panes
def test_a_host_that_is_killed_leaves_no_worktree_and_no_workspace(scene: Scene, step: str, when: str) -> None:
    done = scene.up(step, when, f"kill -9 {scene.host.pid}")
    assert done.code == 1, done.err
    assert "host" in done.err
    assert scene.left() == []
    scene.host.kill()
    scene.host.start()
    assert scene.host.call("workspace.list")["workspaces"] == []


@by_step(*STEPS)
def test_what_a_killed_up_left_the_next_one_makes_whole(scene: Scene, step: str, when: str) -> None:
    assert kill_up(scene, step, when).code != 0
    made = scene.up()
    assert made.code == 0, made.err
    assert json.loads(made.out)["panes"] == 7
    assert (scene.folder / "x" / ".env").read_text() == "SECRET=1"
    assert run_git(scene.folder / "x", "status", "--porcelain") == ""
    assert run_git(scene.folder / "x", "branch", "--show-current") == "x"
    assert "reused" in scene.up().err


@by_step(*STEPS)
def test_what_a_killed_up_left_goes_when_the_host_starts_again(scene: Scene, step: str, when: str) -> None:
    kill_up(scene, step, when)
    scene.host.kill()  # before it has saved what it had made
    scene.host.start()
    scene.host.wait_for(lambda: scene.left() == [])
    assert scene.host.call("workspace.list")["workspaces"] == []


@by_step(("worktree add", "after"), ("spawn", ""))
def test_work_in_what_a_killed_up_left_is_kept_and_named(scene: Scene, step: str, when: str) -> None:
    kill_up(scene, step, when)
    (scene.folder / "x" / "work.txt").write_text("mine")
    scene.host.kill()
    scene.host.start()
    scene.host.wait_for(lambda: f"kept the worktree {scene.folder}/x: 1 file with changes" in scene.host.output())
    assert (scene.folder / "x" / "work.txt").read_text() == "mine"


@by_step(("worktree add", "after"), ("spawn", ""))
def test_a_branch_with_commits_that_a_killed_up_left_is_kept_and_named(scene: Scene, step: str, when: str) -> None:
    kill_up(scene, step, when)
    commit(scene.folder / "x", "work")
    scene.host.kill()
    scene.host.start()
    why = "1 commit that no remote and no other branch has"
    scene.host.wait_for(lambda: f"kept the worktree {scene.folder}/x: {why}" in scene.host.output())
    run_git(scene.repo, "branch", "elsewhere", "x")  # now nothing is lost with the worktree
    scene.host.kill()
    scene.host.start()
    scene.host.wait_for(lambda: f"removed the worktree {scene.folder}/x; its branch x stays" in scene.host.output())
    assert scene.left() == ["elsewhere", "x"]


def test_the_branch_of_a_closed_workspace_stays_when_the_host_is_killed_over_it(scene: Scene) -> None:
    made = json.loads(scene.up().out)
    (scene.folder / "x" / "work.txt").write_text("mine")
    scene.host.call("workspace.close", workspace_id=made["workspace_id"])
    scene.host.wait_for(lambda: f"kept the worktree {scene.folder}/x: 1 file with changes" in scene.host.output())
    scene.host.kill()
    (scene.folder / "x" / "work.txt").unlink()
    scene.host.start()
    scene.host.wait_for(lambda: scene.left() == ["x"])


def kill_up(scene: Scene, step: str, when: str) -> Done:
    """`up` whose own process is killed."""
    return scene.up(step, when, f"kill -9 $(cat {scene.pid})")
