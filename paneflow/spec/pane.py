"""One pane of a workspace or flow document: its keys, and the rules between them."""

import re
from collections.abc import Callable, Collection, Mapping
from typing import Final, Literal

from paneflow.spec.branch import branch_fault
from paneflow.spec.positions import Path
from paneflow.spec.problem import Report, Severity, nearest
from paneflow.spec.record import Document, setting
from paneflow.spec.shape import Choice, Environment, Flag, Integer, Text
from paneflow.spec.tokens import PORT

MAX_PANES: Final = 64  # in one workspace; flows count every instance
_WORKTREE_KEYS = ("copy_env", "setup", "setup_timeout_secs", "worktree_teardown")

_READ_OTHERWISE: Final = re.compile(r"%?\d+|self|(cmdline|cwd):.*", re.ASCII | re.IGNORECASE)

Agents = Callable[[], Collection[str]]  # asked for only where a pane has one: to know them costs a file
Layout = Literal["even_h", "even_v", "main_vertical", "tiled"]
LAYOUTS = Choice("even_h", "even_v", "main_vertical", "tiled")


class PaneSpec(Document):
    """`[[panes]]`, and `pane` of a flow's step."""

    cwd: str | None = setting(
        None,
        Text("a folder"),
        "Where it starts; must exist. ~ is your home; a relative path starts at the document's folder, as a pane without "
        "cwd does.",
    )
    agent: str | None = setting(None, Text("an agent's name"), "The agent to start; not with command.")
    command: str | None = setting(
        None, Text("a command", lines=True, most=65_536), "Typed into the shell; not with agent."
    )
    prompt: str | None = setting(
        None, Text("a text", lines=True, most=65_536), "Filled into the program's input, not submitted."
    )
    focus: bool = setting(False, Flag(), "Gets the keyboard at first.")
    env: Mapping[str, str] = setting(
        {}, Environment(), "Environment variables over those of terminal.env; ${port_offset} is a free port."
    )
    name: str | None = setting(None, Text("a name", most=64), "What selectors call it.")
    worktree: str | None = setting(
        None, Text("a branch", most=250), "A branch; the pane runs in a git worktree of it under REPO.worktrees/."
    )
    copy_env: bool = setting(True, Flag(), "Copy .env files that git ignores into a new worktree.")
    setup: str | None = setting(
        None, Text("a command", lines=True, most=65_536), "Run in a new worktree before the pane starts."
    )
    setup_timeout_secs: int = setting(300, Integer(1, 86_400), "How long setup may take, in seconds.")
    worktree_teardown: Literal["auto", "keep"] = setting(
        "auto", Choice("auto", "keep"), "auto removes the worktree at close when nothing in it could be lost."
    )


def check_pane(pane: PaneSpec, given: Collection[str], path: Path, report: Report, agents: Agents | None) -> None:
    """Report broken rules between the keys of a pane. `given` are the keys that were written; no `agents`: any name."""
    if pane.agent is not None and pane.command is not None:
        report.add((*path, "command"), "both agent and command are given; allowed: one of them")
    if pane.agent is not None and agents is not None and not is_known_agent(pane.agent, known := agents()):
        hint = nearest(pane.agent.lower(), known) or "allowed: one of " + ", ".join(sorted(known))
        report.add((*path, "agent"), f'there is no agent "{pane.agent}"; {hint}', found=pane.agent)
    if pane.name is not None and _READ_OTHERWISE.fullmatch(pane.name):
        message = f"selectors do not take it for a name; it will be pane-{pane.name}"
        report.add((*path, "name"), message, severity=Severity.WARNING)
    for key in ("cwd", "command", "prompt", "name", "setup"):
        if "${" + PORT + "}" in (getattr(pane, key) or ""):
            report.add((*path, key), "${port_offset} is replaced in values of env only", severity=Severity.WARNING)
    check_worktree(pane, given, path, report)


def check_worktree(pane: PaneSpec, given: Collection[str], path: Path, report: Report) -> None:
    """Report broken rules about the worktree of a pane."""
    if pane.worktree is None:
        if "worktree" not in given:
            for key in _WORKTREE_KEYS:
                if key in given:
                    report.add((*path, key), "makes sense only with worktree, which is not given")
        return
    fault = branch_fault(pane.worktree)
    if fault:
        report.add((*path, "worktree"), f'"{pane.worktree}" {fault}', found=pane.worktree)
    if "cwd" not in given:
        report.add((*path, "worktree"), "needs cwd: a folder in the repository")


def is_known_agent(name: str, agents: Collection[str]) -> bool:
    """Whether a launcher answers to the name; case does not matter, nor `_` for `-`."""
    wanted = name.strip().lower().replace("_", "-")
    return wanted in {agent.lower().replace("_", "-") for agent in agents}
