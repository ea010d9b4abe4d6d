"""What is different between two models, as facts. Records that are the same object did not change."""

from collections.abc import Iterator, Mapping
from typing import TypeVar

from paneflow.ids import SurfaceId
from paneflow.model import changes
from paneflow.model.changes import Change
from paneflow.model.records import Model, Surface, Workspace

K = TypeVar("K")
V = TypeVar("V")


def compare(before: Model, after: Model) -> Iterator[Change]:
    """The facts in an order a listener can follow: what went, what came, what is different, where the focus is."""
    yield from _gone(before, after)
    yield from _new(before, after)
    for old, new in _pairs(before.surfaces, after.surfaces):
        yield from _surface(old, new)
    yield from _moved(before, after)
    yield from _agents(before, after)
    yield from _broadcasts(before, after)
    yield from _workspaces(before, after)
    if before.active != after.active:
        yield changes.ActiveChanged(after.active)


def _gone(before: Model, after: Model) -> Iterator[Change]:
    for surface in before.surfaces.keys() - after.surfaces.keys():
        record = before.surfaces[surface]
        yield changes.SurfaceClosed(surface, record.name, before.panes[record.pane].workspace)
    for workspace in before.order:
        if workspace not in after.workspaces:
            yield changes.WorkspaceClosed(workspace, before.workspaces[workspace].title)
    for group, old in before.groups.items():
        if group not in after.groups:
            yield changes.GroupRemoved(group, old.name)


def _new(before: Model, after: Model) -> Iterator[Change]:
    for group, new in after.groups.items():
        if before.groups.get(group) != new:
            yield changes.GroupChanged(group)
    for workspace in after.order:
        if workspace not in before.workspaces:
            yield changes.WorkspaceCreated(workspace)
    for surface in sorted(after.surfaces.keys() - before.surfaces.keys()):
        yield changes.SurfaceCreated(surface)


def _pairs(before: Mapping[K, V], after: Mapping[K, V]) -> Iterator[tuple[V, V]]:
    """Records of the same id that are not the same."""
    if before is not after:
        for key, new in after.items():
            old = before.get(key)
            if old is not None and old is not new:
                yield old, new


def _moved(before: Model, after: Model) -> Iterator[Change]:
    """Surfaces whose pane is another one, or whose pane is in another workspace."""
    if before.panes is after.panes:
        return
    for surface, new in after.surfaces.items():
        old = before.surfaces.get(surface)
        workspace = after.panes[new.pane].workspace
        if old is not None and (old.pane, before.panes[old.pane].workspace) != (new.pane, workspace):
            yield changes.SurfaceMoved(surface, new.pane, workspace)


def _surface(old: Surface, new: Surface) -> Iterator[Change]:
    if old.name != new.name:
        yield changes.SurfaceRenamed(new.id, new.name, old.name)
    if old.size != new.size:
        yield changes.SurfaceResized(new.id, new.size)
    if old.title != new.title:
        yield changes.TitleChanged(new.id, new.title)
    if old.cwd != new.cwd:
        yield changes.CwdChanged(new.id, new.cwd)
    if (old.owner, old.remain, old.restored) != (new.owner, new.remain, new.restored):
        yield changes.SurfaceChanged(new.id)


def _agents(before: Model, after: Model) -> Iterator[Change]:
    for surface in sorted(before.agents.keys() | after.agents.keys()):
        new = after.agents.get(surface)
        if before.agents.get(surface) != new:
            yield changes.AgentChanged(surface, new)


def _broadcasts(before: Model, after: Model) -> Iterator[Change]:
    if before.broadcasts == after.broadcasts:
        return
    old = {each.name: each.surfaces for each in before.broadcasts}
    new = {each.name: each.surfaces for each in after.broadcasts}
    for name in sorted(old.keys() | new.keys()):
        if old.get(name) != new.get(name):
            yield changes.BroadcastChanged(name, new.get(name, ()))


def _workspaces(before: Model, after: Model) -> Iterator[Change]:
    stacks = {new.workspace for old, new in _pairs(before.panes, after.panes) if old.stack != new.stack}
    for workspace in after.order:
        old, new = before.workspaces.get(workspace), after.workspaces[workspace]
        if old is None:
            continue
        if _described(old) != _described(new):
            yield changes.WorkspaceChanged(workspace)
        if workspace in stacks or (old.tree, old.zoomed) != (new.tree, new.zoomed):
            yield changes.LayoutChanged(workspace)
        if _focus(before, old) != _focus(after, new):
            yield changes.FocusMoved(workspace, new.focused, after.panes[new.focused].active)
    kept = [each for each in before.order if each in after.workspaces]
    if kept != [each for each in after.order if each in before.workspaces]:
        yield changes.OrderChanged()


def _described(space: Workspace) -> tuple[object, ...]:
    return space.title, space.root, space.group, space.owner, space.size, space.worktrees


def _focus(model: Model, space: Workspace) -> tuple[int, SurfaceId]:
    return space.focused, model.panes[space.focused].active
