"""`up` and `save`: a workspace from a file, and a file from a workspace."""

import contextlib
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from paneflow.cli import output
from paneflow.cli.command import FILE, INT, Arg, Command, Flag
from paneflow.cli.exits import OK
from paneflow.cli.parse import Options
from paneflow.client.client import Client
from paneflow.client.selector import is_below
from paneflow.errors import NotFound

if TYPE_CHECKING:
    from paneflow.cli.provision import Needs


def _up(options: Options) -> int:
    from paneflow.cli.agent_line import agent_names
    from paneflow.cli.provision import base_of, check_size, look, read_document
    from paneflow.spec.tree import layout_data
    from paneflow.spec.workspace import parse_workspace

    file = options.text("file")
    spec, report = parse_workspace(read_document(file), file, agents=agent_names)
    panes = [(("panes", index), pane) for index, pane in enumerate(spec.panes)]
    needs = look(panes, base=base_of(file), port_base=spec.port_base, report=report)
    check_size(needs, report)
    layout = spec.layout if spec.tree is None else layout_data(spec.tree)
    if options.has("dry-run"):
        output.json({"name": spec.name, "layout": layout, "panes": [each.params for each in needs]})
        return OK
    output.json(_create(spec.name, layout, needs))
    return OK


def _create(name: str, layout: object, needs: Sequence["Needs"]) -> object:
    """All of it, or nothing: Ctrl-C before the host was asked takes back what was made, and later comes too late."""
    from paneflow.cli.builder import Builder
    from paneflow.cli.deferred import deferred

    builder = Builder()
    with Client() as client, deferred(builder.cancel):
        client.call("system.ping")  # before anything is made
        try:
            for each in needs:
                builder.build(each)
            panes = [each.params for each in needs]
            builder.check()
            client.call("system.ping")
        except BaseException:
            builder.undo()
            raise
        return builder.hand_over(lambda: client.call("workspace.up", name=name, layout=layout, panes=panes))


def _save(options: Options) -> int:
    from paneflow.spec.dump import dump_workspace, layout_tree, workspace_of
    from paneflow.spec.pane import PaneSpec

    with Client() as client:
        space = _workspace(client, options.integer("workspace"))
    leaves = list(_leaves(space["layout"]))
    shown = [leaf["surfaces"][leaf.get("active", 0)] for leaf in leaves]
    places = _places([each["cwd"] for each in shown], space.get("worktrees", ()))
    panes = [
        PaneSpec(**place, command=each.get("command") or None, name=each["name"])
        for each, place in zip(shown, places, strict=True)
    ]
    for pane in panes:
        if not os.path.isdir(pane.cwd or ""):
            output.complain(f"{pane.name}: {pane.cwd} is not there; up refuses the file until it is")
    focused = next((at for at, leaf in enumerate(leaves) if leaf.get("focus")), 0)
    text = dump_workspace(workspace_of(space["title"], layout_tree(space["layout"]), panes, focused))
    hidden = sum(len(leaf["surfaces"]) for leaf in leaves) - len(leaves)
    if hidden:
        output.complain(f"{hidden} stacked behind others left out: a file has one terminal a pane")
    _write(options.text("file"), text)
    return OK


def _places(folders: Sequence[str], worktrees: Sequence[Mapping[str, str]]) -> list[dict[str, Any]]:
    """Where panes start. A pane in a worktree starts in its repository, and `up` makes the worktree again; one pane each."""
    left = list(worktrees)
    places: list[dict[str, Any]] = []
    for folder in folders:
        found = next((each for each in left if is_below(folder, each["path"])), None)
        if found is None:
            places.append({"cwd": folder})
            continue
        left.remove(found)
        inside = os.path.normpath(os.path.join(found["repo_root"], os.path.relpath(folder, found["path"])))
        cwd = inside if os.path.isdir(inside) else found["repo_root"]
        places.append({"cwd": cwd, "worktree": found["branch"], "worktree_teardown": found["teardown"]})
    return places


def _workspace(client: Client, index: int | None) -> Mapping[str, Any]:
    params = {} if index is None else {"index": index}
    space: Mapping[str, Any] | None = client.call("workspace.current", **params)
    if space is None:
        raise NotFound("there is no workspace", kind="workspace_not_found")
    return space


def _leaves(layout: Mapping[str, Any]) -> Any:  # noqa: ANN401 - JSON
    if layout["type"] == "pane":
        yield layout
    for child in layout.get("children", ()):
        yield from _leaves(child)


def _write(file: str, text: str) -> None:
    """Write the file whole, or leave what was there. Raises `OSError`."""
    if file == "-":
        output.text(text)
        return
    if os.path.exists(file) and not os.path.isfile(file):  # a pipe or a device: there is nothing to keep
        with open(file, "w", encoding="utf-8") as opened:
            opened.write(text)
        return
    file = os.path.realpath(file)  # what a link leads to is written, not the link
    new = f"{file}.{os.getpid()}.new"
    try:
        with open(new, "x", encoding="utf-8") as opened:
            opened.write(text)
        os.replace(new, file)
    except OSError as error:
        with contextlib.suppress(OSError):
            os.unlink(new)
        raise OSError(error.errno, error.strerror, file) from error


UP = Command(
    "up",
    "Create a workspace as a file says: all of it, or nothing.",
    _up,
    args=(Arg("file", "A workspace document (TOML).", kind=FILE),),
    flags=(Flag("--dry-run", "Print what would be asked of the host, and make nothing."),),
    examples=("paneflow up project.toml", "paneflow up project.toml --dry-run"),
    notes=(
        "Prompts are filled in and never submitted. Errors name the file, the line and what is allowed; exit code 2. Keys of "
        "a pane: cwd, agent or command, prompt, focus, env, name, worktree, copy_env, setup, setup_timeout_secs, "
        "worktree_teardown; specs/documents.md explains them. A document runs its commands in your name: look at one that "
        "is not yours with --dry-run first."
    ),
)

SAVE = Command(
    "save",
    "Write a running workspace as a file that up reproduces.",
    _save,
    args=(Arg("file", "Where to; - is stdout.", kind=FILE),),
    flags=(
        Flag(
            "--workspace",
            "Its place in the list, from 0; without it, the active one.",
            value="N",
            kind=INT,
            param="index",
        ),
    ),
    examples=("paneflow save project.toml", "paneflow save --workspace 1 -"),
    notes="A file that is there is written over. Variables are not written: they may be secrets.",
)

COMMANDS = (UP, SAVE)
