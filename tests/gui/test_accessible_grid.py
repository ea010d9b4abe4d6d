"""What a screen reader finds in a grid."""

import gc
from collections.abc import Iterator

import pytest

from paneflow.geometry import Point
from paneflow.gui.accessible_grid import AccessibleGrids, difference
from paneflow.gui.grid_text import Viewport
from paneflow.gui.grid_view import GridView
from paneflow.gui.qt import (
    QAccessible,
    QAccessibleEvent,
    QAccessibleTextInterface,
    QAccessibleTextUpdateEvent,
    QApplication,
    QEvent,
    QPoint,
    QVBoxLayout,
    QWidget,
)
from paneflow.gui.selection import Selection
from paneflow.vt.engine import Cursor, CursorShape, Scrollbar
from tests.support.frames import pack_frame
from tests.support.qt_window import shown_view

CURSOR = Cursor(1, 4, True, False, CursorShape.BLOCK)


@pytest.fixture(scope="module", autouse=True)
def _grids() -> Iterator[AccessibleGrids]:
    made = AccessibleGrids()
    yield made
    QAccessible.setActive(False)


def text_of(view: GridView) -> QAccessibleTextInterface:
    found = QAccessible.queryAccessibleInterface(view).textInterface()
    assert isinstance(found, QAccessibleTextInterface)
    return found


def test_walking_the_tree_from_the_window_finds_the_terminal_its_text_and_its_caret() -> None:
    view = shown_view(pack_frame(["hello 漢 x", "$ ls"], cols=12, cursor=CURSOR))
    window = QWidget()
    QVBoxLayout(window).addWidget(view)
    window.show()
    root = QAccessible.queryAccessibleInterface(window)
    found = [root.child(index) for index in range(root.childCount())]
    (terminal,) = [child for child in found if child.role() == QAccessible.Role.Terminal]
    text = terminal.textInterface()
    assert text is not None

    assert terminal.text(QAccessible.Text.Name) == "Terminal"
    assert text.text(0, text.characterCount()) == "hello 漢 x\n$ ls"
    assert text.cursorPosition() == len("hello 漢 x\n$ ls")
    assert text.text(10, 12) == "$ ", "places count characters, not cells"


def test_a_screen_reader_may_ask_for_interfaces_that_a_grid_has_not() -> None:
    grid = QAccessible.queryAccessibleInterface(shown_view(pack_frame(["text"])))

    assert grid.valueInterface() is None
    assert grid.editableTextInterface() is None
    assert grid.attributesInterface() is None
    assert grid.actionInterface().actionNames() == ["SetFocus"]


def test_a_place_has_a_rectangle_and_a_rectangle_a_place() -> None:
    view = shown_view(pack_frame(["a漢b", "c"], cols=6))
    text, geometry = text_of(view), view.geometry_of_grid()

    for place, (row, col) in ((0, (0, 0)), (1, (0, 1)), (2, (0, 3)), (4, (1, 0))):
        rect = text.characterRect(place)
        assert rect == geometry.rect(row, col).toAlignedRect().translated(view.mapToGlobal(QPoint(0, 0)))
        assert text.offsetAtPoint(rect.center()) == place


def test_the_selection_can_be_read_and_set() -> None:
    view = shown_view(pack_frame(["abc", "def"], cols=6, scrollbar=Scrollbar(12, 10, 2)))
    text = text_of(view)
    text.setSelection(0, 1, 5)

    assert view.selection == Selection(Point(10, 1), Point(11, 0))
    assert text.selectionCount() == 1
    text.removeSelection(0)
    assert view.selection is None


def test_frames_are_followed_while_a_reader_listens() -> None:
    view = shown_view(pack_frame(["one"], cols=12, cursor=CURSOR._replace(row=0)))
    text = text_of(view)
    QAccessible.setActive(True)
    view.apply_frame(pack_frame({0: "one two"}, cols=12, height=1, full=False, cursor=CURSOR._replace(row=0, col=7)))
    QApplication.processEvents()

    assert text.text(0, 100) == "one two"
    assert text.cursorPosition() == 7


def test_views_come_and_go_while_a_reader_listens() -> None:
    QAccessible.setActive(True)
    for _ in range(10):
        view = shown_view(pack_frame(["text"]))
        assert text_of(view).characterCount() == 4
        view.deleteLater()
        del view
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        gc.collect()


def test_blanks_that_were_typed_are_text() -> None:
    view = shown_view(pack_frame(["a  ", "漢 "], cols=8, cursor=CURSOR))

    assert text_of(view).text(0, 99) == "a\n漢  "
    assert text_of(view).cursorPosition() == len("a\n漢  ")


def test_who_begins_to_listen_is_told_only_what_changes_then(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[QAccessibleEvent] = []
    monkeypatch.setattr(QAccessible, "updateAccessibility", told.append)
    view = shown_view(pack_frame(["one"], cols=12, cursor=CURSOR._replace(row=0, col=3)))
    QAccessible.setActive(True)
    text_of(view).text(0, 99)
    view.apply_frame(pack_frame({0: "one two"}, cols=12, height=1, full=False, cursor=CURSOR._replace(row=0, col=7)))

    (update,) = [event for event in told if isinstance(event, QAccessibleTextUpdateEvent)]
    assert (update.changePosition(), update.textInserted()) == (3, " two")


def test_an_empty_surface_has_empty_text() -> None:
    shown = shown_view(pack_frame(["", ""], cols=4, cursor=None))

    assert text_of(shown).text(0, 99) == "\n"
    assert text_of(shown).cursorPosition() == 0


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("abc", "abc", (3, "", "")),
        ("abc", "abxc", (2, "", "x")),
        ("abc", "ac", (1, "b", "")),
        ("", "x", (0, "", "x")),
        ("aaa", "aa", (2, "a", "")),
        ("one two", "one 2", (4, "two", "2")),
    ],
)
def test_the_piece_that_differs(old: str, new: str, expected: tuple[int, str, str]) -> None:
    assert difference(old, new) == expected


def test_places_and_cells_agree() -> None:
    view = shown_view(pack_frame(["ab 漢", "", "x\u0301y"], cols=8))
    viewport = Viewport(view.grid)

    assert viewport.text == "ab 漢\n\nx\u0301y"
    for row, col in ((0, 0), (0, 3), (2, 0), (2, 1)):
        assert viewport.cell(viewport.offset(Point(row, col))) == Point(row, col)
    assert viewport.offset(Point(0, 7)) == 4, "behind the text"
    assert viewport.offset(Point(9, 0)) == len(viewport.text)
