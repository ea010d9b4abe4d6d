"""What -t means."""

import pytest

from paneflow.compat.tmux.environment import Environment
from paneflow.compat.tmux.errors import TmuxError
from paneflow.compat.tmux.layout import Kind, Layout
from paneflow.compat.tmux.layout_split import split
from paneflow.compat.tmux.options import Store
from paneflow.compat.tmux.state import Pane, ServerState, Session, Window
from paneflow.compat.tmux.targets import NOTHING, Found, find, from_nothing, from_pane


def _state() -> ServerState:
    """Two sessions: `work` with windows 0 ed, 2 log, 5 logs; `other` with 0 main. Window 2 has four panes in a square."""
    state = ServerState("", "/s", Environment())
    work, other = (_session(state, number, name) for number, name in ((1, "work"), (2, "other")))
    for window, index, name, session in (
        (11, 0, "ed", work),
        (12, 2, "log", work),
        (13, 5, "logs", work),
        (14, 0, "main", other),
    ):
        _window(state, session, window, index, name)
    log = state.windows[12]
    for pane, beside, along in ((22, 120, Kind.ROW), (23, 120, Kind.COLUMN), (24, 22, Kind.COLUMN)):
        assert split(log.layout, beside, pane, along)
        log.panes.append(Pane(pane, log, Store(log.options)))
        state.panes[pane] = log.panes[-1]
    state.touch(work)
    return state


def _session(state: ServerState, number: int, name: str) -> Session:
    session = state.sessions[name] = Session(number, name, "/", Store(state.session_options), Environment())
    state.touch(session)
    return session


def _window(state: ServerState, session: Session, number: int, index: int, name: str) -> None:
    window = state.windows[number] = Window(number, name, Layout(80, 24, number * 10), Store(state.window_options))
    window.active = state.panes[number * 10] = Pane(number * 10, window, Store(window.options))
    window.panes.append(window.active)
    state.add_link(session, window, index)


def _place(found: Found) -> str:
    session = found.session.name if found.session else ""
    index = found.link.index if found.link else ""
    return f"{session}:{index}.%{found.pane.id if found.pane else ''}"


@pytest.mark.parametrize(
    ("target", "kind", "place"),
    [
        (None, "pane", "work:0.%110"),
        ("", "pane", "work:0.%110"),
        ("work", "session", "work:0.%110"),
        ("=work", "session", "work:0.%110"),
        ("wor", "session", "work:0.%110"),
        ("o*r", "session", "other:0.%140"),
        ("$2", "session", "other:0.%140"),
        ("@12", "pane", "work:2.%120"),
        ("%22", "window", "work:2.%22"),
        ("%22", "session", "work:2.%22"),
        ("%140", "pane", "other:0.%140"),
        ("work:", "pane", "work:0.%110"),
        (":2", "pane", "work:2.%120"),
        ("2", "window", "work:2.%120"),
        ("work:log", "pane", "work:2.%120"),
        ("work:=logs", "pane", "work:5.%130"),
        ("work:l*s", "pane", "work:5.%130"),
        ("work:2.1", "pane", "work:2.%22"),
        ("log.2", "pane", "work:2.%23"),
        (".0", "pane", "work:0.%110"),
        ("work:^", "window", "work:0.%110"),
        ("work:$", "window", "work:5.%130"),
        ("work:{end}", "window", "work:5.%130"),
        ("work:+", "window", "work:2.%120"),
        ("work:-", "window", "work:5.%130"),
        ("work:+2", "window", "work:5.%130"),
        ("other", "pane", "other:0.%140"),
        ("other", "window", "other:0.%140"),
        ("work:2.{top-left}", "pane", "work:2.%120"),
        ("work:2.bottom-right", "pane", "work:2.%24"),
        ("work:2.{right}", "pane", "work:2.%22"),
    ],
)
def test_a_target_names(target: str | None, kind: str, place: str) -> None:
    state = _state()
    assert _place(find(state, target, kind, from_nothing(state))) == place


@pytest.mark.parametrize(
    ("target", "kind", "text"),
    [
        ("nosuch", "session", "can't find session: nosuch"),
        ("=wor", "session", "can't find session: wor"),
        ("nosuch", "window", "can't find window: nosuch"),
        ("nosuch", "pane", "can't find pane: nosuch"),
        ("work:nosuch", "session", "can't find window: nosuch"),
        ("work:0.5", "pane", "can't find pane: 5"),
        ("work:l", "window", "can't find window: l"),
        ("%99", "pane", "can't find pane: %99"),
        ("@99", "pane", "can't find window: @99"),
        ("$99", "pane", "can't find session: $99"),
        ("work:!", "window", "can't find window: !"),
        ("{mouse}", "pane", "no mouse target"),
        ("~", "pane", "no marked target"),
    ],
)
def test_a_target_that_is_not_there(target: str, kind: str, text: str) -> None:
    state = _state()
    with pytest.raises(TmuxError) as caught:
        find(state, target, kind, from_nothing(state))
    assert caught.value.message == text


@pytest.mark.parametrize(
    ("words", "from_here", "pane"),
    [
        ("{right-of}", 120, 22),
        ("{left-of}", 120, 22),
        ("{down-of}", 120, 23),
        ("{up-of}", 120, 23),
        ("{down-of}", 22, 24),
        ("+", 120, 22),
        ("-", 120, 24),
    ],
)
def test_neighbours_go_round_the_edges(words: str, from_here: int, pane: int) -> None:
    state = _state()
    current = from_pane(state, state.panes[from_here])
    found = find(state, f"work:2.{words}", "pane", current)
    assert found.pane is not None
    assert found.pane.id == pane


def test_of_several_neighbours_the_one_used_last_wins() -> None:
    state = _state()
    log = state.windows[12]
    assert split(log.layout, 24, 25, Kind.COLUMN)
    log.panes.append(Pane(25, log, Store(log.options)))
    state.panes[25] = log.panes[-1]
    current = from_pane(state, state.panes[23])
    for latest in (24, 25):
        state.use(state.panes[latest])
        found = find(state, ".{right-of}", "pane", current)
        assert found.pane is not None
        assert found.pane.id == latest


def test_the_current_target_is_never_guessed_for_a_name_that_is_wrong() -> None:
    state = _state()
    with pytest.raises(TmuxError):
        find(state, "%99", "pane", from_pane(state, state.panes[110]))


def test_an_index_may_be_free_where_one_is_wanted() -> None:
    state = _state()
    current = from_nothing(state)
    assert find(state, "work:7", "window", current, new_index=True).index == 7
    assert find(state, "work:", "window", current, new_index=True).index is None
    assert find(state, ":+1", "window", current, new_index=True).index == 1
    with pytest.raises(TmuxError, match="can't specify pane here"):
        find(state, "work:0.1", "window", current, new_index=True)


def test_without_anything_there_is_no_target() -> None:
    with pytest.raises(TmuxError, match="no current target"):
        find(ServerState("", "/s", Environment()), None, "pane", NOTHING)


def test_the_marked_pane_is_the_default_where_it_may_be() -> None:
    state = _state()
    link = state.sessions["other"].current
    assert link is not None
    state.marked = (link, state.panes[140])
    assert _place(find(state, None, "pane", from_nothing(state), marked=True)) == "other:0.%140"
    assert _place(find(state, "{marked}", "pane", from_nothing(state))) == "other:0.%140"
