"""What tmux's users set and the model does not know, as plain data: options, buffers, windows' indexes. Pure.

It outlives a restart of the host, as panes and their names do. Environments do not: they hold secrets.
"""

import base64
from collections.abc import Iterable, Mapping
from typing import Any, Final

from paneflow.compat.tmux.buffers import Buffers
from paneflow.compat.tmux.option_table import TABLE
from paneflow.compat.tmux.options import Store, Value, default_value
from paneflow.compat.tmux.state import ServerState, Session
from paneflow.rpc.shapes import Bool, Either, Field, Int, Many, Map, Problem, Record, Str

Document = dict[str, Any]
VERSION: Final = 1
BUFFERS_AT_MOST: Final = 1 << 20  # bytes of one server's; the oldest stay behind

_OPTIONS: Final = Map(Either(Str(), Map(Str()), "an array by index"))
_BUFFER: Final = Record(
    Field("name", Str(1), required=True),
    Field("data", Str(), required=True),
    Field("automatic", Bool(), required=True),
    Field("created", Int(0), required=True),
)
_SESSION: Final = Record(
    Field("options", _OPTIONS, required=True),
    Field("windows", Map(Int(0)), required=True),  # by index
    Field("current", Int(0)),
    Field("last", Many(Int(0)), required=True),
    Field("created", Int(0), required=True),
)
_SERVER: Final = Record(
    Field("named", Int(0), required=True),
    Field("server", _OPTIONS, required=True),
    Field("session", _OPTIONS, required=True),
    Field("window", _OPTIONS, required=True),
    Field("buffers", Many(_BUFFER), required=True),
    Field("sessions", Map(_SESSION), required=True),  # by id, as are these
    Field("windows", Map(_OPTIONS), required=True),
    Field("panes", Map(_OPTIONS), required=True),
)
_DOCUMENT: Final = Record(
    Field("version", Int(VERSION, VERSION), required=True), Field("servers", Map(_SERVER), required=True)
)


def problems(document: object) -> list[Problem]:
    """What is wrong with a document; `restore` takes one without problems."""
    found: list[Problem] = []
    _DOCUMENT.check(document, "", found)
    if not found and isinstance(document, dict):
        keys = [key for server in document["servers"].values() for key in _numbers(server)]
        found += [
            ("", f"{key!r} is no number") for key in keys if not (key.isascii() and key.isdigit() and len(key) < 18)
        ]
    return found


def _numbers(server: Document) -> Iterable[str]:
    yield from (key for kind in ("sessions", "windows", "panes") for key in server[kind])
    yield from (index for session in server["sessions"].values() for index in session["windows"])
    stores = [
        server["server"],
        server["session"],
        server["window"],
        *server["windows"].values(),
        *server["panes"].values(),
    ]
    for store in [*stores, *(session["options"] for session in server["sessions"].values())]:
        yield from (index for value in store.values() if isinstance(value, dict) for index in value)


# -- to a document ----------------------------------------------------------------------------------------------------
def dump(servers: Iterable[ServerState], *, buffers: bool) -> Document:
    """The servers that have sessions; `buffers` says whether what was copied may be written down."""
    there = (state for state in servers if state.sessions)
    return {"version": VERSION, "servers": {state.name: dump_server(state, buffers=buffers) for state in there}}


def dump_server(state: ServerState, *, buffers: bool) -> Document:
    """One server's part of a document."""
    return {
        "named": state.named,
        "server": _dump_store(state.options),
        "session": _dump_store(state.session_options, but="default-shell"),
        "window": _dump_store(state.window_options),
        "buffers": list(_dump_buffers(state.buffers)) if buffers else [],
        "sessions": {str(session.id): _dump_session(session) for session in state.ordered()},
        "windows": {str(each.id): _dump_store(each.options) for each in state.windows.values() if each.options.values},
        "panes": {str(each.id): _dump_store(each.options) for each in state.panes.values() if each.options.values},
    }


def _dump_session(session: Session) -> Document:
    current = {} if session.current is None else {"current": session.current.index}
    return {
        "options": _dump_store(session.options),
        "windows": {str(link.index): link.window.id for link in session.ordered()},
        "last": [link.index for link in session.last],
        "created": int(session.created),
        **current,
    }


def _dump_store(store: Store, *, but: str = "") -> Document:
    return {
        name: {str(index): item for index, item in value.items()} if isinstance(value, dict) else value
        for name, value in store.values.items()
        if name != but and not (store.is_global and name in TABLE and value == default_value(TABLE[name]))
    }


def _dump_buffers(buffers: Buffers) -> Iterable[Document]:
    room = BUFFERS_AT_MOST
    for buffer in buffers.latest_first():
        room -= len(buffer.data)
        if room < 0:
            return
        data = base64.b64encode(buffer.data).decode()
        yield {"name": buffer.name, "data": data, "automatic": buffer.automatic, "created": buffer.created}


# -- and back ---------------------------------------------------------------------------------------------------------
def restore(state: ServerState, kept: Document) -> None:
    """Give a server back what it had, as far as what it was about is still there."""
    state.named = kept["named"]
    for store, values in (
        (state.options, kept["server"]),
        (state.session_options, kept["session"]),
        (state.window_options, kept["window"]),
    ):
        _restore_store(store, values)
    for buffer in reversed(kept["buffers"]):
        state.buffers.bring_back(
            buffer["name"], base64.b64decode(buffer["data"]), buffer["created"], automatic=buffer["automatic"]
        )
    for things, values in ((state.windows, kept["windows"]), (state.panes, kept["panes"])):
        for number, options in values.items():
            if thing := things.get(int(number)):
                _restore_store(thing.options, options)
    for number, values in kept["sessions"].items():
        if session := state.session_by_id(int(number)):
            _restore_session(state, session, values)


def _restore_store(store: Store, values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        if name in TABLE or name.startswith("@"):
            given: Value = {int(index): item for index, item in value.items()} if isinstance(value, dict) else value
            store.values[name] = given


def _restore_session(state: ServerState, session: Session, kept: Document) -> None:
    _restore_store(session.options, kept["options"])
    session.created = kept["created"]
    windows = [link.window for link in session.ordered()]
    wanted = {int(index): state.windows[window] for index, window in kept["windows"].items() if window in state.windows}
    for link in session.ordered():
        state.remove_link(session, link)
    for index, window in sorted(wanted.items(), key=lambda each: each[0]):
        state.add_link(session, window, index)
    for window in windows:
        if window not in wanted.values():
            state.add_link(session, window)
    session.current = session.links.get(kept.get("current", -1), session.current)
    session.last = [session.links[index] for index in kept["last"] if index in session.links]
