"""Git worktrees of panes: what to make at `up`, and what may be removed at close. Facts in, decisions out.

The worktree of branch `feat/x` of `/src/app` is `/src/app.worktrees/feat-x`.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from paneflow.spec.branch import slug
from paneflow.spec.pane import PaneSpec
from paneflow.spec.positions import Path
from paneflow.spec.problem import Report


@dataclass(frozen=True, slots=True)
class Checkout:
    """One entry of `git worktree list`. `branch` None: a detached HEAD. `missing`: its folder is gone."""

    path: str
    branch: str | None
    missing: bool = False
    locked: bool = False
    making: bool = False  # git locked it while it made it, and never came to the end


@dataclass(frozen=True, slots=True)
class Repository:
    """What git says about the repository of a folder. All paths are absolute with links resolved."""

    root: str  # of the main checkout
    subfolder: str  # of the asking folder within its checkout; "" at the top
    has_commit: bool
    branches: frozenset[str]
    checkouts: tuple[Checkout, ...]


@dataclass(frozen=True, slots=True)
class WorktreePlan:
    """How a pane gets its worktree: reuse it, check a branch out, or create the branch from HEAD."""

    action: Literal["reuse", "checkout", "create"]
    path: str
    repo_root: str
    branch: str
    subfolder: str
    stale: bool = False  # git still lists a worktree whose folder is gone: it is replaced
    leftover: bool = False  # what an `up` that was killed has begun there goes first


@dataclass(frozen=True, slots=True)
class WorktreeState:
    """What is known of a managed worktree when its workspace closes."""

    registered: bool  # with the repository it was made from
    branch: str | None  # None: detached HEAD
    changes: int = 0  # lines of `git status --porcelain --untracked-files=all`
    unshared: int = 0  # commits that no remote and no other branch has
    changed_copies: tuple[str, ...] = ()  # copied env files that were edited since
    operation: str | None = None  # a merge, rebase, … under way
    locked: bool = False
    submodules: int = 0  # checked out in it, whose own repositories would go with it


def worktree_path(root: str, branch: str) -> str:
    """Where the worktree of a branch is."""
    separator = "\\" if root[1:3] == ":\\" else "/"
    return f"{root.rstrip('/')}.worktrees{separator}{slug(branch)}"


def plan_worktrees(
    panes: Sequence[tuple[Path, PaneSpec]],
    folders: Sequence[str | None],
    repository_of: Callable[[str], Repository | None],
    exists: Callable[[str], bool],
    unfinished: Callable[[str], bool],
    report: Report,
) -> list[WorktreePlan | None]:
    """Each pane's plan, None for one without `worktree`; what cannot be done is reported.

    `folders` are the panes' absolute folders; a pane whose folder was not found is passed over. `repository_of` answers
    None for a folder in no repository; `unfinished` tells whether Paneflow has begun a worktree there, and not ended.
    """
    plans: list[WorktreePlan | None] = []
    users: dict[str, Path] = {}  # who uses a worktree
    new: dict[str, frozenset[str]] = {}  # branches that will be there, by repository
    for (path, pane), folder in zip(panes, folders, strict=True):
        where, plan = (*path, "worktree"), None
        if pane.worktree is not None and folder is not None and not report.is_wrong(*where):
            repository = repository_of(folder)
            if repository is not None:
                repository = replace(repository, branches=repository.branches | new.get(repository.root, frozenset()))
            found = plan_worktree(pane.worktree, repository, exists, unfinished)
            if isinstance(found, str):
                report.add(where, found, found=pane.worktree)
            elif found.path in users:
                user = report.label(users[found.path])[0]
                report.add(where, f"{user} uses {found.path} already; one pane a worktree")
            else:
                users[found.path] = path
                new[found.repo_root] = new.get(found.repo_root, frozenset()) | {found.branch}
                plan = found
        plans.append(plan)
    return plans


def plan_worktree(
    branch: str,
    repository: Repository | None,
    exists: Callable[[str], bool],
    unfinished: Callable[[str], bool] = lambda _: False,
) -> WorktreePlan | str:
    """The plan for one branch, or the sentence that says why there is none."""
    if repository is None:
        return "the folder given as cwd is in no git repository"
    if not repository.has_commit:
        return f"{repository.root} has no commit yet, so nothing can be checked out"
    path = worktree_path(repository.root, branch)
    there = next((each for each in repository.checkouts if each.path == path), None)
    leftover = (there is None or there.making) and exists(path) and unfinished(path)
    fault = (
        _elsewhere(branch, path, repository.checkouts)
        or (None if leftover else _occupied(branch, path, there, exists))
        or _in_the_way(branch, repository.branches)
    )
    if fault:
        return fault
    stale = there is not None and there.missing
    if there is not None and not stale and not leftover:
        return WorktreePlan("reuse", path, repository.root, branch, repository.subfolder)
    action: Literal["checkout", "create"] = "checkout" if branch in repository.branches else "create"
    return WorktreePlan(action, path, repository.root, branch, repository.subfolder, stale, leftover)


def _in_the_way(branch: str, branches: frozenset[str]) -> str | None:
    """git keeps branches like files: `feat` and `feat/x` cannot both be there."""
    if branch in branches:
        return None
    for each in sorted(branches):
        if each.startswith(f"{branch}/") or branch.startswith(f"{each}/"):
            return f'the branch "{branch}" cannot be made beside the branch "{each}"'
    return None


def _elsewhere(branch: str, path: str, checkouts: Iterable[Checkout]) -> str | None:
    for each in checkouts:
        if each.branch == branch and each.path != path and not (each.missing and not each.locked):
            return f'the branch "{branch}" is checked out in {each.path}; a branch has one checkout'
    return None


def _occupied(branch: str, path: str, there: Checkout | None, exists: Callable[[str], bool]) -> str | None:
    if there is None:
        return f"{path} is there already and is no worktree of this repository" if exists(path) else None
    if there.missing:
        return f"{path} is a locked worktree whose folder is not there" if there.locked else None
    if there.branch != branch:
        on = f'has the branch "{there.branch}"' if there.branch else "has a detached HEAD"
        return f'{path} {on}, not "{branch}"'
    return None


def reason_to_keep(state: WorktreeState, branch: str, policy: str) -> str | None:
    """Why a worktree stays at close, for people; None when it may be removed without losing anything."""
    if policy == "keep":
        return "worktree_teardown is keep"
    if not state.registered:
        return "git does not list it as a worktree any more"
    if state.locked:
        return "it is locked"
    if state.operation:
        return f"a {state.operation} is under way"
    if state.branch != branch:
        return f'it has the branch "{state.branch}" now' if state.branch else "its HEAD is detached"
    if state.changes:
        return f"{_count(state.changes, 'file')} with changes"
    if state.submodules:
        return f"{_count(state.submodules, 'submodule')} checked out in it"
    if state.changed_copies:
        return f"edited copies: {', '.join(state.changed_copies)}"
    if state.unshared:
        return f"{_count(state.unshared, 'commit')} that no remote and no other branch has"
    return None


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")
