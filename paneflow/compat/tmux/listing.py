"""What the list verbs have in common: `-F`, `-f`, a line each."""

from collections.abc import Iterable

from paneflow.compat.tmux.calls import Call
from paneflow.compat.tmux.formats import expand, is_true
from paneflow.compat.tmux.variables import Context


def print_listing(call: Call, contexts: Iterable[Context], template: str) -> None:
    """A line for each thing that the filter lets pass; `#{line}` is its number."""
    given = call.args.get("F")
    template = template if given is None else given
    condition = call.args.get("f")
    for number, context in enumerate(contexts):
        context = context.with_extra({"line": str(number)})
        if condition is None or is_true(expand(condition, context)):
            call.run.print(expand(template, context))
