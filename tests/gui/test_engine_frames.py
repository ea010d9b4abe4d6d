"""Bytes of a program, through a real engine, on the screen of a pane."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paneflow.geometry import Point
from paneflow.gui.clusters import ClusterTable
from paneflow.gui.color import DARK
from paneflow.gui.grid import Grid
from paneflow.gui.hover import hover_at
from paneflow.gui.palette import Palette
from paneflow.vt import frame
from paneflow.vt.engine import CursorShape, MouseMode
from tests.support.qt_window import picture, pixel, shown_view
from tests.support.vt import ENGINES, engine

engines = pytest.mark.parametrize("name", ENGINES)


def grid_of(name: str, data: bytes, *, cols: int = 20, rows: int = 4) -> Grid:
    """What a grid shows after an engine was fed; frame by frame, byte by byte, where that could differ."""
    source = engine(name, cols, rows)
    view = source.view()
    grid = Grid(ClusterTable())
    for start in range(0, len(data), 7):
        source.feed(data[start : start + 7])
        packed = view.frame(1)
        if packed is not None:
            grid.apply(packed)
    whole = view.frame(1, full=True)
    assert whole is not None
    fresh = Grid(ClusterTable())
    fresh.apply(whole)
    assert [grid.row_text(row) for row in range(grid.rows)] == [fresh.row_text(row) for row in range(rows)]
    assert (grid.styles[grid.style] == fresh.styles[fresh.style]).all()
    return grid


def colors_of(grid: Grid, row: int, col: int) -> tuple[int, int]:
    styles = Palette(DARK, grid.colors).paint_styles(grid.styles)
    entry = grid.style[row, col]
    return int(styles.fg[entry]) & 0xFFFFFF, int(styles.bg[entry]) & 0xFFFFFF


@engines
def test_text_colours_and_cursor(name: str) -> None:
    grid = grid_of(name, b"\x1b[31mred\x1b[0m \x1b[38;2;1;2;3;48;5;232mx\x1b[0m\r\n\x1b[7minv\x1b[0m\x1b[2;3H")

    assert [grid.row_text(row).rstrip() for row in range(3)] == ["red x", "inv", ""]
    assert colors_of(grid, 0, 0) == (DARK.palette[1], DARK.background)
    assert colors_of(grid, 0, 4) == (0x010203, 0x080808)
    assert colors_of(grid, 1, 0) == (DARK.background, DARK.foreground)
    assert grid.cursor is not None
    assert (grid.cursor.row, grid.cursor.col) == (1, 2)


@engines
def test_backgrounds_of_erased_cells(name: str) -> None:
    grid = grid_of(name, b"\x1b[44m\x1b[K\x1b[0m\r\n\x1b[48;2;9;8;7m\x1b[K")

    assert colors_of(grid, 0, 15)[1] == DARK.palette[4]
    assert colors_of(grid, 1, 15)[1] == 0x090807


@engines
def test_wide_characters_clusters_and_wraps(name: str) -> None:
    grid = grid_of(name, "漢字 e\u0301 ".encode() + b"x" * 20)

    assert grid.row_text(0).startswith("漢字 e\u0301 ")
    assert grid.width[0, :4].tolist() == [1, 2, 1, 2]
    assert grid.row_flags[0] & frame.ROW_WRAPPED


def test_modes_links_and_shapes_of_the_default_engine() -> None:
    data = b"\x1b]8;;https://a.b/\x1b\\link\x1b]8;;\x1b\\\x1b[?1002h\x1b[?1006h\x1b[?2004h\x1b[5 q\x1b[4:3m~\x1b[58;2;255;0;0m~"
    grid = grid_of(ENGINES[0], data)
    found = hover_at(grid, Point(0, 1), lambda _path: False)

    assert grid.modes.mouse is MouseMode.DRAG
    assert grid.modes.bracketed_paste
    assert grid.cursor is not None
    assert (grid.cursor.shape, grid.cursor.blinking) == (CursorShape.BAR, True)
    assert found is not None
    assert found.spans == ((0, 0, 4),)
    styles = Palette(DARK).paint_styles(grid.styles)
    assert styles.underline[grid.style[0, 4:6]].tolist() == [3, 3]
    assert int(styles.line[grid.style[0, 5]]) & 0xFFFFFF == 0xFF0000


def test_colours_a_program_sets_reach_the_pixels() -> None:
    source = engine(ENGINES[0], 4, 2)
    source.feed(b"\x1b]11;#102030\x1b\\\x1b]4;1;#00ff00\x1b\\\x1b[?25l\x1b[31m" + "█".encode())
    data = source.view().frame(1)
    assert data is not None
    image = picture(shown_view(data))

    assert pixel(image, 3, 3) == 0x00FF00
    assert pixel(image, 30, 30) == 0x102030


PIECES = [
    b"abc ", b"\r\n", "漢".encode(), "e\u0301".encode(), "👩\u200d💻".encode(), b"\x1b[31m", b"\x1b[0m", b"\x1b[44m",
    b"\x1b[K", b"\x1b[2J", b"\x1b[H", b"\x1b[3;5H", b"\x1b[L", b"\x1b[M", b"\x1b[?1049h", b"\x1b[?1049l", b"\x1b[4:3m",
    b"\x1b[38;2;1;2;3m", b"\x1bM", b"\x1b[5@", b"\x1b[S",
]  # fmt: skip


@engines
@settings(deadline=None, max_examples=60)
@given(data=st.lists(st.sampled_from(PIECES), min_size=1, max_size=60))
def test_frames_of_changes_add_up_to_the_whole(name: str, data: list[bytes]) -> None:
    grid = grid_of(name, b"".join(data), cols=11, rows=5)

    assert int(grid.style.max()) < len(grid.styles)
    heads = np.argwhere(grid.width == 1)
    assert all(col + 1 == grid.cols or grid.width[row, col + 1] == 2 for row, col in heads)
