"""What the panes of a document need before they can start: folders, ports, worktrees. Looked at here, made by `builder`."""

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from paneflow import paths
from paneflow.cli import output
from paneflow.cli.agent_line import agent_env, agent_line, missing_program
from paneflow.client.wire import request_line
from paneflow.errors import InvalidParams
from paneflow.spec.pane import PaneSpec
from paneflow.spec.ports import allocate_ports, wants_port
from paneflow.spec.positions import Path
from paneflow.spec.preflight import Machine, check_machine
from paneflow.spec.problem import InvalidDocument, Problem, Report, Severity
from paneflow.spec.toml import MAX_TEXT
from paneflow.spec.up import pane_params

if TYPE_CHECKING:
    from paneflow.spec.worktree import Repository, WorktreePlan

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

    return plan_worktrees(panes, folders, repository_of, os.path.lexists, _is_unfinished, report)


def repository_of(folder: str) -> "Repository | None":
    """What git says of the repository that a folder is in."""
    from paneflow.worktree.inspect import repository

    return repository(folder)


def _is_unfinished(path: str) -> bool:
    from paneflow.worktree import record

    found = record.load(records_folder(), path)
    return found is not None and not found.done


def records_folder() -> str:
    """Where the owner records of worktrees are."""
    return os.path.join(paths.state_dir(), "worktrees")


def warn(report: Report) -> None:
    """Print the warnings of a document."""
    for problem in report.sorted():
        if problem.severity is Severity.WARNING:
            output.complain(str(problem))


def worktree_folder(plan: "WorktreePlan") -> str:
    """Where a pane starts in its worktree: at the same place as in the repository, if that is there."""
    if not plan.subfolder:
        return plan.path
    from paneflow.worktree.env_files import is_within

    folder = os.path.join(plan.path, plan.subfolder)
    return folder if is_within(folder, plan.path) else plan.path


def _folder(written: str, base: str) -> str | None:
    try:
        path = os.path.realpath(os.path.join(base, os.path.expanduser(written)))
    except OSError:  # a link on the way that may not be read
        return None
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
