from collections.abc import Callable
from dataclasses import replace

import pytest

from paneflow.spec.branch import branch_fault, slug
from paneflow.spec.pane import PaneSpec
from paneflow.spec.problem import Report
from paneflow.spec.worktree import (
    Checkout,
    Repository,
    WorktreePlan,
    WorktreeState,
    plan_worktree,
    plan_worktrees,
    reason_to_keep,
    worktree_path,
)

REPO = Repository("/src/app", "", True, frozenset({"main", "old"}), (Checkout("/src/app", "main"),))


def nothing(_path: str) -> bool:
    return False


def with_checkout(checkout: Checkout) -> Repository:
    return replace(REPO, checkouts=(*REPO.checkouts, checkout))


@pytest.mark.parametrize(
    ("branch", "folder"),
    [("feat/x", "feat-x"), ("a.b_c-1", "a.b_c-1"), ("-.x.-", "x"), ("été", "t"), ("é", ""), ("...", "")],
)
def test_a_branch_becomes_a_folder_name(branch: str, folder: str) -> None:
    assert slug(branch) == folder


@pytest.mark.parametrize("branch", ["main", "feat/x", "user/été-1", "a.b", "v1.0", "x@y", "{x}"])
def test_what_git_takes_is_taken(branch: str) -> None:
    assert branch_fault(branch) is None


REFUSED = "-x|a b|a..b|a~1|a^|a:b|a?|a*|a[|a\\b|/a|a/|a//b|a.|.a|a/.b|a.lock|a.lock/b|@|HEAD|a@{1}|a\x7f|a\tb||é|.-"


@pytest.mark.parametrize("branch", REFUSED.split("|"))
def test_what_git_refuses_or_gives_no_folder_is_refused(branch: str) -> None:
    assert branch_fault(branch) is not None


def test_a_worktree_is_beside_its_repository() -> None:
    assert worktree_path("/src/My App", "feat/x") == "/src/My App.worktrees/feat-x"
    assert worktree_path("C:\\src\\app", "feat/x") == "C:\\src\\app.worktrees\\feat-x"


@pytest.mark.parametrize(
    "there", [None, Checkout("/src/app.worktrees/new", "new", locked=True, making=True)], ids=["folder", "half made"]
)
def test_what_a_killed_up_has_begun_is_made_again(there: Checkout | None) -> None:
    repository = REPO if there is None else with_checkout(there)
    plan = plan_worktree("new", repository, lambda _: True, lambda _: True)
    assert plan == WorktreePlan("create", "/src/app.worktrees/new", "/src/app", "new", "", leftover=True)


def test_a_whole_worktree_that_was_not_finished_is_used() -> None:
    repository = with_checkout(Checkout("/src/app.worktrees/old", "old"))
    plan = plan_worktree("old", repository, lambda _: True, lambda _: True)
    assert isinstance(plan, WorktreePlan)
    assert (plan.action, plan.leftover) == ("reuse", False)


def test_a_new_branch_is_created_and_an_old_one_checked_out() -> None:
    created = plan_worktree("new", REPO, nothing)
    assert created == WorktreePlan("create", "/src/app.worktrees/new", "/src/app", "new", "")
    checked_out = plan_worktree("old", replace(REPO, subfolder="web/src"), nothing)
    assert checked_out == WorktreePlan("checkout", "/src/app.worktrees/old", "/src/app", "old", "web/src")


def test_a_worktree_that_is_there_with_that_branch_is_reused() -> None:
    repository = with_checkout(Checkout("/src/app.worktrees/old", "old"))
    assert plan_worktree("old", repository, lambda _: True) == WorktreePlan(
        "reuse", "/src/app.worktrees/old", "/src/app", "old", ""
    )


def test_a_worktree_whose_folder_is_gone_is_made_again() -> None:
    plan = plan_worktree("old", with_checkout(Checkout("/src/app.worktrees/old", "old", missing=True)), nothing)
    assert plan == WorktreePlan("checkout", "/src/app.worktrees/old", "/src/app", "old", "", stale=True)


@pytest.mark.parametrize(
    ("branch", "repository", "exists", "sentence"),
    [
        ("x", None, nothing, "the folder given as cwd is in no git repository"),
        ("x", replace(REPO, has_commit=False), nothing, "/src/app has no commit yet, so nothing can be checked out"),
        ("main", REPO, nothing, 'the branch "main" is checked out in /src/app; a branch has one checkout'),
        (
            "old",
            with_checkout(Checkout("/elsewhere", "old")),
            nothing,
            'the branch "old" is checked out in /elsewhere; a branch has one checkout',
        ),
        (
            "x/y",
            with_checkout(Checkout("/src/app.worktrees/x-y", "x-y")),
            lambda _: True,
            '/src/app.worktrees/x-y has the branch "x-y", not "x/y"',
        ),
        (
            "x",
            with_checkout(Checkout("/src/app.worktrees/x", None)),
            lambda _: True,
            '/src/app.worktrees/x has a detached HEAD, not "x"',
        ),
        ("x", REPO, lambda _: True, "/src/app.worktrees/x is there already and is no worktree of this repository"),
        (
            "x",
            with_checkout(Checkout("/src/app.worktrees/x", "x", missing=True, locked=True)),
            nothing,
            "/src/app.worktrees/x is a locked worktree whose folder is not there",
        ),
        ("old/x", REPO, nothing, 'the branch "old/x" cannot be made beside the branch "old"'),
        (
            "feat",
            replace(REPO, branches=frozenset({"feat/x"})),
            nothing,
            'the branch "feat" cannot be made beside the branch "feat/x"',
        ),
    ],
)
def test_what_cannot_be_done_is_said_before_anything_is_made(
    branch: str, repository: Repository | None, exists: Callable[[str], bool], sentence: str
) -> None:
    assert plan_worktree(branch, repository, exists) == sentence


def test_two_panes_on_one_branch_and_two_branches_of_one_folder_are_refused() -> None:
    report = Report("", "w.toml", label=lambda path: (f"pane {path[1]}", str(path[-1])))
    panes = [
        (("panes", index), PaneSpec(cwd="x", worktree=branch))
        for index, branch in enumerate(["a/b", "a/b", "a-b", "c"])
    ]
    plans = plan_worktrees(panes, ["/src/app"] * 4, lambda _: REPO, nothing, nothing, report)
    assert [plan and plan.branch for plan in plans] == ["a/b", None, None, "c"]
    assert [str(problem) for problem in report.problems] == [
        "w.toml: pane 1: worktree: pane 0 uses /src/app.worktrees/a-b already; one pane a worktree",
        "w.toml: pane 2: worktree: pane 0 uses /src/app.worktrees/a-b already; one pane a worktree",
    ]


def test_branches_of_one_document_that_git_cannot_keep_side_by_side_are_refused() -> None:
    report = Report("", "w.toml", label=lambda path: (f"pane {path[1]}", str(path[-1])))
    panes = [(("panes", index), PaneSpec(cwd="x", worktree=branch)) for index, branch in enumerate(["n", "n/m", "o"])]
    plans = plan_worktrees(panes, ["/src/app"] * 3, lambda _: REPO, nothing, nothing, report)
    assert [plan and plan.action for plan in plans] == ["create", None, "create"]
    sentence = 'w.toml: pane 1: worktree: the branch "n/m" cannot be made beside the branch "n"'
    assert [str(problem) for problem in report.problems] == [sentence]


CLEAN = WorktreeState(registered=True, branch="x")


@pytest.mark.parametrize(
    ("state", "policy", "reason"),
    [
        (CLEAN, "auto", None),
        (CLEAN, "keep", "worktree_teardown is keep"),
        (replace(CLEAN, registered=False), "auto", "git does not list it as a worktree any more"),
        (replace(CLEAN, locked=True), "auto", "it is locked"),
        (replace(CLEAN, operation="rebase"), "auto", "a rebase is under way"),
        (replace(CLEAN, branch="y"), "auto", 'it has the branch "y" now'),
        (replace(CLEAN, branch=None), "auto", "its HEAD is detached"),
        (replace(CLEAN, changes=1), "auto", "1 file with changes"),
        (replace(CLEAN, changes=12), "auto", "12 files with changes"),
        (replace(CLEAN, changed_copies=(".env",)), "auto", "edited copies: .env"),
        (replace(CLEAN, unshared=2), "auto", "2 commits that no remote and no other branch has"),
    ],
)
def test_a_worktree_goes_only_when_nothing_could_be_lost(state: WorktreeState, policy: str, reason: str | None) -> None:
    assert reason_to_keep(state, "x", policy) == reason
