"""Characters that fill their cell join their neighbours, at every cell size."""

import unicodedata

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paneflow.gui.box_glyphs import cell_glyph, is_cell_filling
from paneflow.gui.box_lines import Arms, Weight, arms_of, bands

LIGHT, HEAVY, DOUBLE = Weight.LIGHT, Weight.HEAVY, Weight.DOUBLE
BOX_LINES = [chr(code) for code in range(0x2500, 0x2580)]
SOLID = [c for c in BOX_LINES if "DASH" not in unicodedata.name(c) and "DIAGONAL" not in unicodedata.name(c)]
sizes = st.tuples(st.integers(5, 40), st.floats(1.6, 2.6)).map(
    lambda s: (s[0], round(s[0] * s[1]), max(1, round(s[0] / 9)))
)


def arms(character: str) -> Arms:
    return arms_of(unicodedata.name(character).removeprefix("BOX DRAWINGS ").replace("ARC ", ""))


@pytest.mark.parametrize(
    ("character", "expected"),
    [
        ("─", Arms(left=LIGHT, right=LIGHT)),
        ("┃", Arms(up=HEAVY, down=HEAVY)),
        ("┍", Arms(right=HEAVY, down=LIGHT)),
        ("┡", Arms(right=HEAVY, up=HEAVY, down=LIGHT)),
        ("╀", Arms(left=LIGHT, right=LIGHT, up=HEAVY, down=LIGHT)),
        ("╅", Arms(left=HEAVY, right=LIGHT, up=LIGHT, down=HEAVY)),
        ("╒", Arms(right=DOUBLE, down=LIGHT)),
        ("╫", Arms(left=LIGHT, right=LIGHT, up=DOUBLE, down=DOUBLE)),
        ("╼", Arms(left=LIGHT, right=HEAVY)),
        ("╯", Arms(left=LIGHT, up=LIGHT)),
    ],
)
def test_arms_are_read_from_the_characters_name(character: str, expected: Arms) -> None:
    assert arms(character) == expected


@settings(deadline=None, max_examples=40)
@given(size=sizes)
def test_every_arm_reaches_the_edge_where_the_neighbours_arm_begins(size: tuple[int, int, int]) -> None:
    width, height, stroke = size
    for character in SOLID:
        mask, (left, right, up, down) = cell_glyph(ord(character), *size), arms(character)
        for arm, edge, length in (
            (left, mask[:, 0], height),
            (right, mask[:, -1], height),
            (up, mask[0], width),
            (down, mask[-1], width),
        ):
            wanted = np.zeros(length, bool)
            for start, end in bands(length, stroke)[arm] if arm else ():
                wanted[max(0, start) : end] = True
            lit = edge > 127
            assert (lit == wanted).all(), (character, size)


@settings(deadline=None, max_examples=20)
@given(size=sizes)
def test_lines_meet_within_the_cell(size: tuple[int, int, int]) -> None:
    for character, pieces in (
        ("┼", 1),
        ("╋", 1),
        ("┏", 1),
        ("╀", 1),
        ("╞", 1),
        ("╥", 1),
        ("═", 2),
        ("╔", 2),
        ("╠", 3),
        ("╬", 4),
    ):
        assert count_pieces(cell_glyph(ord(character), *size) > 0) == pieces, (character, size)


def count_pieces(lit: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> int:
    """Areas of lit pixels that touch along edges."""
    left = {(int(y), int(x)) for y, x in np.argwhere(lit)}
    count = 0
    while left:
        count += 1
        edge = {left.pop()}
        while edge:
            edge = {(y + dy, x + dx) for y, x in edge for dy, dx in ((0, 1), (1, 0), (0, -1), (-1, 0))} & left
            left -= edge
    return count


def test_a_double_corner_has_a_hole() -> None:
    mask = cell_glyph(ord("╔"), 18, 36, 2)

    assert mask[17, 8] == 0, "between the two lines"
    assert mask[15, 6] == 255, "outer corner"
    assert mask[19, 10] == 255, "inner corner"


def test_blocks_cover_their_share_of_the_cell() -> None:
    for code, share in (
        (0x2588, 1),
        (0x2580, 0.5),
        (0x2584, 0.5),
        (0x258C, 0.5),
        (0x2590, 0.5),
        (0x2596, 0.25),
        (0x259F, 0.75),
    ):
        assert (cell_glyph(code, 16, 32, 1) == 255).mean() == share


def test_halves_that_belong_together_fill_the_cell_without_overlap() -> None:
    for width, height in ((7, 15), (9, 18), (11, 21)):
        for one, other in ((0x2580, 0x2584), (0x258C, 0x2590), (0x259A, 0x259E), (0x2598, 0x259F)):
            total = cell_glyph(one, width, height, 1).astype(int) + cell_glyph(other, width, height, 1)
            assert (total == 255).all(), (hex(one), width, height)


def test_shades_are_even_and_ordered() -> None:
    light, medium, dark = (np.unique(cell_glyph(code, 9, 18, 1)) for code in (0x2591, 0x2592, 0x2593))

    assert len(light) == len(medium) == len(dark) == 1
    assert light < medium < dark


def test_all_sextants_differ_and_skip_the_half_blocks() -> None:
    masks = [cell_glyph(code, 8, 18, 1) for code in range(0x1FB00, 0x1FB3C)]
    halves = [cell_glyph(code, 8, 18, 1) for code in (0x258C, 0x2590)]

    assert len({mask.tobytes() for mask in masks} | {mask.tobytes() for mask in halves}) == 62
    assert (masks[0][:6, :4] == 255).all()
    assert (masks[0][6:] == 0).all()


def test_braille_dots_match_their_bits() -> None:
    for code in range(0x2800, 0x2900):
        mask = cell_glyph(code, 10, 20, 1)
        parts = [
            mask[r * 5 : r * 5 + 5, c * 5 : c * 5 + 5].any()
            for c, r in ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))
        ]
        assert sum(int(lit) << bit for bit, lit in enumerate(parts)) == code - 0x2800


def test_powerline_shapes_fill_the_edge_they_join() -> None:
    def lit(code: int) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
        return cell_glyph(code, 18, 36, 2) > 127

    assert lit(0xE0B0)[1:-1, 0].all()
    assert lit(0xE0B2)[1:-1, -1].all()
    assert lit(0xE0B8)[:, 0][2:].all()
    assert lit(0xE0B8)[-1, :-2].all()
    assert lit(0xE0BA)[-1, 2:].all()
    assert lit(0xE0BC)[0, :-2].all()
    assert lit(0xE0BC)[:-2, 0].all()
    assert lit(0xE0BE)[0, 2:].all()
    assert lit(0xE0BE)[:-2, -1].all()
    assert (lit(0xE0BB) == lit(0xE0BD)).all()
    assert (lit(0xE0B9) == lit(0xE0BB)[:, ::-1]).mean() > 0.98


def test_ordinary_characters_are_left_to_the_font() -> None:
    assert not any(is_cell_filling(ord(c)) for c in "a é漢→")
    assert is_cell_filling(ord("│"))
