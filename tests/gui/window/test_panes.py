"""Panes, tabs and workspaces in a real window on a real host."""

from functools import partial
from pathlib import Path

import pytest

from paneflow.geometry import Direction
from paneflow.gui.arrangement import MIN_HEIGHT, MIN_WIDTH
from paneflow.gui.qt import QApplication, QEvent, QLineEdit, Qt, QWidget
from paneflow.gui.tab_strip import TabStrip
from tests.support.answering import cancel, when_asked
from tests.support.gui_window import ALT, CTRL, SHIFT, Gui, click, drag, open_question, send_key
from tests.support.host import HostProcess


def rows(host: HostProcess) -> list[dict[str, object]]:
    found: list[dict[str, object]] = host.call("surface.list")["surfaces"]
    return found


def test_typing_reaches_the_shell_and_its_output_is_painted(gui: Gui, host: HostProcess) -> None:
    gui.type("echo sum-$((40+2))\n")
    gui.wait_text("sum-42")
    assert "sum-42" in host.read(gui.surface)


def test_what_has_just_gone_is_no_news(gui: Gui) -> None:
    gui.bench.request("surface.close", surface_id=999_999)
    gui.bench.request("workspace.select", workspace_id=999_999)
    gui.bench.request("workspace.rename", workspace_id=gui.bench.model.active, title=" ")
    gui.wait(gui.bench.banners.texts)
    assert gui.bench.banners.texts() == ["a name needs a visible character"]


def test_copying_nothing_is_left_to_a_program_that_knows_the_key(gui: Gui) -> None:
    assert gui.press("c", CTRL | SHIFT)  # a shell at its prompt would take it for text
    gui.type("printf '\\033[>1u'; cat\n")
    gui.wait(lambda: gui.terminal.grid_view.grid.modes.kitty_flags)
    assert not gui.press("c", CTRL | SHIFT)


def test_an_action_splits_and_the_new_pane_has_the_keyboard(gui: Gui, host: HostProcess) -> None:
    first = gui.surface
    assert gui.press("e", CTRL | SHIFT)
    gui.wait(lambda: gui.panes() == 2 and gui.bench.surface is not None and gui.bench.surface.id != first)
    gui.wait(lambda: gui.terminal.grid_view.hasFocus())  # noqa: PLW0108 - the terminal changes
    gui.run("split_horizontally")
    gui.wait(lambda: gui.panes() == 3)
    assert len(rows(host)) == 3


def test_focus_moves_by_direction_and_by_the_mouse(gui: Gui, host: HostProcess) -> None:
    left = gui.surface
    gui.run("split_vertically")
    gui.wait(lambda: gui.panes() == 2 and gui.bench.terminal is not None and gui.surface != left)
    right = gui.surface
    assert gui.press("left", ALT)
    gui.wait(lambda: gui.surface == left)
    gui.wait(lambda: gui.terminal.grid_view.hasFocus())  # noqa: PLW0108 - the terminal changes
    other = gui.bench.panes.terminal_of(right)
    assert other is not None
    other.grid_view.setFocus()  # what a click does
    gui.wait(lambda: next(row for row in rows(host) if row["surface_id"] == right)["focused"])


def test_a_divider_is_dragged_and_the_host_keeps_the_shares(gui: Gui, host: HostProcess) -> None:
    gui.run("split_vertically")
    gui.wait(lambda: gui.panes() == 2)
    bar = next(bar for bar in gui.bench.panes._bars if bar.isVisible())
    before = bar.x()
    drag(bar, [(3, 100), (60, 100), (103, 100)])
    gui.wait(lambda: bar.x() == before + 100)
    tree = host.call("workspace.current")["layout"]
    assert tree["ratios"][0] > 0.55
    gui.wait(lambda: gui.bench.model.workspace is not None)
    assert bar.x() == before + 100


def test_zoom_shows_one_pane_and_all_again(gui: Gui) -> None:
    gui.run("split_vertically")
    gui.wait(lambda: gui.panes() == 2)
    gui.run("toggle_zoom")
    gui.wait(lambda: gui.panes() == 1)
    gui.run("toggle_zoom")
    gui.wait(lambda: gui.panes() == 2)


def test_keys_move_dividers_both_ways(gui: Gui, host: HostProcess) -> None:
    gui.run("split_vertically")
    gui.wait(lambda: gui.panes() == 2)
    gui.press("left", ALT | SHIFT)
    gui.wait(lambda: host.call("workspace.current")["layout"]["ratios"][0] < 0.49)
    gui.press("right", ALT | SHIFT)
    gui.press("right", ALT | SHIFT)
    gui.wait(lambda: host.call("workspace.current")["layout"]["ratios"][0] > 0.5)


@pytest.mark.parametrize("layout", ["even_horizontal", "even_vertical", "main_vertical", "tiled"])
def test_presets_and_equal_shares(gui: Gui, layout: str) -> None:
    for count in (2, 3):
        gui.run("split_vertically")
        gui.wait(partial(_has_panes, gui, count))
    gui.run(f"layout_{layout}")
    directions = {"even_horizontal": "vertical", "main_vertical": "vertical"}
    gui.wait(lambda: gui.host.call("workspace.current")["layout"]["direction"] == directions.get(layout, "horizontal"))
    gui.run("split_equalize")
    assert gui.panes() == 3


def test_panes_swap_after_an_arrow(gui: Gui) -> None:
    first = gui.surface
    gui.run("split_vertically")
    gui.wait(lambda: gui.panes() == 2 and gui.surface != first)
    second = gui.surface
    gui.run("swap_pane")
    assert gui.press("left")
    gui.wait(
        lambda: (
            [each.id for each in gui.bench.model.surfaces_of(gui.bench.model.workspaces[gui.bench.model.active or 0])]
            == [second, first]
        )
    )


def _has_panes(gui: Gui, count: int) -> bool:
    return gui.panes() == count


def test_tabs_stack_turn_and_close(gui: Gui, host: HostProcess) -> None:
    first = gui.surface
    gui.run("new_tab")
    gui.wait(lambda: gui.surface != first)
    second = gui.surface
    assert gui.panes() == 1
    gui.run("next_tab")
    gui.wait(lambda: gui.surface == first)
    gui.run("previous_tab")
    gui.wait(lambda: gui.surface == second)
    gui.run("close_tab")
    gui.wait(lambda: gui.surface == first)
    gui.run("undo_close_pane")
    gui.wait(lambda: len(rows(host)) == 2)


def test_a_click_on_a_tab_shows_it_and_a_double_click_renames_it(gui: Gui, host: HostProcess) -> None:
    first = gui.surface
    gui.run("new_tab")
    gui.wait(lambda: gui.surface != first)
    frame = gui.bench.panes.frame_of(first)
    assert frame is not None
    gui.wait(lambda: len(frame.tabs._labels) == 2)
    click(frame.tabs, 20, 14)
    gui.wait(lambda: gui.surface == first)
    frame.tabs.edit(first)
    editor = frame.tabs.findChild(QLineEdit)
    assert editor is not None
    editor.setText("build")
    send_key(editor, Qt.Key.Key_Return, "\r")
    gui.wait(lambda: next(row for row in rows(host) if row["surface_id"] == first)["name"] == "build")


def test_the_tab_in_front_is_in_sight_however_many_there_are(gui: Gui) -> None:
    first, frame = gui.surface, gui.bench.panes.frame_of(gui.surface)
    assert frame is not None
    tabs = frame.tabs
    for count in range(2, 17):
        gui.run("new_tab")
        gui.wait(partial(has_tabs, tabs, count))
    gui.wait(lambda: gui.surface != first)
    last = gui.surface
    left = tabs._tab(15).center()
    assert tabs.index_at(left) == 15
    assert tabs.index_at(tabs._tab(0).center()) == -1
    click(tabs, 4, 14)  # the arrow
    assert tabs.index_at(left) == 14
    click(tabs, left.x(), 14)
    gui.wait(lambda: gui.surface not in (first, last))
    gui.bench.go_to(first)
    gui.wait(lambda: gui.surface == first and tabs.index_at(tabs._tab(0).center()) == 0)


def has_tabs(strip: TabStrip, count: int) -> bool:
    return len(strip._labels) == count


def test_a_tab_dropped_at_an_edge_splits_that_pane(gui: Gui) -> None:
    first = gui.surface
    gui.run("new_tab")
    gui.wait(lambda: gui.surface != first)
    moved = gui.surface
    gui.bench.panes.surface_moved.emit(moved, first, Direction.RIGHT)
    gui.wait(lambda: gui.panes() == 2)
    gui.wait(lambda: gui.surface == moved and gui.terminal.grid_view.hasFocus())
    gui.bench.panes.surface_moved.emit(moved, first, None)
    gui.wait(lambda: gui.panes() == 1)


def test_a_tab_moves_to_another_workspace(gui: Gui, host: HostProcess) -> None:
    first = gui.surface
    gui.run("new_tab")
    gui.wait(lambda: gui.surface != first)
    moved = gui.surface
    other = host.call("workspace.create", name="other")["workspace_id"]
    gui.wait(lambda: other in gui.bench.model.workspaces)
    gui.bench.sidebar.surface_dropped.emit(moved, other)
    gui.wait(lambda: gui.bench.model.surfaces[moved].workspace == other)


def test_closing_asks_only_while_something_runs(gui: Gui, host: HostProcess) -> None:
    gui.run("split_vertically")
    gui.wait(lambda: gui.panes() == 2 and "$" in gui.text())
    gui.run("close_pane")  # an idle shell
    gui.wait(lambda: gui.panes() == 1)
    assert open_question() is None
    gui.type("sleep 300\n")
    gui.wait(lambda: _runs(host))
    titles = when_asked(gui, cancel)
    gui.run("close_pane")
    gui.wait(lambda: titles)
    assert titles == ["Close this pane?"]
    assert gui.panes() == 1


def _runs(host: HostProcess) -> bool:
    return any("sleep" in str(row["cmd"]) for row in rows(host))


def test_the_sidebar_lists_selects_renames_and_reorders(gui: Gui, host: HostProcess) -> None:
    first = gui.bench.model.active
    assert first is not None
    second = host.call("workspace.create", name="second")["workspace_id"]
    gui.wait(lambda: gui.bench.sidebar.count() == 2)
    rect = gui.bench.sidebar.rect_of(second)
    click(gui.bench.sidebar.viewport(), rect.center().x(), rect.top() + 14)
    gui.wait(lambda: gui.bench.model.active == second)
    gui.bench.sidebar.rename(second)
    editor = gui.bench.sidebar.viewport().findChild(QLineEdit)
    assert editor is not None
    editor.setText("renamed")
    send_key(editor, Qt.Key.Key_Return, "\r")
    gui.wait(lambda: gui.bench.model.workspaces[second].title == "renamed")
    gui.bench.sidebar.workspace_moved.emit(second, 0)
    gui.wait(lambda: gui.bench.model.order == [second, first])


def split_or_refused(gui: Gui, before: set[int]) -> bool:
    front = gui.bench.terminal
    return gui.bench._notice.isVisible() or (front is not None and front.surface not in before)


@pytest.mark.parametrize("action", ["split_vertically", "split_horizontally"])
def test_panes_are_split_only_as_long_as_both_halves_can_be_used(gui: Gui, action: str) -> None:
    notices = gui.bench._notice
    while not notices.isVisible():
        before = {gui.surface}
        gui.run(action)
        gui.wait(partial(split_or_refused, gui, before))
    assert 2 < gui.panes() < 11
    assert "too small" in notices.text()
    for frame in gui.bench.panes.frames.values():
        assert frame.width() >= MIN_WIDTH
        assert frame.height() >= MIN_HEIGHT


def test_the_sidebar_shows_the_branch(gui: Gui, host: HostProcess, tmp_path: Path) -> None:
    git = tmp_path / ".git"
    git.mkdir()
    (git / "HEAD").write_text("ref: refs/heads/feature/x\n")
    gui.type(f"cd {tmp_path}\n")
    gui.wait(lambda: gui.bench.branches.known.get(str(tmp_path)) == "feature/x")
    gui.wait(lambda: any("feature/x" in line.text for row in gui.bench.sidebar._rows for line in row.lines))


def test_a_hidden_workspace_that_prints_is_marked_until_it_is_seen(gui: Gui, host: HostProcess) -> None:
    first = gui.surface
    gui.type("echo ready-$((1+1))\n")  # once it is hidden, only what the test types is printed
    gui.wait(lambda: gui.text().rstrip().endswith("ready-2\n$"))
    host.call("workspace.create", name="front", focus=True)
    gui.wait(lambda: gui.bench.model.focused is not None and gui.bench.model.focused.id != first)
    gui.wait(lambda: "$" in gui.text())
    assert not gui.bench.model.note(first).unread
    host.type(first, "echo news")
    gui.wait(lambda: gui.bench.model.note(first).unread)
    gui.bench.go_to(first)
    gui.wait(lambda: gui.surface == first and not gui.bench.model.note(first).unread)


def test_typing_is_shared_in_a_broadcast_group(gui: Gui, host: HostProcess) -> None:
    first = gui.surface
    gui.run("split_vertically")
    gui.wait(lambda: gui.panes() == 2 and gui.surface != first and "$" in gui.text())
    second = gui.surface
    gui.run("toggle_broadcast_member")
    gui.press("left", ALT)
    gui.wait(lambda: gui.surface == first)
    gui.run("toggle_broadcast_member")
    gui.wait(lambda: gui.bench.model.surfaces[second].broadcast is not None)
    gui.type("echo both\n")
    host.wait_for_text(first, "both\n")
    host.wait_for_text(second, "both\n")
    gui.run("stop_broadcast")
    gui.wait(lambda: gui.bench.model.surfaces[second].broadcast is None)


def test_keys_of_programs_are_left_alone(gui: Gui) -> None:
    for key in "abcdefghijklmnopqrstuvwxyz":
        assert not gui.press(key, CTRL), key
        assert not gui.press(key, ALT), key
    assert not gui.press("enter", SHIFT)


class Asker(QWidget):
    """What touches Qt when an answer comes."""

    def take(self, _answer: object) -> None:
        self.update()


def test_an_answer_for_a_pane_that_is_gone_is_dropped(gui: Gui) -> None:
    asker = Asker(gui.window)
    gui.link.request("system.ping", {}, asker.take)
    gui.link.request("system.ping", {}, partial(asker.take))
    asker.deleteLater()
    QApplication.sendPostedEvents(asker, QEvent.Type.DeferredDelete.value)
    answers: list[object] = []
    gui.link.request("system.ping", {}, answers.append)
    gui.wait(lambda: answers)
