"""Context menus, opened with the right button, and who has the keyboard after them."""

from paneflow.geometry import Point
from paneflow.gui.qt import QMenu, Qt
from paneflow.gui.selection import Selection
from tests.support.gui_window import Gui, click, open_menu
from tests.support.host import HostProcess

RIGHT = Qt.MouseButton.RightButton


def entries(menu: QMenu) -> dict[str, bool]:
    """Titles, and whether they can be chosen."""
    return {each.text().partition("\t")[0]: each.isEnabled() for each in menu.actions() if not each.isSeparator()}


def test_a_panes_menu_copies_that_panes_selection(gui: Gui, host: HostProcess) -> None:
    first = gui.terminal
    first.grid_view.select(Selection(Point(0, 0), Point(0, 1)))
    gui.run("split_vertically")
    gui.wait(lambda: gui.terminal is not first)
    click(first.grid_view, 50, 50, RIGHT)  # the other pane has the focus until the host says so
    menu = open_menu()
    assert menu is not None
    assert entries(menu)["Copy"]
    menu.close()
    first.grid_view.select(None)
    click(first.grid_view, 50, 50, RIGHT)
    menu = open_menu()
    assert menu is not None
    assert not entries(menu)["Copy"]
    menu.close()


def test_no_two_entries_of_a_menu_are_called_alike(gui: Gui, host: HostProcess) -> None:
    gui.run("new_tab")
    frame = gui.bench.panes.frame_of(gui.surface)
    assert frame is not None
    gui.wait(lambda: len(frame.tabs._labels) == 2)
    frame.tabs.menu_wanted.emit(gui.surface, frame.mapToGlobal(frame.rect().center()))
    gui.wait(open_menu)
    menu = open_menu()
    assert menu is not None
    assert len(entries(menu)) == sum(not each.isSeparator() for each in menu.actions())
    assert {"Close tab", "Close pane"} <= entries(menu).keys()
    menu.close()


def test_a_click_in_the_sidebar_leaves_the_keyboard_in_the_pane(gui: Gui, host: HostProcess) -> None:
    for widget in (gui.bench.sidebar, gui.bench.sidebar.viewport(), *gui.bench.side_panel.buttons.values()):
        assert not widget.focusPolicy().value & Qt.FocusPolicy.ClickFocus.value  # Qt gives it for a real click only
