"""Keeps what clients see in step with the model, which the person and other programs change too.

The shim's own changes are made to both at once; `sync` brings in what happened elsewhere: processes that ended, panes a
person split, closed or moved, titles, focus.
"""

import time
from collections.abc import Iterator

from paneflow.compat.tmux.environment import Environment
from paneflow.compat.tmux.host import PaneHost
from paneflow.compat.tmux.layout import Cell, Kind, Layout
from paneflow.compat.tmux.options import Store
from paneflow.compat.tmux.state import Pane, ServerState, Session, Window
from paneflow.geometry import Axis, Size
from paneflow.ids import GroupId, PaneId, SurfaceId, WorkspaceId
from paneflow.model.actions import ApplyLayout, CloseGroup, ResizeWorkspace, SetSurfaceSize
from paneflow.model.geometry import share_out
from paneflow.model.records import Model, Surface, Workspace
from paneflow.model.tree import Leaf, Node, Split, leaves

COMMON = ""  # the set that a person's own workspaces are in
UNGROUPED = 0  # the session of workspaces in no group; group ids begin at 1
UNGROUPED_NAME = "paneflow"


class Mirror:
    """All servers, by the set they stand for."""

    def __init__(self, host: PaneHost) -> None:
        self.host = host
        self.servers: dict[str, ServerState] = {}
        self._seen: Model | None = None

    def server(self, key: str) -> ServerState:
        """The server of a set; made when first asked for."""
        if key not in self.servers:
            environment = Environment(self.host.environment())
            state = self.servers[key] = ServerState(key, key or self.host.socket_path, environment)
            state.session_options.values["default-shell"] = self.host.environment().get("SHELL") or "/bin/sh"
        return self.servers[key]

    def sync(self) -> None:
        """Take over what changed in the model."""
        model = self.host.model
        if model is self._seen:
            return
        for state in self.servers.values():
            _drop_gone(state, model)
        for number in model.order:
            self._see_workspace(model, model.workspaces[number])
        for state in self.servers.values():
            self._drop_empty(state)
        self._seen = self.host.model

    def seen(self) -> None:
        """The shim itself made the latest change."""
        self._seen = self.host.model

    def _drop_empty(self, state: ServerState) -> None:
        for session in [each for each in state.sessions.values() if not each.links]:
            self.forget_session(state, session)

    def forget_session(self, state: ServerState, session: Session) -> None:
        """Take a session away, and its group with it."""
        state.sessions.pop(session.name, None)
        if session.group is not None:
            session.group.sessions.remove(session)
            if not session.group.sessions:
                state.groups.pop(session.group.name, None)
        if session.id in self.host.model.groups:
            self.host.do(CloseGroup(GroupId(session.id), undo=False))

    # -- to the model --------------------------------------------------------------------------------------------
    def push(self, window: Window) -> None:
        """Give the workspace the window's layout, and its panes their sizes unless a person's window decides on them."""
        number = workspace_of(window)
        space = self.host.model.workspaces[number]
        size = Size(window.width, window.height)
        if space.size is not None and space.size != size:
            self.host.do(ResizeWorkspace(number, size))
        places = reading_order(self.host.model, space)
        self.host.do(ApplyLayout(number, tree_of(window.layout.root, places)))
        self.settle(window)

    def settle(self, window: Window) -> None:
        """The workspace has the window's layout: see that its panes have their sizes."""
        space = self.host.model.workspaces[workspace_of(window)]
        window.seen = space.tree
        if space.size is None:
            self._size_panes(window)

    def _size_panes(self, window: Window) -> None:
        for pane in window.panes:
            live = self.host.live(pane.id)
            _, _, width, height = window.rectangle(pane)
            if live is not None and not live.viewers and live.size != (width, height):
                self.host.do(SetSurfaceSize(live.id, Size(width, height)))

    # -- from the model ------------------------------------------------------------------------------------------
    def _see_workspace(self, model: Model, space: Workspace) -> None:
        group = model.groups.get(space.group) if space.group is not None else None
        state = self.server(group.set if group is not None else COMMON)
        window = state.windows.get(space.id)
        if window is None:
            window = self._new_window(state, model, space)
        window.name = space.title
        self.see_panes(state, model, window, space)
        if not any(True for _ in state.links(window)):
            session = state.session_by_id(group.id if group is not None else UNGROUPED)
            if session is None:
                name = group.name if group is not None else UNGROUPED_NAME
                session = new_session(state, group.id if group is not None else UNGROUPED, name, space.root)
            state.add_link(session, window)

    def _new_window(self, state: ServerState, model: Model, space: Workspace) -> Window:
        first = model.panes[next(leaves(space.tree))].active
        window = Window(space.id, space.title, Layout(1, 1, first), Store(state.window_options), activity=time.time())
        state.windows[space.id] = window
        return window

    def see_panes(self, state: ServerState, model: Model, window: Window, space: Workspace) -> None:
        """Bring a window's panes, layout and focus in step with its workspace."""
        shown = [model.panes[pane].active for pane in leaves(space.tree)]
        for surface in _surfaces(model, space):
            if surface not in state.panes:
                state.panes[surface] = _new_pane(window, model.surfaces[surface])
            elif state.panes[surface].window is not window:
                _move(state, state.panes[surface], window)
        wanted = [state.panes[surface] for surface in shown]
        window.panes = [
            *(pane for pane in window.panes if pane in wanted),
            *(p for p in wanted if p not in window.panes),
        ]
        self._see_layout(model, window, space)
        focused = state.panes[model.panes[space.focused].active]
        if window.active is not focused:
            window.last = window.active if window.active in window.panes else None
            window.active = focused
            state.use(focused)
        window.zoomed = space.zoomed is not None

    def _see_layout(self, model: Model, window: Window, space: Workspace) -> None:
        if space.tree is window.seen and space.size is not None:
            return
        if space.size is not None and _same_panes(window, model, space):
            self.push(window)  # panes closed: the model kept shares, tmux keeps cells
            return
        if space.tree is not window.seen or _shown_size(model, space.tree) != (window.width, window.height):
            size = space.size or _shown_size(model, space.tree)
            window.layout.root = _cells(model, space.tree, size)
            window.layout.place()
            window.panes.sort(key=lambda pane: window.layout.panes().index(pane.id))
        window.seen = space.tree


def reading_order(model: Model, space: Workspace) -> dict[int, int]:
    """Surfaces that are shown, with their places counted from 1: how `ApplyLayout` names panes."""
    return {model.panes[pane].active: place for place, pane in enumerate(leaves(space.tree), 1)}


def new_session(state: ServerState, number: int, name: str, cwd: str) -> Session:
    """A session record, without windows."""
    session = Session(number, name, cwd, Store(state.session_options), Environment())
    state.sessions[name] = session
    state.touch(session)
    return session


def _new_pane(window: Window, surface: Surface) -> Pane:
    argv = surface.argv or ((surface.command,) if surface.command else ())
    return Pane(surface.id, window, Store(window.options), argv, surface.cwd)


def _surfaces(model: Model, space: Workspace) -> Iterator[SurfaceId]:
    for pane in leaves(space.tree):
        yield from model.panes[pane].stack


def _move(state: ServerState, pane: Pane, window: Window) -> None:
    if pane in pane.window.panes:
        state.forget_pane(pane)
        state.panes[pane.id] = pane
    pane.window = window
    pane.options.parent = window.options


def _drop_gone(state: ServerState, model: Model) -> None:
    for pane in [each for each in state.panes.values() if each.id not in model.surfaces]:
        if pane in pane.window.panes:
            state.forget_pane(pane)
        state.panes.pop(pane.id, None)
    for window in [each for each in state.windows.values() if each.id not in model.workspaces]:
        for link in list(state.links(window)):
            state.remove_link(link.session, link)
        del state.windows[window.id]
    for link in [each for session in state.ordered() for each in session.ordered()]:
        if link.window.id not in state.windows:
            state.remove_link(link.session, link)


def _same_panes(window: Window, model: Model, space: Workspace) -> bool:
    """Whether the layout still fits the tree: the model closed panes as the shim does, but with shares, not cells."""
    return window.seen is not None and _shape(window.layout.root) == _tree_shape(model, space.tree)


def _shape(cell: Cell) -> object:
    """The tree without sizes. A row in a row, which closing panes can leave behind, counts as one, as in the model."""
    if cell.kind is Kind.LEAF:
        return cell.pane
    return cell.kind, tuple(shape for each in cell.cells for shape in _shapes(each, cell.kind))


def _shapes(cell: Cell, around: Kind) -> tuple[object, ...]:
    if cell.kind is around:
        return tuple(shape for each in cell.cells for shape in _shapes(each, around))
    return (_shape(cell),)


def _tree_shape(model: Model, node: Node) -> object:
    if isinstance(node, Leaf):
        return model.panes[node.pane].active
    return _KINDS[node.axis], tuple(_tree_shape(model, child) for child in node.children)


_KINDS = {Axis.VERTICAL: Kind.ROW, Axis.HORIZONTAL: Kind.COLUMN}


def _shown_size(model: Model, node: Node) -> Size:
    """The size of a workspace that nobody fixed: that of its surfaces together."""
    if isinstance(node, Leaf):
        return model.surfaces[model.panes[node.pane].active].size
    sizes = [_shown_size(model, child) for child in node.children]
    gaps = len(sizes) - 1
    if node.axis is Axis.VERTICAL:
        return Size(sum(size.cols for size in sizes) + gaps, max(size.rows for size in sizes))
    return Size(max(size.cols for size in sizes), sum(size.rows for size in sizes) + gaps)


def _cells(model: Model, node: Node, size: Size) -> Cell:
    if isinstance(node, Leaf):
        return Cell(size.cols, size.rows, pane=model.panes[node.pane].active)
    cell = Cell(size.cols, size.rows, kind=_KINDS[node.axis])
    along = size.cols if node.axis is Axis.VERTICAL else size.rows
    for child, extent in zip(node.children, share_out(along, node.ratios), strict=True):
        inner = Size(extent, size.rows) if node.axis is Axis.VERTICAL else Size(size.cols, extent)
        made = _cells(model, child, inner)
        made.parent = cell
        cell.cells.append(made)
    return cell


def tree_of(cell: Cell, places: dict[int, int]) -> Node:
    """A layout as a tree of shares; `places` are the numbers that the panes get as leaves."""
    if cell.kind is Kind.LEAF:
        assert cell.pane is not None
        return Leaf(PaneId(places[cell.pane]))
    sizes = [each.size(cell.kind) for each in cell.cells]
    axis = Axis.VERTICAL if cell.kind is Kind.ROW else Axis.HORIZONTAL
    children = tuple(tree_of(each, places) for each in cell.cells)
    return Split(axis, children, tuple(size / sum(sizes) for size in sizes))


def workspace_of(window: Window) -> WorkspaceId:
    """A window's workspace."""
    return WorkspaceId(window.id)
