"""The default keys that `specs/conventions.md` names, each pressed and seen to work, in a real window on a real host."""

import os
import signal
from functools import partial

import pytest

from paneflow.gui.actions import ACTIONS
from paneflow.gui.qt import QApplication, QClipboard
from tests.support.gui_window import ALT, CTRL, SHIFT, Gui
from tests.support.host import HostProcess


@pytest.fixture
def scrolled(gui: Gui) -> Gui:
    """A pane with some screens of numbered lines above its prompt."""
    gui.type("echo ready\n")
    gui.wait_text("\nready\n$")
    gui.type("clear\n")
    gui.wait(lambda: gui.text().strip() == "$")
    gui.type("seq 300\n")
    gui.wait_text("\n300\n")
    gui.wait(lambda: gui.text().rstrip().endswith("$"))
    return gui


def top(gui: Gui) -> int:
    """The stable row at the top of the view."""
    return gui.terminal.grid_view.grid.scrollbar.offset


def stands_at(gui: Gui, row: int) -> bool:
    return top(gui) == row


def shows(gui: Gui, workspace: int) -> bool:
    return gui.bench.model.active == workspace


def test_lines_pages_and_the_ends_are_scrolled_to(scrolled: Gui) -> None:
    gui, bottom, page = scrolled, top(scrolled), scrolled.terminal.grid_view.grid.rows - 1
    for key, mods, place in (
        ("up", CTRL | SHIFT, bottom - 1),
        ("down", CTRL | SHIFT, bottom),
        ("page_up", SHIFT, bottom - page),
        ("page_down", SHIFT, bottom),
        ("home", SHIFT, gui.terminal.grid_view.grid.first_row),
        ("end", SHIFT, bottom),
    ):
        assert gui.press(key, mods)
        gui.wait(partial(stands_at, gui, place))


def test_prompts_are_gone_through_both_ways(scrolled: Gui) -> None:
    gui, bottom = scrolled, top(scrolled)
    assert gui.press("page_up", CTRL | SHIFT)
    gui.wait(lambda: top(gui) < bottom)
    assert "seq 300" in gui.text().split("\n")[0]
    assert gui.press("page_down", CTRL | SHIFT)
    gui.wait(lambda: top(gui) == bottom)


def test_hits_are_gone_through_by_keys_outside_the_bar(scrolled: Gui) -> None:
    gui, bar = scrolled, scrolled.parts.search
    assert gui.press("f", CTRL | SHIFT)
    bar.field.setText("99")
    gui.wait(lambda: bar.count.text() == "3/3")
    assert gui.press("f3", SHIFT)
    assert bar.count.text() == "2/3"
    assert gui.press("f3")
    assert bar.count.text() == "3/3"
    assert gui.press("f", CTRL | SHIFT)


def test_the_scrollback_is_cleared_and_the_terminal_reset(scrolled: Gui) -> None:
    gui = scrolled
    grid = gui.terminal.grid_view.grid
    assert grid.scrollbar.total - grid.first_row > 300
    assert gui.press("delete", CTRL | SHIFT)
    gui.wait(lambda: grid.scrollbar.total - grid.first_row == grid.rows)
    assert "300" in gui.text()
    assert gui.press("r", CTRL | SHIFT)
    gui.wait(lambda: "300" not in gui.text())


def test_everything_is_selected_and_copied_and_the_primary_selection_pasted(scrolled: Gui) -> None:
    gui, board = scrolled, QApplication.clipboard()
    assert gui.press("a", CTRL | SHIFT)
    assert gui.press("c", CTRL | SHIFT)
    gui.wait(lambda: board.text().split("\n")[1:4] == ["1", "2", "3"] and "\n300\n" in board.text())
    assert gui.press("c", CTRL | SHIFT)  # nothing is selected any more: a shell gets nothing typed for it
    if board.supportsSelection():
        board.setText("echo primary-$((1+1))", QClipboard.Mode.Selection)
        gui.run("paste_selection")
        gui.wait_text("echo primary-$((1+1))")


def test_digits_and_ctrl_tab_go_to_workspaces(gui: Gui, host: HostProcess) -> None:
    host.new(name="second")
    host.new(name="third")
    gui.wait(lambda: len(gui.bench.model.order) == 3)
    spaces = [space.id for space in gui.bench.model.ordered()]
    for key, mods, wanted in (
        ("3", CTRL, 2),
        ("1", CTRL, 0),
        ("tab", CTRL, 1),
        ("tab", CTRL | SHIFT, 0),
        ("9", CTRL, 0),  # there is none
    ):
        assert gui.press(key, mods)
        gui.wait(partial(shows, gui, spaces[wanted]))


def test_a_tab_is_sent_to_another_workspace_from_a_list(gui: Gui, host: HostProcess) -> None:
    host.new(name="target")
    gui.wait(lambda: len(gui.bench.model.order) == 2)
    target = gui.bench.model.ordered()[1]
    gui.run("new_tab")
    gui.wait(lambda: len(gui.bench.model.surfaces) == 3)
    gui.wait(gui.terminal.grid_view.hasFocus)
    moved = gui.surface
    gui.run("move_tab_to_workspace")
    picker = gui.parts.lists.picker
    assert picker.titles() == ["target"]
    picker._take(picker.list.item(0))
    gui.wait(lambda: gui.bench.model.surfaces[moved].workspace == target.id)


def test_a_workspaces_folder_is_copied(gui: Gui, host: HostProcess) -> None:
    QApplication.clipboard().setText("")
    assert gui.press("c", CTRL | SHIFT | ALT)
    gui.wait(lambda: QApplication.clipboard().text() == str(host.home))


def test_all_shortcuts_are_listed_with_their_keys(gui: Gui) -> None:
    assert gui.press("f1", CTRL | SHIFT)
    assert gui.parts.lists.picker.titles() == [action.title for action in ACTIONS]
    gui.parts.lists.picker.dismiss()


@pytest.mark.skipif(not hasattr(os, "posix_spawn"), reason="windows are started in another way here")
def test_a_further_window_is_a_process_of_its_own(gui: Gui, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[int] = []
    spawn = os.posix_spawn

    def noting(*words: object, **options: object) -> int:
        started.append(spawn(*words, **options))  # type: ignore[arg-type]
        return started[-1]

    monkeypatch.setattr(os, "posix_spawn", noting)
    assert gui.bench.leads
    assert gui.press("n", CTRL | ALT)
    try:
        gui.wait(lambda: not gui.bench.leads, 60)  # the new one has been shown, and is the one in use
    finally:
        os.kill(started[0], signal.SIGTERM)
        os.waitpid(started[0], 0)
