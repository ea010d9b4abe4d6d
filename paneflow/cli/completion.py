"""`completion`: scripts for shells. They hold all that is fixed; only names of panes are asked for when Tab is pressed."""

from paneflow.cli import output
from paneflow.cli.command import Arg, Command
from paneflow.cli.exits import OK
from paneflow.cli.parse import Options

_NAMES = "panes"


def _completion(options: Options) -> int:
    shell = options.text("shell")
    if shell == _NAMES:
        return _print_names()
    from importlib import import_module

    script: str = import_module(f"paneflow.cli.complete_{shell}").script()
    output.text(script)
    return OK


def _print_names() -> int:
    from paneflow.client.client import Client

    with Client(timeout_s=2.0) as client:
        for row in client.surfaces():
            output.line(output.one_line(row["name"]))
    return OK


_SHELL = Arg(
    "shell",
    "The shell; `panes` prints the panes' names, which the scripts ask for.",
    choices=("bash", "zsh", "fish", _NAMES),
)

COMPLETION = Command(
    "completion",
    "Print a completion script for a shell.",
    _completion,
    args=(_SHELL,),
    examples=(
        "source <(paneflow completion bash)",
        "paneflow completion zsh > ~/.zfunc/_paneflow",
        "paneflow completion fish > ~/.config/fish/completions/paneflow.fish",
    ),
)

COMMANDS = (COMPLETION,)
