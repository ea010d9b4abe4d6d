"""What a window is made of, in the order in which it is put together."""

from paneflow.gui.accessible_grid import AccessibleGrids
from paneflow.gui.host_link import HostLink
from paneflow.gui.look import Look
from paneflow.gui.main_window import MainWindow
from paneflow.gui.pane_commands import PaneCommands
from paneflow.gui.workbench import Handler, Workbench


def furnish(window: MainWindow, look: Look, link: HostLink) -> Workbench:
    """Put everything into a window."""
    bench = Workbench(window, look, link)
    window.setProperty("accessible_grids", AccessibleGrids())

    def close(_surfaces: list[int], then: Handler) -> None:
        then()

    panes = PaneCommands(bench, close)
    bench.handlers |= panes.handlers()
    return bench
