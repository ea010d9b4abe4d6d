"""Runs that a font joins are drawn as one shape, when a person wants that."""

import re

import numpy as np

from paneflow.gui.fonts import FontSpec, faces
from paneflow.gui.ligatures import SYMBOLS, Ligatures, joins
from paneflow.gui.renderer import GridRenderer
from tests.support.qt_window import FONT, renderers

# No programming font is installed where tests run; this proportional one joins "ffi", which is all shaping needs.
JOINING = FontSpec(("DejaVu Sans",), size_pt=11.25, ligatures=True)
LETTERS = re.compile("ffi|ab")


def placed(text: str, *, cursor: int | None = None, styles: list[int] | None = None) -> list[int]:
    """The slots of a row after ligatures were placed, 0 for those left alone."""
    renderer = GridRenderer(JOINING, 1.0, renderers().clusters)
    ligatures = Ligatures(renderer.atlas, renderer.faces, LETTERS)
    slots = np.zeros((1, len(text)), np.int32)
    code = np.array([[ord(c) for c in text]], np.uint32)
    style = np.array([styles or [0] * len(text)], np.uint32)
    ligatures.place(slots, code, np.zeros(code.shape, np.uint8), style, [cursor])
    return [int(slot) for slot in slots[0]]


def test_a_font_is_asked_whether_it_joins() -> None:
    joining, plain = faces(JOINING)[0], faces(FONT)[0]

    assert joins("ffi", joining)
    assert not joins("ab", joining)
    assert not joins("ffi", plain)


def test_a_joined_run_takes_neighbouring_slots_and_others_stay() -> None:
    slots = placed("xffiab")

    assert slots[0] == slots[4] == slots[5] == 0
    assert slots[1] > 0
    assert slots[1:4] == [slots[1], slots[1] + 1, slots[1] + 2]


def test_the_run_under_the_cursor_stays_apart() -> None:
    assert placed("ffi ffi", cursor=5)[4:] == [0, 0, 0]
    assert placed("ffi ffi", cursor=5)[0] > 0


def test_a_run_of_two_styles_stays_apart() -> None:
    assert placed("ffi", styles=[0, 1, 1]) == [0, 0, 0]


def test_symbols_are_what_programming_fonts_join() -> None:
    found = SYMBOLS.findall("a -> b != c === d; x|>y www 1+1 (f)")

    assert found == ["->", "!=", "===", "|>", "www"]


def test_ligatures_are_off_by_default() -> None:
    assert renderers().renderer(FONT, 1.0).ligatures is None
