"""Moving panes between places and windows: in the records and in the model at once."""

import time

from paneflow.compat.tmux.calls import Run
from paneflow.compat.tmux.errors import TmuxError
from paneflow.compat.tmux.layout import Layout
from paneflow.compat.tmux.layout_split import split
from paneflow.compat.tmux.mirror import workspace_of
from paneflow.compat.tmux.options import Store
from paneflow.compat.tmux.spawning import Place, is_sized, show_pane
from paneflow.compat.tmux.state import Link, Pane, Session, Window
from paneflow.geometry import Size
from paneflow.ids import GroupId, SurfaceId
from paneflow.model.actions import MoveSurface, ResizeWorkspace, SwapPanes, ToNewWorkspace, ToWorkspace


def swap(run: Run, source: Pane, target: Pane, *, follow: bool) -> None:
    """Let two panes change places; `follow` makes the ones that came the active ones."""
    first, second = source.window, target.window
    one, two = first.layout.leaf(source.id), second.layout.leaf(target.id)
    one.pane, two.pane = target.id, source.id
    at, other = first.panes.index(source), second.panes.index(target)
    first.panes[at], second.panes[other] = target, source
    run.shim.host.do(SwapPanes(SurfaceId(source.id), SurfaceId(target.id)))
    if first is not second:
        _adopt(second, source)
        _adopt(first, target)
    _settle_focus(run, first, second, source, target, follow=follow)
    for window in {first.id: first, second.id: second}.values():
        run.shim.mirror.push(window)


def _adopt(window: Window, pane: Pane) -> None:
    pane.window = window
    pane.options.parent = window.options


def _settle_focus(run: Run, first: Window, second: Window, source: Pane, target: Pane, *, follow: bool) -> None:
    if first is second:
        if follow:
            show_pane(run, target)
        return
    for window, came, left in ((first, target, source), (second, source, target)):
        if window.last is left:
            window.last = None
        if follow or window.active is left:
            window.active = None if window.active is left else window.active
            show_pane(run, came)
            window.last = None if window.last is left else window.last


def move_into(run: Run, source: Pane, target: Pane, place: Place) -> None:
    """Put a pane beside another one. Raises TmuxError if there is no room."""
    old, window = source.window, target.window
    if old is window:
        _move_within(run, window, source, target, place)
        return
    if not split(
        window.layout, target.id, source.id, place.along, size=place.size, before=place.before, full=place.full
    ):
        raise TmuxError("create pane failed: pane too small")
    _leave(run, old, source)
    _adopt(window, source)
    window.panes.insert(window.panes.index(target) + (not place.before), source)
    run.shim.host.do(MoveSurface(SurfaceId(source.id), ToWorkspace(workspace_of(window))))
    run.shim.mirror.push(window)
    if old.panes:
        run.shim.mirror.push(old)


def _move_within(run: Run, window: Window, source: Pane, target: Pane, place: Place) -> None:
    trial = Layout(1, 1, 0)
    trial.root = window.layout.root
    if not split(trial, target.id, -1, place.along, size=place.size, before=place.before, full=place.full):
        raise TmuxError("create pane failed: pane too small")
    trial.close(source.id)
    trial.leaf(-1).pane = source.id
    window.layout.root = trial.root
    window.panes.remove(source)
    window.panes.insert(window.panes.index(target) + (not place.before), source)
    run.shim.mirror.push(window)


def _leave(run: Run, window: Window, pane: Pane) -> None:
    """Take a pane out of a window that it leaves alive; an empty window goes with its places."""
    run.state.lose_pane(pane)
    if window.panes:
        window.layout.close(pane.id)
        return
    for link in list(run.state.links(window)):
        run.state.remove_link(link.session, link)
    run.state.windows.pop(window.id, None)


def give_window(run: Run, session: Session, pane: Pane, name: str, index: int | None) -> Link:
    """Give a pane, one of several, a window of its own."""
    old, host = pane.window, run.shim.host
    size = Size(old.width, old.height)
    _leave(run, old, pane)
    group = GroupId(session.id) if session.id else None
    made = host.do(MoveSurface(SurfaceId(pane.id), ToNewWorkspace(name, group)))
    assert made.workspace is not None
    if is_sized(run, session):
        host.do(ResizeWorkspace(made.workspace, size))
    space = host.model.workspaces[made.workspace]
    layout = Layout(size.cols, size.rows, pane.id)
    window = Window(space.id, space.title, layout, Store(run.state.window_options), [pane], pane, activity=time.time())
    window.seen = space.tree
    _adopt(window, pane)
    run.state.windows[window.id] = window
    run.shim.mirror.push(old)
    link = run.state.add_link(session, window, index)
    assert link is not None
    return link
