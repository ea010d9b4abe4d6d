"""What the host finds wrong with a request, told in the words of the command line that it came from."""

from paneflow.errors import PaneflowError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from paneflow.cli.command import Arg, Command, Flag


def as_typed(error: PaneflowError, command: "Command") -> PaneflowError:
    """The error with options and arguments in place of the protocol's params; the same one when it names none of them."""
    problems = error.data.get("problems")
    if not isinstance(problems, list):
        return error
    known: list[Arg | Flag] = [*command.args, *command.flags]
    words = {word.param: word.name for word in known if word.param}
    told = [_told(problem, words) for problem in problems if isinstance(problem, dict)]
    if not told or None in told:
        return error
    again = PaneflowError("; ".join(filter(None, told)), kind=error.kind)
    again.data = error.data
    return again


def _told(problem: "dict[str, object]", words: "dict[str, str]") -> str | None:
    """`--repeat must be 1 to 256` of `params.repeat`; also of a place within it, as `params.env.A`."""
    places = [place.partition("[")[0] for place in str(problem.get("path")).split(".")]
    word = next((words[place] for place in places if place in words), None)
    return None if word is None else f"{word} {problem.get('message')}"
