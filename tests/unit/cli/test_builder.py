"""What becomes of worktrees when the host does not say what became of their panes."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from paneflow.cli import builder
from paneflow.cli.builder import Builder
from paneflow.cli.exits import FAILED, code_of
from paneflow.cli.provision import Needs
from paneflow.errors import Failed, InvalidParams, PaneflowError, TimedOut, Unavailable
from paneflow.spec.pane import PaneSpec
from paneflow.spec.worktree import WorktreePlan, plan_worktree
from paneflow.worktree.inspect import repository
from tests.support.repositories import ENVIRONMENT, make_repository


@pytest.fixture
def plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> WorktreePlan:
    for name, value in {**ENVIRONMENT, "PANEFLOW_STATE": str(tmp_path / "state")}.items():
        monkeypatch.setenv(name, value)
    repo = make_repository(tmp_path / "app")
    planned = plan_worktree("x", repository(str(repo)), os.path.lexists)
    assert isinstance(planned, WorktreePlan)
    return planned


def fail(error: PaneflowError) -> Callable[[], object]:
    def ask() -> object:
        raise error

    return ask


@pytest.mark.parametrize(
    ("error", "answers", "used", "stays", "told"),
    [
        (TimedOut("late", kind="no_answer"), True, False, True, "is not known; their worktrees stay"),
        (Unavailable("closed"), True, False, True, "is not known; their worktrees stay"),
        (Unavailable("closed"), False, False, False, ""),
        (Unavailable("closed"), False, True, True, "stays: 1 file with changes"),
        (Failed("no such program", kind="spawn_failed"), True, False, False, ""),
    ],
    ids=["late", "closed by a living host", "host died", "host died over work", "refused"],
)
def test_a_worktree_is_taken_back_only_when_no_pane_can_be_in_it(
    plan: WorktreePlan,
    monkeypatch: pytest.MonkeyPatch,
    error: PaneflowError,
    answers: bool,
    used: bool,
    stays: bool,
    told: str,
) -> None:
    monkeypatch.setattr(builder, "_host_answers", lambda: answers)
    said: list[str] = []
    making = Builder(said.append)
    making.build(Needs(PaneSpec(cwd=plan.repo_root, worktree="x"), plan.repo_root, None, plan))
    if used:
        Path(plan.path, "work").write_text("mine")
    with pytest.raises(type(error)):
        making.hand_over(fail(error))
    assert os.path.isdir(plan.path) == stays
    assert any(told in line for line in said)


def test_what_the_host_finds_wrong_with_a_file_is_no_wrong_command_line() -> None:
    with pytest.raises(Failed, match="panes is wrong") as caught:
        Builder(lambda _: None).hand_over(fail(InvalidParams("panes is wrong", problems=[])))
    assert code_of(caught.value) == FAILED
