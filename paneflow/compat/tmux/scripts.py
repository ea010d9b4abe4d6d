"""From a script's text to commands that can run."""

from typing import NamedTuple

from paneflow.compat.tmux.argv import Command, parse_command
from paneflow.compat.tmux.calls import Run
from paneflow.compat.tmux.errors import TmuxError
from paneflow.compat.tmux.formats import expand, is_true
from paneflow.compat.tmux.script import ScriptError, Statement, Surroundings, parse


class Line(NamedTuple):
    """A command of a script, or an assignment as a word, and where it stands."""

    command: Command | None
    assignment: str
    hidden: bool
    number: int


def read_script(run: Run, text: str) -> tuple[list[Line], list[tuple[int, str]]]:
    """The lines of a script, and (line, message) for each that is wrong."""

    def variable(name: str) -> str | None:
        found = run.state.environment.get(name)
        return found.value if found is not None else None

    context = run.context().of_found(run.shim.current(run))
    surroundings = Surroundings(variable, lambda condition: is_true(expand(condition, context)))
    try:
        statements = parse(text, surroundings)
    except ScriptError as error:
        return [], [(error.line, error.message)]
    lines, problems = [], []
    for statement in statements:
        try:
            lines.append(_line(statement))
        except TmuxError as error:
            problems.append((statement.line, error.message))
    return lines, problems


def _line(statement: Statement) -> Line:
    if statement.assigns:
        return Line(None, statement.words[0], statement.hidden, statement.line)
    return Line(parse_command(statement.words), "", hidden=False, number=statement.line)


def read_commands(run: Run, text: str) -> list[Command]:
    """The commands of a short text, as `if-shell` gets. Raises TmuxError for the first thing that is wrong."""
    lines, problems = read_script(run, text)
    if problems:
        raise TmuxError(problems[0][1])
    return [line.command for line in lines if line.command is not None]
