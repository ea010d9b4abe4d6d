"""Verbs about options and hooks."""

from collections.abc import Iterator

from paneflow.compat.tmux.calls import Call
from paneflow.compat.tmux.errors import TmuxError
from paneflow.compat.tmux.option_table import HOOKS, OPTIONS, TABLE, Option
from paneflow.compat.tmux.options import (
    Store,
    Value,
    is_array,
    match_name,
    set_array,
    set_item,
    set_plain,
    set_user,
    unset_item,
)
from paneflow.compat.tmux.quoting import command_list, escape
from paneflow.compat.tmux.scripts import read_commands
from paneflow.ids import SurfaceId
from paneflow.model.actions import SetRemain
from paneflow.model.records import Remain


# -- which store ------------------------------------------------------------------------------------------------------
def _store_by_name(call: Call, name: str, *, window: bool) -> tuple[str, Store]:
    """The scope and store that an option belongs to, whatever the flags say beside -g and -p."""
    if name.startswith("@"):
        return _store_by_flags(call, window=window)
    scope = TABLE[name].scope
    if scope == "server":
        return "server", call.state.options
    if scope == "window pane" and call.has("p"):
        return "pane", _pane_store(call)
    if scope.startswith("window"):
        return "window", call.state.window_options if call.has("g") else _window_store(call)
    return "session", call.state.session_options if call.has("g") else _session_store(call)


def _store_by_flags(call: Call, *, window: bool) -> tuple[str, Store]:
    if call.has("s"):
        return "server", call.state.options
    if call.has("p"):
        return "pane", _pane_store(call)
    if window or call.has("w"):
        return "window", call.state.window_options if call.has("g") else _window_store(call)
    return "session", call.state.session_options if call.has("g") else _session_store(call)


def _missing(call: Call, kind: str) -> TmuxError:
    target = call.args.get("t")
    return TmuxError(f"no current {kind}" if target is None else f"no such {kind}: {target}")


def _pane_store(call: Call) -> Store:
    if call.target.pane is None:
        raise _missing(call, "pane")
    return call.target.pane.options


def _window_store(call: Call) -> Store:
    if call.target.window is None:
        raise _missing(call, "window")
    return call.target.window.options


def _session_store(call: Call) -> Store:
    if call.target.session is None:
        raise _missing(call, "session")
    return call.target.session.options


# -- setting ----------------------------------------------------------------------------------------------------------
def set_option(call: Call) -> None:
    """Set, unset (-u), add to (-a) an option."""
    _set(call, window=False)


def set_window_option(call: Call) -> None:
    """The same; user options are the window's."""
    _set(call, window=True)


async def set_hook(call: Call) -> None:
    """Keep a command for an event: it is shown by `show-hooks`, and run when -R says so, never by an event."""
    if not call.has("R"):
        _set(call, window=False)
        return
    name = call.format(call.word(0))
    if name not in TABLE:
        return  # as in tmux
    _, store = _store_by_name(call, name, window=False)
    for text in store.items(name):
        await call.shim.run_commands(call.run, read_commands(call.run, text))


def _set(call: Call, *, window: bool) -> None:
    argument = call.format(call.word(0))
    try:
        name, index = match_name(argument)
        scope, store = _store_by_name(call, name, window=window)
    except TmuxError:
        if call.has("q"):
            return
        raise
    if index is not None and not is_array(name):
        raise TmuxError(f"not an array: {argument}")
    if call.has("o") and not call.has("u") and _is_set(store, name, index):
        if call.has("q"):
            return
        raise TmuxError(f"already set: {argument}")
    _change(call, scope, store, name, index)
    if name == "remain-on-exit":
        apply_remain(call)


def _is_set(store: Store, name: str, index: int | None) -> bool:
    value = store.values.get(name)
    return value is not None and (index is None or (isinstance(value, dict) and index in value))


def _change(call: Call, scope: str, store: Store, name: str, index: int | None) -> None:
    if call.has("U") and scope == "window" and call.target.window is not None:
        for pane in call.target.window.panes:
            _unset(pane.options, name, index)
    if call.has("u") or call.has("U"):
        _unset(store, name, index)
        return
    value = call.args.words[1] if len(call.args.words) > 1 else None
    if value is not None and call.has("F"):
        value = call.format(value)
    if name.startswith("@"):
        set_user(store, name, _needed(value), append=call.has("a"))
        return
    if TABLE[name].kind == "command":
        value = command_list(read_commands(call.run, _needed(value)))
    if index is not None:
        set_item(store, name, index, _needed(value), append=call.has("a"))
    elif is_array(name):
        set_array(store, name, _needed(value), append=call.has("a"))
    else:
        set_plain(store, name, value, append=call.has("a"))


def _needed(value: str | None) -> str:
    if value is None:
        raise TmuxError("empty value")
    return value


def _unset(store: Store, name: str, index: int | None) -> None:
    if name not in store.values:
        return
    if index is None:
        store.unset(name)
    else:
        unset_item(store, name, index)


def apply_remain(call: Call) -> None:
    """Tell the host which panes stay after their program ended."""
    for pane in call.state.panes.values():
        wanted = Remain(pane.options.text("remain-on-exit") or "off")
        record = call.shim.host.model.surfaces.get(SurfaceId(pane.id))
        if record is not None and record.remain is not wanted:
            call.shim.host.do(SetRemain(record.id, wanted))


# -- showing ----------------------------------------------------------------------------------------------------------
def show_options(call: Call) -> None:
    """One option, or all of a store; -v values only, -A also what is inherited, with a star."""
    _show(call, window=False, hooks=call.has("H"), options=True)


def show_window_options(call: Call) -> None:
    """The same for windows."""
    _show(call, window=True, hooks=False, options=True)


def show_hooks(call: Call) -> None:
    """The same for hooks."""
    _show(call, window=False, hooks=True, options=False)


def _show(call: Call, *, window: bool, hooks: bool, options: bool) -> None:
    try:
        if call.args.words:
            _show_one(call, call.format(call.word(0)), window=window)
        else:
            scope, store = _store_by_flags(call, window=window)
            _show_all(call, scope, store, hooks=hooks, options=options)
    except TmuxError:
        if not call.has("q"):
            raise


def _show_one(call: Call, argument: str, *, window: bool) -> None:
    name, index = match_name(argument)
    _, store = _store_by_name(call, name, window=window)
    value = store.values.get(name)
    inherited = value is None and call.has("A")
    if inherited:
        value = store.get(name)
    if value is not None:
        _print(call, name, value, index, inherited=inherited)
    elif name.startswith("@"):
        raise TmuxError(f"invalid option: {argument}")


def _show_all(call: Call, scope: str, store: Store, *, hooks: bool, options: bool) -> None:
    if options:
        for name in store.user_options():
            _print(call, name, store.values[name], None, inherited=False)
    for option in _table(hooks=hooks, options=options):
        if scope not in option.scope.split():
            continue
        value = store.values.get(option.name)
        inherited = value is None and call.has("A")
        if inherited:
            value = store.get(option.name)
        if value is not None:
            _print(call, option.name, value, None, inherited=inherited)


def _table(*, hooks: bool, options: bool) -> Iterator[Option]:
    if options:
        yield from OPTIONS
    if hooks:
        yield from HOOKS


def _print(call: Call, name: str, value: Value, index: int | None, *, inherited: bool) -> None:
    star = "*" if inherited else ""
    if isinstance(value, str):
        _print_line(call, f"{name}{star}", value, quoted=_is_quoted(name))
        return
    wanted = sorted(value) if index is None else [index]
    if not wanted and not call.has("v"):
        call.run.print(f"{name}{star}")
    for each in wanted:
        _print_line(call, f"{name}[{each}]{star}", value.get(each, ""), quoted=_is_quoted(name))


def _is_quoted(name: str) -> bool:
    return name.startswith("@") or TABLE[name].kind == "string"


def _print_line(call: Call, name: str, value: str, *, quoted: bool) -> None:
    call.run.print(value if call.has("v") else f"{name} {escape(value) if quoted else value}")
