"""Makes what panes need before they start, the worktrees, and takes it all back when it comes to nothing."""

import contextlib
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from paneflow.cli import output
from paneflow.cli.provision import Needs, records_folder, repository_of, worktree_folder
from paneflow.errors import Failed, InvalidParams, PaneflowError
from paneflow.spec.tokens import PORT, substitute

if TYPE_CHECKING:
    from paneflow.spec.worktree import WorktreePlan
    from paneflow.worktree.claim import Claim
    from paneflow.worktree.record import ManagedWorktree

# What works on worktrees is imported where it is used: git, processes and digests cost more than the rest of `up`.

T = TypeVar("T")


class Builder:
    """Makes what panes need, says so on stderr, and takes it all back. May be cancelled from anywhere."""

    def __init__(
        self, show: Callable[[str], None] = output.complain, show_output: Callable[[bytes], object] | None = None
    ) -> None:
        self._records = records_folder()
        self._made: list[ManagedWorktree] = []
        self._claims: list[Claim] = []
        self._show = show
        self._show_output = show_output or _show_output
        self._cancelled = False

    def build(self, needs: Needs) -> None:
        """Make a pane's worktree, with its env files and its setup. Raises `Failed` (interrupted, …); see `undo`."""
        self.check()
        if needs.plan is None:
            return
        if needs.plan.action == "reuse":
            self._reuse(needs, needs.plan)
        else:
            self._make(needs, needs.plan)

    def cancel(self) -> None:
        """Make nothing more: what is under way ends soon, and raises."""
        self._cancelled = True

    def check(self) -> None:
        """Raise `Failed` (interrupted) once it was cancelled."""
        if self._cancelled:
            raise Failed("interrupted", kind="interrupted")

    def hand_over(self, ask: Callable[[], T]) -> T:
        """Ask the host for panes; what was made belongs to them then. On failure it is taken back, as far as that is safe.

        What the host finds wrong with them is told as `Failed`.
        """
        try:
            answer = ask()
        except BaseException as error:
            kind = error.kind if isinstance(error, PaneflowError) else ""
            lost = kind == "unavailable"
            if kind == "no_answer" or (lost and _host_answers()):  # the panes may be there, and work in the worktrees
                self._show("whether the panes were made is not known; their worktrees stay")
                self._let_go()
            elif lost:  # the host died over it, and the panes with it
                self._undo_used()
            else:
                self.undo()
            if isinstance(error, InvalidParams):  # by what a file asks for; the command line is right
                raise Failed(error.message) from error
            raise
        self._let_go()
        return answer

    def undo(self) -> None:
        """Take back what was made since the last `hand_over`, and name what cannot be."""
        while self._made:
            from paneflow.worktree.make import undo

            left = undo(self._made.pop(), self._records)
            if left is not None:
                self._show(f"worktree {left}: could not be removed")
        self._release()

    def _undo_used(self) -> None:
        """As `undo`, where panes may have run for a moment: what could be lost is kept and named."""
        while self._made:
            from paneflow.worktree.make import take_back

            worktree = self._made.pop()
            reason = take_back(worktree, self._records)
            if reason is not None:
                self._show(f"worktree {worktree.path}: stays: {reason}")
        self._release()

    def _let_go(self) -> None:
        self._made.clear()
        self._release()

    def _release(self) -> None:
        while self._claims:
            self._claims.pop().release()

    def _claim(self, path: str, *, shared: bool = False) -> None:
        from paneflow.worktree.claim import Claim

        self._claims.append(Claim(self._records, path, shared=shared))

    def _reuse(self, needs: Needs, plan: "WorktreePlan") -> None:
        from paneflow.worktree import record

        found = record.load(self._records, plan.path)
        whole = found is None or found.done
        self._claim(plan.path, shared=whole)
        if not os.path.isdir(plan.path):  # the host has removed it since it was looked at
            raise Failed(f"{plan.path} has gone", kind="worktree_vanished", path=plan.path)
        if found is None or whole:
            self._show(f"worktree {plan.path}: reused")
            return
        self._show(f"worktree {plan.path}: was left unfinished, and is finished now")
        self._furnish(found, needs, plan)

    def _make(self, needs: Needs, plan: "WorktreePlan") -> None:
        from paneflow.worktree.make import create

        self._claim(plan.path)
        if plan.leftover:
            plan = self._without_leftover(needs, plan)
        worktree = create(plan, needs.folder, needs.pane.worktree_teardown, self._records)
        self._made.append(worktree)
        self._show(f"worktree {plan.path}: made, with the branch {plan.branch}")
        self._made[-1] = self._furnish(worktree, needs, plan)

    def _without_leftover(self, needs: Needs, plan: "WorktreePlan") -> "WorktreePlan":
        """Remove what one that was killed has begun, and plan again. Raises `Failed` (worktree_occupied)."""
        from paneflow.spec.worktree import plan_worktree
        from paneflow.worktree import record
        from paneflow.worktree.make import take_back

        found = record.load(self._records, plan.path)
        if found is not None and not found.done:
            take_back(found, self._records)
            self._show(f"worktree {plan.path}: was left unfinished, and is made again")
        again = plan_worktree(plan.branch, repository_of(needs.folder), os.path.lexists)
        if isinstance(again, str) or again.action == "reuse":
            why = again if isinstance(again, str) else f"{plan.path} is there already"
            raise Failed(why, kind="worktree_occupied", path=plan.path)
        return again

    def _furnish(self, worktree: "ManagedWorktree", needs: Needs, plan: "WorktreePlan") -> "ManagedWorktree":
        """Copy env files into it and run its setup."""
        from paneflow.worktree.make import finish

        if needs.pane.copy_env:
            worktree = self._copy(worktree, needs.folder, plan)
        if needs.pane.setup is not None:
            self._set_up(needs, plan, needs.pane.setup)
        return finish(worktree, self._records)

    def _copy(self, worktree: "ManagedWorktree", folder: str, plan: "WorktreePlan") -> "ManagedWorktree":
        from paneflow.worktree.env_files import copy_env_files
        from paneflow.worktree.make import remember_copies

        top = folder.removesuffix(plan.subfolder).rstrip("/\\") if plan.subfolder else folder
        copied, left = copy_env_files(top, plan.path, plan.subfolder)
        for name, reason in left.items():
            self._show(f"worktree {plan.path}: {name} was not copied: {reason}")
        if not copied:
            return worktree
        self._show(f"worktree {plan.path}: copied {', '.join(copied)}")
        return remember_copies(worktree, {**worktree.copies, **copied}, self._records)

    def _set_up(self, needs: Needs, plan: "WorktreePlan", command: str) -> None:
        from paneflow.worktree.setup import run_setup

        tokens = {} if needs.port is None else {PORT: str(needs.port)}
        self._show(f"worktree {plan.path}: setup: {command}")
        result = run_setup(
            command,
            worktree_folder(plan),
            env={name: substitute(value, tokens) for name, value in needs.pane.env.items()},
            timeout_s=needs.pane.setup_timeout_secs,
            show=self._show_output,
            cancelled=lambda: self._cancelled,
        )
        self.check()
        if result.cut:
            self._show(f"worktree {plan.path}: the rest of setup's output is left out")
        if result.problem is not None:
            self._show(f"worktree {plan.path}: setup {result.problem}; the pane starts all the same")


def _host_answers() -> bool:
    from paneflow.client.client import Client

    try:
        with Client() as client:
            client.call("system.ping")
    except PaneflowError:
        return False
    return True


def _show_output(chunk: bytes) -> None:
    with contextlib.suppress(OSError, ValueError):  # nobody listens
        sys.stderr.write(output.visible(chunk.decode(errors="replace").replace("\r\n", "\n")))
        sys.stderr.flush()
