"""`new`, `select`, `split`, `focus`: where panes are."""

import os

from paneflow.cli import output
from paneflow.cli.command import CWD, ENV, INT, PANE, START, TARGET, Arg, Command, Flag, Usage
from paneflow.cli.exits import OK
from paneflow.cli.parse import Options
from paneflow.client.client import Client

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def _new(options: Options) -> int:
    with Client() as client:
        created = client.new(
            name=options.maybe("name"),
            cwd=folder(options),
            command=options.maybe("command"),
            pane_name=options.maybe("pane-name"),
            env=variables(options),
        )
    _tell_made(created)
    return OK


def _select(options: Options) -> int:
    with Client() as client:
        output.json(client.call("workspace.select", index=options.integer("index")))
    return OK


def _split(options: Options) -> int:
    target = options.maybe("target")
    with Client() as client:
        made = client.call(
            "surface.split",
            direction=options.text("direction"),
            surface_id=None if target is None else client.resolve(target),
            cwd=folder(options),
            command=options.maybe("command"),
            name=options.maybe("name"),
            env=variables(options),
        )
    _tell_made(made)
    return OK


def _tell_made(made: "Mapping[str, object]") -> None:
    output.json(made)
    left_out = made.get("env_left_out")
    if isinstance(left_out, list):
        output.complain(f"a pane is not given {', '.join(left_out)}")


def _focus(options: Options) -> int:
    with Client() as client:
        output.json(client.focus(options.text("target")))
    return OK


def folder(options: Options) -> str | None:
    """The folder of `--cwd`, from where the caller is: the host is somewhere else."""
    given = options.maybe("cwd")
    return None if given is None else os.path.abspath(os.path.expanduser(given))


def variables(options: Options) -> dict[str, str] | None:
    """The variables of `--env`. Raises `Usage`."""
    found: dict[str, str] = {}
    for entry in options.many("env"):
        name, equals, value = entry.partition("=")
        if not name or not equals:
            raise Usage(f"--env takes NAME=VALUE, not {entry!r}")
        found[name] = value
    return found or None


NEW = Command(
    "new",
    "Create a workspace with one shell, without moving the focus; print its index, title and first surface_id.",
    _new,
    flags=(
        Flag("--name", "Its title.", value="TITLE"),
        CWD,
        START,
        Flag("--pane-name", "A name for its first pane.", value="NAME"),
        ENV,
    ),
    examples=("paneflow new --name api --cwd ~/src/api --command 'make run'",),
)

SELECT = Command(
    "select",
    "Make a workspace the active one.",
    _select,
    args=(Arg("index", "Its place in the list, from 0.", kind=INT),),
    examples=("paneflow select 0",),
)

SPLIT = Command(
    "split",
    "Split a pane and start a shell in the new half; print its surface_id.",
    _split,
    args=(Arg("direction", "h puts the new pane below, v beside.", choices=("h", "v", "horizontal", "vertical")),),
    flags=(
        Flag(
            "--target",
            "The pane to split; without it, the focused one of the active workspace.",
            value="SEL",
            kind=PANE,
            param="surface_id",
        ),
        CWD,
        START,
        Flag("--name", "A name to select the new pane by.", value="NAME"),
        ENV,
    ),
    examples=("paneflow split v --target api --name logs --command 'tail -f api.log'",),
)

FOCUS = Command(
    "focus",
    "Give a pane the focus, and show its workspace.",
    _focus,
    args=(TARGET,),
    examples=("paneflow focus logs",),
)

COMMANDS = (NEW, SELECT, SPLIT, FOCUS)
