"""Making a worktree as planned, undoing it, and removing it at close."""

import contextlib
import os
from collections.abc import Iterable
from dataclasses import replace

from paneflow.errors import Failed, PaneflowError
from paneflow.spec.worktree import WorktreePlan, reason_to_keep
from paneflow.worktree import record
from paneflow.worktree.git import CHANGE_S, git
from paneflow.worktree.inspect import list_checkouts, state
from paneflow.worktree.record import ManagedWorktree


def create(plan: WorktreePlan, folder: str, teardown: str, records: str) -> ManagedWorktree:
    """Make the worktree of a plan whose action is not reuse. Raises `Failed` or `OSError`; then nothing is left of it.

    `folder` is the pane's own folder in the repository, whose HEAD a new branch begins at. `records` is the folder of
    owner records. Each step fails if another program was faster, so that undoing takes back only what is ours.
    """
    begins = "HEAD" if plan.action == "create" else f"refs/heads/{plan.branch}"
    base = git(folder, "rev-parse", "--verify", begins).strip()
    worktree = ManagedWorktree(plan.path, plan.repo_root, plan.branch, teardown, base=base, done=False)
    parent = os.path.dirname(plan.path)
    os.makedirs(parent, exist_ok=True)
    if os.path.realpath(parent) != parent:  # a repository within a cloned one may have brought it along
        raise Failed(f"{parent} is a link; worktrees are made in a folder of their own", kind="worktree_occupied")
    _take_place(worktree, records)
    try:
        if plan.action == "create":
            record.save(records, replace(worktree, created_branch=True))
            git(folder, "branch", "--no-track", plan.branch, base)
            worktree = replace(worktree, created_branch=True)
        force = ["--force"] if plan.stale else []
        git(folder, "worktree", "add", *force, plan.path, plan.branch, timeout_s=CHANGE_S)
    except BaseException:
        undo(worktree, records)
        raise
    return worktree


def _take_place(worktree: ManagedWorktree, records: str) -> None:
    """Make the empty folder, which git takes; recorded before, so that a crash leaves something to find it by."""
    before = record.load(records, worktree.path)
    try:
        record.save(records, worktree)
        try:
            os.mkdir(worktree.path)
        except FileExistsError as error:
            raise Failed(f"{worktree.path} is there already", kind="worktree_occupied") from error
    except BaseException:
        with contextlib.suppress(OSError):  # where nothing can be written nothing was
            record.restore(records, worktree.path, before)
        _remove_empty_parent(worktree.path)
        raise


def take_back(worktree: ManagedWorktree, records: str) -> str | None:
    """Undo a worktree in which somebody may have worked, unless something could be lost. Why it was kept; None: it is gone.

    Its branch goes too if it was made with it and nothing was added to it.
    """
    if not _is_being_made(worktree):
        found = state(worktree)
        listed = found.registered or (worktree.done and os.path.lexists(worktree.path))
        if listed and (reason := reason_to_keep(found, worktree.branch, "auto")) is not None:
            return reason
    return None if undo(worktree, records) is None else "it cannot be removed"


def tidy(worktree: ManagedWorktree, records: str) -> str | None:
    """Remove what a crash left and nobody is at work on, if nothing could be lost. Why it was kept; None: it is gone.

    Its branch goes too if it was made with it and nothing was added to it, unless its workspace was closed.
    """
    if not worktree.done:
        return take_back(worktree, records)
    return release(worktree, records, with_branch=not worktree.closed)


def _is_being_made(worktree: ManagedWorktree) -> bool:
    """Whether git had begun it and not ended: then nobody can have worked in it."""
    try:
        return any(each.making for each in list_checkouts(worktree.repo_root) if each.path == worktree.path)
    except PaneflowError:
        return False


def remember_copies(worktree: ManagedWorktree, copies: dict[str, str], records: str) -> ManagedWorktree:
    """Note which files were copied in, so that edits in them are seen at close."""
    worktree = replace(worktree, copies=copies)
    record.save(records, worktree)
    return worktree


def finish(worktree: ManagedWorktree, records: str) -> ManagedWorktree:
    """Note that all is in it that a pane needs."""
    worktree = replace(worktree, done=True)
    record.save(records, worktree)
    return worktree


def note_closed(path: str, records: str) -> None:
    """Note that the workspace of a worktree was closed. Raises `OSError`."""
    worktree = record.load(records, path)
    if worktree is not None:
        record.save(records, replace(worktree, closed=True))


def undo(worktree: ManagedWorktree, records: str) -> str | None:
    """Take back what `create` made, before anyone has worked in it. The answer names what is left; None: nothing."""
    with contextlib.suppress(PaneflowError):  # twice: git locks a worktree while it makes it
        git(worktree.repo_root, "worktree", "remove", "--force", "--force", worktree.path, timeout_s=CHANGE_S)
    with contextlib.suppress(OSError):  # git never came to it
        os.rmdir(worktree.path)
    _remove_branch(worktree)
    _remove_empty_parent(worktree.path)
    if os.path.lexists(worktree.path):
        return worktree.path
    record.forget(records, worktree.path)
    return None


def _remove_branch(worktree: ManagedWorktree) -> None:
    """Remove the branch if it was made with the worktree and still is where it began."""
    if worktree.created_branch:
        with contextlib.suppress(PaneflowError):
            git(worktree.repo_root, "update-ref", "-d", f"refs/heads/{worktree.branch}", worktree.base)


def has_branch(worktree: ManagedWorktree) -> bool:
    """Whether the branch of a worktree is there; not if git cannot say."""
    try:
        return bool(git(worktree.repo_root, "for-each-ref", f"refs/heads/{worktree.branch}"))
    except PaneflowError:
        return False


def release(worktree: ManagedWorktree, records: str, *, with_branch: bool = False) -> str | None:
    """At close: remove a worktree if nothing in it could be lost. The answer is why it was kept; None: it is gone.

    The branch stays, unless it is meant, too (`with_branch`), was made with it, and nothing was added to it. git checks once
    more for changes itself, so that a file written at this moment is safe too.
    """
    found = state(worktree)
    gone = not os.path.lexists(worktree.path) and not found.registered
    reason = None if gone else reason_to_keep(found, worktree.branch, worktree.teardown)
    if reason is None and not gone:
        try:
            git(worktree.repo_root, "worktree", "remove", worktree.path, timeout_s=CHANGE_S)
        except PaneflowError as error:
            reason = error.message
    if reason is None:
        if with_branch:
            _remove_branch(worktree)
        _remove_empty_parent(worktree.path)
        record.forget(records, worktree.path)
    return reason


def orphans(records: str, in_use: Iterable[str]) -> list[ManagedWorktree]:
    """Worktrees that were made but belong to no workspace: what a crash between two steps leaves.

    Records of worktrees that are gone are dropped on the way.
    """
    used = set(in_use)
    found = []
    for worktree in list(record.load_all(records)):
        if not os.path.lexists(worktree.path) and not _is_registered(worktree):
            record.forget(records, worktree.path)
        elif worktree.path not in used:
            found.append(worktree)
    return found


def _is_registered(worktree: ManagedWorktree) -> bool:
    try:
        return any(each.path == worktree.path for each in list_checkouts(worktree.repo_root))
    except PaneflowError:
        return False


def _remove_empty_parent(path: str) -> None:
    """Remove `<repo>.worktrees` once the last worktree in it is gone."""
    parent = os.path.dirname(path)
    if parent.endswith(".worktrees"):
        with contextlib.suppress(OSError):  # it is not empty
            os.rmdir(parent)
