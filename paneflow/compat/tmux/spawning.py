"""Making sessions, windows and panes: in the records and in the model at once."""

import os
import time
from collections.abc import Sequence
from typing import NamedTuple

from paneflow.compat.tmux.calls import Run
from paneflow.compat.tmux.environment import Environment
from paneflow.compat.tmux.errors import NO_SPACE, TmuxError
from paneflow.compat.tmux.layout import Kind, Layout
from paneflow.compat.tmux.layout_split import split
from paneflow.compat.tmux.mirror import COMMON, new_session, reading_order, tree_of, workspace_of
from paneflow.compat.tmux.naming import shown_name, start_command
from paneflow.compat.tmux.options import Store
from paneflow.compat.tmux.state import Link, Pane, Session, Window
from paneflow.geometry import DEFAULT_SIZE, Size
from paneflow.ids import GroupId, SurfaceId
from paneflow.model.actions import ApplyLayout, CreateGroup, CreateWorkspace, FocusSurface, Launch, SelectWorkspace
from paneflow.model.records import OUTSIDE, Remain
from paneflow.model.tree import Preset


class Program(NamedTuple):
    """What a new pane runs: no words are the person's shell, one is a line for a shell, more are run as they are."""

    words: tuple[str, ...]
    cwd: str
    assignments: tuple[str, ...] = ()  # NAME=VALUE


class Place(NamedTuple):
    """Where a split puts its new pane."""

    along: Kind
    size: int = -1
    before: bool = False
    full: bool = False


def launch(run: Run, session: Session, program: Program, remain: Store, size: Size) -> Launch:
    """The order to start a pane's program."""
    words = program.words or tuple(filter(None, [session.options.text("default-command")]))
    cwd = program.cwd if os.path.isdir(program.cwd) else os.path.expanduser("~")
    owner = run.client.surface
    return Launch(
        cwd,
        argv_of(words, session),
        env=environment_of(run, session, program.assignments),
        owner=OUTSIDE if owner is None else SurfaceId(owner),
        size=size,
        remain=Remain(remain.text("remain-on-exit") or "off"),
    )


def argv_of(words: Sequence[str], session: Session) -> tuple[str, ...]:
    """What is executed: one word goes to the shell; none, and the host chooses the shell unless a client did."""
    shell = session.options.text("default-shell")
    if len(words) == 1:
        return (shell, "-c", words[0])
    if not words and "default-shell" in session.options.values:
        return (shell,)
    return tuple(words)


def environment_of(run: Run, session: Session, assignments: Sequence[str]) -> dict[str, str]:
    """The variables of a child that the host would not give it anyway."""
    inherited = run.shim.host.environment()
    changed = Environment()
    for name, variable in run.state.environment:
        if variable.value is not None and inherited.get(name) != variable.value:
            changed.set(name, variable.value, hidden=variable.hidden)
    env: dict[str, str] = {}
    changed.apply(env)
    session.environment.apply(env)
    if path := run.client.env.get("PATH"):
        env["PATH"] = path
    given = Environment()
    for assignment in assignments:
        given.put(assignment)
    given.apply(env)
    return env


# -- sessions ---------------------------------------------------------------------------------------------------------
def make_session(run: Run, name: str | None, cwd: str, size: Size, *, prefix: str = "") -> Session:
    """A session without windows yet; without a name it gets a number."""
    state = run.state
    number = state.named
    while name is None or (name in state.sessions):
        name = f"{prefix}-{number}" if prefix else str(number)
        number += 1
    state.named = max(state.named + 1, number)
    made = run.shim.host.do(CreateGroup(name, state.name))
    session = new_session(state, made.group or 0, name, cwd)
    session.options.values["default-size"] = f"{size.cols}x{size.rows}"
    return session


# -- windows ----------------------------------------------------------------------------------------------------------
def make_window(
    run: Run, session: Session, program: Program, *, name: str | None = None, index: int | None = None
) -> Link:
    """A window with one pane, at an index that is free."""
    host, state = run.shim.host, run.state
    size = window_size(run, session)
    remain = Store(state.window_options)
    order = launch(run, session, program, remain, size)
    title = name or shown_name(start_command(program.words)) or os.path.basename(session.options.text("default-shell"))
    made = host.do(
        CreateWorkspace(
            title,
            order.cwd,
            (order,),
            Preset.EVEN_H,
            group=GroupId(session.id) if session.id else None,
            owner=order.owner,
            size=size if is_sized(run, session) else None,
        )
    )
    assert made.workspace is not None
    if made.workspace not in host.model.workspaces:
        raise TmuxError(host.spawn_error(made.surfaces[0]))
    space = host.model.workspaces[made.workspace]
    window = Window(space.id, space.title, Layout(size.cols, size.rows, made.surfaces[0]), remain, activity=time.time())
    window.seen = space.tree
    if name is not None:
        window.options.values["automatic-rename"] = "off"
    state.windows[window.id] = window
    window.active = _new_pane(run, window, made.surfaces[0], program)
    window.panes.append(window.active)
    link = state.add_link(session, window, index)
    assert link is not None
    return link


def window_size(run: Run, session: Session) -> Size:
    """What a new window of a session starts with: the session's, or for a person's workspaces that of the current one."""
    if not is_sized(run, session):
        current = session.current
        return Size(current.window.width, current.window.height) if current is not None else DEFAULT_SIZE
    cols, _, rows = session.options.text("default-size").partition("x")
    return Size(int(cols), int(rows)) if cols.isdigit() and rows.isdigit() else Size(80, 24)


def is_sized(run: Run, session: Session) -> bool:
    """Whether the session's windows have a size of their own, which tmux's have until somebody attaches."""
    return run.state.name != COMMON or session.id != 0


# -- panes ------------------------------------------------------------------------------------------------------------
def make_pane(run: Run, session: Session, pane: Pane, place: Place, program: Program) -> Pane:
    """Split a pane. Raises TmuxError if there is no room."""
    window, host = pane.window, run.shim.host
    new = host.model.counters.surface  # the model hands out what it says here; its tree is built around it
    if not split(window.layout, pane.id, new, place.along, size=place.size, before=place.before, full=place.full):
        raise TmuxError(NO_SPACE)
    space = host.model.workspaces[workspace_of(window)]
    places = reading_order(host.model, space)
    places[new] = len(places) + 1
    _, _, width, height = window.layout.rectangle(new)
    order = launch(run, session, program, Store(window.options), Size(width, height))
    try:
        host.do(ApplyLayout(space.id, tree_of(window.layout.root, places), (order,)))
    except TmuxError as error:
        window.layout.close(new)
        raise TmuxError(f"create pane failed: {error.message}") from None
    if SurfaceId(new) not in host.model.surfaces:
        window.layout.close(new)
        run.shim.mirror.push(window)
        raise TmuxError(f"create pane failed: {host.spawn_error(new)}")
    made = _new_pane(run, window, new, program)
    _insert(window, pane, made, place)
    run.shim.mirror.settle(window)
    return made


def _insert(window: Window, pane: Pane, made: Pane, place: Place) -> None:
    around = (0, len(window.panes)) if place.full else (window.panes.index(pane), window.panes.index(pane) + 1)
    window.panes.insert(around[not place.before], made)


def _new_pane(run: Run, window: Window, surface: int, program: Program) -> Pane:
    pane = Pane(surface, window, Store(window.options), program.words, program.cwd)
    run.state.panes[surface] = pane
    run.state.use(pane)
    return pane


# -- what a person looks at -------------------------------------------------------------------------------------------
def show_window(run: Run, link: Link) -> None:
    """Make a window its session's current one; a person who looks at that session sees it."""
    session = link.session
    looks = session.current is not None and session.current.window.id == run.shim.host.model.active
    run.state.select_link(session, link)
    if looks:
        run.shim.host.do(SelectWorkspace(workspace_of(link.window)))


def show_pane(run: Run, pane: Pane) -> None:
    """Make a pane its window's active one."""
    run.state.select_pane(pane.window, pane)
    run.shim.host.do(FocusSurface(SurfaceId(pane.id), activate=False))
