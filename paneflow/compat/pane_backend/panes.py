"""The panes as this protocol sees them: contexts with an id `%N`, whose they are, where new ones go, what they show."""

import os
import time
from typing import Final, NamedTuple

import psutil

from paneflow.compat.pane_backend.errors import (
    PANE_TOO_SMALL,
    SPAWN_FAILED,
    BackendError,
    from_host,
    not_yours,
    pane_not_found,
)
from paneflow.errors import NotFound, PaneflowError
from paneflow.geometry import DEFAULT_SIZE, Axis
from paneflow.ids import SurfaceId
from paneflow.model import lookup
from paneflow.model.actions import Action, CreateWorkspace, Launch, SplitPane
from paneflow.model.geometry import rects
from paneflow.model.outcome import Made
from paneflow.model.records import OUTSIDE, Model, Surface
from paneflow.pty.processes import command_line, folder_of
from paneflow.runtime.live_surface import LiveSurface
from paneflow.runtime.long_text import all_lines, counted
from paneflow.runtime.session import Session

MIN_COLS, MIN_ROWS = 20, 5  # what each half of a split must have: less shows nothing of an agent
AT_ONCE: Final = 4000  # lines that are read from the end of a long text without a turn for others
NO_PANE: Final = "%0"  # an id that no pane ever has
FULL: Final = ("too_many_panes", "too_many_workspaces")
BESIDE, BELOW = "horizontal", "vertical"  # this protocol's words are tmux's


class Surroundings(NamedTuple):
    """Where a program runs and with what."""

    cwd: str
    env: dict[str, str]


def context_id(surface: int) -> str:
    """A surface's id here."""
    return f"%{surface}"


def find(session: Session, context: str) -> SurfaceId:
    """The surface of an id. Raises `BackendError` (-32001)."""
    digits = context.removeprefix("%")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 16):
        raise pane_not_found(context)
    surface = SurfaceId(int(digits))
    if surface not in session.model.surfaces:
        raise pane_not_found(context)
    return surface


def require_own(model: Model, caller: SurfaceId | None, surface: SurfaceId, *, gate_open: bool = False) -> None:
    """Raise `BackendError` (-32001) unless a caller made the pane or is in it; an open write gate lets it write to others."""
    if not gate_open and not lookup.owns(model, OUTSIDE if caller is None else caller, surface):
        raise not_yours(context_id(surface))


def live(session: Session, surface: SurfaceId) -> LiveSurface:
    """A pane's terminal. Raises `BackendError` (-32001)."""
    try:
        return session.live(surface)
    except NotFound:
        raise pane_not_found(context_id(surface)) from None


def row(session: Session, record: Surface) -> dict[str, object]:
    """What `list` tells of a pane, without its metadata; what is unknown is left out."""
    told: dict[str, object] = {"context_id": context_id(record.id), "alive": record.exited is None}
    found = session.surfaces.get(record.id)
    child = found.child if found is not None else None
    front = (child.foreground() or child.pid) if child is not None else None
    program = command_line(front).split(" ", 1)[0] if front else ""
    known = {
        "cwd": (folder_of(front) if front else "") or record.cwd,
        "title": record.title or record.name,
        "shell_name": os.path.basename(program).lstrip("-"),
    }
    return told | {name: value for name, value in known.items() if value}


# -- new panes --------------------------------------------------------------------------------------------------------
def place_of(session: Session, caller: SurfaceId | None) -> SurfaceId | None:
    """The pane a caller is in; for one outside all panes, what the person looks at."""
    if caller is not None:
        return caller
    front = lookup.focused_surface(session.model)
    return front.id if front is not None else None


def split(session: Session, beside: SurfaceId | None, direction: str | None, launch: Launch) -> SurfaceId:
    """Start a program in a new half of a pane. Raises `BackendError` (-32002, -32003)."""
    if beside is None:
        raise BackendError(SPAWN_FAILED, "there is no pane to split")
    cols, rows = _size(session, beside)
    if direction is None:
        direction = BESIDE if cols > 2 * rows else BELOW
    too_small = (cols - 1) // 2 < MIN_COLS if direction == BESIDE else (rows - 1) // 2 < MIN_ROWS
    if too_small:
        raise BackendError(PANE_TOO_SMALL, f"pane %{beside} of {cols}x{rows} cells is too small to be split")
    return _start(session, SplitPane(beside, Axis.VERTICAL if direction == BESIDE else Axis.HORIZONTAL, launch))


def _size(session: Session, surface: SurfaceId) -> tuple[int, int]:
    """A pane's size in cells: as it is shown, else its share of a workspace of the usual size."""
    shown = live(session, surface)
    if shown.viewers:
        return shown.size
    space = lookup.workspace_of(session.model, surface)
    place = rects(space.tree, space.size or DEFAULT_SIZE)[lookup.pane_of(session.model, surface).id]
    return place.cols, place.rows


def window(session: Session, near: SurfaceId | None, title: str, launch: Launch) -> SurfaceId:
    """Start a program in a workspace of its own, in the group of a neighbour. Raises `BackendError` (-32002)."""
    group = lookup.workspace_of(session.model, near).group if near is not None else None
    action = CreateWorkspace(title, launch.cwd, (launch,), group=group, owner=launch.owner)
    return _start(session, action)


def _start(session: Session, action: Action) -> SurfaceId:
    try:
        made: Made = session.do(action)
    except PaneflowError as error:
        if error.kind in FULL:
            raise BackendError(PANE_TOO_SMALL, error.message) from None
        raise BackendError(SPAWN_FAILED, error.message) from None
    failed = session.spawn_errors.pop(made.surfaces[0], None)
    if failed is not None:
        raise BackendError(SPAWN_FAILED, failed.message)
    return made.surfaces[0]


# -- what they show ---------------------------------------------------------------------------------------------------
async def history(session: Session, shown: LiveSurface, lines: int | None) -> tuple[str, bool]:
    """For clients of the first version: scrollback and screen as plain text, and whether something was left out.

    Others have their turn while it is read. Raises `BackendError` (-32001) if the pane is closed meanwhile.
    """
    try:
        if lines is not None and lines <= AT_ONCE:
            await counted(session, shown)
            found, total = shown.engine.tail(lines)
        else:
            every = await all_lines(session, shown)
            found, total = every[-lines:] if lines else every, len(every)
    except NotFound:
        raise pane_not_found(context_id(shown.id)) from None
    return "\n".join(found), total > len(found)


# -- what runs in them ------------------------------------------------------------------------------------------------
def surroundings(session: Session, surface: SurfaceId) -> Surroundings:
    """The folder and the environment of the program in the foreground of a pane, as they are now."""
    record, child = session.surface(surface), live(session, surface).child
    if child is None:
        return Surroundings(record.cwd, dict(session.spawner.inherited))
    front = child.foreground() or child.pid
    cwd = folder_of(front) or folder_of(child.pid) or record.cwd
    return Surroundings(cwd, _environment(front) or _environment(child.pid) or dict(session.spawner.inherited))


def _environment(pid: int) -> dict[str, str]:
    try:
        return psutil.Process(pid).environ()
    except (psutil.Error, OSError):
        return {}


# -- the end ----------------------------------------------------------------------------------------------------------
class Lives(NamedTuple):
    """What a pane's end is told with: when it was made and what ran in it."""

    born: float
    command: str

    def elapsed_ms(self) -> int:
        """How long it has lived."""
        return round((time.monotonic() - self.born) * 1000)


def act(session: Session, action: Action) -> Made:
    """Change the model. Raises `BackendError`."""
    try:
        return session.do(action)
    except PaneflowError as error:
        raise from_host(error) from None
