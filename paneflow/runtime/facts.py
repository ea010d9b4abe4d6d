"""What the runtime tells besides the model's changes."""

from typing import NamedTuple

from paneflow.ids import SurfaceId
from paneflow.model.records import Model, Worktree
from paneflow.vt.events import EngineEvent


class Output(NamedTuple):
    """A surface printed something; told once a slice."""

    surface: SurfaceId
    generation: int


class Said(NamedTuple):
    """A surface's engine has an event: a bell, a mark, a notification, a title."""

    surface: SurfaceId
    event: EngineEvent


class Ending(NamedTuple):
    """A surface's program ended, and what it showed can be read for the last time."""

    surface: SurfaceId


class Crashed(NamedTuple):
    """A surface's engine failed; it is closed."""

    surface: SurfaceId
    message: str


class Notice(NamedTuple):
    """Something a person should see: a configuration that is wrong, a disk that is full."""

    level: str  # "warning" or "error"
    message: str


def late(model: Model, surface: SurfaceId) -> Notice:
    """That a surface is typed into although nothing told that it is ready."""
    record = model.surfaces.get(surface)
    name = f" ({record.name})" if record is not None and record.name else ""
    return Notice("warning", f"surface {surface}{name} showed no prompt for long, and is typed into all the same")


class WorktreesLeft(NamedTuple):
    """A workspace was closed; nobody works in its worktrees any more."""

    worktrees: tuple[Worktree, ...]


class Reconfigured(NamedTuple):
    """The configuration was read again."""


RuntimeFact = Output | Said | Ending | Crashed | Notice | WorktreesLeft | Reconfigured
