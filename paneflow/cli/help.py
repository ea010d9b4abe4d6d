"""Help texts, made from the commands' own data."""

from paneflow.cli import registry
from paneflow.cli.command import Command, Group
from paneflow.cli.exits import MEANING

_WIDTH = 22


def overview() -> str:
    """What `paneflow --help` prints."""
    verbs = "\n".join(_entry(name, doc) for name, (_, doc) in registry.VERBS.items())
    exits = "\n".join(f"  {code:<4}{meaning}" for code, meaning in MEANING.items())
    return f"""{usage()}

Without arguments the window opens. `paneflow <verb> --help` tells more of each:

{verbs}

A target is a pane's id (42 or %42), its name or what only its name begins with, cmdline:TEXT for what runs in it, cwd:DIR for
where it is, or self inside a pane.

Exit codes:
{exits}
"""


def usage() -> str:
    """The one line that comes with a wrong command line."""
    return "usage: paneflow [--help | --version | <verb> …]"


def of_command(command: Command, path: str) -> str:
    """The help of a verb; `path` is how it is called, such as `host start`."""
    parts = [f"usage: {usage_of(command, path)}\n\n{command.doc}\n"]
    if command.args:
        parts.append("\n" + "".join(_entry(arg.shown, arg.doc) + "\n" for arg in command.args))
    flags = [(flag.shown, flag.doc) for flag in command.flags] + [("--help", "Print this.")]
    parts.append("\n" + "".join(_entry(shown, doc) + "\n" for shown, doc in flags))
    if command.notes:
        parts.append(f"\n{command.notes}\n")
    return "".join(parts) + _examples(command.examples)


def of_group(group: Group) -> str:
    """The help of a verb that has verbs of its own."""
    entries = "".join(_entry(command.name, command.doc) + "\n" for command in group.commands)
    names = "|".join(command.name for command in group.commands)
    return f"usage: paneflow {group.name} {names}\n\n{group.doc}\n\n{entries}{_examples(group.examples)}"


def usage_of(command: Command, path: str) -> str:
    """The usage line of a verb."""
    words = [f"paneflow {path}", *(arg.shown for arg in command.args if not arg.rest)]
    words += [flag.shown if flag.required else f"[{flag.shown}]{'…' if flag.many else ''}" for flag in command.flags]
    words += [f"[--] {arg.shown}" for arg in command.args if arg.rest]
    return " ".join(words)


def _examples(examples: tuple[str, ...]) -> str:
    return "\nExamples:\n" + "".join(f"  {example}\n" for example in examples) if examples else ""


def _entry(name: str, doc: str) -> str:
    gap = "\n" + " " * (_WIDTH + 2) if len(name) >= _WIDTH else " " * (_WIDTH - len(name))
    return f"  {name}{gap}{doc}"
