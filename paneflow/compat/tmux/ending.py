"""Ending panes, windows and sessions: in the records and in the model at once. Checks whose they are first."""

from paneflow.compat.tmux.calls import Run
from paneflow.compat.tmux.mirror import workspace_of
from paneflow.compat.tmux.ownership import require_all
from paneflow.compat.tmux.state import Link, Pane, Session, Window
from paneflow.ids import SurfaceId
from paneflow.model.actions import CloseSurface, CloseWorkspace


def require_panes(run: Run, panes: list[Pane]) -> None:
    """Raise TmuxError unless the caller may end or type into all of these."""
    host = run.shim.host
    require_all(host.model, run.client.surface, panes, gate_open=host.gate_open())


def require_window(run: Run, window: Window) -> None:
    """The same for a window."""
    require_panes(run, window.panes)


def require_session(run: Run, session: Session) -> None:
    """The same for a session; windows that other sessions have too stay, and need no leave."""
    for link in session.ordered():
        if len(list(run.state.links(link.window))) == 1:
            require_window(run, link.window)


def kill_pane(run: Run, pane: Pane) -> None:
    """End a pane; the last one takes its window with it."""
    window = pane.window
    if len(window.panes) == 1:
        kill_window(run, window)
        return
    run.state.forget_pane(pane)
    run.shim.host.do(CloseSurface(SurfaceId(pane.id), undo=False))
    run.shim.mirror.push(window)


def kill_window(run: Run, window: Window) -> None:
    """End a window in every session that has it."""
    for link in list(run.state.links(window)):
        unlink(run, link)


def unlink(run: Run, link: Link) -> None:
    """Take a window out of a session; without any it ends, and so does a session without windows."""
    session, state = link.session, run.state
    for member in session.group.sessions[:] if session.group is not None else [session]:
        other = next((each for each in member.ordered() if each.index == link.index), None)
        if other is not None:
            state.remove_link(member, other)
    if not any(True for _ in state.links(link.window)):
        for pane in link.window.panes:
            state.panes.pop(pane.id, None)
        state.windows.pop(link.window.id, None)
        run.shim.host.do(CloseWorkspace(workspace_of(link.window), undo=False))
    if not session.links:
        for member in session.group.sessions[:] if session.group is not None else [session]:
            run.shim.mirror.forget_session(state, member)
    elif session.options.is_on("renumber-windows"):
        renumber(session)


def kill_session(run: Run, session: Session) -> None:
    """End a session, and its windows that no other session has."""
    if session.group is not None:
        session.group.sessions.remove(session)
        session.group = None
    session.options.values["renumber-windows"] = "off"
    for link in session.ordered():
        unlink(run, link)


def renumber(session: Session) -> None:
    """Give windows the indexes from `base-index` on, without gaps."""
    start = session.options.number("base-index")
    ordered = session.ordered()
    session.links = {}
    for index, link in enumerate(ordered, start):
        link.index = index
        session.links[index] = link
