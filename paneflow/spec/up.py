"""A pane of a document, and what was found out for it, as the host's methods take panes."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from paneflow.spec.pane import PaneSpec
from paneflow.spec.tokens import PORT, substitute

if TYPE_CHECKING:
    from paneflow.spec.worktree import WorktreePlan


def pane_params(
    pane: PaneSpec,
    *,
    folder: str | None,
    port: int | None,
    worktree: "WorktreePlan | None",
    command_of: Callable[[str], str],
) -> dict[str, Any]:
    """What to send to the host, without what says nothing.

    `folder` is absolute, in the worktree if there is one; `command_of` gives the command line that starts an agent.
    """
    command = command_of(pane.agent) if pane.agent is not None else pane.command
    tokens = {} if port is None else {PORT: str(port)}
    params: dict[str, Any] = {
        "cwd": folder,
        "command": command,
        "prompt": pane.prompt,
        "focus": pane.focus or None,
        "env": {name: substitute(value, tokens) for name, value in pane.env.items()} or None,
        "name": pane.name,
        "managed_worktree": worktree and managed_worktree(worktree, pane.worktree_teardown),
    }
    return {key: value for key, value in params.items() if value is not None}


def managed_worktree(plan: "WorktreePlan", teardown: str) -> dict[str, str]:
    """What the host keeps, to look after the worktree when the workspace closes."""
    return {
        "path": plan.path,
        "repo_root": plan.repo_root,
        "branch": plan.branch,
        "teardown": teardown,
        "action": plan.action,
    }
