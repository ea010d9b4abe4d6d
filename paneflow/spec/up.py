"""The parameters of `workspace.up` from a checked workspace document and what was found out for it."""

from collections.abc import Callable, Mapping
from typing import Any

from paneflow.spec.pane import PaneSpec
from paneflow.spec.positions import Path
from paneflow.spec.tokens import PORT, substitute
from paneflow.spec.tree import layout_data
from paneflow.spec.workspace import WorkspaceSpec
from paneflow.spec.worktree import WorktreePlan


def up_params(
    spec: WorkspaceSpec,
    *,
    folders: Mapping[Path, str],
    ports: Mapping[Path, int],
    worktrees: Mapping[Path, WorktreePlan],
    command_of: Callable[[str], str],
) -> dict[str, Any]:
    """What to send to the host. `folders` are the panes' absolute folders, in their worktrees where they have one.

    `command_of` gives the command line that starts an agent.
    """
    paths: list[Path] = [("panes", index) for index in range(len(spec.panes))]
    return {
        "name": spec.name,
        "layout": spec.layout if spec.tree is None else layout_data(spec.tree),
        "panes": [
            pane_params(
                pane,
                folder=folders.get(path),
                port=ports.get(path),
                worktree=worktrees.get(path),
                command_of=command_of,
            )
            for path, pane in zip(paths, spec.panes, strict=True)
        ],
    }


def pane_params(
    pane: PaneSpec,
    *,
    folder: str | None,
    port: int | None,
    worktree: WorktreePlan | None,
    command_of: Callable[[str], str],
) -> dict[str, Any]:
    """One pane's parameters, without those that say nothing."""
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
        "profile": "agent" if pane.agent is not None else None,
    }
    return {key: value for key, value in params.items() if value is not None}


def managed_worktree(plan: WorktreePlan, teardown: str) -> dict[str, str]:
    """What the host keeps, to look after the worktree when the workspace closes."""
    return {
        "path": plan.path,
        "repo_root": plan.repo_root,
        "branch": plan.branch,
        "teardown": teardown,
        "action": plan.action,
    }
