"""What `-t` means: `session:window.pane` in all its spellings. Pure.

A `Found` has the session, the link (a window's place in it) and the pane. Without a target, or with a part of one, the
rest comes from `current`, which for a caller inside a pane is that pane: never from where the person happens to look.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from paneflow.compat.tmux import neighbours
from paneflow.compat.tmux.errors import NO_CURRENT_TARGET, TmuxError, cannot_find
from paneflow.compat.tmux.glob import glob_match
from paneflow.compat.tmux.state import Link, Pane, ServerState, Session, Window
from paneflow.geometry import Direction

WINDOW_TOKENS: Final = {"{start}": "^", "{last}": "!", "{end}": "$", "{next}": "+", "{previous}": "-"}
PANE_TOKENS: Final = {
    "{last}": "!",
    "{next}": "+",
    "{previous}": "-",
    **{f"{{{corner}}}": corner for corner in neighbours.CORNERS},
}
BESIDE: Final = {
    "{up-of}": Direction.UP,
    "{down-of}": Direction.DOWN,
    "{left-of}": Direction.LEFT,
    "{right-of}": Direction.RIGHT,
}


@dataclass(frozen=True, slots=True)
class Found:
    """What a target named; None for what it could not. `index` is a window index that may be free."""

    session: Session | None = None
    link: Link | None = None
    pane: Pane | None = None
    index: int | None = None

    @property
    def window(self) -> Window | None:
        """The window of the link."""
        return self.link.window if self.link is not None else None


NOTHING: Final = Found()
T = TypeVar("T")


class NotThere(TmuxError):
    """A target was not found; `found` is as much of it as was, which is what verbs that can do without go by."""

    def __init__(self, error: TmuxError, found: Found) -> None:
        super().__init__(error.message)
        self.found = found


class _Missing(Exception):
    """Some part is not there; the message says which kind."""

    def __init__(self, kind: str, found: Found = NOTHING) -> None:
        super().__init__(kind)
        self.found = found


def from_session(session: Session) -> Found:
    """A session with its current window and that one's active pane."""
    link = session.current
    return Found(session, link, link.window.active if link is not None else None)


def from_window(state: ServerState, window: Window) -> Found:
    """A window in the best session that has it."""
    session = _best(state, [link.session for link in state.links(window)])
    if session is None:
        return NOTHING
    link = session.link_of(window)
    return Found(session, link, window.active, link.index if link is not None else None)


def from_pane(state: ServerState, pane: Pane) -> Found:
    """A pane, in the best session that has its window."""
    found = from_window(state, pane.window)
    return replace(found, pane=pane) if found.session is not None else NOTHING


def from_nothing(state: ServerState) -> Found:
    """The session used last."""
    session = _best(state, state.ordered())
    return from_session(session) if session is not None else NOTHING


def _best(state: ServerState, sessions: Iterable[Session]) -> Session | None:
    return max(sessions, key=lambda session: session.activity, default=None)


def find(
    state: ServerState,
    target: str | None,
    kind: str,
    current: Found,
    *,
    new_index: bool = False,
    marked: bool = False,
) -> Found:
    """Resolve a target of a kind (session, window or pane). Raises TmuxError as tmux words it."""
    if marked and state.marked is not None:
        current = _marked(state)
    if current.session is None:
        raise TmuxError(NO_CURRENT_TARGET)
    if not target:
        return replace(current, index=None) if new_index else current
    if target in ("=", "{mouse}"):
        raise TmuxError("no mouse target")
    if target in ("~", "{marked}"):
        if state.marked is None:
            raise TmuxError("no marked target")
        return _marked(state)
    return _Search(state, current, new_index=new_index).resolve(target, kind)


def _marked(state: ServerState) -> Found:
    assert state.marked is not None
    link, pane = state.marked
    return Found(link.session, link, pane, link.index)


def split(target: str, kind: str) -> tuple[str | None, str | None, str | None, bool, bool]:
    """(session, window, pane, the window may not be a session, the pane may not be a window), as far as given."""
    session, colon, rest = target.partition(":")
    if colon:
        window, period, pane = rest.partition(".")
        return session, window, pane if period else None, True, bool(period)
    window, period, pane = target.partition(".")
    if period:
        return None, window, pane, False, True
    kinds = {"$": "session", "@": "window", "%": "pane"}
    kind = kinds.get(target[:1], kind)
    session_part = target if kind == "session" else None
    return session_part, target if kind == "window" else None, target if kind == "pane" else None, False, False


class _Search:
    def __init__(self, state: ServerState, current: Found, *, new_index: bool) -> None:
        self.state = state
        self.current = current
        self.new_index = new_index
        self.exact_session = self.exact_window = False

    def resolve(self, target: str, kind: str) -> Found:
        session, window, pane, window_only, pane_only = split(target, kind)
        if session and session.startswith("="):
            session, self.exact_session = session[1:], True
        if window and window.startswith("="):
            window, self.exact_window = window[1:], True
        window = WINDOW_TOKENS.get(window, window) if window else None
        pane = PANE_TOKENS.get(pane, pane) if pane else None
        if pane and self.new_index:
            raise TmuxError("can't specify pane here")
        try:
            if session:
                return self._in_session(session, window, pane)
            if window:
                found = self._window(window, only=window_only)
                return self._finish(found, pane)
            if pane:
                return self._pane(pane, only=pane_only)
        except _Missing as missing:
            name = {"session": session, "window": window, "pane": pane}[str(missing)]
            raise NotThere(cannot_find(str(missing), name or ""), missing.found) from None
        return replace(self.current, index=None) if self.new_index else self.current

    def _in_session(self, name: str, window: str | None, pane: str | None) -> Found:
        session = self._session(name)
        if window is None and pane is None:
            return from_session(session)
        if window is None:
            assert pane is not None
            if pane.startswith("%"):
                return self._pane_by_id(pane, session)
            return self._finish(replace(from_session(session), index=None), pane)
        try:
            found = self._window_in(session, window)
        except _Missing as missing:
            missing.found = from_session(session)
            raise
        return self._finish(found, pane)

    def _finish(self, found: Found, pane: str | None) -> Found:
        if pane is not None:
            try:
                return replace(found, pane=self._pane_in(found.window, pane))
            except _Missing as missing:
                missing.found = replace(found, pane=None)
                raise
        return replace(found, pane=found.window.active) if found.window is not None else found

    # -- sessions ------------------------------------------------------------------------------------------------
    def _session(self, name: str) -> Session:
        if name.startswith("$"):
            session = self.state.session_by_id(_number(name[1:]))
            if session is None:
                raise _Missing("session")
            return session
        if name in self.state.sessions:
            return self.state.sessions[name]
        if not self.exact_session:
            found = _one_named(self.state.ordered(), lambda each: each.name, name)
            if found is not None:
                return found
        raise _Missing("session")

    # -- windows -------------------------------------------------------------------------------------------------
    def _window(self, name: str, *, only: bool) -> Found:
        if name.startswith("@"):
            window = self.state.windows.get(_number(name[1:]))
            found = from_window(self.state, window) if window is not None else NOTHING
            if found.session is None:
                raise _Missing("window")
            return found
        assert self.current.session is not None
        try:
            return self._window_in(self.current.session, name)
        except _Missing:
            if only:
                raise
        try:
            found = from_session(self._session(name))
        except _Missing:
            raise _Missing("window") from None
        return found if self.new_index else replace(found, index=found.link.index if found.link else None)

    def _window_in(self, session: Session, name: str) -> Found:
        if name.startswith("@"):
            window = self.state.windows.get(_number(name[1:]))
            link = session.link_of(window) if window is not None else None
            if link is None:
                raise _Missing("window")
            return Found(session, link, None, link.index)
        if not self.exact_window:
            if name[0] in "+-" and (found := self._window_at_offset(session, name)) is not None:
                return found
            if name in ("!", "^", "$"):
                ordered = session.ordered()
                places = {"!": session.last[:1], "^": ordered[:1], "$": ordered[-1:]}[name]
                if not places:
                    raise _Missing("window")
                return Found(session, places[0], None, places[0].index)
        return self._window_named(session, name)

    def _window_at_offset(self, session: Session, name: str) -> Found | None:
        distance = _number(name[1:]) if len(name) > 1 else 1
        step = distance if name[0] == "+" else -distance
        current = session.current
        assert current is not None
        if self.new_index:
            if current.index + step < 0:
                raise _Missing("window")
            return Found(session, current, None, current.index + step)
        ordered = session.ordered()
        link = ordered[(ordered.index(current) + step) % len(ordered)]
        return Found(session, link, None, link.index)

    def _window_named(self, session: Session, name: str) -> Found:
        if name.isascii() and name.isdigit() and len(name) < 10:
            link = session.links.get(int(name))
            if link is not None:
                return Found(session, link, None, link.index)
            if self.new_index:
                return Found(session, session.current, None, int(name))
        link = _one_named(session.ordered(), lambda each: each.window.name, name, exact_only=self.exact_window)
        if link is None:
            raise _Missing("window")
        return Found(session, link, None, link.index)

    # -- panes ---------------------------------------------------------------------------------------------------
    def _pane(self, name: str, *, only: bool) -> Found:
        if name.startswith("%"):
            return self._pane_by_id(name, None)
        try:
            return replace(self.current, pane=self._pane_in(self.current.window, name))
        except _Missing:
            if only:
                raise
        try:
            return self._finish(self._window(name, only=False), None)
        except _Missing:
            raise _Missing("pane") from None

    def _pane_by_id(self, name: str, session: Session | None) -> Found:
        pane = self.state.panes.get(_number(name[1:]))
        if pane is None:
            raise _Missing("pane")
        if session is None:
            return from_pane(self.state, pane)
        link = session.link_of(pane.window)
        if link is None:
            raise _Missing("pane")
        return Found(session, link, pane, link.index)

    def _pane_in(self, window: Window | None, name: str) -> Pane:
        pane = self._find_pane(window, name) if window is not None else None
        if pane is None:
            raise _Missing("pane")
        return pane

    def _find_pane(self, window: Window, name: str) -> Pane | None:
        if name.startswith("%"):
            pane = self.state.panes.get(_number(name[1:]))
            return pane if pane is not None and pane.window is window else None
        if name == "!":
            return window.last
        here = self.current.pane
        if name in BESIDE:
            return neighbours.neighbour(here.window, here, BESIDE[name]) if here is not None else None
        if name[0] in "+-" and (pane := _pane_at_offset(window, here, name)) is not None:
            return pane
        if name.isascii() and name.isdigit() and len(name) < 10:
            place = int(name) - window.options.number("pane-base-index")
            if 0 <= place < len(window.panes):
                return window.panes[place]
        return neighbours.described(window, name)


def _pane_at_offset(window: Window, here: Pane | None, name: str) -> Pane | None:
    if here is None or here not in window.panes:
        return None
    distance = _number(name[1:]) if len(name) > 1 else 1
    step = distance if name[0] == "+" else -distance
    return window.panes[(window.panes.index(here) + step) % len(window.panes)]


def _one_named(things: list[T], name_of: Callable[[T], str], wanted: str, *, exact_only: bool = False) -> T | None:
    """By name, then by the start of it, then by pattern; None when none or several match the first way that matches any."""
    ways: tuple[Callable[[str], bool], ...] = (
        lambda name: name == wanted,
        lambda name: name.startswith(wanted),
        lambda name: glob_match(wanted, name),
    )
    for matches in ways[:1] if exact_only else ways:
        found = [thing for thing in things if matches(name_of(thing))]
        if found:
            return found[0] if len(found) == 1 else None
    return None


def _number(digits: str) -> int:
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 12 else -1
