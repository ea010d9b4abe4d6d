"""What a window is made of, in the order in which it is put together."""

from paneflow.gui.accessible_grid import AccessibleGrids
from paneflow.gui.clipboard_commands import ClipboardCommands
from paneflow.gui.close_guard import CloseGuard
from paneflow.gui.copy_mode import CopyMode
from paneflow.gui.hint_overlay import HintOverlay
from paneflow.gui.host_link import HostLink
from paneflow.gui.life import Life
from paneflow.gui.link_commands import LinkCommands
from paneflow.gui.list_commands import ListCommands
from paneflow.gui.look import Look
from paneflow.gui.main_window import MainWindow
from paneflow.gui.menus import Menus
from paneflow.gui.notifications import Notifications
from paneflow.gui.pane_commands import PaneCommands
from paneflow.gui.pane_frame import PaneFrame
from paneflow.gui.qt import QAccessible, QObject
from paneflow.gui.search_bar import SearchBar
from paneflow.gui.settings_window import SettingsCommands
from paneflow.gui.view_commands import ViewCommands
from paneflow.gui.workbench import Workbench


class Furniture(QObject):
    """All parts of one window; they live as long as it does."""

    def __init__(self, window: MainWindow, look: Look, link: HostLink) -> None:
        super().__init__(window)
        self.accessible = AccessibleGrids({MainWindow: QAccessible.Role.Window, PaneFrame: QAccessible.Role.Pane})
        self.bench = bench = Workbench(window, look, link)
        self.guard = CloseGuard(bench)
        self.panes = PaneCommands(bench, self.guard.close)
        self.clipboard = ClipboardCommands(bench)
        self.links = LinkCommands(bench)
        self.lists = ListCommands(bench)
        self.search = SearchBar(bench)
        self.copy_mode = CopyMode(bench, self.clipboard)
        self.hints = HintOverlay(bench, self.links)
        self.view = ViewCommands(bench)
        self.settings = SettingsCommands(bench)
        self.menus = Menus(bench, self.panes)
        self.notifications = Notifications(bench)
        self.life = Life(bench)
        for part in (
            self.panes, self.clipboard, self.lists, self.search, self.copy_mode, self.hints, self.view, self.settings,
            self.guard, self.life,
        ):  # fmt: skip
            bench.handlers |= part.handlers()
