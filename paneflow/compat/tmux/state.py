"""What a tmux client sees: servers (`-L`), sessions, windows, panes. Mutable records; nothing here does anything outside.

Ids are Paneflow's: a session's is its group's, a window's its workspace's, a pane's its surface's. Everything else is
what tmux keeps beside them: indexes, options, environments, which window was last, layouts in whole cells.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from paneflow.compat.tmux.buffers import Buffers
from paneflow.compat.tmux.environment import Environment
from paneflow.compat.tmux.layout import Layout
from paneflow.compat.tmux.options import Store, server_store, session_defaults, window_defaults
from paneflow.model.tree import Node


@dataclass(eq=False, slots=True)
class Pane:
    """One surface."""

    id: int
    window: "Window"
    options: Store
    argv: tuple[str, ...] = ()  # as the client gave it: one word is a shell line
    start_path: str = ""
    used: int = 0  # rises when it becomes active: the latest is the best neighbour
    mode: str = ""  # copy-mode and its kin: only that it is on
    input_off: bool = False
    dead_status: int | None = None
    dead_signal: int | None = None
    dead_time: int | None = None


@dataclass(eq=False, slots=True)
class Window:
    """One workspace: panes in tmux's order, and their layout."""

    id: int
    name: str
    layout: Layout
    options: Store
    panes: list[Pane] = field(default_factory=list)
    active: Pane | None = None
    last: Pane | None = None
    zoomed: bool = False
    layout_name: str = ""  # of the preset chosen last
    old_layout: str = ""  # for `select-layout -o`
    seen: Node | None = None  # the model's tree that the layout was last in step with
    activity: float = 0.0

    @property
    def width(self) -> int:
        """In cells."""
        return self.layout.root.width

    @property
    def height(self) -> int:
        """In cells."""
        return self.layout.root.height

    def rectangle(self, pane: Pane) -> tuple[int, int, int, int]:
        """(x, y, width, height) of a pane; all of the window for a zoomed one."""
        if self.zoomed and pane is self.active:
            return 0, 0, self.width, self.height
        return self.layout.rectangle(pane.id)


@dataclass(eq=False, slots=True)
class Link:
    """A window's place in a session. One window may have several, in several sessions."""

    index: int
    window: Window
    session: "Session"


@dataclass(eq=False, slots=True)
class Session:
    """One group of workspaces."""

    id: int
    name: str
    cwd: str
    options: Store
    environment: Environment
    links: dict[int, Link] = field(default_factory=dict)
    current: Link | None = None
    last: list[Link] = field(default_factory=list)  # visited before, the latest first
    created: float = field(default_factory=time.time)
    activity: float = field(default_factory=time.time)
    attached: int = 0
    last_attached: float | None = None
    group: "SessionGroup | None" = None

    def ordered(self) -> list[Link]:
        """Links by index."""
        return [self.links[index] for index in sorted(self.links)]

    def link_of(self, window: Window) -> Link | None:
        """The link to a window, the current one first."""
        if self.current is not None and self.current.window is window:
            return self.current
        return next((link for link in self.ordered() if link.window is window), None)


@dataclass(eq=False, slots=True)
class SessionGroup:
    """Sessions that show the same windows (`new-session -t`)."""

    name: str
    sessions: list[Session] = field(default_factory=list)


class ServerState:
    """One isolated set of sessions: what answers on one `-L` name or `-S` path."""

    def __init__(self, name: str, socket: str, environment: Environment) -> None:
        self.name = name
        self.socket = socket
        self.started = time.time()
        self.sessions: dict[str, Session] = {}
        self.groups: dict[str, SessionGroup] = {}
        self.windows: dict[int, Window] = {}
        self.panes: dict[int, Pane] = {}
        self.buffers = Buffers()
        self.environment = environment
        self.options = server_store()
        self.session_options = session_defaults()
        self.window_options = window_defaults()
        self.marked: tuple[Link, Pane] | None = None
        self.bindings: dict[str, dict[str, Binding]] = {}
        self.named = 0  # sessions made so far: the number is the name of one that got none
        self._uses = 0
        self._activity = 0.0

    def ordered(self) -> list[Session]:
        """Sessions by name."""
        return [self.sessions[name] for name in sorted(self.sessions)]

    def session_by_id(self, number: int) -> Session | None:
        """A session by its id."""
        return next((each for each in self.sessions.values() if each.id == number), None)

    def links(self, window: Window) -> Iterator[Link]:
        """Every link to a window."""
        for session in self.ordered():
            yield from (link for link in session.ordered() if link.window is window)

    def touch(self, session: Session) -> None:
        """Note that a session was used just now: the latest one is what an unqualified target means."""
        self._activity = max(time.time(), self._activity + 1e-6)
        session.activity = self._activity

    def use(self, pane: Pane) -> None:
        """Note that a pane became active."""
        self._uses += 1
        pane.used = self._uses

    def select_pane(self, window: Window, pane: Pane) -> bool:
        """Make a pane its window's active one; False if it was."""
        if window.active is pane:
            return False
        window.last, window.active = window.active, pane
        self.use(pane)
        return True

    def select_link(self, session: Session, link: Link | None) -> bool:
        """Make a window its session's current one; False if there is none."""
        if link is None:
            return False
        if session.current is not link:
            session.last = [each for each in session.last if each is not link]
            if session.current is not None:
                session.last = [session.current, *(each for each in session.last if each is not session.current)]
            session.current = link
        return True

    def add_link(self, session: Session, window: Window, index: int | None = None) -> Link | None:
        """Give a window a place: at `index`, or at the first free one. None if the index is taken."""
        if index is None:
            index = self.free_index(session)
        if index in session.links:
            return None
        link = session.links[index] = Link(index, window, session)
        if session.current is None:
            session.current = link
        return link

    def free_index(self, session: Session, start: int | None = None) -> int:
        """The first free index from `base-index` (or `start`) on."""
        index = session.options.number("base-index") if start is None else start
        while index in session.links:
            index += 1
        return index

    def remove_link(self, session: Session, link: Link) -> None:
        """Take a window out of a session; another becomes current if it was that."""
        if session.current is link:
            others = [each for each in session.last if each is not link] or _before(session, link)
            session.current = others[0] if others else None
            session.last = [each for each in session.last if each is not session.current]
        session.last = [each for each in session.last if each is not link]
        session.links.pop(link.index, None)
        if self.marked is not None and self.marked[0] is link:
            self.marked = None

    def lose_pane(self, pane: Pane) -> None:
        """Take a pane out of its window's list, where the last or the previous pane becomes active; not out of the layout."""
        window = pane.window
        if window.active is pane:
            at = window.panes.index(pane)
            window.active = window.last or (window.panes[at - 1] if at else None)
            if window.active is None and len(window.panes) > 1:
                window.active = window.panes[1]
            window.last = None
        elif window.last is pane:
            window.last = None
        window.panes.remove(pane)
        if self.marked is not None and self.marked[1] is pane:
            self.marked = None

    def forget_pane(self, pane: Pane) -> None:
        """A pane is gone: take it out of everything."""
        window = pane.window
        self.lose_pane(pane)
        if window.panes:
            window.layout.close(pane.id)
        self.panes.pop(pane.id, None)


@dataclass(frozen=True, slots=True)
class Binding:
    """A key's command, kept for those who ask."""

    command: str
    note: str = ""
    repeat: bool = False


def _before(session: Session, link: Link) -> list[Link]:
    """The links before this one, nearest first, then those after it from the end."""
    ordered = [each for each in session.ordered() if each is not link]
    return [*reversed([each for each in ordered if each.index < link.index]), *reversed(ordered)]
