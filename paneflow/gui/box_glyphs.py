"""Characters that must fill their cell exactly, drawn by us instead of by a font.

Box lines, blocks, shades, quadrants, sextants, Braille and Powerline separators. Fonts draw them to their own metrics,
which leaves seams between cells as soon as the line height is not the font's.
"""

from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt

from paneflow.gui.box_lines import box_line
from paneflow.gui.coverage import Points, coverage

Mask = npt.NDArray[np.uint8]

_QUADRANTS: Final = (4, 8, 1, 13, 9, 7, 11, 2, 6, 14)  # U+2596–259F: bits upper left, upper right, lower left, right
_BRAILLE_DOTS: Final = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))  # bit → (col, row)


def is_cell_filling(code_point: int) -> bool:
    """Whether `cell_glyph` draws this character."""
    return any(first <= code_point <= last for first, last, _ in _RANGES)


def cell_glyph(code_point: int, width: int, height: int, stroke: int) -> Mask:
    """The mask (height, width) of a character that `is_cell_filling`; `stroke` is a light line's thickness in pixels."""
    draw = next(draw for first, last, draw in _RANGES if first <= code_point <= last)
    return draw(code_point, width, height, stroke)


def _line(code_point: int, width: int, height: int, stroke: int) -> Mask:
    return box_line(chr(code_point), width, height, stroke)


def _block(code_point: int, width: int, height: int, _stroke: int) -> Mask:
    mask = np.zeros((height, width), np.uint8)
    index = code_point - 0x2580
    if index == 0:
        mask[: round(height / 2)] = 255
    elif index <= 8:
        mask[round(height * (8 - index) / 8) :] = 255
    elif index <= 15:
        mask[:, : round(width * (16 - index) / 8)] = 255
    elif index == 16:
        mask[:, round(width / 2) :] = 255
    elif index <= 19:
        mask[:] = (64, 128, 192)[index - 17]
    elif index == 20:
        mask[: max(1, round(height / 8))] = 255
    elif index == 21:
        mask[:, width - max(1, round(width / 8)) :] = 255
    else:
        _fill_parts(mask, _QUADRANTS[index - 22], 2)
    return mask


def _sextant(code_point: int, width: int, height: int, _stroke: int) -> Mask:
    index = code_point - 0x1FB00 + 1
    index += (index >= 0b010101) + (index + 1 >= 0b101010)  # the half blocks U+258C and U+2590 are left out
    mask = np.zeros((height, width), np.uint8)
    _fill_parts(mask, index, 3)
    return mask


def _fill_parts(mask: Mask, bits: int, rows: int) -> None:
    """Fill those of 2 × `rows` parts whose bit is set, row by row, left before right."""
    height, width = mask.shape
    xs, ys = (0, round(width / 2), width), [round(height * part / rows) for part in range(rows + 1)]
    for bit in range(2 * rows):
        if bits >> bit & 1:
            row, col = divmod(bit, 2)
            mask[ys[row] : ys[row + 1], xs[col] : xs[col + 1]] = 255


def _braille(code_point: int, width: int, height: int, _stroke: int) -> Mask:
    mask = np.zeros((height, width), np.uint8)
    dot = max(1, min(width // 4, height // 8))
    for bit, (col, row) in enumerate(_BRAILLE_DOTS):
        if code_point >> bit & 1:
            x, y = round((col + 0.5) * width / 2 - dot / 2), round((row + 0.5) * height / 4 - dot / 2)
            mask[y : y + dot, x : x + dot] = 255
    return mask


def _powerline(code_point: int, width: int, height: int, stroke: int) -> Mask:
    """U+E0B0–E0BF: triangles, half circles and slants, each solid or as a line."""
    shape, outlined = divmod(code_point - 0xE0B0, 2)
    reach = stroke / 2 + 0.25

    def arrow(x: Points, y: Points) -> Points:
        """Distance inside the triangle that points right, in pixels."""
        tip = np.abs(y / height * 2 - 1)
        return np.asarray((1 - tip - x / width) * width * height / np.hypot(2 * width, height))

    def circle(x: Points, y: Points) -> Points:
        return np.asarray((1 - np.hypot(x / width, y / height * 2 - 1)) * width)

    def slant(x: Points, y: Points) -> Points:
        """Distance below the line from the upper left to the lower right."""
        return np.asarray((y / height - x / width) * width * height / np.hypot(width, height))

    inside = (arrow, circle, slant)[min(shape // 2, 2)]
    flip_x, flip_y = (shape % 2 == 1, False) if shape < 4 else (shape in (5, 7), shape in (6, 7))
    if outlined and shape >= 4:  # the lines are named by their direction, not by a filled corner
        flip_x, flip_y = shape in (5, 6), False

    def test(x: Points, y: Points) -> npt.NDArray[np.bool_]:
        depth = inside(width - x if flip_x else x, height - y if flip_y else y)
        if outlined:
            return np.asarray(np.abs(depth - (reach if shape < 4 else 0)) <= reach)
        return np.asarray(depth >= 0)

    return coverage(width, height, test)


_RANGES: Final[tuple[tuple[int, int, Callable[[int, int, int, int], Mask]], ...]] = (
    (0x2500, 0x257F, _line),
    (0x2580, 0x259F, _block),
    (0x2800, 0x28FF, _braille),
    (0xE0B0, 0xE0BF, _powerline),
    (0x1FB00, 0x1FB3B, _sextant),
)
