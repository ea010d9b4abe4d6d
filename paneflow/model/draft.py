"""A model in the making: one action's working copy and the orders that go with it.

Handlers read and write it; nobody else sees it. A handler that raises leaves the model as it was. What changed is found
out afterwards by comparing (`facts.py`), so a handler cannot forget to say it.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from paneflow.errors import NotFound
from paneflow.ids import GroupId, PaneId, SurfaceId, WorkspaceId
from paneflow.model.changes import SurfaceExited, SurfaceRespawned
from paneflow.model.effects import Effect
from paneflow.model.records import Counters, Group, Model, Pane, Surface, Workspace

K = TypeVar("K")
V = TypeVar("V")


class Draft:
    """Copies of the model's tables that may be changed until `outcome` freezes them."""

    def __init__(self, model: Model) -> None:
        self.before = model
        self.order = list(model.order)
        self.active = model.active
        self.workspaces = dict(model.workspaces)
        self.panes = dict(model.panes)
        self.surfaces = dict(model.surfaces)
        self.groups = dict(model.groups)
        self.agents = dict(model.agents)
        self.broadcasts = model.broadcasts
        self.closed = model.closed
        self.counters: Counters = model.counters
        self.events: list[SurfaceExited | SurfaceRespawned] = []
        self.effects: list[Effect] = []

    def surface(self, surface: SurfaceId) -> Surface:
        """The surface, or `NotFound`."""
        found = self.surfaces.get(surface)
        if found is None:
            raise NotFound(f"there is no surface {surface}", kind="surface_not_found", surface_id=surface)
        return found

    def pane_of(self, surface: SurfaceId) -> Pane:
        """The pane that stacks a surface."""
        return self.panes[self.surface(surface).pane]

    def workspace_of(self, surface: SurfaceId) -> Workspace:
        """The workspace a surface is in."""
        return self.workspaces[self.pane_of(surface).workspace]

    def workspace(self, workspace: WorkspaceId) -> Workspace:
        """The workspace, or `NotFound`."""
        found = self.workspaces.get(workspace)
        if found is None:
            message = f"there is no workspace with id {workspace}"
            raise NotFound(message, kind="workspace_not_found", workspace_id=workspace)
        return found

    def group(self, group: GroupId) -> Group:
        """The group, or `NotFound`."""
        found = self.groups.get(group)
        if found is None:
            raise NotFound(f"there is no group {group}", kind="group_not_found", group_id=group)
        return found

    def put(self, record: Surface | Pane | Workspace | Group) -> None:
        """Add a record, or replace the one with its id."""
        match record:
            case Surface():
                self.surfaces[record.id] = record
            case Pane():
                self.panes[record.id] = record
            case Workspace():
                self.workspaces[record.id] = record
            case Group():
                self.groups[record.id] = record

    def next_surface(self) -> SurfaceId:
        """A surface id that was never handed out."""
        number = self.counters.surface
        self.counters = replace(self.counters, surface=number + 1)
        return SurfaceId(number)

    def next_pane(self) -> PaneId:
        """A pane id that was never handed out."""
        number = self.counters.pane
        self.counters = replace(self.counters, pane=number + 1)
        return PaneId(number)

    def next_workspace(self) -> WorkspaceId:
        """A workspace id that was never handed out."""
        number = self.counters.workspace
        self.counters = replace(self.counters, workspace=number + 1)
        return WorkspaceId(number)

    def next_group(self) -> GroupId:
        """A group id that was never handed out."""
        number = self.counters.group
        self.counters = replace(self.counters, group=number + 1)
        return GroupId(number)

    def note(self, event: SurfaceExited | SurfaceRespawned) -> None:
        """Record what cannot be seen by comparing models."""
        self.events.append(event)

    def require(self, *effects: Effect) -> None:
        """Order something of the runtime."""
        self.effects += effects

    def model(self) -> Model:
        """The next model. A table without a change is the old one, so that comparing is quick."""
        before = self.before
        return Model(
            order=tuple(self.order),
            active=self.active,
            workspaces=_kept(before.workspaces, self.workspaces),
            panes=_kept(before.panes, self.panes),
            surfaces=_kept(before.surfaces, self.surfaces),
            groups=_kept(before.groups, self.groups),
            agents=_kept(before.agents, self.agents),
            broadcasts=self.broadcasts,
            closed=self.closed,
            counters=self.counters,
        )


def _kept(old: Mapping[K, V], new: dict[K, V]) -> Mapping[K, V]:
    return old if old == new else new
