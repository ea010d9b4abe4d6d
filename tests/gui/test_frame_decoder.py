"""Frames become arrays."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paneflow.geometry import Size
from paneflow.gui.clusters import FIRST_CLUSTER, ClusterTable
from paneflow.gui.color import DARK
from paneflow.gui.frame_decoder import Picture, ViewModes
from paneflow.gui.grid import Grid
from paneflow.gui.palette import PaintStyles, Palette
from paneflow.vt import frame
from paneflow.vt.engine import Cursor, CursorShape, MouseMode, Scrollbar
from paneflow.vt.images import Placement
from paneflow.vt.packing import pack_pictures
from tests.support.frames import Row, Span, Style, indexed, pack_frame, rgb


def shown(*frames: bytes) -> Grid:
    grid = Grid(ClusterTable())
    for data in frames:
        grid.apply(data)
    return grid


def painted(row: Row, **options: float) -> PaintStyles:
    """The paint styles of the cells of a one-row grid, one entry a cell."""
    grid = shown(pack_frame([row], cols=4))
    palette = Palette(DARK, grid.colors, **options)  # type: ignore[arg-type]
    styles = palette.paint_styles(grid.styles)
    return PaintStyles(*(array[grid.style[0]] for array in styles))


def test_a_full_frame_sets_size_text_cursor_modes_and_scrollbar() -> None:
    grid = shown(
        pack_frame(
            ["one", "two"],
            cols=5,
            cursor=Cursor(1, 3, True, True, CursorShape.BAR),
            flags=frame.ALTERNATE | frame.BRACKETED_PASTE,
            mouse=MouseMode.DRAG,
            scrollbar=Scrollbar(90, 88, 2),
            kitty_flags=5,
            surface=7,
        )
    )

    assert grid.size == Size(5, 2)
    assert [grid.row_text(y) for y in range(2)] == ["one  ", "two  "]
    assert grid.cursor == Cursor(1, 3, True, True, CursorShape.BAR)
    assert grid.modes == ViewModes(alternate_screen=True, bracketed_paste=True, mouse=MouseMode.DRAG, kitty_flags=5)
    assert grid.scrollbar == Scrollbar(90, 88, 2)
    assert grid.surface == 7


def test_pictures_stay_until_a_frame_lists_others_or_is_full() -> None:
    placed = Placement(5, 9, -2, 3, 4, 8, 16, 64, (1, 2, 30, 40), -1)
    table = pack_pictures([placed], (8, 16))
    picture = Picture(9, 5, -1.5, 3.5, 4.0, 2.0, (1, 2, 30, 40), -1)
    grid = shown(pack_frame(["one", "two"], pictures=table))
    assert grid.pictures == (picture,)

    assert not grid.apply(pack_frame({1: "TWO"}, height=2, full=False)).pictures
    assert grid.pictures == (picture,)

    assert grid.apply(pack_frame({}, height=2, full=False, pictures=frame.PICTURES.pack(0, 0, 0))).pictures
    assert not grid.pictures

    assert not grid.apply(pack_frame(["one", "two"])).pictures


@pytest.mark.parametrize(
    "table", [frame.PICTURES.pack(0, 0, 1), frame.PICTURES.pack(0, 16, 1) + bytes(56), b"", b"\0" * 7]
)
def test_a_table_of_pictures_that_is_cut_off_is_refused(table: bytes) -> None:
    data = pack_frame([], cols=0, height=1, cursor=None, flags=frame.HAS_PICTURES)
    with pytest.raises(ValueError, match="pictures"):
        shown(data[: frame.HEADER.size + 8] + table)


def test_rows_that_a_frame_does_not_list_stay() -> None:
    grid = shown(pack_frame(["one", "two", "three"]))

    changes = grid.apply(pack_frame({1: "TWO"}, height=3, full=False))

    assert changes.rows.tolist() == [1]
    assert [grid.row_text(y).rstrip() for y in range(3)] == ["one", "TWO", "three"]


def test_a_cursor_outside_the_viewport_is_none() -> None:
    assert shown(pack_frame(["x"], cursor=None)).cursor is None


def test_wide_cells_clusters_and_links_are_kept() -> None:
    grid = shown(pack_frame([[Span("漢e\u0301"), Span("link", link=True)]], cols=9))

    assert grid.width[0, :3].tolist() == [1, 2, 0]
    assert grid.text[0, 2] >= FIRST_CLUSTER
    assert grid.cell_text(0, 2) == "e\u0301"
    assert grid.row_text(0) == "漢e\u0301link  "
    assert grid.link[0].tolist() == [False] * 3 + [True] * 4 + [False] * 2


def test_the_tail_of_a_wide_cell_looks_like_its_head_whatever_it_says() -> None:
    data = pack_frame([[Span("漢", Style(bg=rgb(0x123456)))]], cols=2)
    tail = int.from_bytes(data[-8:], "little") & ~(frame.CELL_STYLE_MASK << frame.CELL_STYLE_SHIFT)
    grid = shown(data[:-8] + tail.to_bytes(8, "little"))

    assert grid.style[0, 1] == grid.style[0, 0] > 0


def test_the_same_style_id_of_two_pages_means_two_styles() -> None:
    red, blue = Style(fg=rgb(0xFF0000)), Style(fg=rgb(0x0000FF))
    grid = shown(pack_frame([[Span("a", red)], [Span("b", blue)]], cols=1, pages={0: 0, 1: 2}))

    assert grid.styles["fg"][grid.style[:, 0]].tolist() == [rgb(0xFF0000), rgb(0x0000FF)]


def test_background_only_cells_have_palette_and_rgb_colours() -> None:
    styles = painted([Span(" ", background=rgb(0x123456)), Span(" ", background=indexed(1)), Span("x")])

    assert (styles.bg[:3] & 0xFFFFFF).tolist() == [0x123456, DARK.palette[1], DARK.background]


def test_default_palette_and_rgb_colours_resolve() -> None:
    styles = painted([Span("a"), Span("b", Style(fg=indexed(2), bg=indexed(232))), Span("c", Style(fg=rgb(0xABCDEF)))])

    assert (styles.fg[:3] & 0xFFFFFF).tolist() == [DARK.foreground, DARK.palette[2], 0xABCDEF]
    assert (styles.bg[:3] & 0xFFFFFF).tolist() == [DARK.background, 0x080808, DARK.background]
    assert (styles.fg >> 24 == 0xFF).all()


def test_inverse_faint_and_invisible_change_the_colours() -> None:
    colors = {"fg": rgb(0xFFFFFF), "bg": rgb(0x000000)}
    styles = painted([Span(c, Style(attrs=a, **colors)) for c, a in zip("ifv", (16, 4, 32), strict=True)])

    assert (styles.fg[0] & 0xFFFFFF, styles.bg[0] & 0xFFFFFF) == (0, 0xFFFFFF)
    assert 0x606060 < styles.fg[1] & 0xFFFFFF < 0xA0A0A0
    assert styles.fg[2] == styles.bg[2] == styles.line[2]


def test_bold_is_bright_only_when_asked() -> None:
    bold = [Span("b", Style(fg=indexed(1), attrs=frame.BOLD))]

    assert painted(bold).fg[0] & 0xFFFFFF == DARK.palette[1]
    assert painted(bold, bold_is_bright=True).fg[0] & 0xFFFFFF == DARK.palette[9]


def test_minimum_contrast_makes_text_readable() -> None:
    from paneflow.gui.color import contrast

    dim = [Span("d", Style(fg=rgb(0x202020), bg=rgb(0x101010)))]
    styles = painted(dim, minimum_contrast=4.5)

    assert contrast(int(styles.fg[0]) & 0xFFFFFF, 0x101010) >= 4.3
    assert painted(dim).fg[0] & 0xFFFFFF == 0x202020


def test_an_underline_has_its_own_colour_or_the_texts() -> None:
    styles = painted(
        [Span("u", Style(fg=rgb(1), underline=3)), Span("v", Style(fg=rgb(1), line=rgb(0xFF00FF), underline=3))]
    )

    assert (styles.line[:2] & 0xFFFFFF).tolist() == [1, 0xFF00FF]


def test_colours_a_program_changed_are_used_and_reported() -> None:
    grid = shown(pack_frame(["x"]))
    changes = grid.apply(pack_frame({}, height=1, full=False, colors={frame.COLOR_BACKGROUND: 0x112233, 1: 0x445566}))
    palette = Palette(DARK, grid.colors)

    assert changes.colors
    assert palette.background == 0x112233
    assert palette.foreground == DARK.foreground


def test_a_reversed_screen_swaps_the_default_colours() -> None:
    grid = shown(pack_frame(["x"], flags=frame.REVERSE_SCREEN))
    palette = Palette(DARK, reverse_screen=grid.modes.reverse_screen)

    assert (palette.foreground, palette.background) == (DARK.background, DARK.foreground)


def test_the_style_table_stays_small_however_many_styles_come_by() -> None:
    grid = shown(pack_frame(["", "keep"], cols=64))
    grid.apply(pack_frame({1: [Span("keep", Style(fg=rgb(0xC0FFEE)))]}, cols=64, height=2, full=False))
    for start in range(0, 1 << 16, 64):
        spans = [Span("x", Style(fg=rgb(start + i + 1))) for i in range(64)]
        grid.apply(pack_frame({0: spans}, cols=64, height=2, full=False))

    assert len(grid.styles) < 40_000
    assert grid.styles_epoch > 0
    assert grid.styles["fg"][grid.style[1, 0]] == rgb(0xC0FFEE)
    assert grid.styles["fg"][grid.style[0, 63]] == rgb(1 << 16)


def test_a_frame_cut_short_is_refused_and_changes_nothing() -> None:
    whole = pack_frame([[Span("e\u0301漢", Style(fg=rgb(1)))], "two"])
    for length in range(len(whole)):
        grid = shown(pack_frame(["before"]))
        with pytest.raises(ValueError, match=r"frame|buffer"):
            grid.apply(whole[:length])
        assert grid.row_text(0).rstrip() == "before"


@settings(deadline=None, max_examples=200)
@given(at=st.integers(0, 400), byte=st.integers(0, 255))
def test_a_damaged_frame_is_refused_or_shown_but_never_breaks(at: int, byte: int) -> None:
    data = bytearray(pack_frame([[Span("e\u0301漢", Style(fg=rgb(1)))], "two"], colors={1: 2}))
    data[at % len(data)] = byte
    grid = Grid(ClusterTable())
    try:
        grid.apply(bytes(data))
    except ValueError:
        return
    assert grid.text.shape == grid.style.shape == (grid.rows, grid.cols)
    assert int(grid.style.max(initial=0)) < len(grid.styles)


def test_clusters_are_numbered_once_and_the_table_is_bounded() -> None:
    table = ClusterTable()
    first = table.number("e\u0301")
    for number in range(0x8000):
        table.number(chr(0x4E00 + number % 5000) + chr(0x300 + number // 5000))

    assert table.number("a") == ord("a")
    assert first in table.reused_since(0)
    assert table.text(first) != "e\u0301"
    assert table.number("x" + "\u0301" * 500) == table.number("x" + "\u0301" * 500)


def test_decoding_keeps_no_reference_to_the_callers_buffer() -> None:
    data = bytearray(pack_frame([[Span("abc", Style(fg=rgb(1)))]]))
    grid = Grid(ClusterTable())
    grid.apply(memoryview(data))
    data[:] = bytes(len(data))
    data.clear()

    assert grid.row_text(0).startswith("abc")
    assert np.array_equal(grid.styles["fg"][grid.style[0, :3]], [rgb(1)] * 3)
