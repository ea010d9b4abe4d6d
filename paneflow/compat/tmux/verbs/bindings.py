"""Verbs about keys. Bindings are kept and listed; Paneflow's own keys are set in its configuration."""

from collections.abc import Iterator

from paneflow.compat.tmux.argv import parse_commands
from paneflow.compat.tmux.calls import Call
from paneflow.compat.tmux.errors import TmuxError
from paneflow.compat.tmux.keys import Key, key_name, parse_key
from paneflow.compat.tmux.quoting import command_list, escape
from paneflow.compat.tmux.scripts import read_commands
from paneflow.compat.tmux.state import Binding
from paneflow.compat.tmux.width import pad, text_width

MAX_BINDINGS = 2000


def bind_key(call: Call) -> None:
    """Keep a key's command in a table: prefix, root (-n) or another (-T)."""
    key = _key(call.word(0))
    words = call.args.words[1:]
    commands = read_commands(call.run, words[0]) if len(words) == 1 else parse_commands(words)
    table = call.state.bindings.setdefault(_table(call), {})
    if len(table) >= MAX_BINDINGS:
        raise TmuxError("too many key bindings")
    table[key_name(key)] = Binding(command_list(commands, " \\; "), call.args.get("N") or "", repeat=call.has("r"))


def _key(text: str) -> Key:
    key = parse_key(text)
    if key is None or key.base == "None":
        raise TmuxError(f"unknown key: {text}")
    return key


def _table(call: Call) -> str:
    return call.args.get("T") or ("root" if call.has("n") else "prefix")


def unbind_key(call: Call) -> None:
    """Forget a key's command, or with -a a whole table."""
    try:
        _unbind(call)
    except TmuxError:
        if call.has("q"):
            call.run.code = 1
            return
        raise


def _unbind(call: Call) -> None:
    name, tables = _table(call), call.state.bindings
    if call.has("a"):
        if call.args.words:
            raise TmuxError("key given with -a")
        if name not in tables and name not in ("root", "prefix"):
            raise TmuxError(f"table {name} doesn't exist")
        tables.pop(name, None)
        return
    if not call.args.words:
        raise TmuxError("missing key")
    key = _key(call.word(0))
    if call.has("T") and name not in tables and name not in ("root", "prefix"):
        raise TmuxError(f"table {name} doesn't exist")
    tables.get(name, {}).pop(key_name(key), None)


def list_keys(call: Call) -> None:
    """The kept bindings, as commands that bind them."""
    only = parse_key(call.word(0)) if call.args.words else None
    if call.args.words and only is None:
        raise TmuxError(f"invalid key: {call.word(0)}")
    wanted = call.args.get("T")
    if (
        wanted is not None
        and wanted not in call.state.bindings
        and wanted not in ("root", "prefix", "copy-mode", "copy-mode-vi")
    ):
        raise TmuxError(f"table {wanted} doesn't exist")
    found = list(_bindings(call, wanted, key_name(only) if only is not None else None))
    for line in _notes(call, found) if call.has("N") else _commands(found):
        call.run.print(line)
        if call.has("1"):
            return
    if only is not None and not found:
        raise TmuxError(f"unknown key: {call.word(0)}")


def _bindings(call: Call, wanted: str | None, only: str | None) -> Iterator[tuple[str, str, Binding]]:
    for table in sorted(call.state.bindings):
        for key, binding in sorted(call.state.bindings[table].items()):
            if wanted in (None, table) and only in (None, key):
                yield table, key, binding


def _commands(found: list[tuple[str, str, Binding]]) -> Iterator[str]:
    tables = max((text_width(table) for table, _, _ in found), default=0)
    keys = max((text_width(escape(key)) for _, key, _ in found), default=0)
    repeats = any(binding.repeat for _, _, binding in found)
    for table, key, binding in found:
        repeat = ("-r " if binding.repeat else "   ") if repeats else ""
        yield f"bind-key {repeat}-T {pad(table, tables)} {pad(escape(key), keys)} {binding.command}"


def _notes(call: Call, found: list[tuple[str, str, Binding]]) -> Iterator[str]:
    prefix = call.args.get("P") or ""
    width = max((text_width(key) for _, key, _ in found), default=0)
    for _, key, binding in found:
        if binding.note or call.has("a"):
            yield f"{prefix}{pad(key, width)} {binding.note or binding.command}"
