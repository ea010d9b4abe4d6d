"""Colours and contrast."""

import numpy as np

from paneflow.gui.color import DARK, contrast, mix, readable_on, xterm_palette
from paneflow.gui.palette import blend, with_contrast


def test_the_palette_is_xterms_beyond_the_schemes_sixteen() -> None:
    palette = xterm_palette(DARK.palette)

    assert len(palette) == 256
    assert palette[:16] == DARK.palette
    assert (palette[16], palette[21], palette[196], palette[231]) == (0x000000, 0x0000FF, 0xFF0000, 0xFFFFFF)
    assert (palette[232], palette[255]) == (0x080808, 0xEEEEEE)


def test_contrast_is_wcags() -> None:
    assert round(contrast(0xFFFFFF, 0x000000), 2) == 21
    assert contrast(0x123456, 0x123456) == 1
    assert round(contrast(0x777777, 0xFFFFFF), 2) == 4.48


def test_the_default_scheme_can_be_read() -> None:
    assert contrast(DARK.foreground, DARK.background) >= 10
    assert all(contrast(color, DARK.background) >= 4.5 for color in DARK.palette[1:8] + DARK.palette[9:])
    assert contrast(DARK.match_foreground, DARK.match_background) >= 4.5
    assert contrast(DARK.foreground, DARK.selection_background) >= 4.5
    assert contrast(DARK.cursor_text, DARK.cursor) >= 4.5


def test_mixing() -> None:
    assert mix(0x000000, 0xFFFFFF, 0.5) == 0x808080
    assert mix(0x102030, 0xFFFFFF, 0) == 0x102030


def test_unreadable_colours_become_black_or_white() -> None:
    assert readable_on(0x000000, 0x222222) == 0xFFFFFF
    assert readable_on(0xFFFFFF, 0xDDDDDD) == 0x000000
    assert readable_on(0x000000, 0xEEEEEE) == 0xEEEEEE


def test_blending_of_arrays_agrees_with_mixing() -> None:
    colors = np.array([0xFF102030, 0xFFFFFFFF], np.uint32)
    mixed = blend(colors, np.full_like(colors, 0xFF000000), 0.5)

    assert [hex(color) for color in mixed.tolist()] == ["0xff081018", "0xff7f7f7f"]


def test_contrast_is_reached_on_dark_and_on_light() -> None:
    for background in (0x000000, 0x303030, 0xC0C0C0, 0xFFFFFF, 0x0000AA):
        fg = np.array([0xFF000000 | background], np.uint32)
        shown = int(with_contrast(fg, fg, 4.5)[0]) & 0xFFFFFF
        assert contrast(shown, background) >= 4.0, hex(background)
