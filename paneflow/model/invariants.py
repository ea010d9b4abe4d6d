"""What holds of every model. `persist` refuses documents that break it, and the tests check it after every action."""

from collections.abc import Iterator
from math import isclose

from paneflow.ids import PaneId, SurfaceId, WorkspaceId
from paneflow.model import names
from paneflow.model import tree as trees
from paneflow.model.limits import MAX_BROADCASTS, MAX_PANES, MAX_STACK, MAX_UNDO
from paneflow.model.records import OUTSIDE, Closed, Model, Workspace
from paneflow.model.tree import Node, Split


def problems(model: Model) -> Iterator[str]:
    """What is wrong, as sentences."""
    yield from _order(model)
    held: dict[WorkspaceId, list[PaneId]] = {}
    for pane in model.panes.values():
        held.setdefault(pane.workspace, []).append(pane.id)
    for space in model.workspaces.values():
        yield from _workspace(model, space, held.get(space.id, []))
    yield from _stacks(model)
    yield from _surfaces(model)
    yield from _counters(model)
    yield from _groups(model)
    yield from _texts(model)
    for entry in model.closed:
        yield from _closed(entry)


def _order(model: Model) -> Iterator[str]:
    if sorted(model.order) != sorted(model.workspaces):
        yield "the order does not list every workspace once"
    if model.active not in model.workspaces and (model.active is not None or model.workspaces):
        yield "the active workspace does not exist"


def _workspace(model: Model, space: Workspace, held: list[PaneId]) -> Iterator[str]:
    leaves = list(trees.leaves(space.tree))
    if sorted(leaves) != sorted(held):
        yield f"workspace {space.id}: the tree's leaves are not its panes"
    if len(leaves) > MAX_PANES:
        yield f"workspace {space.id}: more than {MAX_PANES} panes"
    if space.focused not in leaves:
        yield f"workspace {space.id}: the focused pane is not in the tree"
    if space.zoomed is not None and (space.zoomed != space.focused or len(leaves) == 1):
        yield f"workspace {space.id}: the zoomed pane is not the focused one of several"
    if space.group is not None and space.group not in model.groups:
        yield f"workspace {space.id}: its group does not exist"
    yield from (f"workspace {space.id}: {each}" for each in shape_problems(space.tree))


def shape_problems(tree: Node) -> Iterator[str]:
    """What is untidy about a tree."""
    if not isinstance(tree, Split):
        return
    if len(tree.children) < 2 or len(tree.children) != len(tree.ratios):
        yield "a split needs two children, and a ratio for each"
    if not isclose(sum(tree.ratios), 1, abs_tol=1e-6) or min(tree.ratios, default=0) <= 0:
        yield "ratios must be above 0 and sum to 1"
    for child in tree.children:
        if isinstance(child, Split) and child.axis is tree.axis:
            yield "a split has a child along its own axis"
        yield from shape_problems(child)


def _stacks(model: Model) -> Iterator[str]:
    stacked = [surface for pane in model.panes.values() for surface in pane.stack]
    if sorted(stacked) != sorted(model.surfaces):
        yield "the stacks do not hold every surface once"
    for pane in model.panes.values():
        if pane.workspace not in model.workspaces:
            yield f"pane {pane.id}: its workspace does not exist"
        if pane.active not in pane.stack or len(pane.stack) > MAX_STACK:
            yield f"pane {pane.id}: the surface in front is not one of at most {MAX_STACK} stacked"
        if any(model.surfaces[each].pane != pane.id for each in pane.stack if each in model.surfaces):
            yield f"pane {pane.id}: a surface says it is elsewhere"


def _surfaces(model: Model) -> Iterator[str]:
    folded = [names.fold(surface.name) for surface in model.surfaces.values()]
    if len(set(folded)) != len(folded) or "" in folded:
        yield "the names of surfaces are not unique"
    for surface in model.surfaces.values():
        if surface.owner not in (None, OUTSIDE) and surface.owner not in model.surfaces:
            yield f"surface {surface.id}: its owner does not exist"
        elif _owns_itself(model, surface.id):
            yield f"surface {surface.id}: it owns itself"
    for attached in (model.agents, *(each.surfaces for each in model.broadcasts)):
        if any(surface not in model.surfaces for surface in attached):
            yield "an agent or a broadcast group names a surface that does not exist"
    if len(model.broadcasts) > MAX_BROADCASTS or len(model.closed) > MAX_UNDO:
        yield "too many broadcast groups or closes that can be undone"


def _owns_itself(model: Model, surface: SurfaceId) -> bool:
    seen = {surface}
    above = model.surfaces[surface].owner
    while above is not None and above in model.surfaces and above not in seen:
        seen.add(above)
        above = model.surfaces[above].owner
    return above in seen


def _counters(model: Model) -> Iterator[str]:
    counters = model.counters
    gone = model.closed
    checks: dict[str, tuple[int, list[int]]] = {
        "surface": (counters.surface, [*model.surfaces, *(each.id for one in gone for each in one.surfaces)]),
        "pane": (counters.pane, [*model.panes, *(each.id for one in gone for each in one.panes)]),
        "workspace": (counters.workspace, [*model.workspaces, *(one.workspace.id for one in gone)]),
        "group": (counters.group, [*model.groups]),
    }
    for what, (following, used) in checks.items():
        if any(not 0 < each < following for each in used):
            yield f"the counter of {what} ids is not above every id in use"


def _groups(model: Model) -> Iterator[str]:
    keys = [(group.set, group.name) for group in model.groups.values()]
    if len(set(keys)) != len(keys):
        yield "the names of groups are not unique in their set"
    if any(not _is_owner(model, space) for space in model.workspaces):
        yield "the owner of a workspace does not exist"


def _is_owner(model: Model, workspace: WorkspaceId) -> bool:
    owner = model.workspaces[workspace].owner
    return owner in (None, OUTSIDE) or owner in model.surfaces


def _texts(model: Model) -> Iterator[str]:
    called = [surface.name for surface in model.surfaces.values()]
    called += [space.title for space in model.workspaces.values()]
    called += [group.name for group in model.groups.values()]
    for text in called:
        if not text or names.clean(text) != text:
            yield f"a name is not clean: {text!r}"


def _closed(entry: Closed) -> Iterator[str]:
    panes = {pane.id: pane for pane in entry.panes}
    leaves = list(trees.leaves(entry.workspace.tree))
    left = [] if entry.left is None else list(trees.leaves(entry.left))
    if not panes or sorted({*left, *panes}) != sorted(leaves):
        yield "a closed workspace's tree does not hold the panes that were closed and left"
    if any(each.pane not in panes or each.id not in panes[each.pane].stack for each in entry.surfaces):
        yield "a closed surface is not in a closed pane"
    if panes.keys() != {each.pane for each in entry.surfaces}:
        yield "a closed pane has no closed surface"
    yield from shape_problems(entry.workspace.tree)
