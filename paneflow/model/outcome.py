"""What came of one action."""

from dataclasses import dataclass

from paneflow.ids import GroupId, PaneId, SurfaceId, WorkspaceId
from paneflow.model.changes import Change
from paneflow.model.effects import Effect
from paneflow.model.records import Model


@dataclass(frozen=True, slots=True)
class Made:
    """What an action made or moved: one pane and one name a surface, in the order asked for."""

    workspace: WorkspaceId | None = None
    panes: tuple[PaneId, ...] = ()
    surfaces: tuple[SurfaceId, ...] = ()
    names: tuple[str, ...] = ()
    group: GroupId | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The next model, the facts for listeners, the orders for the runtime, and what the action made."""

    model: Model
    changes: tuple[Change, ...] = ()
    effects: tuple[Effect, ...] = ()
    result: Made = Made()
