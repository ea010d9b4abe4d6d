"""Every verb of the command line as flat rows, for what is made from all of them: completions, the man page."""

from paneflow.cli import registry
from paneflow.cli.command import METHOD, Arg, Command, Flag, Group


class Leaf:
    """A command by its whole path, such as ("host", "start")."""

    def __init__(self, path: tuple[str, ...], command: Command) -> None:
        self.path, self.command = path, command

    @property
    def name(self) -> str:
        """The path as it is typed."""
        return " ".join(self.path)


def leaves() -> list[Leaf]:
    """All commands, in the order of `--help`."""
    found: list[Leaf] = []
    for verb in registry.VERBS:
        entry = registry.load(verb)
        if isinstance(entry, Group):
            found += [Leaf((verb, command.name), command) for command in entry.commands]
        else:
            found.append(Leaf((verb,), entry))
    return found


def groups() -> dict[str, Group]:
    """The verbs that have verbs of their own."""
    entries = {verb: registry.load(verb) for verb in registry.VERBS}
    return {verb: entry for verb, entry in entries.items() if isinstance(entry, Group)}


def values(word: Arg | Flag) -> tuple[str, ...]:
    """The values that a word can have, when they are a fixed set."""
    if word.kind == METHOD:
        from paneflow.rpc.table import methods

        return tuple(methods())
    return word.choices
