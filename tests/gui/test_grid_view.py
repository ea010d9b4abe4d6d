"""The widget: what it paints, when it paints, and what it says it painted."""

import gc
import os
import subprocess
import sys
import weakref

import numpy as np
import pytest

from paneflow.geometry import Point, Size
from paneflow.gui.color import DARK, mix
from paneflow.gui.grid_view import GridView
from paneflow.gui.options import GridOptions
from paneflow.gui.qt import QApplication, QEvent, QImage, QTimer
from paneflow.gui.selection import Selection
from paneflow.vt import frame
from paneflow.vt.engine import Cursor, CursorShape, Scrollbar
from tests.support.frames import CURSOR, Span, Style, indexed, pack_frame, rgb
from tests.support.qt_window import BARE, FONT, picture, pixel, press_key, renderers, shown_view, wait_until

NO_BLINK = Cursor(0, 0, True, False, CursorShape.BLOCK)


def cell_size() -> tuple[int, int]:
    metrics = renderers().renderer(FONT, 1.0).metrics
    return metrics.width, metrics.height


def cell(image: QImage, row: int, col: int) -> set[int]:
    """The colours of a cell's pixels."""
    width, height = cell_size()
    return {
        pixel(image, x, y)
        for x in range(col * width, (col + 1) * width)
        for y in range(row * height, (row + 1) * height)
    }


def timers(view: GridView) -> list[QTimer]:
    return [timer for timer in view.findChildren(QTimer) if timer.isActive()]


def test_rows_of_box_lines_join_on_the_screen() -> None:
    image = picture(shown_view(pack_frame(["│", "│", "└──"], cols=3, cursor=None)))
    width, height = cell_size()

    assert {pixel(image, (width - 1) // 2, y) for y in range(height * 2)} == {DARK.foreground}
    assert {pixel(image, x, height * 2 + (height - 1) // 2) for x in range(width // 2, 3 * width)} == {DARK.foreground}


def test_a_partial_frame_changes_only_its_rows() -> None:
    view = shown_view(pack_frame(["█", "█", "█"], cols=1, cursor=None))
    view.apply_frame(pack_frame({1: " "}, cols=1, height=3, full=False, cursor=None))
    image = picture(view)

    assert [cell(image, row, 0) for row in range(3)] == [{DARK.foreground}, {DARK.background}, {DARK.foreground}]


@pytest.mark.parametrize("shape", CursorShape)
def test_cursor_shapes(shape: CursorShape) -> None:
    image = picture(shown_view(pack_frame(["  "], cols=2, cursor=Cursor(0, 1, True, False, shape))))
    width, height = cell_size()
    lit = np.array([[pixel(image, width + x, y) == DARK.cursor for x in range(width)] for y in range(height)])

    if shape is CursorShape.BLOCK:
        assert lit.all()
    elif shape is CursorShape.BAR:
        assert lit[:, 0].all()
        assert not lit[:, width // 2 :].any()
    else:
        assert lit[-1].all()
        assert not lit[: height // 2].any()
    assert cell(image, 0, 0) == {DARK.background}


def test_the_text_under_a_block_cursor_is_in_the_cursors_text_colour() -> None:
    colors = cell(picture(shown_view(pack_frame(["█"], cols=1, cursor=NO_BLINK))), 0, 0)

    assert colors == {DARK.cursor_text}


def test_a_block_cursor_covers_a_wide_character() -> None:
    image = picture(shown_view(pack_frame(["漢 "], cols=4, cursor=NO_BLINK)))

    assert DARK.cursor in cell(image, 0, 0)
    assert DARK.cursor in cell(image, 0, 1)
    assert pixel(image, 2 * cell_size()[0] - 1, 0) == DARK.cursor
    assert cell(image, 0, 2) == {DARK.background}


def test_a_cursor_without_the_keyboard_is_hollow() -> None:
    view = shown_view(pack_frame([" "], cols=1, cursor=NO_BLINK))
    view.clearFocus()
    image = picture(view)
    width, height = cell_size()

    assert pixel(image, 0, 0) == pixel(image, width - 1, height - 1) == DARK.cursor
    assert pixel(image, width // 2, height // 2) == DARK.background


def test_a_hidden_cursor_is_not_painted() -> None:
    hidden = Cursor(0, 0, False, False, CursorShape.BLOCK)
    assert cell(picture(shown_view(pack_frame([" "], cols=1, cursor=hidden))), 0, 0) == {DARK.background}


def test_a_cursor_that_moves_leaves_nothing_behind() -> None:
    view = shown_view(pack_frame(["", ""], cols=2, cursor=NO_BLINK))
    picture(view)
    view.apply_frame(pack_frame({}, cols=2, height=2, full=False, cursor=NO_BLINK._replace(row=1, col=1)))
    image = picture(view)

    assert cell(image, 0, 0) == {DARK.background}
    assert cell(image, 1, 1) == {DARK.cursor}


def test_a_cursor_a_program_coloured_has_that_colour_and_readable_text() -> None:
    data = pack_frame(["█"], cols=2, cursor=NO_BLINK, colors={frame.COLOR_CURSOR: 0x101010})
    colors = cell(picture(shown_view(data)), 0, 0)

    assert colors == {0xFFFFFF}


def test_selected_cells_and_matches_have_their_colours() -> None:
    view = shown_view(pack_frame(["      ", "      "], cols=6, cursor=None, scrollbar=Scrollbar(50, 48, 2)))
    view.select(Selection(Point(48, 1), Point(48, 2)))
    view.set_matches(
        [Selection(Point(49, 0), Point(49, 0)), Selection(Point(49, 2), Point(49, 2))],
        Selection(Point(49, 2), Point(49, 2)),
    )
    image = picture(view)

    assert [cell(image, 0, col) for col in range(4)] == [
        {DARK.background},
        {DARK.selection_background},
        {DARK.selection_background},
        {DARK.background},
    ]
    assert cell(image, 1, 0) == {DARK.match_background}
    assert cell(image, 1, 2) == {DARK.current_match_background}


def test_a_selection_stays_with_its_text_while_the_view_scrolls() -> None:
    view = shown_view(pack_frame(["aaa", "bbb", "ccc"], cols=3, cursor=None, scrollbar=Scrollbar(10, 7, 3)))
    view.select(Selection(Point(8, 0), Point(8, 2)))
    view.apply_frame(pack_frame(["bbb", "ccc", "ddd"], cols=3, cursor=None, scrollbar=Scrollbar(11, 8, 3)))
    image = picture(view)

    assert view.selection == Selection(Point(8, 0), Point(8, 2))
    assert DARK.selection_background in cell(image, 0, 0)
    assert DARK.selection_background not in cell(image, 1, 0)


def test_a_selection_stays_with_its_text_while_rows_drop_out_of_the_scrollback() -> None:
    view = shown_view(pack_frame(["aaa", "bbb", "ccc"], cols=3, cursor=None, scrollbar=Scrollbar(10, 7, 3)))
    wanted, hit = Selection(Point(8, 0), Point(8, 2)), Selection(Point(9, 0), Point(9, 0))
    view.select(wanted)
    view.set_matches([hit])
    after = pack_frame(["bbb", "ccc", "ddd"], cols=3, cursor=None, scrollbar=Scrollbar(6, 3, 3), first_row=5)
    view.apply_frame(after)
    image = picture(view)
    assert view.selection == wanted
    assert DARK.selection_background in cell(image, 0, 0)
    assert DARK.match_background in cell(image, 1, 0)
    assert DARK.match_background not in cell(image, 2, 0)

    view.apply_frame(pack_frame(["xxx", "yyy", "zzz"], cols=3, cursor=None, scrollbar=Scrollbar(6, 3, 3), first_row=8))
    assert view.selection == wanted, "it can be scrolled to"
    view.apply_frame(pack_frame(["xxx", "yyy", "zzz"], cols=3, cursor=None, scrollbar=Scrollbar(6, 3, 3), first_row=9))
    assert view.selection is None


def test_a_selection_is_cleared_when_its_text_changes() -> None:
    view = shown_view(pack_frame(["aaa", "bbb"], cols=3))
    seen: list[object] = []
    view.select(Selection(Point(0, 0), Point(0, 1)))
    view.selection_changed.connect(seen.append)
    view.apply_frame(pack_frame({1: "xxx"}, cols=3, height=2, full=False))
    assert view.selection is not None
    view.apply_frame(pack_frame({0: "aax"}, cols=3, height=2, full=False))
    assert view.selection is not None, "only the third cell changed"
    view.apply_frame(pack_frame({0: "xax"}, cols=3, height=2, full=False))

    assert view.selection is None
    assert seen == [None]


def test_text_that_scrolled_into_view_is_watched_too() -> None:
    view = shown_view(pack_frame(["aaa", "bbb"], cols=3, scrollbar=Scrollbar(10, 5, 2)))
    view.select(Selection(Point(4, 0), Point(5, 2)))
    view.apply_frame(pack_frame(["xxx", "aaa"], cols=3, scrollbar=Scrollbar(10, 4, 2)))
    assert view.selection is not None
    view.apply_frame(pack_frame(["yyy", "aaa"], cols=3, scrollbar=Scrollbar(10, 4, 2)))

    assert view.selection is None


def test_the_alternate_screen_clears_a_selection() -> None:
    view = shown_view(pack_frame(["   "], cols=3))
    view.select(Selection(Point(0, 0), Point(0, 1)))
    view.apply_frame(pack_frame(["   "], cols=3, flags=frame.ALTERNATE))

    assert view.selection is None


def test_a_new_theme_shows_without_a_new_frame() -> None:
    view = shown_view(pack_frame([[Span("█", Style(fg=indexed(1))), Span("█")]], cols=3, cursor=None))
    view.set_scheme(DARK._replace(foreground=0x0A0B0C, background=0xF0F0F0, palette=(0, 0x00FF00, *DARK.palette[2:])))
    image = picture(view)

    assert [cell(image, 0, col) for col in range(3)] == [{0x00FF00}, {0x0A0B0C}, {0xF0F0F0}]


def test_a_background_a_program_changed_fills_the_padding_too() -> None:
    view = shown_view(pack_frame([" "], cols=1, cursor=None), options=GridOptions(padding=8))
    view.apply_frame(
        pack_frame({}, cols=1, height=1, full=False, cursor=None, colors={frame.COLOR_BACKGROUND: 0x203040})
    )
    image = picture(view)

    assert pixel(image, 0, 0) == pixel(image, 10, 10) == 0x203040


def test_a_surface_smaller_than_the_pane_is_letterboxed_once_the_size_has_settled() -> None:
    view = shown_view(pack_frame([" "], cols=2, cursor=None), size=Size(5, 3))
    shade = mix(DARK.background, DARK.foreground, 0.06)
    width, height = cell_size()
    assert cell(picture(view), 2, 4) == {DARK.background}, "not while the host is still answering"
    wait_until(lambda: cell(picture(view), 2, 4) != {DARK.background})
    image = picture(view)

    assert cell(image, 0, 0) == {DARK.background}
    for row, col in ((0, 3), (2, 0), (2, 4)):
        shown = pixel(image, col * width + 4, row * height + 4)
        assert all(abs((shown >> shift & 255) - (shade >> shift & 255)) <= 2 for shift in (16, 8, 0))


def test_a_surface_higher_than_the_pane_shows_the_rows_around_the_cursor() -> None:
    rows = [" "] * 9 + ["█"]
    view = shown_view(pack_frame(rows, cols=1, cursor=NO_BLINK._replace(row=9, visible=False)), size=Size(1, 3))

    assert cell(picture(view), 2, 0) == {DARK.foreground}


def test_an_unfocused_pane_is_dimmed_when_wanted() -> None:
    view = shown_view(pack_frame(["█"], cols=1, cursor=None), options=GridOptions(padding=0, dim_unfocused=0.4))
    assert cell(picture(view), 0, 0) == {DARK.foreground}
    view.clearFocus()

    (dimmed,) = cell(picture(view), 0, 0)
    assert dimmed & 255 < (DARK.foreground & 255) * 0.7


def test_a_flash_comes_and_goes() -> None:
    view = shown_view(pack_frame([" "], cols=1, cursor=None))
    view.flash()
    assert cell(picture(view), 0, 0) != {DARK.background}

    wait_until(lambda: cell(picture(view), 0, 0) == {DARK.background})


def test_nothing_flashes_with_reduced_motion() -> None:
    view = shown_view(pack_frame([" "], cols=1, cursor=None), options=BARE._replace(reduced_motion=True))
    view.flash()

    assert cell(picture(view), 0, 0) == {DARK.background}


def test_the_size_that_fits_is_told_when_it_changes() -> None:
    view = shown_view(pack_frame([" "], cols=1), size=Size(10, 4), options=GridOptions(padding=5))
    told: list[tuple[object, int, int]] = []
    view.grid_resized.connect(lambda *values: told.append(values))
    width, height = cell_size()
    view.resize(12 * width + 10 + 3, 5 * height + 10 + 3)
    view.resize(12 * width + 10 + 4, 5 * height + 10 + 4)

    wait_until(lambda: bool(told))
    assert told == [(Size(12, 5), width, height)]


def test_another_font_size_changes_the_cells_and_is_told() -> None:
    view = shown_view(pack_frame(["█"], cols=1), size=Size(10, 4))
    told: list[Size] = []
    view.grid_resized.connect(lambda size, _width, _height: told.append(size))
    view.set_font_spec(FONT._replace(size_pt=22.5))

    assert told
    assert told[-1].cols < 10
    assert pixel(picture(view), 15, 30) == DARK.cursor_text


# -- pacing ------------------------------------------------------------------------------------------------------
def test_a_frame_is_acknowledged_once_after_it_was_painted() -> None:
    view = shown_view(pack_frame(["a"]))
    costs: list[int] = []
    view.frame_painted.connect(costs.append)
    view.apply_frame(pack_frame({0: "b"}, height=1, full=False))
    assert not costs, "not before it is on the screen"

    wait_until(lambda: bool(costs))
    QApplication.processEvents()
    assert len(costs) == 1
    assert 0 < costs[0] < 1_000_000


def test_a_frame_without_changes_is_acknowledged_too() -> None:
    view = shown_view(pack_frame(["a"]))
    costs: list[int] = []
    view.frame_painted.connect(costs.append)
    view.apply_frame(pack_frame({}, height=1, full=False))

    wait_until(lambda: bool(costs))
    assert len(costs) == 1


def test_a_hidden_view_acknowledges_and_shows_the_last_frame_later() -> None:
    view = shown_view(pack_frame([" "], cols=1, cursor=None))
    view.hide()
    costs: list[int] = []
    view.frame_painted.connect(costs.append)
    view.apply_frame(pack_frame(["█"], cols=1, cursor=None))
    wait_until(lambda: bool(costs))
    view.show()

    assert cell(picture(view), 0, 0) == {DARK.foreground}


def test_a_view_that_goes_before_it_acknowledges_leaves_nothing_behind() -> None:
    view = shown_view(pack_frame(["█"], cols=1, cursor=None))
    left = weakref.ref(view)
    view.hide()
    view.apply_frame(pack_frame(["x"], cols=1, cursor=None))
    view.deleteLater()
    QApplication.sendPostedEvents(view, QEvent.Type.DeferredDelete.value)
    del view
    QApplication.processEvents()
    gc.collect()

    assert left() is None


def test_a_broken_frame_is_an_error_and_the_picture_stays() -> None:
    view = shown_view(pack_frame(["█"], cols=1, cursor=None))
    with pytest.raises(ValueError, match="frame"):
        view.apply_frame(b"nonsense")

    assert cell(picture(view), 0, 0) == {DARK.foreground}


# -- blinking ----------------------------------------------------------------------------------------------------
def test_a_steady_view_has_no_timer() -> None:
    view = shown_view(pack_frame(["text"], cursor=CURSOR))
    view.apply_frame(pack_frame({0: "more"}, height=1, full=False, cursor=CURSOR))
    picture(view)
    QApplication.processEvents()  # what was painted is acknowledged

    assert timers(view) == []


def test_a_blinking_cursor_stops_without_the_keyboard_and_when_hidden() -> None:
    view = shown_view(pack_frame(["text"], cursor=CURSOR._replace(blinking=True)))
    assert len(timers(view)) == 1
    view.clearFocus()
    assert timers(view) == []
    view.setFocus()
    wait_until(lambda: len(timers(view)) == 1)
    view.hide()
    assert timers(view) == []


def test_blinking_stops_by_itself_and_starts_again_with_a_key() -> None:
    view = shown_view(pack_frame([" "], cols=1, cursor=CURSOR._replace(blinking=True)))
    (timer,) = timers(view)
    phases = set()
    for _ in range(100):
        timer.timeout.emit()
        phases.add(DARK.cursor in cell(picture(view), 0, 0))
    assert phases == {True, False}
    assert timers(view) == []
    assert cell(picture(view), 0, 0) == {DARK.cursor}
    view.apply_frame(pack_frame({0: "x"}, cols=1, height=1, full=False, cursor=CURSOR._replace(blinking=True)))
    assert timers(view) == [], "output is no reason to wake up"

    press_key(view, "a")
    assert len(timers(view)) == 1


def test_blinking_text_blinks() -> None:
    view = shown_view(pack_frame([[Span("█", Style(attrs=frame.BLINK, bg=rgb(0x000080)))]], cols=1, cursor=None))
    (timer,) = timers(view)
    shown = cell(picture(view), 0, 0)
    timer.timeout.emit()

    assert shown == {DARK.foreground}
    assert cell(picture(view), 0, 0) == {0x000080}
    view.apply_frame(pack_frame([" "], cols=1, cursor=None))
    assert timers(view) == []


def test_reduced_motion_stops_all_blinking() -> None:
    view = shown_view(
        pack_frame([" "], cursor=CURSOR._replace(blinking=True)), options=BARE._replace(reduced_motion=True)
    )

    assert timers(view) == []


# -- pixel ratios --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("ratio", ["1.25", "1.5", "2"])
def test_no_seams_at_other_pixel_ratios(ratio: str) -> None:
    environment = {**os.environ, "QT_SCALE_FACTOR": ratio, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.seams"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == f"ok {float(ratio)}"
    assert done.stderr == ""
