"""Context menus of terminals, tabs and workspaces. They hold actions of the table, with their keys."""

from collections.abc import Callable
from functools import partial
from typing import Final

from paneflow.gui.actions import BY_NAME
from paneflow.gui.chord_text import chord_text
from paneflow.gui.key_translation import PLATFORM, Platform
from paneflow.gui.model_view import WorkspaceView
from paneflow.gui.pane_commands import PaneCommands
from paneflow.gui.pane_frame import PaneFrame
from paneflow.gui.qt import QApplication, QMenu, QPoint
from paneflow.gui.terminal_view import TerminalView
from paneflow.gui.workbench import Workbench

Entries = tuple[tuple[str, str] | None, ...]  # actions and what they are called there; None is a line

_TERMINAL: Final[Entries] = (
    ("terminal_copy", "Copy"),
    ("terminal_paste", "Paste"),
    ("select_all", "Select all"),
    None,
    ("toggle_search", "Search in this pane"),
    ("open_hints", "Pick a link, path or hash"),
    ("copy_last_output", "Copy the last command's output"),
    None,
    ("split_vertically", "Split beside"),
    ("split_horizontally", "Split below"),
    ("toggle_zoom", "Zoom"),
    None,
    ("clear_scroll_history", "Clear the scrollback"),
    ("reset_terminal", "Reset the terminal"),
    None,
    ("close_tab", "Close"),
)
_TAB: Final[Entries] = (
    ("rename_surface", "Rename"),
    ("new_tab", "New tab"),
    ("move_tab_to_workspace", "Move to another workspace"),
    None,
    ("toggle_broadcast_member", "Share typing, or stop it"),
    ("copy_workspace_path", "Copy the folder's path"),
    ("reveal_workspace", "Show the folder in the file manager"),
    None,
    ("close_tab", "Close tab"),
    ("close_pane", "Close pane"),
)


class Menus:
    """Made for one window."""

    def __init__(self, bench: Workbench, panes: PaneCommands) -> None:
        self._bench, self._panes = bench, panes
        bench.terminal_made.connect(self._terminal_made)
        bench.panes.frame_made.connect(self._frame_made)
        bench.sidebar.menu_wanted.connect(self.workspace_menu)
        bench.sidebar.group_menu_wanted.connect(self.group_menu)

    def _terminal_made(self, terminal: TerminalView) -> None:
        terminal.menu_requested.connect(partial(self._terminal_menu, terminal))

    def _terminal_menu(self, terminal: TerminalView, point: QPoint) -> None:
        """The click gives the pane the focus, which the host says only later."""
        self._open(_TERMINAL, point, has_selection=terminal.grid_view.selection is not None)

    def _frame_made(self, frame: PaneFrame) -> None:
        frame.tabs.closed.connect(self._panes.close_surface)
        frame.tabs.menu_wanted.connect(self._tab_menu)

    def _tab_menu(self, surface: int, point: QPoint) -> None:
        self._bench.request("surface.focus", lambda _: self._open(_TAB, point), surface_id=surface)

    def _open(self, entries: Entries, point: QPoint, *, has_selection: bool = False) -> None:
        menu = self.menu(entries, has_selection=has_selection)
        menu.popup(point)

    def menu(self, entries: Entries, *, has_selection: bool = False) -> QMenu:
        """A menu of actions."""
        menu = QMenu(self._bench.window)
        menu.aboutToHide.connect(menu.deleteLater)
        keymap, mac = self._bench.look.keymap, PLATFORM is Platform.MAC
        for each in entries:
            if each is None:
                menu.addSeparator()
                continue
            name, title = each
            keys = keymap.chords(name)
            entry = menu.addAction(f"{title}\t{chord_text(keys[0], mac=mac)}" if keys else title)
            entry.triggered.connect(partial(self._run, name))
            entry.setEnabled(has_selection or not BY_NAME[name].needs_selection)
        return menu

    def _run(self, name: str, _checked: bool = False) -> None:  # noqa: FBT001, FBT002 - Qt's argument
        self._bench.perform(name)

    def workspace_menu(self, workspace: int, point: QPoint) -> None:
        """The menu of a row in the sidebar."""
        space = self._bench.model.workspaces.get(workspace)
        if space is None:
            return
        request = self._bench.request
        menu = self._entries(
            ("Go to", partial(request, "workspace.select", None, workspace_id=workspace)),
            ("Rename", partial(self._bench.sidebar.rename, workspace)),
            ("Copy path", partial(QApplication.clipboard().setText, space.cwd)),
            ("New workspace", partial(self._bench.perform, "new_workspace")),
        )
        self._add_groups(menu, space)
        menu.addAction("Close").triggered.connect(lambda: self._panes.close_workspace(workspace))
        menu.popup(point)

    def _add_groups(self, menu: QMenu, space: WorkspaceView) -> None:
        """Which group it is in, and which it could be in."""
        groups = menu.addMenu("Group")
        for each in self._bench.model.groups.values():
            entry = groups.addAction(each.name)
            entry.setCheckable(True)
            entry.setChecked(each.id == space.group)
            entry.triggered.connect(partial(self._put, space.id, None if each.id == space.group else each.id))
        if self._bench.model.groups:
            groups.addSeparator()
        groups.addAction("New group").triggered.connect(partial(self._new_group, space.id))

    def _new_group(self, workspace: int, _checked: bool = False) -> None:  # noqa: FBT001, FBT002 - Qt's argument
        self._bench.request("window.group", self._name_group, workspace_id=workspace, name="Group")

    def _put(self, workspace: int, group: int | None, _checked: bool = False) -> None:  # noqa: FBT001, FBT002 - Qt's argument
        self._bench.request("window.group", None, workspace_id=workspace, group_id=group)

    def _name_group(self, made: dict[str, int]) -> None:
        self._bench.sidebar.rename(-made["group_id"])

    def group_menu(self, group: int, point: QPoint) -> None:
        """The menu of a group's heading."""
        menu = self._entries(
            ("Rename", partial(self._bench.sidebar.rename, -group)),
            ("Dissolve", partial(self._dissolve, group)),
        )
        menu.popup(point)

    def _dissolve(self, group: int) -> None:
        for each in self._bench.model.ordered():
            if each.group == group:
                self._put(each.id, None)

    def _entries(self, *entries: tuple[str, Callable[[], object]]) -> QMenu:
        menu = QMenu(self._bench.window)
        menu.aboutToHide.connect(menu.deleteLater)
        for title, run in entries:
            menu.addAction(title).triggered.connect(lambda _checked=False, run=run: run())
        return menu
