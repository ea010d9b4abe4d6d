"""Selecting, copying, pasting, searching and picking in a real window on a real host."""

from collections.abc import Callable
from pathlib import Path

import pytest

from paneflow.geometry import Point
from paneflow.gui.qt import QApplication, QColor, QEvent, QImage, QMimeData, QMouseEvent, QPointF, Qt, QUrl
from paneflow.gui.selection import Selection
from tests.support.answering import cancel, choose, when_asked
from tests.support.gui_window import CTRL, SHIFT, Gui, config_text, send_key
from tests.support.host import HostProcess
from tests.support.qt_window import picture, pixel


@pytest.fixture(autouse=True)
def _empty_clipboard(gui: Gui) -> None:
    QApplication.clipboard().setText("")


def clipboard() -> str:
    return QApplication.clipboard().text()


def row_of(gui: Gui, text: str) -> int:
    """The stable row that is this text."""
    grid = gui.terminal.grid_view.grid
    found = [row for row in range(grid.rows) if grid.row_text(row).rstrip() == text]
    return found[-1] + grid.scrollbar.offset


def beside(gui: Gui) -> None:
    """Split, and go back to the first pane."""
    first = gui.surface
    gui.run("split_vertically")
    gui.wait(lambda: gui.panes() == 2 and gui.surface != first)
    gui.run("focus_left")
    gui.wait(lambda: gui.surface == first and gui.terminal.grid_view.hasFocus())


def offset(gui: Gui) -> int:
    """The stable row at the top of the focused pane."""
    return gui.terminal.grid_view.grid.scrollbar.offset


# -- copying -------------------------------------------------------------------------------------------------------


def test_a_selection_is_copied_and_soft_wraps_are_joined(gui: Gui) -> None:
    cols = gui.terminal.grid_view.grid.cols
    gui.type(f"clear; printf '%0{cols + 20}d\\n' 7\n")
    gui.wait(lambda: row_of_or_none(gui, "0" * cols) is not None and "$" in gui.text())
    start = row_of(gui, "0" * cols)
    gui.terminal.grid_view.select(Selection(Point(start, 0), Point(start + 1, cols - 1)))
    assert gui.press("c", CTRL | SHIFT)
    gui.wait(lambda: clipboard().strip() == "0" * (cols + 19) + "7")


def row_of_or_none(gui: Gui, text: str) -> int | None:
    try:
        return row_of(gui, text)
    except IndexError:
        return None


def test_copying_with_colours_gives_html_too(gui: Gui) -> None:
    gui.type("clear; printf '\\033[31mred\\033[0m plain\\n'\n")
    gui.wait(lambda: row_of_or_none(gui, "red plain") is not None)
    row = row_of(gui, "red plain")
    gui.terminal.grid_view.select(Selection(Point(row, 0), Point(row, 8)))
    gui.run("copy_html")
    gui.wait(lambda: QApplication.clipboard().mimeData().hasHtml())
    assert "red" in QApplication.clipboard().mimeData().html()
    assert clipboard() == "red plain"


def test_the_last_commands_output_is_copied(gui: Gui) -> None:
    gui.type("clear\n")
    gui.type("printf 'one\\ntwo\\n'\n")
    gui.wait(lambda: row_of_or_none(gui, "two") is not None)
    gui.wait(lambda: gui.text().rstrip().endswith("$"))
    gui.run("copy_last_output")
    gui.wait(lambda: clipboard() == "one\ntwo")
    gui.type("PS1='[prompt]\\n$ '\n")
    gui.type("echo first \\\nsecond\n")
    gui.wait(lambda: row_of_or_none(gui, "first second") is not None and gui.text().rstrip().endswith("$"))
    gui.run("copy_last_output")
    gui.wait(lambda: clipboard() == "first second")


def test_copy_mode_selects_by_keys(gui: Gui) -> None:
    gui.type("clear; echo alpha beta gamma\n")
    gui.wait(lambda: row_of_or_none(gui, "alpha beta gamma") is not None and gui.text().rstrip().endswith("$"))
    row = row_of(gui, "alpha beta gamma")
    gui.run("toggle_copy_mode")
    mode = gui.parts.copy_mode
    while mode.place.row > row:
        assert gui.press("up")
    gui.press("0")
    gui.press("w")
    gui.press("w")  # over the space
    view, color = gui.terminal.grid_view, gui.look.theme.scheme.current_match_background
    at = view.geometry_of_grid().rect(mode.place.row - offset(gui), mode.place.col).toRect()
    gui.wait(lambda: pixel(picture(view), at.left(), at.top() + 1) == color)  # one sees where it stands
    gui.press("v")
    gui.press("e")
    gui.press("y")
    gui.wait(lambda: clipboard() == "beta")
    assert not gui.bench.key_modes.active


def test_copy_mode_takes_no_room_from_the_panes_and_ends_with_its_own(gui: Gui, host: HostProcess) -> None:
    gui.run("split_vertically")
    gui.wait(lambda: gui.panes() == 2)
    gone, height = gui.surface, gui.terminal.height()
    gui.run("toggle_copy_mode")
    line = gui.bench.key_modes.line
    assert "Esc leaves" in line.text()
    assert line.isVisible()
    QApplication.processEvents()
    assert gui.terminal.height() == height
    host.call("surface.close", surface_id=gone)
    gui.wait(lambda: gui.panes() == 1 and gui.surface != gone)
    assert not gui.bench.key_modes.active
    assert not line.isVisible()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gui.type("echo still-$((1+1))\n")
    gui.wait_text("still-2")


def test_one_mode_ends_the_other(gui: Gui) -> None:
    gui.type("clear; echo /etc/passwd\n")
    gui.wait(lambda: row_of_or_none(gui, "/etc/passwd") is not None)
    gui.run("toggle_copy_mode")
    gui.run("open_hints")
    assert gui.parts.copy_mode.terminal is None
    gui.press("escape")
    assert not gui.bench.key_modes.active
    gui.run("toggle_copy_mode")
    assert gui.parts.copy_mode.terminal is gui.terminal
    gui.run("toggle_copy_mode")


# -- pasting -------------------------------------------------------------------------------------------------------


def test_a_harmless_paste_goes_straight_to_the_program(gui: Gui) -> None:
    QApplication.clipboard().setText("echo pasted-$((1+1))")
    gui.press("v", CTRL | SHIFT)
    gui.wait_text("echo pasted-$((1+1))")
    gui.type("\n")
    gui.wait_text("pasted-2")


def test_a_paste_with_hidden_text_is_asked_about_and_can_be_let_be(gui: Gui) -> None:
    QApplication.clipboard().setText("echo a\u202eb")
    titles = when_asked(gui, cancel)
    gui.press("v", CTRL | SHIFT)
    gui.wait(lambda: titles)
    assert titles == ["Paste this?"]
    assert "echo" not in gui.text()


def test_paste_protection_is_easily_switched_off(gui: Gui, host: HostProcess) -> None:
    host.call("surface.clear", surface_id=gui.surface)
    gui.type("cat\n")  # no bracketed paste there
    gui.wait(lambda: not gui.terminal.grid_view.grid.modes.bracketed_paste)
    QApplication.clipboard().setText("one\ntwo")
    titles = when_asked(gui, choose(0, remember=True))
    gui.press("v", CTRL | SHIFT)
    gui.wait(lambda: titles)
    gui.wait_text("two")
    assert "paste_protection = false" in config_text(host)
    gui.press("v", CTRL | SHIFT)  # not asked again
    gui.wait(lambda: gui.text().count("two") > 1)
    host.call("surface.send_keystroke", surface_id=gui.surface, keystroke="ctrl-d")


def test_dropped_files_are_quoted_for_the_shell(gui: Gui, tmp_path: Path) -> None:
    file = tmp_path / "it's a file"
    file.write_text("inside-the-file")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file))])
    gui.type("cat ")
    gui.bench.panes.dropped.emit(gui.terminal, data)
    gui.wait_text("a file'")
    gui.type("\n")
    gui.wait_text("inside-the-file")


def test_a_pasted_image_becomes_a_file(gui: Gui) -> None:
    image = QImage(4, 3, QImage.Format.Format_RGB32)
    image.fill(QColor(1, 2, 3))
    QApplication.clipboard().setImage(image)
    gui.press("v", CTRL | SHIFT)
    gui.wait_text(".png")
    path = "".join(gui.text().split("$")[-1].split())
    assert QImage(path).size() == image.size()
    assert Path(path).stat().st_mode & 0o077 == 0


def test_a_program_sets_the_clipboard_and_it_is_told(gui: Gui) -> None:
    gui.type("printf '\\033]52;c;aGVsbG8=\\007'\n")
    gui.wait(lambda: clipboard() == "hello")
    assert "5 characters" in gui.bench._notice.text()


# -- searching -----------------------------------------------------------------------------------------------------


def test_search_counts_marks_and_steps(gui: Gui) -> None:
    gui.type("clear; for i in $(seq 200); do echo line-$i; done\n")
    gui.wait_text("line-200")
    gui.run("toggle_search")
    bar = gui.parts.search
    gui.wait(bar.isVisible)
    bar.field.setText("line-19")
    gui.wait(lambda: bar.count.text() == "11/11")
    assert len(bar.matches) == 11
    send_key(bar.field, Qt.Key.Key_Return)
    assert bar.count.text() == "10/11"
    for _ in range(9):
        bar.step(-1)
    assert bar.count.text() == "1/11"
    gui.wait(gui.terminal.scrollbar.isVisible)
    send_key(bar.field, Qt.Key.Key_Escape)
    assert not bar.isVisible()
    assert gui.terminal.grid_view.hasFocus()


def test_the_search_of_a_narrow_pane_stays_in_it(gui: Gui) -> None:
    gui.window.resize(690, 400)
    gui.run("toggle_search")
    bar, terminal = gui.parts.search, gui.terminal
    left = terminal.mapTo(gui.window, terminal.rect().topLeft()).x()
    gui.wait(lambda: terminal.width() < 560 and bar.x() >= left)
    wide = bar.field.width()
    gui.window.resize(1200, 400)
    gui.wait(lambda: bar.field.width() > wide)


def test_search_takes_patterns_and_says_when_one_is_wrong(gui: Gui) -> None:
    gui.type("clear; echo ab12 ab34 cd56\n")
    gui.wait(lambda: row_of_or_none(gui, "ab12 ab34 cd56") is not None)
    gui.run("toggle_search")
    bar = gui.parts.search
    bar.regex.setChecked(True)
    bar.field.setText(r"\b[a-z]{2}\d\d\b")
    gui.wait(lambda: len(bar.matches) == 3)
    bar.field.setText("(")
    gui.wait(lambda: bar.count.text() == "no pattern")
    bar.dismiss()


def test_an_answer_that_comes_after_its_pane_is_gone_is_nobodys(gui: Gui, monkeypatch: pytest.MonkeyPatch) -> None:
    first = gui.terminal.surface
    gui.run("split_vertically")
    gui.wait(lambda: gui.terminal.surface != first)
    gui.type("echo found-$((6*7))\n")
    gui.wait(lambda: row_of_or_none(gui, "found-42") is not None)
    gui.run("toggle_search")
    bar = gui.parts.search
    bar.field.setText("found-42")
    gui.wait(lambda: bar.matches)
    late: list[Callable[[str, dict[str, object]], None]] = []
    with monkeypatch.context() as patch:
        patch.setattr(gui.bench.link, "request", lambda _method, _params, _then, failed: late.append(failed))
        bar.case.toggle()  # looks again
    gui.bench.link.request("surface.close", {"surface_id": gui.terminal.surface})
    gui.wait(lambda: not bar.isVisible())
    late[0]("surface 2 is gone", {"kind": "surface_not_found"})
    assert bar.matches == []


def test_search_over_every_pane_goes_to_the_hit(gui: Gui, host: HostProcess) -> None:
    other = host.new(name="elsewhere")
    host.type(other, "echo needle-$((6*7))")
    host.wait_for_text(other, "needle-42")
    gui.wait(lambda: other in gui.bench.model.surfaces)
    gui.run("search_all")
    picker = gui.parts.lists.picker
    picker.field.setText("needle-42")
    gui.wait(lambda: picker.titles() == ["needle-42"])
    send_key(picker.field, Qt.Key.Key_Return)
    gui.wait(lambda: gui.bench.model.focused is not None and gui.bench.model.focused.id == other)
    gui.wait(lambda: gui.parts.search.matches)


def test_the_hit_that_was_chosen_is_the_current_one_and_its_text_is_no_pattern(gui: Gui) -> None:
    beside(gui)
    gui.type('clear; for i in $(seq 40); do echo "row $i (a+)"; done\n')
    gui.wait_text("row 40 (a+)")
    bar, picker = gui.parts.search, gui.parts.lists.picker
    bar.regex.setChecked(True)
    gui.run("search_all")
    picker.field.setText("(a+)")
    gui.wait(lambda: "row 30 (a+)" in picker.titles())
    picker.list.setCurrentRow(picker.titles().index("row 30 (a+)"))
    send_key(picker.field, Qt.Key.Key_Return)
    gui.wait(lambda: bar.matches)
    assert gui.terminal.grid_view.grid.row_text(bar.matches[bar.current].start.row - offset(gui)).startswith("row 30 ")


def test_a_search_ends_with_its_workspace_and_holds_nobody_back(gui: Gui) -> None:
    beside(gui)
    gui.type("clear; echo needle-$((40+2))\n")
    gui.wait_text("needle-42")
    searched, bar = gui.terminal, gui.parts.search
    gui.run("toggle_search")
    bar.field.setText("needle-42")
    gui.wait(lambda: bar.matches and searched.grid_view._matches)
    before = gui.bench.model.active
    gui.run("new_workspace")
    gui.wait(lambda: gui.bench.model.active != before and gui.terminal.grid_view.hasFocus() and "$" in gui.text())
    assert not bar.isVisible()
    assert not searched.grid_view._matches
    gui.type("echo here-$((40+2))\n")
    gui.wait_text("here-42")


def test_prompts_are_marked_and_jumped_to(gui: Gui) -> None:
    gui.type("true\n")
    gui.type("false\n")
    gui.wait(lambda: [mark.exit_code for mark in gui.terminal.prompts][-3:-1] == [0, 1])
    gui.wait(lambda: gui.terminal.gutter.marks)
    gui.type("seq 300\n")
    gui.wait_text("\n300\n")  # the last line, not what was typed
    bottom = gui.terminal.grid_view.grid.scrollbar.offset
    gui.run("previous_prompt")
    gui.wait(lambda: gui.terminal.grid_view.grid.scrollbar.offset < bottom)
    top = gui.terminal.grid_view.grid
    assert top.row_text(0).startswith("$ seq 300")
    gui.run("scroll_to_bottom")
    gui.wait(lambda: gui.terminal.grid_view.grid.scrollbar.offset == bottom)


def test_a_mark_goes_with_the_prompt_that_is_erased(gui: Gui) -> None:
    gui.type("true\ntrue\nfalse\n")
    gui.wait(lambda: [code for _, code in gui.terminal.gutter.marks][-2:] == [1, None])
    gui.type("printf '\\033[H\\033[2J\\033[3J'\n")
    gui.wait(lambda: [code for _, code in gui.terminal.gutter.marks] == [None])


def test_hints_copy_what_their_letter_labels(gui: Gui) -> None:
    gui.type("clear; echo see https://example.org/x and /etc/passwd\n")
    gui.wait(lambda: row_of_or_none(gui, "see https://example.org/x and /etc/passwd") is not None)
    gui.run("open_hints")
    label = next(hint.label for hint in gui.parts.hints.hints if hint.text == "https://example.org/x")
    assert gui.press(label)
    assert clipboard() == "https://example.org/x"
    assert not gui.parts.hints.isVisible()
    gui.run("open_hints")
    gui.press("escape")
    assert not gui.bench.key_modes.active


def test_the_wheel_with_control_changes_this_panes_font(gui: Gui) -> None:
    cols = gui.terminal.grid_view.grid.cols
    gui.press("=", CTRL)
    gui.wait(lambda: gui.terminal.grid_view.grid.cols < cols)
    gui.press("0", CTRL)
    gui.wait(lambda: gui.terminal.grid_view.grid.cols == cols)


def test_a_link_shows_its_true_target(gui: Gui) -> None:
    gui.type("clear; printf '\\033]8;;https://example.org/true\\033\\\\click\\033]8;;\\033\\\\\\n'\n")
    gui.wait(lambda: row_of_or_none(gui, "click") is not None)
    view = gui.terminal.grid_view
    row = row_of(gui, "click") - view.grid.scrollbar.offset
    center = view.geometry_of_grid().rect(row, 2).center()
    view._hover_to(QPointF(center), Qt.KeyboardModifier.ControlModifier)
    gui.wait(lambda: view.toolTip() == "https://example.org/true")


@pytest.mark.parametrize("way", ["click", "hint"])
def test_a_place_in_a_file_opens_in_the_editor_beside_the_pane(gui: Gui, host: HostProcess, way: str) -> None:
    editor = Path(host.home, "my editor")
    editor.write_text('#!/bin/sh\nprintf "<%s>\\n" "$@"\nexec sleep 60\n')
    editor.chmod(0o700)
    Path(host.home, "note.txt").touch()
    gui.look.set(("editor",), (str(editor), "--at", "{line}", "{path}"))
    gui.type("clear; printf '%s\\n' note.txt:12:3\n")
    gui.wait(lambda: row_of_or_none(gui, "note.txt:12:3") is not None)
    gui.wait(lambda: gui.bench.surface is not None and gui.bench.surface.cwd == str(host.home))
    terminal, first = gui.terminal, gui.surface
    if way == "click":
        view = terminal.grid_view
        place = view.geometry_of_grid().rect(row_of(gui, "note.txt:12:3") - view.grid.scrollbar.offset, 3).center()
        for kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease):
            held = Qt.MouseButton.LeftButton
            at = QPointF(place)
            QApplication.sendEvent(view, QMouseEvent(kind, at, at, held, held, Qt.KeyboardModifier.ControlModifier))
    else:
        gui.run("open_hints")
        assert gui.press("a", SHIFT)
    gui.wait(lambda: gui.panes() == 2 and gui.bench.terminal is not None and gui.surface != first)
    gui.wait_text(f"<--at>\n<12>\n<{host.home}/note.txt>")
    assert gui.bench.surface is not None
    assert gui.bench.surface.cmd.startswith(str(editor))
