"""From the words of a command line to parsed commands. Pure.

Three steps: the global options that come before the first command (`split_globals`), the commands that `;`
separates (`split_commands`), and one command's flags and arguments (`parse_command`). getopt's rules hold: flags may
be clustered, a value may be attached, `--` and the first word that is no flag end them.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from paneflow.compat.tmux.commands import COMMAND_ALIASES, VERBS, Verb
from paneflow.compat.tmux.errors import TmuxError

GLOBAL_FLAGS: Final = "2c:CDdf:lL:NqS:T:uUvV"
USAGE: Final = (
    "usage: tmux [-2CDlNuvV] [-c shell-command] [-f file] [-L socket-name]\n"
    "            [-S socket-path] [-T features] [command [flags]]"
)


class Globals(NamedTuple):
    """The options before the first command."""

    values: dict[str, str]  # flag → value, "" for a switch
    words: list[str]  # what is left: commands


class Args:
    """One command's flags and arguments."""

    def __init__(self, flags: dict[str, list[str | None]], words: list[str]) -> None:
        self.flags = flags
        self.words = words

    def __contains__(self, flag: str) -> bool:
        return flag in self.flags

    def get(self, flag: str) -> str | None:
        """The last value of a flag; None if it was not given or has none."""
        values = self.flags.get(flag)
        return values[-1] if values else None

    def all(self, flag: str) -> list[str]:
        """All values of a flag that may be repeated, in order."""
        return [value for value in self.flags.get(flag, ()) if value is not None]

    def count(self, flag: str) -> int:
        """How often a flag was given."""
        return len(self.flags.get(flag, ()))


class Command(NamedTuple):
    """A command that is ready to run."""

    verb: Verb
    args: Args


def split_globals(argv: Sequence[str]) -> Globals:
    """Take the global options off the front; raises TmuxError with the usage on a bad one."""
    values: dict[str, str] = {}
    rest = list(argv)
    while rest and rest[0].startswith("-") and rest[0] != "-":
        word = rest.pop(0)
        if word == "--":
            break
        _take_cluster(word[1:], rest, values)
    return Globals(values, rest)


def _take_cluster(letters: str, rest: list[str], values: dict[str, str]) -> None:
    for position, letter in enumerate(letters):
        place = GLOBAL_FLAGS.find(letter) if letter.isalnum() else -1
        if place < 0:
            raise TmuxError(f"tmux: unknown option -- {letter}\n{USAGE}")
        if GLOBAL_FLAGS[place + 1 : place + 2] != ":":
            values[letter] = ""
            continue
        attached = letters[position + 1 :]
        if not attached and not rest:
            raise TmuxError(f"tmux: option requires an argument -- {letter}\n{USAGE}")
        values[letter] = attached or rest.pop(0)
        return


def split_commands(words: Sequence[str]) -> list[list[str]]:
    """Cut at words that are `;` or end in one; `\\;` at the end of a word is a plain semicolon."""
    commands: list[list[str]] = []
    current: list[str] = []
    for word in words:
        ends = word.endswith(";")
        if word.endswith("\\;"):
            word, ends = word[:-2] + ";", False
        elif ends:
            word = word[:-1]
        if word or not ends:
            current.append(word)
        if ends:
            commands.append(current)
            current = []
    if current:
        commands.append(current)
    return commands


def find_verb(name: str) -> Verb:
    """A command by name, alias or unique prefix."""
    matches = []
    for verb in VERBS:
        if name in (verb.name, verb.alias):
            return verb
        if verb.name.startswith(name):
            matches.append(verb)
    if not matches:
        raise TmuxError(f"unknown command: {name}")
    if len(matches) > 1:
        names = ", ".join(verb.name for verb in matches)
        raise TmuxError(f"ambiguous command: {name}, could be: {names}")
    return matches[0]


def parse_command(words: Sequence[str], aliases: dict[str, tuple[str, ...]] = COMMAND_ALIASES) -> Command:
    """One command's words; raises TmuxError as tmux words it."""
    if not words:
        raise TmuxError("no command")
    words = [*aliases.get(words[0], (words[0],)), *words[1:]]
    verb = find_verb(words[0])
    try:
        args = parse_flags(verb.flags, words[1:])
    except _UsageAsked:
        raise TmuxError(f"usage: {verb.name} {verb.usage}") from None
    except TmuxError as error:
        raise TmuxError(f"command {verb.name}: {error.message}") from None
    _check_count(verb, len(args.words))
    return Command(verb, args)


def _check_count(verb: Verb, count: int) -> None:
    if count < verb.lower:
        raise TmuxError(f"command {verb.name}: too few arguments (need at least {verb.lower})")
    if 0 <= verb.upper < count:
        raise TmuxError(f"command {verb.name}: too many arguments (need at most {verb.upper})")


class _UsageAsked(Exception):
    """`-?` was given."""


def parse_flags(template: str, words: Sequence[str]) -> Args:
    """Flags by a getopt template, then the arguments."""
    flags: dict[str, list[str | None]] = {}
    rest = list(words)
    while rest and rest[0].startswith("-") and rest[0] != "-":
        word = rest.pop(0)
        if word == "--":
            break
        _take_flags(template, word[1:], rest, flags)
    return Args(flags, rest)


def _take_flags(template: str, letters: str, rest: list[str], flags: dict[str, list[str | None]]) -> None:
    for position, letter in enumerate(letters):
        if letter == "?":
            raise _UsageAsked
        if not (letter.isascii() and letter.isalnum()):
            raise TmuxError(f"invalid flag -{letter}")
        place = template.find(letter)
        if place < 0:
            raise TmuxError(f"unknown flag -{letter}")
        values = flags.setdefault(letter, [])
        if template[place + 1 : place + 2] != ":":
            values.append(None)
            continue
        # tmux 3.3a takes a missing value for an empty one, and clients have come to rely on it.
        values.append(letters[position + 1 :] or (rest.pop(0) if rest else None))
        return


def parse_commands(words: Sequence[str]) -> list[Command]:
    """A whole line. All of it is parsed before anything runs: a bad command stops the good ones before it."""
    return [parse_command(command) for command in split_commands(words) if command]
