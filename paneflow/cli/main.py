"""A verb from its words to its exit code."""

import sys

from paneflow.cli import registry
from paneflow.cli.command import Command, Group, Usage
from paneflow.cli.exits import FAILED, INTERRUPTED, OK, code_of, hint_for
from paneflow.cli.output import complain, drop_stdout
from paneflow.cli.parse import Options, parse
from paneflow.errors import PaneflowError

HELP = ("-h", "--help")
VERSION = ("-v", "-V", "--version")


def run(words: list[str]) -> int:
    """Carry out a command line; every error has become a message and a code when this returns."""
    _open_closed_streams()
    _prepare_stdout()
    try:
        code = _run(words)
        sys.stdout.flush()
    except PaneflowError as error:
        _explain(error)
        return code_of(error)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        drop_stdout()
        return OK
    except OSError as error:
        complain(f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error))
        drop_stdout()
        return FAILED
    return code


def _run(words: list[str]) -> int:
    verb = words[0] if words else HELP[0]
    if verb in (*HELP, "help"):
        return _print_help(words[1:])
    if verb in VERSION:
        from paneflow import __version__

        sys.stdout.write(f"paneflow {__version__}\n")
        return OK
    try:
        entry = registry.load(verb)
    except KeyError:
        raise _unknown_verb(verb) from None
    return _run_entry(entry, words[1:])


def _run_entry(entry: Command | Group, words: list[str]) -> int:
    path = entry.name
    if isinstance(entry, Group):
        if not words or words[0] in HELP:
            return _print_group(entry, asked=bool(words))
        entry, words = _member(entry, words[0]), words[1:]
        path += f" {entry.name}"
    if not set(HELP).isdisjoint(words[: words.index("--")] if "--" in words else words):
        from paneflow.cli.help import of_command

        sys.stdout.write(of_command(entry, path))
        return OK
    if entry.run is None:
        raise Usage(f"{path} is begun by the paneflow command itself")
    options = _parsed(entry, path, words)
    try:
        return entry.run(options)
    except PaneflowError as error:
        if "problems" not in error.data:
            raise
        from paneflow.cli.typed import as_typed

        raise as_typed(error, entry) from None


def _parsed(command: Command, path: str, words: list[str]) -> Options:
    try:
        return parse(command, words)
    except Usage as error:
        from paneflow.cli.help import usage_of

        raise Usage(f"{error.message}\nusage: {usage_of(command, path)}") from None


def _member(group: Group, name: str) -> Command:
    for command in group.commands:
        if command.name == name:
            return command
    from paneflow.cli.parse import did_you_mean

    known = [command.name for command in group.commands]
    raise Usage(f"{group.name} knows {', '.join(known)}, not {name!r}{did_you_mean(name, known)}")


def _print_group(group: Group, *, asked: bool) -> int:
    from paneflow.cli.help import of_group

    if not asked:
        raise Usage(f"{group.name} needs one of {', '.join(command.name for command in group.commands)}")
    sys.stdout.write(of_group(group))
    return OK


def _print_help(words: list[str]) -> int:
    from paneflow.cli.help import overview

    if words and words[0] not in HELP:
        return _run([*words[:2], HELP[1]])
    sys.stdout.write(overview())
    return OK


def _unknown_verb(verb: str) -> Usage:
    from paneflow.cli.help import usage
    from paneflow.cli.parse import did_you_mean

    hint = did_you_mean(verb, [*registry.VERBS, *registry.ALIASES]) or "; paneflow --help lists them all"
    return Usage(f"there is no verb {verb!r}{hint}\n{usage()}")


def _open_closed_streams() -> None:
    """Give streams that were closed to nowhere, lest the next file or socket that is opened take their place."""
    if sys.stdin is None or sys.stdout is None or sys.stderr is None:
        import os

        while (fd := os.open(os.devnull, os.O_RDWR)) <= 2:
            pass
        os.close(fd)
        sys.stdin = sys.stdin or open(0, closefd=False)  # noqa: SIM115
        sys.stdout = sys.stdout or open(1, "w", closefd=False)  # noqa: SIM115
        sys.stderr = sys.stderr or open(2, "w", closefd=False)  # noqa: SIM115


def _prepare_stdout() -> None:
    """Let characters that the terminal's encoding lacks, and halves of surrogates, be shown escaped."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")


def _explain(error: PaneflowError) -> None:
    complain(error.message)
    hint = hint_for(error)
    if hint is not None:
        complain(hint)
