"""Actions on panes, tabs and workspaces: each posts the method that scripts post."""

from collections.abc import Callable
from functools import partial

from paneflow.geometry import Axis
from paneflow.gui.key_translation import is_modifier
from paneflow.gui.qt import QApplication, QDesktopServices, QUrl
from paneflow.gui.workbench import Handler, Workbench
from paneflow.vt.input import KeyEvent

_BROADCAST = "shared typing"
_SWAP = "Swap: an arrow key picks the neighbour to change places with · Esc leaves"
_STEP = 3  # cells that a key moves a divider
_LAYOUTS = {
    "layout_even_horizontal": "even_h",
    "layout_even_vertical": "even_v",
    "layout_main_vertical": "main_vertical",
    "layout_tiled": "tiled",
}


class PaneCommands:
    """Made for one window."""

    def __init__(self, bench: Workbench, close: Callable[[list[int], Handler], None]) -> None:
        self._bench, self._close = bench, close
        self._pending: list[int] = []  # the first pane of a group that shares typing, until it has a second

    def handlers(self) -> dict[str, Handler]:
        """What each action does."""
        return {
            "split_horizontally": partial(self._split, Axis.HORIZONTAL),
            "split_vertically": partial(self._split, Axis.VERTICAL),
            "close_pane": self._close_pane,
            "close_tab": self._close_tab,
            "undo_close_pane": lambda: self._bench.request("workspace.undo_close"),
            "toggle_zoom": partial(self._with_surface, "layout.zoom"),
            "swap_pane": self._arm_swap,
            "split_equalize": lambda: self._bench.request("layout.equalise"),
            "new_tab": partial(self._with_surface, "surface.new", focus=True),
            "next_tab": partial(self._tab, 1),
            "previous_tab": partial(self._tab, -1),
            "rename_surface": self._rename_surface,
            "new_workspace": self._new_workspace,
            "close_workspace": self._close_workspace,
            "rename_workspace": self._rename_workspace,
            "next_workspace": partial(self._workspace, 1),
            "previous_workspace": partial(self._workspace, -1),
            "copy_workspace_path": self._copy_path,
            "reveal_workspace": self._reveal,
            "toggle_broadcast_member": self._toggle_broadcast,
            "stop_broadcast": self._stop_broadcast,
            **{name: partial(self._layout, layout) for name, layout in _LAYOUTS.items()},
            **{f"focus_{way}": partial(self._focus, way) for way in ("left", "right", "up", "down")},
            **{f"resize_{way}": partial(self._resize, way) for way in ("left", "right", "up", "down")},
            **{f"select_workspace_{n}": partial(self._select, n - 1) for n in range(1, 10)},
        }

    def _with_surface(self, method: str, **params: object) -> None:
        if (surface := self._bench.surface) is not None:
            self._bench.request(method, None, surface_id=surface.id, **params)

    # -- panes ----------------------------------------------------------------------------------------------------
    def _split(self, axis: Axis) -> None:
        surface = self._bench.surface
        if surface is None:
            self._bench.request("workspace.create", focus=True)
        elif self._bench.panes.can_split(surface.pane, axis):
            self._with_surface("surface.split", direction=axis.value, focus=True)
        else:
            self._bench.notice("This pane is too small to be split")

    def _focus(self, way: str) -> None:
        self._quietly("layout.focus", direction=way)

    def _resize(self, way: str) -> None:
        """Move the divider on that side; without one there, the one on the other side the same way."""
        surface = self._bench.surface
        if surface is None:
            return
        opposite = {"left": "right", "right": "left", "up": "down", "down": "up"}[way]
        params = {"surface_id": surface.id, "direction": way, "cells": _STEP}

        def other_side(_message: str, _data: object) -> None:
            self._shrink(surface.id, opposite)

        self._bench.link.use()
        self._bench.link.request("layout.resize", params, None, other_side)

    def _shrink(self, surface: int, side: str) -> None:
        """Move the divider at `side` inwards: outwards for the neighbour there."""
        from paneflow.geometry import Direction
        from paneflow.ids import PaneId
        from paneflow.model import geometry

        space = self._bench.model.workspace
        record = self._bench.model.surfaces.get(surface)
        if space is None or record is None:
            return
        neighbour = geometry.neighbour(space.tree, PaneId(record.pane), Direction(side))
        if neighbour is not None:
            way = {"left": "right", "right": "left", "up": "down", "down": "up"}[side]
            front = space.panes[neighbour].active
            self._quietly("layout.resize", surface_id=front, direction=way, cells=_STEP)

    def _quietly(self, method: str, **params: object) -> None:
        """Ask for something that may have no effect, such as going beyond the last pane."""
        self._bench.link.use()
        self._bench.link.request(method, params, None, lambda *_: None)

    def _arm_swap(self) -> None:
        """The next arrow key swaps; any other key ends it."""
        modes, terminal = self._bench.key_modes, self._bench.terminal
        if terminal is None:
            return

        def take(event: KeyEvent) -> bool:
            if is_modifier(event):
                return True
            modes.end()
            if event.key in ("left", "right", "up", "down"):
                self._with_surface("layout.swap", direction=event.key)
            return True

        modes.begin(terminal, take, lambda: None, text=_SWAP)

    def _layout(self, layout: str) -> None:
        self._bench.request("layout.apply", layout=layout)

    def _close_pane(self) -> None:
        space, surface = self._bench.model.workspace, self._bench.surface
        if space is not None and surface is not None:
            stack = list(space.panes[surface.pane].surfaces)
            self._close(stack, partial(self._close_all, stack))

    def _close_all(self, surfaces: list[int]) -> None:
        for surface in surfaces:
            if surface in self._bench.model.surfaces:  # it was asked about, and may have gone meanwhile
                self._bench.request("surface.close", surface_id=surface)

    def _close_tab(self) -> None:
        if (surface := self._bench.surface) is not None:
            self.close_surface(surface.id)

    def close_surface(self, surface: int) -> None:
        """Close one tab, after asking if something runs in it."""
        self._close([surface], lambda: self._bench.request("surface.close", surface_id=surface))

    # -- tabs -----------------------------------------------------------------------------------------------------
    def _tab(self, step: int) -> None:
        space, surface = self._bench.model.workspace, self._bench.surface
        if space is not None and surface is not None:
            stack = space.panes[surface.pane].surfaces
            following = stack[(stack.index(surface.id) + step) % len(stack)]
            self._bench.request("surface.focus", surface_id=following)

    def _rename_surface(self) -> None:
        surface = self._bench.surface
        frame = self._bench.panes.frame_of(surface.id) if surface else None
        if surface is not None and frame is not None:
            frame.set_header_shown()
            frame.tabs.edit(surface.id)

    # -- workspaces -----------------------------------------------------------------------------------------------
    def _new_workspace(self) -> None:
        surface = self._bench.surface
        self._bench.request("workspace.create", focus=True, cwd=surface.cwd if surface and surface.cwd else None)

    def _close_workspace(self) -> None:
        if (space := self._bench.model.workspace) is not None:
            self.close_workspace(space.id)

    def close_workspace(self, workspace: int) -> None:
        """Close a workspace, after asking if something runs in it."""
        model = self._bench.model
        surfaces = [each.id for each in model.surfaces_of(model.workspaces[workspace])]
        self._close(surfaces, lambda: self._bench.request("workspace.close", workspace_id=workspace))

    def _rename_workspace(self) -> None:
        if (space := self._bench.model.workspace) is not None:
            self._bench.side_panel.show()
            self._bench.refresh_sidebar()
            self._bench.sidebar.rename(space.id)

    def _workspace(self, step: int) -> None:
        order, active = self._bench.model.order, self._bench.model.active
        if order and active in order:
            self._bench.request("workspace.select", workspace_id=order[(order.index(active) + step) % len(order)])

    def _select(self, index: int) -> None:
        if index < len(self._bench.model.order):
            self._bench.request("workspace.select", index=index)

    def _copy_path(self) -> None:
        if (surface := self._bench.surface) is not None:
            QApplication.clipboard().setText(surface.cwd)

    def _reveal(self) -> None:
        if (surface := self._bench.surface) is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(surface.cwd))

    # -- broadcast ------------------------------------------------------------------------------------------------
    def _members(self) -> list[int]:
        return [each.id for each in self._bench.model.surfaces.values() if each.broadcast == _BROADCAST]

    def _toggle_broadcast(self) -> None:
        surface = self._bench.surface
        if surface is None:
            return
        members = self._members()
        pending = self._pending
        if surface.id in members:
            members.remove(surface.id)
        elif not members and not pending:
            self._pending = [surface.id]
            self._bench.tell(
                "broadcast", "This pane begins a group that shares typing. Put a second pane in to start it."
            )
            return
        else:
            members = [*(members or pending), *([surface.id] if surface.id not in pending else [])]
        self._pending = []
        self._bench.banners.drop("broadcast")
        self._bench.request("window.broadcast", name=_BROADCAST, surface_ids=members)

    def _stop_broadcast(self) -> None:
        self._pending = []
        self._bench.banners.drop("broadcast")
        self._bench.request("window.broadcast", name=_BROADCAST, surface_ids=[])
