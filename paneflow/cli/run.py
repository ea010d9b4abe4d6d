"""`run`: one command in a pane's shell, from its first key to its exit code."""

from paneflow.cli import output
from paneflow.cli.command import SECONDS, TARGET, Arg, Command, Flag, Usage
from paneflow.cli.exits import FAILED, OK
from paneflow.cli.parse import Options
from paneflow.client.client import Client
from paneflow.errors import TimedOut

_TIMEOUT_S = 300
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%+=:,./-_")


def command_line(words: list[str]) -> str:
    """Words as a shell reads them: several are quoted each, a single one is a command line already."""
    return words[0] if len(words) == 1 else " ".join(map(_quoted, words))


def _quoted(word: str) -> str:
    """As `shlex.quote` does it, without its imports."""
    return word if word and _PLAIN.issuperset(word) else "'" + word.replace("'", "'\"'\"'") + "'"


def _run(options: Options) -> int:
    from paneflow.cli.gone import as_gone

    command = command_line(options.many("command"))
    if not command:
        raise Usage("the command is empty")
    with Client() as client:
        target = client.resolve_one(options.text("target"))
        try:
            with as_gone():
                done = client.run(
                    target, command, timeout_s=options.seconds("timeout", _TIMEOUT_S), force=options.has("force")
                )
        except TimedOut as error:
            _print_so_far(error)
            raise
    output.json(done)
    if not options.has("propagate"):
        return OK
    if done["exit_code"] is None:
        output.complain("the command's exit code is not known: its shell does not mark where commands end")
        return FAILED
    return done["exit_code"] & 0xFF


def _print_so_far(error: TimedOut) -> None:
    """A command that goes on has no end to tell of, but may have printed something."""
    so_far: dict[str, object] = {"exit_code": None, "output": "", "truncated": False, "evidence": None}
    if "output" in error.data:
        output.json({key: error.data.get(key, default) for key, default in so_far.items()})


RUN = Command(
    "run",
    "Type a command into a pane's shell, wait for its end and print exit code, output and duration.",
    _run,
    args=(TARGET, Arg("command", "The command: one word is taken as it is, several are quoted.", rest=True)),
    flags=(
        Flag("--timeout", "How long to wait for its end, 300 by default.", value="S", kind=SECONDS, param="timeout_s"),
        Flag("--propagate", "Exit with the command's own code."),
        Flag("--force", "Also where something seems to be typed already, which becomes a part of the command."),
    ),
    examples=("paneflow run api -- make test", "paneflow run api 'make test && make lint' --propagate"),
    notes=(
        "Needs an open gate, as send does. Refused where another program has the terminal, or something is typed already. "
        "Where the shell does not mark where commands end, quiet is taken for the end once no program that it started has the "
        "terminal, and there is no exit code. "
        "When the time is up, what the command has printed so far is printed, with no exit code."
    ),
)

COMMANDS = (RUN,)
