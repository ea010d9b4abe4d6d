"""Verbs about environments."""

from paneflow.compat.tmux.calls import Call
from paneflow.compat.tmux.environment import Environment, show
from paneflow.compat.tmux.errors import TmuxError


def set_environment(call: Call) -> None:
    """Set a variable for new panes, remove it from them (-r), or forget about it (-u)."""
    name = call.word(0)
    if not name:
        raise TmuxError("empty variable name")
    if "=" in name:
        raise TmuxError("variable name contains =")
    value = call.args.words[1] if len(call.args.words) > 1 else None
    if value is not None and call.has("F"):
        value = call.format(value)
    environment = _environment(call)
    for flag, change in (("u", environment.forget), ("r", environment.remove)):
        if call.has(flag):
            if value is not None:
                raise TmuxError(f"can't specify a value with -{flag}")
            change(name)
            return
    if value is None:
        raise TmuxError("no value specified")
    environment.set(name, value, hidden=call.has("h"))


def show_environment(call: Call) -> None:
    """One variable or all."""
    target = call.args.get("t")
    if target is not None and call.target.session is None:
        raise TmuxError(f"no such session: {target}")
    environment = _environment(call)
    if call.args.words:
        variable = environment.get(call.word(0))
        if variable is None:
            raise TmuxError(f"unknown variable: {call.word(0)}")
        variables = [(call.word(0), variable)]
    else:
        variables = list(environment)
    for name, each in variables:
        if each.hidden == call.has("h"):
            call.run.print(show(name, each, as_shell=call.has("s")))


def _environment(call: Call) -> Environment:
    if call.has("g"):
        return call.state.environment
    if call.target.session is None:
        target = call.args.get("t")
        raise TmuxError("no current session" if target is None else f"no such session: {target}")
    return call.target.session.environment
