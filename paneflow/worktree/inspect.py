"""What git says about a repository and about a managed worktree. Changes nothing."""

import hashlib
import os
from collections.abc import Iterator

from paneflow.errors import Failed, PaneflowError
from paneflow.spec.worktree import Checkout, Repository, WorktreeState
from paneflow.worktree.git import git
from paneflow.worktree.record import ManagedWorktree

_OPERATIONS = {
    "rebase-merge": "rebase",
    "rebase-apply": "rebase",
    "MERGE_HEAD": "merge",
    "CHERRY_PICK_HEAD": "cherry-pick",
    "REVERT_HEAD": "revert",
    "BISECT_LOG": "bisect",
}


def repository(folder: str) -> Repository | None:
    """The repository that holds a folder; None when none does. Raises `Failed` when git cannot say."""
    try:
        prefix = git(folder, "rev-parse", "--is-inside-work-tree", "--show-prefix")
    except Failed as error:
        if "not a git repository" in str(error.data.get("stderr", "")):
            return None
        raise
    inside, _, subfolder = prefix.partition("\n")
    if inside != "true":
        return None
    checkouts = list(list_checkouts(folder))
    return Repository(
        root=checkouts[0].path,
        subfolder=subfolder.strip("\n").rstrip("/"),
        has_commit=bool(git(folder, "rev-parse", "--verify", "--quiet", "HEAD", ok=(0, 1)).strip()),
        branches=frozenset(
            _short(line) for line in git(folder, "for-each-ref", "--format=%(refname)", "refs/heads").split()
        ),
        checkouts=tuple(checkouts),
    )


def list_checkouts(folder: str) -> Iterator[Checkout]:
    """Every checkout of the repository, the main one first."""
    for block in git(folder, "worktree", "list", "--porcelain").split("\n\n"):
        facts: dict[str, str] = {}
        for line in block.splitlines():
            name, _, value = line.partition(" ")
            facts[name] = value
        if "worktree" in facts:
            path = facts["worktree"]
            yield Checkout(
                path=os.path.realpath(path),
                branch=_short(facts["branch"]) if "branch" in facts else None,
                missing=not os.path.isdir(path),
                locked="locked" in facts,
                making=facts.get("locked") == "initializing",
            )


def state(worktree: ManagedWorktree) -> WorktreeState:
    """What is known of a managed worktree now. What git cannot say counts as not registered: such a one is kept."""
    try:
        return _state(worktree)
    except PaneflowError:
        return WorktreeState(registered=False, branch=None)


def _state(worktree: ManagedWorktree) -> WorktreeState:
    path = worktree.path
    found = next((each for each in list_checkouts(worktree.repo_root) if each.path == os.path.realpath(path)), None)
    if found is None or found.missing:
        return WorktreeState(
            registered=found is not None, branch=worktree.branch, locked=found is not None and found.locked
        )
    status = git(path, "status", "--porcelain", "--untracked-files=all", "--ignore-submodules=none")
    return WorktreeState(
        registered=True,
        branch=found.branch,
        changes=len(status.splitlines()),
        unshared=_unshared(path, found.branch),
        changed_copies=tuple(name for name, digest in worktree.copies.items() if _is_changed(path, name, digest)),
        operation=_operation(path),
        locked=found.locked,
        submodules=_submodules(path),
    )


def _unshared(path: str, branch: str | None) -> int:
    """Commits of HEAD that are on no remote, no tag and no other branch."""
    others = [f"--exclude={branch}", "--branches"] if branch else ["--branches"]
    return int(git(path, "rev-list", "--count", "HEAD", "--not", *others, "--remotes", "--tags"))


def _operation(path: str) -> str | None:
    folder = git(path, "rev-parse", "--absolute-git-dir").strip("\n")
    return next((word for name, word in _OPERATIONS.items() if os.path.exists(os.path.join(folder, name))), None)


def _submodules(path: str) -> int:
    """Submodules that are checked out: their repositories would go with the worktree."""
    if not os.path.exists(os.path.join(path, ".gitmodules")):
        return 0
    return sum(not line.startswith("-") for line in git(path, "submodule", "status").splitlines())


def _is_changed(path: str, name: str, digest: str) -> bool:
    found = digest_of(os.path.join(path, name))
    return found is not None and found != digest


def digest_of(path: str) -> str | None:
    """The SHA-256 of a file; None when it cannot be read."""
    try:
        with open(path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return None


def _short(ref: str) -> str:
    return ref.removeprefix("refs/heads/")
