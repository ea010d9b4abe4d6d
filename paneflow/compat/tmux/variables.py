"""The variables of the format language: what `#{pane_id}` and its kin are worth. Reads, never changes.

A variable is a function of a `Context`. Without the thing it is about (no pane, no client) its value is None: empty.
"""

import getpass
import os
import socket
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from paneflow.compat.tmux import layout_string
from paneflow.compat.tmux.buffers import Buffer
from paneflow.compat.tmux.errors import TmuxError
from paneflow.compat.tmux.facts import Facts, Process, Screen
from paneflow.compat.tmux.formats import Looped
from paneflow.compat.tmux.layout import Layout
from paneflow.compat.tmux.naming import shown_name, start_command
from paneflow.compat.tmux.option_table import TABLE
from paneflow.compat.tmux.options import Store, match_name
from paneflow.compat.tmux.state import Link, Pane, ServerState, Session, Window
from paneflow.compat.tmux.targets import Found
from paneflow.compat.tmux.version import VERSION
from paneflow.vt.engine import MouseMode


@dataclass(frozen=True)
class Context:
    """What a format is expanded for. Implements `formats.Scope`."""

    state: ServerState
    facts: Facts
    session: Session | None = None
    link: Link | None = None
    pane: Pane | None = None
    buffer: Buffer | None = None
    kind: str = ""  # session, window or pane: which of them was asked for, not merely filled in
    shell: Callable[[str], str] = lambda _: ""
    extra: Mapping[str, str] = field(default_factory=dict)
    screens: dict[int, Screen | None] = field(default_factory=dict)  # read once for all variables of an expansion

    @property
    def window(self) -> Window | None:
        """The window of the link."""
        return self.link.window if self.link is not None else None

    # -- formats.Scope -------------------------------------------------------------------------------------------
    def find(self, name: str) -> str | None:
        """An option of that name, else a variable, else an environment variable."""
        option = self._option(name)
        if option is not None:
            return option
        variable = VARIABLES.get(name)
        if variable is not None:
            value = variable(self)
            return None if value is None else str(int(value)) if isinstance(value, bool) else str(value)
        return self.extra[name] if name in self.extra else self._environment(name)

    def loop(self, over: str) -> Iterable[Looped] | None:
        """The rounds of `#{S:}`, `#{W:}` and `#{P:}`."""
        if over == "S":
            return [Looped(self.of_session(session)) for session in self.state.ordered()]
        if over == "W" and self.session is not None:
            current = self.session.current
            return [Looped(self.of_link(link), link is current) for link in self.session.ordered()]
        if over == "P" and self.window is not None and self.link is not None:
            active, link = self.window.active, self.link
            return [Looped(self.of_pane(link, pane), pane is active) for pane in self.window.panes]
        return None

    def search(self, text: str, *, regex: bool, ignore_case: bool) -> int:
        """`#{C:text}`."""
        if self.pane is None:
            return 0
        return self.facts.find_text(self.pane.id, text, regex=regex, ignore_case=ignore_case)

    def run(self, command: str) -> str:
        """`#(command)`."""
        return self.shell(command)

    # -- other contexts ------------------------------------------------------------------------------------------
    def of_session(self, session: Session) -> "Context":
        """For a session; its current window and that one's active pane are filled in."""
        link = session.current
        pane = link.window.active if link is not None else None
        return replace(self, session=session, link=link, pane=pane, kind="session")

    def of_link(self, link: Link) -> "Context":
        """For a window."""
        return replace(self, session=link.session, link=link, pane=link.window.active, kind="window")

    def of_pane(self, link: Link, pane: Pane) -> "Context":
        """For a pane."""
        return replace(self, session=link.session, link=link, pane=pane, kind="pane")

    def of_found(self, found: Found) -> "Context":
        """For what a target named."""
        return replace(
            self, session=found.session, link=found.link, pane=found.pane, kind="pane" if found.pane is not None else ""
        )

    def with_extra(self, extra: Mapping[str, str]) -> "Context":
        """With further variables."""
        return replace(self, extra={**self.extra, **extra})

    def of_buffer(self, buffer: Buffer) -> "Context":
        """For a paste buffer."""
        return replace(self, buffer=buffer)

    def screen(self) -> Screen | None:
        """The pane's terminal."""
        if self.pane is None:
            return None
        if self.pane.id not in self.screens:
            self.screens[self.pane.id] = self.facts.screen(self.pane.id)
        return self.screens[self.pane.id]

    def process(self) -> Process | None:
        """The pane's program."""
        return self.facts.process(self.pane.id) if self.pane is not None else None

    def _stores(self) -> Iterable[Store]:
        yield self.state.options
        if self.pane is not None:
            yield self.pane.options
        if self.window is not None:
            yield self.window.options
        yield self.state.window_options
        if self.session is not None:
            yield self.session.options
        yield self.state.session_options

    def _option(self, name: str) -> str | None:
        bare, index = name, None
        if "[" in name:
            try:
                bare, index = match_name(name)
            except TmuxError:
                return None
        if bare not in TABLE and not bare.startswith("@"):
            return None
        for store in self._stores():
            value = store.get(bare)
            if value is None:
                continue
            if isinstance(value, dict):
                return " ".join(value.values()) if index is None else value.get(index)
            return {"on": "1", "off": "0"}.get(value, value) if _is_flag(bare) else value
        return None

    def _environment(self, name: str) -> str | None:
        for environment in (self.session.environment if self.session else None, self.state.environment):
            variable = environment.get(name) if environment is not None else None
            if variable is not None:
                return variable.value
        return None


def _is_flag(name: str) -> bool:
    return name in TABLE and TABLE[name].kind == "flag"


Value = str | int | None
Variable = Callable[[Context], Value]


# -- about a thing that may be missing --------------------------------------------------------------------------------
def _session(worth: Callable[[Context, Session], Value]) -> Variable:
    return lambda context: worth(context, context.session) if context.session is not None else None


def _link(worth: Callable[[Context, Link], Value]) -> Variable:
    return lambda context: worth(context, context.link) if context.link is not None else None


def _window(worth: Callable[[Window], Value]) -> Variable:
    return lambda context: worth(context.window) if context.window is not None else None


def _pane(worth: Callable[[Context, Pane], Value]) -> Variable:
    return lambda context: worth(context, context.pane) if context.pane is not None else None


def _screen(worth: Callable[[Screen], Value]) -> Variable:
    def read(context: Context) -> Value:
        screen = context.screen()
        return worth(screen) if screen is not None else None

    return read


def _process(worth: Callable[[Process], Value]) -> Variable:
    def read(context: Context) -> Value:
        process = context.process()
        return worth(process) if process is not None else None

    return read


def _buffer(worth: Callable[[Buffer], Value]) -> Variable:
    def read(context: Context) -> Value:
        buffer = context.buffer or context.state.buffers.top()
        return worth(buffer) if buffer is not None else None

    return read


def _constant(value: Value) -> Variable:
    return lambda _: value


def _edge(index: int) -> Variable:
    """Cells of a pane's edge within its window: left, top, right or bottom."""

    def read(_: Context, pane: Pane) -> int:
        x, y, width, height = pane.window.rectangle(pane)
        return (x, y, x + width - 1, y + height - 1)[index]

    return _pane(read)


def _is_at_edge(index: int) -> Variable:
    def read(_: Context, pane: Pane) -> bool:
        window = pane.window
        x, y, width, height = window.rectangle(pane)
        return (x == 0, y == 0, x + width == window.width, y + height == window.height)[index]

    return _pane(read)


# -- what takes more than a line --------------------------------------------------------------------------------------
def flags(state: ServerState, link: Link) -> str:
    """`*` the current window, `-` the last one, `M` marked, `Z` zoomed."""
    session = link.session
    marked = state.marked is not None and state.marked[0] is link
    signs = (
        ("*", session.current is link),
        ("-", session.last[:1] == [link]),
        ("M", marked),
        ("Z", link.window.zoomed),
    )
    return "".join(sign for sign, holds in signs if holds)


def _stack(_: Context, session: Session) -> str:
    links = ([session.current] if session.current is not None else []) + session.last
    return ",".join(str(link.index) for link in links)


def _stack_index(_: Context, link: Link) -> int:
    return link.session.last.index(link) + 1 if link in link.session.last else 0


def _linked(context: Context, link: Link) -> list[Link]:
    return list(context.state.links(link.window))


def _active_links(context: Context, link: Link) -> list[Link]:
    return [each for each in _linked(context, link) if each.session.current is each]


def _is_linked(context: Context, link: Link) -> bool:
    group = link.session.group
    return len(_linked(context, link)) != (len(group.sessions) if group is not None else 1)


def _names(links: list[Link]) -> str | None:
    return ",".join(link.session.name for link in links) or None


def _last_index(_: Context, session: Session) -> int | None:
    return session.ordered()[-1].index if session.links else None


def _is_marked(context: Context, pane: Pane) -> bool:
    return context.state.marked is not None and context.state.marked[1] is pane


def _visible_layout(window: Window) -> str:
    if window.zoomed and window.active is not None:
        return layout_string.dump(Layout(window.width, window.height, window.active.id).root)
    return layout_string.dump(window.layout.root)


def _activity(context: Context) -> int | None:
    window = context.window
    if window is None:
        return None
    return int(max([window.activity, *(context.facts.last_output(pane.id) for pane in window.panes)]))


def _tabs(context: Context, pane: Pane) -> str | None:
    width = pane.window.rectangle(pane)[2]
    return ",".join(str(column) for column in range(8, width, 8)) or None


def _signal_name(number: int | None) -> str | None:
    import signal

    if number is None:
        return None
    try:
        return signal.Signals(number).name.removeprefix("SIG")
    except ValueError:
        return str(number)


def _of_group(worth: Callable[[Session], Value]) -> Variable:
    return _session(lambda _, session: worth(session) if session.group is not None else None)


def _group_names(session: Session) -> str:
    assert session.group is not None
    return ",".join(each.name for each in session.group.sessions)


def _group_size(session: Session) -> int:
    assert session.group is not None
    return len(session.group.sessions)


def _pane_index(_: Context, pane: Pane) -> int:
    return pane.window.panes.index(pane) + pane.window.options.number("pane-base-index")


def _user() -> str | None:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return None


def _mouse(*modes: MouseMode) -> Variable:
    return _screen(lambda screen: screen.modes.mouse in modes)


VARIABLES: Final[dict[str, Variable]] = {
    # the server
    "pid": _constant(os.getpid()),
    "version": _constant(VERSION),
    "uid": lambda _: os.getuid() if hasattr(os, "getuid") else None,
    "user": lambda _: _user(),
    "host": lambda _: socket.gethostname(),
    "host_short": lambda _: socket.gethostname().partition(".")[0],
    "socket_path": lambda context: context.state.socket,
    "start_time": lambda context: int(context.state.started),
    "next_session_id": lambda context: f"${context.facts.next_group()}",
    "config_files": _constant(""),
    "mouse_utf8_flag": _pane(lambda _, __: 0),
    # sessions
    "session_id": _session(lambda _, session: f"${session.id}"),
    "session_name": _session(lambda _, session: session.name),
    "session_path": _session(lambda _, session: session.cwd),
    "session_windows": _session(lambda _, session: len(session.links)),
    "session_created": _session(lambda _, session: int(session.created)),
    "session_activity": _session(lambda _, session: int(session.activity)),
    "session_attached": _session(lambda _, session: session.attached),
    "session_attached_list": _constant(None),
    "session_last_attached": _session(lambda _, session: int(session.last_attached) if session.last_attached else None),
    "session_many_attached": _session(lambda _, session: session.attached > 1),
    "session_alerts": _session(lambda _, __: ""),
    "session_stack": _session(_stack),
    "session_grouped": _session(lambda _, session: session.group is not None),
    "session_group": _of_group(lambda session: session.group.name if session.group is not None else None),
    "session_group_list": _of_group(_group_names),
    "session_group_size": _of_group(_group_size),
    "session_group_attached": _of_group(lambda _: 0),
    "session_group_attached_list": _constant(None),
    "session_group_many_attached": _of_group(lambda _: 0),
    "session_marked": _session(
        lambda context, session: bool(context.state.marked and context.state.marked[0].session is session)
    ),
    "session_format": lambda context: context.kind == "session",
    "active_window_index": _session(lambda _, session: session.current.index if session.current is not None else None),
    "last_window_index": _session(_last_index),
    # windows
    "window_id": _window(lambda window: f"@{window.id}"),
    "window_name": _window(lambda window: window.name),
    "window_panes": _window(lambda window: len(window.panes)),
    "window_width": _window(lambda window: window.width),
    "window_height": _window(lambda window: window.height),
    "window_cell_width": _window(lambda _: 0),
    "window_cell_height": _window(lambda _: 0),
    "window_layout": _window(lambda window: layout_string.dump(window.layout.root)),
    "window_visible_layout": _window(_visible_layout),
    "window_zoomed_flag": _window(lambda window: window.zoomed),
    "window_activity": _activity,
    "window_index": _link(lambda _, link: link.index),
    "window_active": _link(lambda _, link: link.session.current is link),
    "window_active_clients": _link(lambda _, __: 0),
    "window_active_clients_list": _constant(None),
    "window_active_sessions": _link(lambda context, link: len(_active_links(context, link))),
    "window_active_sessions_list": _link(lambda context, link: _names(_active_links(context, link))),
    "window_linked": _link(_is_linked),
    "window_linked_sessions": _link(lambda context, link: len(_linked(context, link))),
    "window_linked_sessions_list": _link(lambda context, link: _names(_linked(context, link))),
    "window_flags": _link(lambda context, link: flags(context.state, link)),
    "window_raw_flags": _link(lambda context, link: flags(context.state, link)),
    "window_start_flag": _link(lambda _, link: link is link.session.ordered()[0]),
    "window_end_flag": _link(lambda _, link: link is link.session.ordered()[-1]),
    "window_last_flag": _link(lambda _, link: link.session.last[:1] == [link]),
    "window_stack_index": _link(_stack_index),
    "window_activity_flag": _link(lambda _, __: 0),
    "window_bell_flag": _link(lambda _, __: 0),
    "window_silence_flag": _link(lambda _, __: 0),
    "window_marked_flag": _link(
        lambda context, link: context.state.marked is not None and context.state.marked[0] is link
    ),
    "window_format": lambda context: context.kind == "window",
    # panes
    "pane_id": _pane(lambda _, pane: f"%{pane.id}"),
    "pane_index": _pane(_pane_index),
    "pane_active": _pane(lambda _, pane: pane.window.active is pane),
    "pane_last": _pane(lambda _, pane: pane.window.last is pane),
    "pane_width": _pane(lambda _, pane: pane.window.rectangle(pane)[2]),
    "pane_height": _pane(lambda _, pane: pane.window.rectangle(pane)[3]),
    "pane_left": _edge(0),
    "pane_top": _edge(1),
    "pane_right": _edge(2),
    "pane_bottom": _edge(3),
    "pane_at_left": _is_at_edge(0),
    "pane_at_top": _is_at_edge(1),
    "pane_at_right": _is_at_edge(2),
    "pane_at_bottom": _is_at_edge(3),
    "pane_title": _pane(lambda context, pane: context.facts.title(pane.id)),
    "pane_path": _pane(lambda _, __: ""),
    "pane_pid": _process(lambda process: process.pid),
    "pane_tty": _process(lambda process: process.tty),
    "pane_current_command": _process(lambda process: shown_name(process.command)),
    "pane_current_path": _process(lambda process: process.path),
    "pane_start_command": _pane(lambda _, pane: start_command(pane.argv)),
    "pane_start_path": _pane(lambda _, pane: pane.start_path),
    "pane_dead": _pane(lambda _, pane: pane.dead_status is not None or pane.dead_signal is not None),
    "pane_dead_status": _pane(lambda _, pane: pane.dead_status),
    "pane_dead_signal": _pane(lambda _, pane: _signal_name(pane.dead_signal)),
    "pane_dead_time": _pane(lambda _, pane: pane.dead_time),
    "pane_in_mode": _pane(lambda _, pane: bool(pane.mode)),
    "pane_mode": _pane(lambda _, pane: pane.mode or None),
    "pane_search_string": _pane(lambda _, __: ""),
    "pane_input_off": _pane(lambda _, pane: pane.input_off),
    "pane_marked": _pane(_is_marked),
    "pane_marked_set": _pane(lambda context, _: context.state.marked is not None),
    "pane_pipe": _pane(lambda context, pane: context.facts.is_piped(pane.id)),
    "pane_synchronized": _pane(lambda _, pane: pane.options.is_on("synchronize-panes")),
    "pane_tabs": _pane(_tabs),
    "pane_fg": _pane(lambda _, __: "default"),
    "pane_bg": _pane(lambda _, __: "default"),
    "pane_format": lambda context: context.kind == "pane",
    # the pane's terminal
    "cursor_x": _screen(lambda screen: screen.cursor[1]),
    "cursor_y": _screen(lambda screen: screen.cursor[0]),
    "cursor_flag": _screen(lambda screen: screen.cursor_visible),
    "alternate_on": _screen(lambda screen: screen.modes.alternate_screen),
    "alternate_saved_x": _screen(lambda _: 4294967295),  # tmux's "none" as it prints it
    "alternate_saved_y": _screen(lambda _: 4294967295),
    "history_size": _screen(lambda screen: screen.history),
    "history_bytes": _screen(lambda screen: screen.memory),
    "history_limit": _session(lambda _, session: session.options.number("history-limit")),
    "keypad_cursor_flag": _screen(lambda screen: screen.modes.application_cursor),
    "keypad_flag": _screen(lambda screen: screen.modes.application_keypad),
    "insert_flag": _screen(lambda _: 0),
    "origin_flag": _screen(lambda _: 0),
    "wrap_flag": _screen(lambda _: 1),
    "scroll_region_upper": _pane(lambda _, __: 0),
    "scroll_region_lower": _pane(lambda _, pane: pane.window.rectangle(pane)[3] - 1),
    "mouse_any_flag": _screen(lambda screen: screen.modes.mouse is not MouseMode.NONE),
    "mouse_all_flag": _mouse(MouseMode.MOTION),
    "mouse_button_flag": _mouse(MouseMode.DRAG),
    "mouse_standard_flag": _mouse(MouseMode.PRESS, MouseMode.CLICK),
    "mouse_sgr_flag": _screen(lambda screen: screen.modes.mouse is not MouseMode.NONE),
    # buffers
    "buffer_name": _buffer(lambda buffer: buffer.name),
    "buffer_size": _buffer(lambda buffer: len(buffer.data)),
    "buffer_sample": _buffer(lambda buffer: buffer.sample()),
    "buffer_created": _buffer(lambda buffer: buffer.created),
}
