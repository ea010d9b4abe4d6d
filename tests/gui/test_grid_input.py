"""Keys, input methods and the mouse over a grid."""

import pytest

from paneflow.geometry import Point
from paneflow.gui.color import DARK
from paneflow.gui.grid_view import GridView
from paneflow.gui.hover import Hover
from paneflow.gui.qt import (
    QApplication,
    QEvent,
    QInputMethodEvent,
    QInputMethodQueryEvent,
    QKeyEvent,
    QPoint,
    QRect,
    Qt,
    QTimer,
)
from paneflow.gui.selection import Selection
from paneflow.vt import frame
from paneflow.vt.engine import Cursor, CursorShape, MouseMode, Scrollbar
from paneflow.vt.input import KeyAction, KeyEvent, Mods, MouseAction, MouseEvent
from tests.support.frames import Span, pack_frame
from tests.support.qt_window import mouse, picture, pixel, press_key, shown_view, wait_until, wheel

PRESS, MOVE, RELEASE = QEvent.Type.MouseButtonPress, QEvent.Type.MouseMove, QEvent.Type.MouseButtonRelease
SHIFT, CTRL, ALT = (
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)
LEFT, MIDDLE, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton
CURSOR = Cursor(1, 4, True, False, CursorShape.BLOCK)


def recorded(signal: object) -> list[object]:
    """What a signal of one argument says from now on."""
    seen: list[object] = []
    signal.connect(seen.append)  # type: ignore[attr-defined]
    return seen


# -- keys --------------------------------------------------------------------------------------------------------
def test_an_error_over_a_key_ends_no_window(monkeypatch: pytest.MonkeyPatch) -> None:
    view = shown_view(pack_frame(["$ "]))
    said: list[type[BaseException]] = []
    monkeypatch.setattr("sys.excepthook", lambda kind, _error, _trace: said.append(kind))
    view.key_filter = lambda key: bool([][len(key.key)])
    press = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_A.value, Qt.KeyboardModifier.NoModifier, "a")
    QApplication.postEvent(view, press)  # as from the display: what is sent from Python raises there
    wait_until(lambda: bool(said))
    assert said == [IndexError]


def test_a_key_is_told_once_with_its_text() -> None:
    view = shown_view(pack_frame(["$ "]))
    keys, texts = recorded(view.key_pressed), recorded(view.text_committed)
    press_key(view, "a")

    assert keys == [KeyEvent("a", text="a")]
    assert texts == []


def test_tab_and_escape_belong_to_the_program() -> None:
    view = shown_view(pack_frame(["$ "]))
    keys = recorded(view.key_pressed)
    for key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Escape):
        press_key(view, "", key=key.value)

    assert [key.key for key in keys if isinstance(key, KeyEvent)] == ["tab", "tab", "escape"]
    assert view.hasFocus()


def test_releases_are_told_only_when_the_program_asked() -> None:
    view = shown_view(pack_frame(["$ "]))
    keys = recorded(view.key_pressed)
    press_key(view, "a")
    view.apply_frame(pack_frame(["$ "], kitty_flags=3))
    press_key(view, "b")

    told = [(key.key, key.action) for key in keys if isinstance(key, KeyEvent)]
    assert told == [("a", KeyAction.PRESS), ("b", KeyAction.PRESS), ("b", KeyAction.RELEASE)]


def test_repeats_are_marked_and_their_releases_dropped() -> None:
    view = shown_view(pack_frame(["$ "], kitty_flags=2))
    keys = recorded(view.key_pressed)
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        QApplication.sendEvent(view, QKeyEvent(kind, ord("A"), Qt.KeyboardModifier.NoModifier, "a", True))

    assert [key.action for key in keys if isinstance(key, KeyEvent)] == [KeyAction.REPEAT]


def test_a_key_an_action_took_does_not_reach_the_program() -> None:
    view = shown_view(pack_frame(["$ "]))
    keys = recorded(view.key_pressed)
    view.key_filter = lambda key: key.key == "p" and bool(key.mods & Mods.CTRL)
    press_key(view, "\x10", key=ord("P"), mods=CTRL)
    press_key(view, "p")

    assert keys == [KeyEvent("p", text="p")]


def test_a_release_without_a_press_is_not_told() -> None:
    view = shown_view(pack_frame(["$ "], kitty_flags=2))
    keys = recorded(view.key_pressed)
    view.key_filter = lambda _key: True
    press_key(view, "a")
    QApplication.sendEvent(view, QKeyEvent(QEvent.Type.KeyRelease, ord("E"), Qt.KeyboardModifier.NoModifier, "e"))

    assert keys == []


def test_keys_are_ours_before_a_shortcut_takes_them() -> None:
    view = shown_view(pack_frame(["$ "]))
    event = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_C.value, CTRL, "\x03")
    event.ignore()
    QApplication.sendEvent(view, event)

    assert event.isAccepted()


# -- input methods -----------------------------------------------------------------------------------------------
def compose(view: GridView, preedit: str, commit: str = "", caret: int | None = None) -> None:
    attributes = []
    if caret is not None:
        attributes = [QInputMethodEvent.Attribute(QInputMethodEvent.AttributeType.Cursor, caret, 1, None)]
    event = QInputMethodEvent(preedit, attributes)
    if commit:
        event.setCommitString(commit)
    QApplication.sendEvent(view, event)


def asked(view: GridView, query: Qt.InputMethodQuery) -> object:
    event = QInputMethodQueryEvent(query)
    QApplication.sendEvent(view, event)
    return event.value(query)


def candidate_rect(view: GridView) -> QRect:
    rect = asked(view, Qt.InputMethodQuery.ImCursorRectangle)
    assert isinstance(rect, QRect)
    return rect


def cell_rect(view: GridView, row: int, col: int) -> QRect:
    return view.geometry_of_grid().rect(row, col).toAlignedRect()


def test_composed_text_is_drawn_at_the_cursor_and_committed_once() -> None:
    view = shown_view(pack_frame(["", "$ ls"], cols=20, cursor=CURSOR))
    keys, texts = recorded(view.key_pressed), recorded(view.text_committed)
    before = picture(view)
    compose(view, "にほ")
    composing = picture(view)
    compose(view, "", commit="日本")
    after = picture(view)

    assert texts == ["日本"]
    assert keys == []
    rect = cell_rect(view, 1, 4)
    assert before != composing
    assert pixel(composing, rect.left() + 1, rect.bottom()) == DARK.foreground, "underlined"
    assert after == before


def test_a_cancelled_composition_leaves_the_grid_as_it_was() -> None:
    view = shown_view(pack_frame(["", "$ ls"], cols=20, cursor=CURSOR))
    texts, before = recorded(view.text_committed), picture(view)
    compose(view, "abc")
    compose(view, "")

    assert texts == []
    assert picture(view) == before


def test_composed_text_goes_with_the_keyboard() -> None:
    view = shown_view(pack_frame(["", "$ ls"], cols=20, cursor=CURSOR))
    texts = recorded(view.text_committed)
    compose(view, "abc")
    view.clearFocus()
    without = picture(view)
    view.setFocus()

    assert texts == []
    assert picture(view) != without, "the cursor is solid again"
    assert candidate_rect(view).topLeft() == cell_rect(view, 1, 4).topLeft()


def test_candidates_appear_at_the_cursor_and_then_at_the_carets_place() -> None:
    view = shown_view(pack_frame(["", "$ ls"], cols=20, cursor=CURSOR))

    assert candidate_rect(view).topLeft() == cell_rect(view, 1, 4).topLeft()
    compose(view, "xxx", caret=2)
    assert candidate_rect(view).top() == cell_rect(view, 1, 6).top()
    assert abs(candidate_rect(view).left() - cell_rect(view, 1, 6).left()) <= 1


def test_composition_stays_in_place_while_output_moves_the_cursor() -> None:
    view = shown_view(pack_frame(["", "$ ls"], cols=20, cursor=CURSOR))
    compose(view, "xx", caret=0)
    place = candidate_rect(view).topLeft()
    for row in range(30):
        view.apply_frame(
            pack_frame(
                {0: f"spinner {row}"}, cols=20, height=2, full=False, cursor=CURSOR._replace(row=row % 2, col=row % 20)
            )
        )
        QApplication.processEvents()
        compose(view, "xx" + "y" * (row % 3), caret=0)
        assert candidate_rect(view).topLeft() == place
    compose(view, "", commit="ok")

    assert candidate_rect(view).topLeft() == cell_rect(view, 1, 9).topLeft(), "at the cursor again"
    assert view.grid.row_text(0).rstrip() == "spinner 29"


def test_composed_text_takes_the_cells_that_it_will_have_when_it_is_committed() -> None:
    view = shown_view(pack_frame(["", "$ ls"], cols=20, cursor=CURSOR))
    compose(view, "日𠮟e\u0301x", caret=3)  # Qt counts 16-bit units: the caret is behind both characters
    composing = picture(view)
    behind = view.geometry_of_grid().rect(1, 4, 6)

    assert candidate_rect(view).topLeft() == cell_rect(view, 1, 8).topLeft()
    underline = [
        pixel(composing, x, round(behind.bottom()) - 1) for x in range(round(behind.left()), composing.width())
    ]
    assert underline.count(DARK.foreground) == round(behind.width()) - 1  # the caret stands on one pixel of it


def test_composed_text_that_is_too_long_stays_within_the_pane() -> None:
    view = shown_view(pack_frame([""], cols=10, cursor=Cursor(0, 8, True, False, CursorShape.BLOCK)))
    compose(view, "x" * 8)

    assert view.rect().contains(candidate_rect(view).adjusted(0, 0, -9, 0))


def test_input_methods_get_no_surrounding_text() -> None:
    view = shown_view(pack_frame(["secret"], cols=20))
    query = Qt.InputMethodQuery

    assert asked(view, query.ImEnabled) is True
    for question in (
        query.ImSurroundingText,
        query.ImCurrentSelection,
        query.ImTextBeforeCursor,
        query.ImTextAfterCursor,
    ):
        assert asked(view, question) == ""
    assert asked(view, query.ImCursorPosition) == asked(view, query.ImAnchorPosition) == 0


# -- mouse -------------------------------------------------------------------------------------------------------
def test_a_drag_selects_cells_and_says_when_it_ends() -> None:
    view = shown_view(pack_frame(["hello world"], scrollbar=Scrollbar(31, 30, 1)))
    changed, finished = recorded(view.selection_changed), recorded(view.selection_finished)
    mouse(view, PRESS, 0.5, 2.1)
    mouse(view, MOVE, 0.5, 4.9)
    mouse(view, RELEASE, 0.5, 4.9)
    wanted = Selection(Point(30, 2), Point(30, 4))

    assert view.selection == wanted
    assert changed == [wanted]
    assert finished == [wanted]


def test_a_click_clears_the_selection() -> None:
    view = shown_view(pack_frame(["hello"]))
    view.select(Selection(Point(0, 0), Point(0, 3)))
    mouse(view, PRESS, 0.5, 2)
    mouse(view, RELEASE, 0.5, 2)

    assert view.selection is None


def test_two_clicks_select_a_word_and_three_a_line() -> None:
    view = shown_view(pack_frame(["one two three"], cols=20))
    for at in (0, 100):
        mouse(view, PRESS, 0.5, 5.2, time_ms=1000 + at)
        mouse(view, RELEASE, 0.5, 5.2, time_ms=1010 + at)
    assert view.selection == Selection(Point(0, 4), Point(0, 6))
    mouse(view, PRESS, 0.5, 5.2, time_ms=1200)
    mouse(view, RELEASE, 0.5, 5.2, time_ms=1210)

    assert view.selection == Selection(Point(0, 0), Point(0, 19))


def test_slow_clicks_are_single_clicks() -> None:
    view = shown_view(pack_frame(["one two"], cols=20))
    for at in (1000, 9000):
        mouse(view, PRESS, 0.5, 5.2, time_ms=at)
        mouse(view, RELEASE, 0.5, 5.2, time_ms=at + 10)

    assert view.selection is None


def test_alt_selects_a_block_and_shift_extends() -> None:
    view = shown_view(pack_frame(["abcdef", "ghijkl"], cols=8))
    mouse(view, PRESS, 0.5, 1, mods=ALT)
    mouse(view, MOVE, 1.5, 3, mods=ALT)
    mouse(view, RELEASE, 1.5, 3, mods=ALT)
    assert view.selection == Selection(Point(0, 1), Point(1, 2), block=True)
    view.select(Selection(Point(0, 1), Point(0, 2)))
    mouse(view, PRESS, 1.5, 4, mods=SHIFT)

    assert view.selection == Selection(Point(0, 1), Point(1, 3))


def test_a_drag_past_the_edge_scrolls_and_goes_on_with_the_new_rows() -> None:
    view = shown_view(pack_frame(["aaa", "bbb"], cols=4, scrollbar=Scrollbar(10, 5, 2)))
    wanted = recorded(view.scroll_requested)
    mouse(view, PRESS, 1.5, 2)
    mouse(view, MOVE, -2.5, 2)
    wait_until(lambda: bool(wanted))
    view.apply_frame(pack_frame(["xxx", "yyy"], cols=4, scrollbar=Scrollbar(10, 2, 2)))
    selection = view.selection
    mouse(view, RELEASE, -2.5, 2)

    assert all(isinstance(rows, int) and rows < 0 for rows in wanted)
    assert selection == Selection(Point(2, 2), Point(6, 1))
    assert not [timer for timer in view.findChildren(QTimer) if timer.isActive()]


def test_a_program_that_listens_gets_the_mouse() -> None:
    view = shown_view(pack_frame(["abc", "def"], mouse=MouseMode.DRAG))
    events = recorded(view.mouse_reported)
    mouse(view, MOVE, 0.5, 0.5, button=Qt.MouseButton.NoButton)
    mouse(view, PRESS, 1.5, 2.5, mods=CTRL)
    mouse(view, MOVE, 1.6, 2.6)
    mouse(view, MOVE, 0.5, 1.5)
    mouse(view, RELEASE, 0.5, 1.5)

    told = [(e.action, e.button, e.row, e.col, e.mods) for e in events if isinstance(e, MouseEvent)]
    assert told == [
        (MouseAction.PRESS, 1, 1, 2, Mods.CTRL),
        (MouseAction.MOTION, 1, 0, 1, Mods.NONE),
        (MouseAction.RELEASE, 1, 0, 1, Mods.NONE),
    ]
    assert view.selection is None


def test_motion_without_a_button_is_told_in_motion_mode_only() -> None:
    view = shown_view(pack_frame(["abc"], mouse=MouseMode.MOTION))
    events = recorded(view.mouse_reported)
    mouse(view, MOVE, 0.5, 0.5, button=Qt.MouseButton.NoButton)
    mouse(view, MOVE, 0.5, 0.6, button=Qt.MouseButton.NoButton)
    mouse(view, MOVE, 0.5, 1.6, button=Qt.MouseButton.NoButton)

    assert [(e.button, e.col) for e in events if isinstance(e, MouseEvent)] == [(0, 0), (0, 1)]


def test_shift_keeps_the_program_from_hearing_the_mouse() -> None:
    view = shown_view(pack_frame(["abcdef"], mouse=MouseMode.MOTION))
    events = recorded(view.mouse_reported)
    mouse(view, PRESS, 0.5, 0, mods=SHIFT)
    mouse(view, MOVE, 0.5, 3, mods=SHIFT)
    mouse(view, RELEASE, 0.5, 3, mods=SHIFT)

    assert events == []
    assert view.selection == Selection(Point(0, 0), Point(0, 2))


def test_a_release_goes_to_whom_the_press_went() -> None:
    view = shown_view(pack_frame(["abcdef"], mouse=MouseMode.CLICK))
    events = recorded(view.mouse_reported)
    mouse(view, PRESS, 0.5, 0)
    mouse(view, RELEASE, 0.5, 0, mods=SHIFT)

    assert [e.action for e in events if isinstance(e, MouseEvent)] == [MouseAction.PRESS, MouseAction.RELEASE]


def test_the_middle_button_pastes_and_the_right_one_opens_a_menu() -> None:
    view = shown_view(pack_frame(["abc"]))
    pastes: list[bool] = []
    view.primary_paste_requested.connect(lambda: pastes.append(True))
    menus = recorded(view.menu_requested)
    mouse(view, PRESS, 0.5, 1, button=MIDDLE)
    mouse(view, PRESS, 0.5, 1, button=RIGHT)

    assert pastes == [True]
    assert len(menus) == 1
    assert isinstance(menus[0], QPoint)


@pytest.mark.parametrize("notches", [1, -1])
def test_the_wheel_scrolls_by_lines(notches: int) -> None:
    view = shown_view(pack_frame(["abc"]))
    rows = recorded(view.scroll_requested)
    wheel(view, notches)

    assert rows == [-3 * notches]


def test_the_wheel_is_reported_to_a_program_that_listens_unless_shift_is_held() -> None:
    view = shown_view(pack_frame(["abc", "def"], mouse=MouseMode.CLICK))
    events, rows = recorded(view.mouse_reported), recorded(view.scroll_requested)
    wheel(view, 1, row=1.5, col=2.5)
    wheel(view, -2)
    wheel(view, 1, SHIFT)

    assert [(e.button, e.row, e.col) for e in events if isinstance(e, MouseEvent)] == [(4, 1, 2), (5, 0, 0), (5, 0, 0)]
    assert rows == [-3]


def test_the_wheel_is_arrow_keys_on_the_alternate_screen() -> None:
    view = shown_view(pack_frame(["abc"], flags=frame.ALTERNATE | frame.ALTERNATE_SCROLL))
    keys, rows = recorded(view.key_pressed), recorded(view.scroll_requested)
    wheel(view, 1)
    wheel(view, -1)

    assert keys == [KeyEvent("up")] * 3 + [KeyEvent("down")] * 3
    assert rows == []


def test_the_wheel_with_control_zooms() -> None:
    view = shown_view(pack_frame(["abc"], mouse=MouseMode.MOTION))
    steps, events = recorded(view.zoom_requested), recorded(view.mouse_reported)
    wheel(view, 1, CTRL)

    assert steps == [1]
    assert events == []


def test_small_turns_of_a_touchpad_add_up() -> None:
    view = shown_view(pack_frame(["abc"]))
    rows = recorded(view.scroll_requested)
    for _ in range(12):
        wheel(view, 0.25)

    assert sum(row for row in rows if isinstance(row, int)) == -9


# -- links -------------------------------------------------------------------------------------------------------
def test_a_link_is_underlined_only_while_the_modifier_is_held() -> None:
    view = shown_view(pack_frame(["see https://a.b/c now"], cols=24, cursor=None))
    hovered = recorded(view.link_hovered)
    plain = picture(view)
    mouse(view, MOVE, 0.5, 6, button=Qt.MouseButton.NoButton)
    assert picture(view) == plain
    mouse(view, MOVE, 0.5, 6, button=Qt.MouseButton.NoButton, mods=CTRL)
    underlined = picture(view)
    mouse(view, MOVE, 0.5, 6, button=Qt.MouseButton.NoButton)

    assert hovered == [Hover("https://a.b/c", Point(0, 4), ((0, 4, 17),)), None]
    bottom = cell_rect(view, 0, 4).bottom()
    width = cell_rect(view, 0, 4).width()
    lit = [pixel(underlined, col * width + 1, bottom) == DARK.foreground for col in range(24)]
    assert lit == [4 <= col < 17 for col in range(24)]
    assert picture(view) == plain


def test_an_osc_8_link_is_told_without_its_target() -> None:
    view = shown_view(pack_frame([[Span("a "), Span("here", link=True), Span(" b")]], cols=10))
    activated = recorded(view.link_activated)
    for kind in (PRESS, RELEASE):
        mouse(view, kind, 0.5, 3.5, mods=CTRL)
    for kind in (PRESS, RELEASE):
        mouse(view, kind, 0.5, 8.5, mods=CTRL)

    assert activated == [Hover("", Point(0, 2), ((0, 2, 6),))]


def test_a_marked_link_goes_on_over_a_soft_wrap() -> None:
    rows = [[Span("see "), Span("li", link=True)], [Span("nk", link=True), Span(" b")]]
    view = shown_view(pack_frame(rows, cols=6, row_flags={0: frame.ROW_WRAPPED}))
    hovered = recorded(view.link_hovered)
    mouse(view, MOVE, 1.5, 1.5, button=Qt.MouseButton.NoButton, mods=CTRL)

    assert hovered == [Hover("", Point(0, 4), ((0, 4, 6), (1, 0, 2)))]


def test_a_drag_with_the_modifier_opens_nothing() -> None:
    view = shown_view(pack_frame(["https://a.b/c"], cols=20))
    activated = recorded(view.link_activated)
    mouse(view, PRESS, 0.5, 1, mods=CTRL)
    mouse(view, MOVE, 0.5, 5, mods=CTRL)
    mouse(view, RELEASE, 0.5, 5, mods=CTRL)

    assert activated == []


FILES = ("src/a.py:12:3", "src/a.py:12", "src/a.py", "Makefile")


@pytest.mark.parametrize(
    ("line", "col", "named"),
    [
        ("src/a.py:12:3: error", 5, "src/a.py:12:3"),
        ("src/a.py:12:def f():", 1, "src/a.py:12"),
        ("see (src/a.py:12).", 8, "src/a.py:12"),
        ('File "src/a.py", line', 7, "src/a.py"),
        ("edit Makefile.", 7, "Makefile"),
        ("no/such.py:3 here", 2, None),
        ("a word", 3, None),
    ],
)
def test_a_files_name_is_a_link_while_the_file_exists(line: str, col: int, named: str | None) -> None:
    view = shown_view(pack_frame([line], cols=24, cursor=None))
    view.is_file = FILES.__contains__
    activated = recorded(view.link_activated)
    for kind in (PRESS, RELEASE):
        mouse(view, kind, 0.5, col + 0.5, mods=CTRL)
    start = line.index(named) if named else 0
    wanted = [Hover("", Point(0, start), ((0, start, start + len(named)),), named)] if named else []
    assert activated == wanted


# -- focus -------------------------------------------------------------------------------------------------------
def test_focus_is_told() -> None:
    view = shown_view(pack_frame(["abc"]))
    told = recorded(view.focus_changed)
    view.clearFocus()
    view.setFocus()

    assert told == [False, True]


def test_the_pointer_hides_while_typing_and_comes_back_when_it_moves() -> None:
    view = shown_view(pack_frame(["abc"]))
    press_key(view, "", key=Qt.Key.Key_Control.value)
    assert view.cursor().shape() == Qt.CursorShape.IBeamCursor, "a modifier is no typing"
    press_key(view, "a")
    assert view.cursor().shape() == Qt.CursorShape.BlankCursor
    mouse(view, MOVE, 0.5, 1, button=Qt.MouseButton.NoButton)

    assert view.cursor().shape() == Qt.CursorShape.IBeamCursor
