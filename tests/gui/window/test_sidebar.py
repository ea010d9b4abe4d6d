"""Renaming in place, and the sidebar's size and place, in a real window on a real host."""

from collections.abc import Callable
from functools import partial
from typing import cast

import pytest

from paneflow.gui.qt import QAction, QApplication, QLineEdit, QMenu, QPoint, Qt, QWidget
from paneflow.model.limits import MAX_NAME
from tests.support.gui_window import Gui, open_menu, send_key
from tests.support.host import HostProcess


@pytest.mark.parametrize("text", ["Shop", "x" * 300])
def test_a_capital_is_part_of_a_name_and_esc_leaves_it_as_it_was(gui: Gui, host: HostProcess, text: str) -> None:
    surface, space = gui.surface, gui.bench.model.active
    assert space is not None
    gui.wait(gui.terminal.grid_view.hasFocus)
    gui.run("rename_surface")
    type_name(text)
    gui.wait(lambda: gui.bench.model.surfaces[surface].name == text[:MAX_NAME])
    gui.wait(gui.terminal.grid_view.hasFocus)
    gui.run("rename_workspace")
    type_name(text)
    gui.wait(lambda: gui.bench.model.workspaces[space].title == text[:MAX_NAME])
    gui.wait(gui.terminal.grid_view.hasFocus)
    for action in ("rename_surface", "rename_workspace"):
        gui.run(action)
        field().setText("nonsense")
        send_key(field(), Qt.Key.Key_Escape)
        gui.wait(gui.terminal.grid_view.hasFocus)
    gui.type("echo heard-$((1+1))\n")
    gui.wait(lambda: gui.text().rstrip().endswith("heard-2\n$"))
    assert sum(line.startswith("$") for line in gui.text().splitlines()) == 2  # no Enter came there
    assert text not in gui.text()
    assert gui.bench.model.workspaces[space].title == text[:MAX_NAME]
    assert gui.bench.model.surfaces[surface].name == text[:MAX_NAME]
    assert not gui.bench.banners.texts()


def type_name(text: str) -> None:
    """Type over the name in the field that has the keyboard, with Shift as a keyboard sends it, and Enter."""
    send_key(field(), Qt.Key.Key_Shift)
    QApplication.processEvents()
    field().insert(text)
    send_key(field(), Qt.Key.Key_Return, "\r")


def field() -> QLineEdit:
    focus: QWidget | None = QApplication.focusWidget()
    assert isinstance(focus, QLineEdit)
    return focus


@pytest.mark.parametrize("action", ["rename_surface", "rename_workspace"])
def test_a_name_that_was_not_changed_stays_as_it_was(gui: Gui, host: HostProcess, action: str) -> None:
    """A tab whose name nobody gave goes on to follow its program's title."""
    surface, space = gui.surface, gui.bench.model.active
    assert space is not None
    title = gui.bench.model.workspaces[space].title
    for leave in (gui.bench.focus_terminal, lambda: send_key(field(), Qt.Key.Key_Return, "\r")):
        gui.wait(gui.terminal.grid_view.hasFocus)
        gui.run(action)
        editor = field()
        leave()
        assert editor.isHidden()
    gui.bench.link.request("system.ping")
    assert not gui.bench.model.surfaces[surface].named
    assert gui.bench.model.workspaces[space].title == title
    gui.run(action)
    field().setText("changed")
    gui.bench.focus_terminal()
    record = gui.bench.model
    gui.wait(lambda: "changed" in (record.surfaces[surface].name, record.workspaces[space].title))


def test_a_name_that_is_edited_follows_its_tab_and_goes_with_it(gui: Gui, host: HostProcess) -> None:
    first = gui.surface
    gui.run("new_tab")
    gui.wait(lambda: gui.surface != first)
    second, frame = gui.surface, gui.bench.panes.frame_of(first)
    assert frame is not None
    gui.wait(lambda: len(frame.tabs._labels) == 2 and gui.terminal.grid_view.hasFocus())
    frame.tabs.edit(second)
    left = field().x()
    host.call("surface.close", surface_id=first)
    gui.wait(lambda: field().x() < left)
    host.call("surface.split", surface_id=second, direction="vertical")
    host.call("surface.close", surface_id=second)
    gui.wait(lambda: gui.surface != second and gui.terminal.grid_view.hasFocus())


def test_the_workspace_on_view_is_in_sight_in_the_sidebar(gui: Gui, host: HostProcess) -> None:
    sidebar, first = gui.bench.sidebar, gui.bench.model.active
    assert first is not None
    spaces = [int(host.call("workspace.create", name=f"space {n}")["workspace_id"]) for n in range(25)]
    gui.wait(lambda: sidebar.count() == 26)
    gui.run("previous_workspace")
    gui.wait(lambda: sidebar.viewport().rect().contains(sidebar.rect_of(spaces[-1])))
    assert not sidebar.viewport().rect().intersects(sidebar.rect_of(first))
    sidebar.rename(first)
    assert sidebar.viewport().rect().contains(field().geometry())
    send_key(field(), Qt.Key.Key_Escape)
    sidebar.scrollToTop()
    host.call("workspace.rename", workspace_id=spaces[0], title="other")  # it stays where the person looks
    gui.wait(lambda: gui.bench.model.workspaces[spaces[0]].title == "other")
    assert sidebar.viewport().rect().intersects(sidebar.rect_of(first))
    gui.run("next_workspace")
    gui.wait(lambda: gui.bench.model.active == first)


def test_a_narrow_window_leaves_its_panes_the_larger_part(gui: Gui) -> None:
    configured = gui.look.config.window.sidebar_width
    assert gui.bench.side_panel.width() == configured
    gui.window.resize(320, 240)
    gui.wait(lambda: gui.bench.panes.width() > gui.bench.side_panel.width() >= 120)
    gui.window.resize(900, 600)
    gui.wait(lambda: gui.bench.side_panel.width() == configured)


def test_a_name_that_is_edited_goes_with_its_workspace(gui: Gui, host: HostProcess) -> None:
    space = gui.bench.model.active
    other = int(host.call("workspace.create", name="other")["workspace_id"])
    for count in (2, 3):
        gui.run("split_horizontally")
        gui.wait(partial(has_panes, gui, count))
    gui.wait(lambda: gui.terminal.grid_view.hasFocus())  # noqa: PLW0108 - the terminal changes
    gui.run("focus_up")
    gui.run("rename_surface")
    field().setText("changed")
    host.call("workspace.select", workspace_id=other)
    gui.wait(lambda: gui.bench.model.active == other and gui.terminal.grid_view.hasFocus())
    gui.wait(lambda: any(each.name == "changed" for each in gui.bench.model.surfaces.values()))
    assert gui.bench.model.active != space


def has_panes(gui: Gui, count: int) -> bool:
    return gui.panes() == count


def test_a_person_makes_names_fills_and_dissolves_a_group(gui: Gui, host: HostProcess) -> None:
    first, sidebar = gui.bench.model.active, gui.bench.sidebar
    assert first is not None
    second = int(host.call("workspace.create", name="second")["workspace_id"])
    gui.wait(lambda: sidebar.count() == 2)

    def menu(open_it: Callable[[], None]) -> QMenu:
        close_menus()
        open_it()
        gui.wait(open_menu)
        found = open_menu()
        assert found is not None
        return found

    def groups(workspace: int) -> dict[str, QAction]:
        opened = menu(lambda: sidebar.menu_wanted.emit(workspace, QPoint(0, 0)))
        entry = next(each for each in opened.actions() if each.menu() is not None)
        return {each.text(): each for each in cast("QMenu", entry.menu()).actions()}

    groups(first)["New group"].trigger()
    gui.wait(lambda: isinstance(QApplication.focusWidget(), QLineEdit))
    type_name("Shop")
    gui.wait(lambda: [each.name for each in gui.bench.model.groups.values()] == ["Shop"])
    gui.wait(gui.terminal.grid_view.hasFocus)
    groups(second)["Shop"].trigger()
    gui.wait(lambda: {each.group for each in gui.bench.model.ordered()} == set(gui.bench.model.groups))
    group = next(iter(gui.bench.model.groups))
    sidebar.workspace_grouped.emit(second, group)  # dropped on the heading, where it is already
    assert groups(second)["Shop"].isChecked()
    groups(second)["Shop"].trigger()  # out again
    gui.wait(lambda: gui.bench.model.workspaces[second].group is None)
    sidebar.workspace_grouped.emit(second, group)
    gui.wait(lambda: gui.bench.model.workspaces[second].group == group)
    opened = menu(lambda: sidebar.group_menu_wanted.emit(group, QPoint(0, 0)))
    next(each for each in opened.actions() if each.text() == "Dissolve").trigger()
    gui.wait(lambda: not gui.bench.model.groups and sidebar.count() == 2)
    assert not gui.bench.banners.texts()
    close_menus()


def close_menus() -> None:
    while (found := open_menu()) is not None:
        found.close()


def test_two_new_groups_have_two_names(gui: Gui, host: HostProcess) -> None:
    spaces = [int(host.call("workspace.create", name=name)["workspace_id"]) for name in "ab"]
    for space in spaces:
        gui.bench.request("window.group", workspace_id=space, name="Group")
    gui.wait(lambda: sorted(each.name for each in gui.bench.model.groups.values()) == ["Group", "Group 2"])
