"""Cells become pixels: tiles and computed rows agree, decorations and marks lie where they should."""

import numpy as np
import numpy.typing as npt
import pytest

from paneflow.gui.atlas import BLANK_SLOT
from paneflow.gui.color import DARK, contrast
from paneflow.gui.compositor import Overrides, PaneImage
from paneflow.gui.fonts import measure
from paneflow.gui.grid import Grid
from paneflow.gui.palette import Palette
from paneflow.gui.renderer import GridRenderer
from paneflow.vt import frame
from tests.support.frames import Row, Span, Style, indexed, pack_frame, rgb
from tests.support.qt_window import FONT, renderers

Pixels = npt.NDArray[np.uint32]


def renderer(dpr: float = 1.0) -> GridRenderer:
    return renderers().renderer(FONT, dpr)


def composed(rows: list[Row], *, cols: int, dpr: float = 1.0, overrides: Overrides | None = None) -> Pixels:
    """The pixels (height, width) of a grid, 0xRRGGBB."""
    grid = Grid(renderers().clusters)
    grid.apply(pack_frame(rows, cols=cols))
    image = PaneImage(renderer(dpr), grid.size)
    image.compose(grid, Palette(DARK).paint_styles(grid.styles), np.arange(grid.rows), overrides)
    return pixels_of(image)


def pixels_of(image: PaneImage) -> Pixels:
    raw = np.frombuffer(image.image.constBits(), np.uint32)
    return raw.reshape(image.image.height(), image.image.width()) & np.uint32(0xFFFFFF)


def cell(pixels: Pixels, row: int, col: int, cols: int = 1, dpr: float = 1.0) -> Pixels:
    metrics = renderer(dpr).metrics
    top, left = row * metrics.height, col * metrics.width
    return pixels[top : top + metrics.height, left : left + cols * metrics.width]


def test_a_blank_cell_is_the_background_and_a_full_block_the_foreground() -> None:
    pixels = composed([" █"], cols=2)

    assert (cell(pixels, 0, 0) == DARK.background).all()
    assert (cell(pixels, 0, 1) == DARK.foreground).all()


@pytest.mark.parametrize("dpr", [1.0, 1.25, 1.5, 2.0])
def test_box_lines_join_across_cells_without_a_seam(dpr: float) -> None:
    pixels = composed(["│██", "┼──", "│██"], cols=3, dpr=dpr)
    metrics = renderer(dpr).metrics
    column, row = (metrics.width - metrics.stroke) // 2, metrics.height + (metrics.height - metrics.stroke) // 2

    assert (pixels[:, column] == DARK.foreground).all()
    assert (pixels[row, :] == DARK.foreground).all()
    assert (cell(pixels, 0, 1, cols=2, dpr=dpr) == DARK.foreground).all()


def test_cell_sizes_are_whole_device_pixels_and_follow_line_height_and_cell_width() -> None:
    plain, tall = measure(FONT, 1.5), measure(FONT._replace(line_height=1.5, cell_width=1.2), 1.5)

    assert (plain.width, plain.height) == (14, 27)
    assert tall.height == round(plain.height * 1.5)
    assert tall.width > plain.width
    assert plain.baseline < tall.baseline < tall.height


def test_box_lines_join_at_any_line_height() -> None:
    spec = FONT._replace(line_height=1.7, cell_width=1.3)
    grid = Grid(renderers().clusters)
    grid.apply(pack_frame(["│┌", "│└"], cols=2))
    made = GridRenderer(spec, 1.0, renderers().clusters)
    image = PaneImage(made, grid.size)
    image.compose(grid, Palette(DARK).paint_styles(grid.styles), np.arange(2))

    assert (pixels_of(image)[:, (made.metrics.width - made.metrics.stroke) // 2] == DARK.foreground).all()


def test_computed_rows_look_like_tiles() -> None:
    text = "The quick brown fox; 漢字 ┼█ jumps over it all"
    tiles = composed([text], cols=60)
    colors = [Span(c, Style(fg=rgb(DARK.foreground), bg=rgb(DARK.background))) for c in text]
    flicker = [
        span._replace(style=Style(fg=rgb(DARK.foreground ^ (i & 1)), bg=rgb(DARK.background)))
        for i, span in enumerate(colors)
    ]
    computed = composed([flicker], cols=60)

    difference = np.abs(channels(tiles).astype(int) - channels(computed))
    assert difference.max() <= 255 // 15
    assert difference.mean() < 1


def channels(pixels: Pixels) -> npt.NDArray[np.uint8]:
    return np.stack([pixels >> shift & 255 for shift in (16, 8, 0)], axis=-1).astype(np.uint8)


def test_every_cell_its_own_colours() -> None:
    rows: list[Row] = [
        [Span("█▄"[x % 2], Style(fg=rgb(0x10000 * x + 0x100 * y + 7), bg=rgb(0x20 * x + y))) for x in range(80)]
        for y in range(10)
    ]
    pixels = composed(rows, cols=80)

    for y in range(10):
        for x in range(80):
            shown = cell(pixels, y, x)
            assert shown[-1, 0] == 0x10000 * x + 0x100 * y + 7
            if x % 2:
                assert shown[0, 0] == 0x20 * x + y


def test_more_pairs_of_colours_than_pages_are_drawn_right() -> None:
    rows: list[Row] = [[Span("█" * 10, Style(fg=rgb(0x010101 * y + x + 1))) for x in range(2)] for y in range(200)]
    pixels = composed(rows, cols=20)

    assert [int(cell(pixels, y, 10)[5, 5]) for y in range(200)] == [0x010101 * y + 2 for y in range(200)]


def test_a_wide_character_fills_two_cells_and_its_halves_match() -> None:
    pixels = composed(["漢x"], cols=4)
    ink = cell(pixels, 0, 0, cols=2) != DARK.background

    assert ink[:, : ink.shape[1] // 2].any()
    assert ink[:, ink.shape[1] // 2 :].any()
    assert (cell(pixels, 0, 2) == cell(composed(["  x"], cols=4), 0, 2)).all()


def test_colour_emoji_keep_their_colours_on_any_background() -> None:
    calm = composed([[Span("😀", Style(bg=rgb(0x004400)))]], cols=2)
    storm = composed(
        [[*(Span("x", Style(fg=rgb(i * 999))) for i in range(60)), Span("😀", Style(bg=rgb(0x004400)))]], cols=62
    )
    shown = channels(cell(calm, 0, 0, cols=2)).reshape(-1, 3)

    assert (shown[:, 0] > 200).any(), "yellow"
    assert ((shown == (0, 0x44, 0)).all(axis=1)).any(), "the background around it"
    assert (cell(storm, 0, 60, cols=2) == cell(calm, 0, 0, cols=2)).all()


@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_a_glyph_is_as_wide_as_its_cells_whatever_they_were_before(order: tuple[int, int]) -> None:
    """A heart with U+FE0F takes one cell, or two in mode 2027."""
    fresh = GridRenderer(FONT, 1.0, renderers().clusters)
    text = np.array([[fresh.clusters.number("\u2764\ufe0f"), 32]], np.uint32)
    widths = {1: [[0, 0]], 2: [[1, 2]]}

    slots = {
        cells: fresh.atlas.slots(text, np.zeros((1, 2), np.uint8), np.array(widths[cells], np.uint8))[0].tolist()
        for cells in order
    }

    first, second = slots[2]
    assert second == first + 1
    assert fresh.atlas.masks[first].any()
    assert fresh.atlas.masks[second].any()
    assert fresh.atlas.used > second
    assert first not in slots[1]
    assert slots[1][1] == BLANK_SLOT


def test_combining_marks_and_joined_emoji_are_one_glyph() -> None:
    plain, marked = composed(["e"], cols=2), composed(["e\u0301"], cols=2)
    joined, single = composed(["👩\u200d💻"], cols=4), composed(["👩"], cols=4)

    assert (cell(plain, 0, 0) != cell(marked, 0, 0)).any()
    assert (cell(marked, 0, 1) == DARK.background).all()
    assert (cell(joined, 0, 2, cols=2) == DARK.background).all()
    assert (cell(joined, 0, 0, cols=2) != cell(single, 0, 0, cols=2)).any()


def test_bold_and_italic_are_other_glyphs_and_faint_is_dimmer() -> None:
    plain, bold, italic, faint = (
        cell(composed([[Span("m", Style(attrs=a))]], cols=1), 0, 0) for a in (0, frame.BOLD, frame.ITALIC, frame.FAINT)
    )

    assert (bold != DARK.background).sum() > (plain != DARK.background).sum()
    assert (italic != plain).any()
    assert channels(faint).max() < channels(plain).max()


@pytest.mark.parametrize("style", range(1, 6))
@pytest.mark.parametrize("dpr", [1.0, 2.0])
def test_underlines_have_their_colour_and_repeat_without_a_seam(style: int, dpr: float) -> None:
    pixels = composed([[Span("    ", Style(line=rgb(0xFF0000), underline=style))]], cols=6, dpr=dpr)
    red = channels(pixels)[:, :, 0].astype(int)
    shown = [cell(pixels, 0, col, dpr=dpr) for col in range(6)]

    assert red.max() > 200
    assert (shown[0] == shown[1]).all()
    assert (shown[0] == shown[3]).all()
    assert (shown[4] == DARK.background).all()
    if style != frame.UNDERLINE_CURLY:
        assert set(np.unique(shown[0]).tolist()) <= {0xFF0000, DARK.background}


def test_underline_styles_differ_as_they_should() -> None:
    def rows_of(style: int) -> list[int]:
        pixels = composed([[Span("  ", Style(line=rgb(0xFF0000), underline=style))]], cols=2, dpr=2.0)
        return np.flatnonzero((pixels != DARK.background).any(axis=1)).tolist()

    single, double, curly = rows_of(1), rows_of(2), rows_of(3)
    assert len(single) == renderer(2.0).metrics.stroke
    assert np.diff(double).max() > 1, "a gap between its lines"
    assert len(curly) > 2 * len(single)
    assert rows_of(4) == rows_of(5) == single


def test_a_curl_rises_and_falls_once_a_cell() -> None:
    pixels = composed([[Span("   ", Style(line=rgb(0xFF0000), underline=3))]], cols=3, dpr=2.0)
    ink = channels(pixels)[:, :, 0].astype(float) - channels(pixels)[0, 0, 0]
    height = (ink * np.arange(len(ink))[:, None]).sum(axis=0) / ink.sum(axis=0)  # centre of the line in each column

    width = renderer(2.0).metrics.width
    assert height.max() - height.min() > 2
    assert np.abs(np.diff(height)).max() < 2.0, "no jump, also not between cells"
    assert np.allclose(height[:width], height[width : 2 * width])


def test_strike_and_overline_lie_where_they_should() -> None:
    def lit(attrs: int) -> list[int]:
        return np.flatnonzero(
            (composed([[Span(" ", Style(attrs=attrs))]], cols=1) != DARK.background).all(axis=1)
        ).tolist()

    metrics = renderer().metrics
    assert lit(frame.OVERLINE) == [0]
    assert lit(frame.STRIKE) == [metrics.strike]
    assert metrics.height / 3 < metrics.strike < metrics.baseline


def test_marks_replace_colours_and_keep_the_texts_where_it_can_be_read() -> None:
    marks = np.array([[1, 2, 0, 1]], np.uint8)
    overrides = Overrides(
        marks, np.array([0, 0, 0xFF00FF00], np.uint32), np.array([0, 0xFF000011, 0xFF000022], np.uint32)
    )
    dark = Span("█", Style(fg=rgb(0x000022)))
    pixels = composed([[Span("███", Style(fg=rgb(0xABCDEF))), dark]], cols=4, overrides=overrides)
    blank = composed(["    "], cols=4, overrides=overrides)

    assert [int(cell(pixels, 0, col)[5, 5]) for col in range(3)] == [0xABCDEF, 0x00FF00, 0xABCDEF]
    assert contrast(int(cell(pixels, 0, 3)[5, 5]), 0x000011) > 3.5
    assert [int(cell(blank, 0, col)[5, 5]) for col in range(3)] == [0x000011, 0x000022, DARK.background]


def test_hidden_blinking_text_leaves_its_background() -> None:
    row = [Span("█", Style(attrs=frame.BLINK, bg=rgb(0x334455))), Span("█")]

    hidden = composed([row], cols=2, overrides=Overrides(hide_blinking=True))
    assert (cell(hidden, 0, 0) == 0x334455).all()
    assert (cell(hidden, 0, 1) == DARK.foreground).all()


def test_only_the_rows_asked_for_are_drawn() -> None:
    grid = Grid(renderers().clusters)
    grid.apply(pack_frame(["█", "█", "█"], cols=1))
    image = PaneImage(renderer(), grid.size)
    image.compose(grid, Palette(DARK).paint_styles(grid.styles), np.array([1]))

    assert [int(pixels_of(image)[row * renderer().metrics.height, 0]) for row in range(3)] == [0, DARK.foreground, 0]


def test_an_atlas_that_is_full_starts_over_and_still_draws_right() -> None:
    made = GridRenderer(FONT, 1.0, renderers().clusters)
    grid = Grid(renderers().clusters)
    grid.apply(pack_frame(["QRS", "T U"], cols=3))
    image = PaneImage(made, grid.size)
    image.compose(grid, Palette(DARK).paint_styles(grid.styles), np.arange(2))
    made.atlas.used = (1 << 14) - 1  # as after a long life
    before = made.atlas.epoch
    grid.apply(pack_frame(["a█b", "xyz"], cols=3))
    image.compose(grid, Palette(DARK).paint_styles(grid.styles), np.arange(2))

    assert made.atlas.epoch > before
    assert (cell(pixels_of(image), 0, 1) == DARK.foreground).all()
    assert (pixels_of(image) == composed(["a█b", "xyz"], cols=3)).all()


def test_a_reused_cluster_number_gets_its_new_glyph() -> None:
    made = renderer()
    first = made.clusters.number("e\u0301")
    text, zero = np.array([[first]], np.uint32), np.zeros((1, 1), np.uint8)
    before = int(made.atlas.slots(text, zero, zero)[0, 0])
    for number in range(0x8000):
        made.clusters.number(chr(0x4E00 + number % 5000) + chr(0x300 + number // 5000))

    after = int(made.atlas.slots(text, zero, zero)[0, 0])
    assert before != after
    assert after != BLANK_SLOT


def test_an_empty_grid_makes_an_image() -> None:
    grid = Grid(renderers().clusters)
    image = PaneImage(renderer(), grid.size)
    image.compose(grid, Palette(DARK).paint_styles(grid.styles), np.arange(0))

    assert not image.image.isNull()


def test_palette_colours_of_a_new_theme_need_no_new_frame() -> None:
    grid = Grid(renderers().clusters)
    grid.apply(pack_frame([[Span("█", Style(fg=indexed(1))), Span("█")]], cols=2))
    image = PaneImage(renderer(), grid.size)
    other = DARK._replace(foreground=0x111111, palette=(0, 0x222222, *DARK.palette[2:]))
    image.compose(grid, Palette(other).paint_styles(grid.styles), np.arange(1))

    assert [int(cell(pixels_of(image), 0, col)[5, 5]) for col in range(2)] == [0x222222, 0x111111]
