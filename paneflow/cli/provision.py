"""What the panes of a document need before they can start: folders, ports, worktrees. First looked at, then made."""

import contextlib
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from paneflow import paths
from paneflow.cli import output
from paneflow.cli.agent_line import agent_env, agent_line, missing_program
from paneflow.client.wire import request_line
from paneflow.errors import Failed, InvalidParams
from paneflow.spec.pane import PaneSpec
from paneflow.spec.ports import allocate_ports, wants_port
from paneflow.spec.positions import Path
from paneflow.spec.preflight import Machine, check_machine
from paneflow.spec.problem import InvalidDocument, Problem, Report, Severity
from paneflow.spec.tokens import PORT, substitute
from paneflow.spec.toml import MAX_TEXT
from paneflow.spec.up import pane_params

if TYPE_CHECKING:
    from paneflow.spec.worktree import Repository, WorktreePlan
    from paneflow.worktree.claim import Claim
    from paneflow.worktree.record import ManagedWorktree

# What works on worktrees is imported where it is used: git, processes and digests cost more than the rest of `up`.


class Needs(NamedTuple):
    """What one pane starts with; `plan` None: it has no worktree."""

    pane: PaneSpec
    folder: str
    port: int | None
    plan: "WorktreePlan | None"

    @property
    def params(self) -> dict[str, Any]:
        """What the host is told of the pane."""
        env = {**agent_env(self.pane.agent), **self.pane.env} if self.pane.agent else self.pane.env
        return pane_params(
            self.pane.replace(env=env),
            folder=self.folder if self.plan is None else worktree_folder(self.plan),
            port=self.port,
            worktree=self.plan,
            command_of=agent_line,
        )


def read_document(file: str) -> str:
    """The text of a document. Raises `InvalidDocument` when it cannot be read."""
    try:
        with open(file, encoding="utf-8-sig") as opened:  # some editors begin a file with a byte order mark
            return opened.read(MAX_TEXT + 1)
    except OSError as error:
        raise InvalidDocument([Problem(message=error.strerror or str(error), file=file or '""')]) from error
    except UnicodeDecodeError as error:
        raise InvalidDocument([Problem(message="the file is not UTF-8", file=file)]) from error


def base_of(file: str) -> str:
    """The folder that a document's paths start from: its own, or the caller's when it comes through a pipe."""
    return os.path.dirname(os.path.abspath(file)) if os.path.isfile(file) else os.getcwd()


def look(panes: Sequence[tuple[Path, PaneSpec]], *, base: str, port_base: int, report: Report) -> list[Needs]:
    """Find out everything that can be known before anything is made. Raises `InvalidDocument`, `Failed` (no_free_port).

    `base` is the folder that relative paths start from, and panes without one.
    """
    machine = Machine(folder=lambda written: _folder(written, base), missing_program=missing_program)
    folders = check_machine(panes, machine, report)
    plans = _plans(panes, folders, report)
    warn(report)
    report.check()
    ports = allocate_ports([wants_port(pane.env.values()) for _, pane in panes], port_base, _is_free)
    return [
        Needs(pane, base if folder is None else folder, port, plan)
        for (_, pane), folder, port, plan in zip(panes, folders, ports, plans, strict=True)
    ]


def check_size(needs: Sequence[Needs], report: Report) -> None:
    """Raise `InvalidDocument` when no host would take so many and long texts at once."""
    try:
        request_line("workspace.up", {"panes": [each.params for each in needs]}, 1)
    except InvalidParams as error:
        report.add((), f"all panes together are too long: {error.message}")
        report.check()


def _plans(
    panes: Sequence[tuple[Path, PaneSpec]], folders: Sequence[str | None], report: Report
) -> "Sequence[WorktreePlan | None]":
    if all(pane.worktree is None for _, pane in panes):
        return [None] * len(panes)
    from paneflow.spec.worktree import plan_worktrees

    return plan_worktrees(panes, folders, _repository, os.path.lexists, report)


def _repository(folder: str) -> "Repository | None":
    from paneflow.worktree.inspect import repository

    return repository(folder)


def warn(report: Report) -> None:
    """Print the warnings of a document."""
    for problem in report.sorted():
        if problem.severity is Severity.WARNING:
            output.complain(str(problem))


class Builder:
    """Makes what panes need, says so on stderr, and takes it all back. May be cancelled from anywhere."""

    def __init__(
        self, show: Callable[[str], None] = output.complain, show_output: Callable[[bytes], object] | None = None
    ) -> None:
        self._records = os.path.join(paths.state_dir(), "worktrees")
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

    def keep(self) -> None:
        """What was made belongs to panes now."""
        self._made.clear()
        self._release()

    def undo(self) -> None:
        """Take back what was made since the last `keep`, and name what cannot be."""
        while self._made:
            from paneflow.worktree.make import undo

            left = undo(self._made.pop(), self._records)
            if left is not None:
                self._show(f"worktree {left}: could not be removed")
        self._release()

    def _release(self) -> None:
        while self._claims:
            self._claims.pop().release()

    def _claim(self, path: str) -> None:
        from paneflow.worktree.claim import Claim

        self._claims.append(Claim(self._records, path))

    def _reuse(self, needs: Needs, plan: "WorktreePlan") -> None:
        from paneflow.worktree import record

        found = record.load(self._records, plan.path)
        if found is None or found.done:
            self._show(f"worktree {plan.path}: reused")
            return
        self._claim(plan.path)
        self._show(f"worktree {plan.path}: was left unfinished, and is finished now")
        self._furnish(found, needs, plan)

    def _make(self, needs: Needs, plan: "WorktreePlan") -> None:
        from paneflow.worktree.make import create

        self._claim(plan.path)
        worktree = create(plan, needs.folder, needs.pane.worktree_teardown, self._records)
        self._made.append(worktree)
        self._show(f"worktree {plan.path}: made, with the branch {plan.branch}")
        self._made[-1] = self._furnish(worktree, needs, plan)

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


def worktree_folder(plan: "WorktreePlan") -> str:
    """Where a pane starts in its worktree: at the same place as in the repository, if that is there."""
    if not plan.subfolder:
        return plan.path
    from paneflow.worktree.env_files import is_within

    folder = os.path.join(plan.path, plan.subfolder)
    return folder if is_within(folder, plan.path) else plan.path


def _show_output(chunk: bytes) -> None:
    with contextlib.suppress(OSError, ValueError):  # nobody listens
        sys.stderr.write(output.visible(chunk.decode(errors="replace").replace("\r\n", "\n")))
        sys.stderr.flush()


def _folder(written: str, base: str) -> str | None:
    path = os.path.realpath(os.path.join(base, os.path.expanduser(written)))
    return path if os.path.isdir(path) else None


def _is_free(port: int) -> bool:
    import socket

    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        if sys.platform != "win32":  # there it would let a port be bound twice
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
