"""Context menus of terminals, tabs and workspaces. They hold actions of the table, with their keys."""

from collections.abc import Callable
from functools import partial

from paneflow.gui.actions import BY_NAME
from paneflow.gui.chord_text import chord_text
from paneflow.gui.key_translation import PLATFORM, Platform
from paneflow.gui.pane_commands import PaneCommands
from paneflow.gui.pane_frame import PaneFrame
from paneflow.gui.qt import QApplication, QMenu, QPoint
from paneflow.gui.terminal_view import TerminalView
from paneflow.gui.workbench import Workbench

_TERMINAL = (
    "terminal_copy", "terminal_paste", "select_all", "", "toggle_search", "open_hints", "copy_last_output", "",
    "split_vertically", "split_horizontally", "toggle_zoom", "", "clear_scroll_history", "reset_terminal", "", "close_tab",
)  # fmt: skip
_TAB = (
    "rename_surface", "new_tab", "move_tab_to_workspace", "", "toggle_broadcast_member", "copy_workspace_path",
    "reveal_workspace", "", "close_tab", "close_pane",
)  # fmt: skip


class Menus:
    """Made for one window."""

    def __init__(self, bench: Workbench, panes: PaneCommands) -> None:
        self._bench, self._panes = bench, panes
        bench.terminal_made.connect(self._terminal_made)
        bench.panes.frame_made.connect(self._frame_made)
        bench.sidebar.menu_wanted.connect(self.workspace_menu)

    def _terminal_made(self, terminal: TerminalView) -> None:
        terminal.menu_requested.connect(lambda point: self._open(_TERMINAL, point))

    def _frame_made(self, frame: PaneFrame) -> None:
        frame.tabs.closed.connect(self._panes.close_surface)
        frame.tabs.menu_wanted.connect(self._tab_menu)

    def _tab_menu(self, surface: int, point: QPoint) -> None:
        self._bench.request("surface.focus", lambda _: self._open(_TAB, point), surface_id=surface)

    def _open(self, names: tuple[str, ...], point: QPoint) -> None:
        menu = self.menu(names)
        menu.popup(point)

    def menu(self, names: tuple[str, ...]) -> QMenu:
        """A menu of actions; "" is a line."""
        menu = QMenu(self._bench.window)
        menu.aboutToHide.connect(menu.deleteLater)
        keymap, mac = self._bench.look.keymap, PLATFORM is Platform.MAC
        for name in names:
            if not name:
                menu.addSeparator()
                continue
            keys = keymap.chords(name)
            title = BY_NAME[name].title.partition(": ")[2].capitalize()
            entry = menu.addAction(f"{title}\t{chord_text(keys[0], mac=mac)}" if keys else title)
            entry.triggered.connect(partial(self._run, name))
            if BY_NAME[name].needs_selection:
                terminal = self._bench.terminal
                entry.setEnabled(terminal is not None and terminal.grid_view.selection is not None)
        return menu

    def _run(self, name: str, _checked: bool = False) -> None:  # noqa: FBT001, FBT002 - Qt's argument
        self._bench.perform(name)

    def workspace_menu(self, workspace: int, point: QPoint) -> None:
        """The menu of a row in the sidebar."""
        space = self._bench.model.workspaces.get(workspace)
        if space is None:
            return
        menu = QMenu(self._bench.window)
        menu.aboutToHide.connect(menu.deleteLater)
        request = self._bench.request
        entries: list[tuple[str, Callable[[], object]]] = [
            ("Go to", partial(request, "workspace.select", None, workspace_id=workspace)),
            ("Rename", partial(self._bench.sidebar.rename, workspace)),
            ("Copy path", partial(QApplication.clipboard().setText, space.cwd)),
            ("New workspace", partial(self._bench.perform, "new_workspace")),
            ("Close", partial(self._panes.close_workspace, workspace)),
        ]
        for title, run in entries:
            menu.addAction(title).triggered.connect(lambda _checked=False, run=run: run())
        menu.popup(point)
