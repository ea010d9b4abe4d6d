"""Box-drawing lines (U+2500–257F) as masks that reach the cell's edges, so that neighbours join.

What each character is made of is read from its Unicode name: the arms it has and how heavy each is.
"""

import unicodedata
from enum import IntEnum
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from paneflow.gui.coverage import coverage

Mask = npt.NDArray[np.uint8]
Band = tuple[int, int]  # [start, end) in pixels across a line


class Weight(IntEnum):
    """How an arm is drawn."""

    NONE = 0
    LIGHT = 1
    HEAVY = 2
    DOUBLE = 3


class Arms(NamedTuple):
    """The four arms of a box character."""

    left: Weight = Weight.NONE
    right: Weight = Weight.NONE
    up: Weight = Weight.NONE
    down: Weight = Weight.NONE


_WEIGHTS: Final = {"LIGHT": Weight.LIGHT, "SINGLE": Weight.LIGHT, "HEAVY": Weight.HEAVY, "DOUBLE": Weight.DOUBLE}
_DIRECTIONS: Final = {
    "LEFT": ("left",), "RIGHT": ("right",), "UP": ("up",), "DOWN": ("down",),
    "HORIZONTAL": ("left", "right"), "VERTICAL": ("up", "down"),
}  # fmt: skip
_DASHES: Final = {"DOUBLE DASH": 2, "TRIPLE DASH": 3, "QUADRUPLE DASH": 4}


def box_line(character: str, width: int, height: int, stroke: int) -> Mask:
    """The mask (height, width) of a character of U+2500–257F; `stroke` is a light line's thickness."""
    name = unicodedata.name(character).removeprefix("BOX DRAWINGS ")
    if "DIAGONAL" in name:
        return _diagonals(name, width, height, stroke)
    if "ARC" in name:
        return _arc(arms_of(name.replace("ARC ", "")), width, height, stroke)
    for dash, count in _DASHES.items():
        if dash in name:
            return _dashed(arms_of(name.replace(f"{dash} ", "")), count, width, height, stroke)
    return _joined(arms_of(name), width, height, stroke)


def arms_of(name: str) -> Arms:
    """Arms from a name such as "DOWN LIGHT AND RIGHT HEAVY" or "LIGHT DOWN AND RIGHT"."""
    arms: dict[str, Weight] = {}
    weight = Weight.NONE
    for part in name.split(" AND "):
        words = part.split()
        weight = next((_WEIGHTS[word] for word in words if word in _WEIGHTS), weight)
        for word in words:
            arms.update((arm, weight) for arm in _DIRECTIONS.get(word, ()))
    return Arms(**arms)


def bands(size: int, stroke: int) -> dict[Weight, list[Band]]:
    """Where lines of each weight run across a side of `size` pixels."""
    start = (size - stroke) // 2
    heavy = max(2, 2 * stroke)
    heavy_start = start - (heavy - stroke) // 2
    return {
        Weight.LIGHT: [(start, start + stroke)],
        Weight.HEAVY: [(heavy_start, heavy_start + heavy)],
        Weight.DOUBLE: [(start - stroke, start), (start + stroke, start + 2 * stroke)],
    }


def _joined(arms: Arms, width: int, height: int, stroke: int) -> Mask:
    """Draw all four arms as if each were the upper one, on flipped and transposed views of one mask."""
    mask = np.zeros((height, width), np.uint8)
    across, down = bands(width, stroke), bands(height, stroke)
    across_flipped, down_flipped = _flipped(across, width), _flipped(down, height)
    _upper_arm(mask, arms.up, arms.left, arms.right, across, down)
    _upper_arm(mask[::-1], arms.down, arms.left, arms.right, across, down_flipped)
    _upper_arm(mask.T, arms.left, arms.up, arms.down, down, across)
    _upper_arm(mask[:, ::-1].T, arms.right, arms.up, arms.down, down, across_flipped)
    return mask


def _upper_arm(
    mask: Mask,
    arm: Weight,
    first: Weight,
    second: Weight,
    across: dict[Weight, list[Band]],
    along: dict[Weight, list[Band]],
) -> None:
    """Draw an arm from the top to where it meets the arms at its two sides."""
    if arm is Weight.NONE:
        return
    for line, (start, end) in enumerate(across[arm]):
        near, far = (first, second) if line == 0 else (second, first)
        stops_early = near is Weight.DOUBLE if arm is Weight.DOUBLE else near is far is Weight.DOUBLE
        if stops_early:  # at the nearer of the two lines it meets
            stop = along[Weight.DOUBLE][0][1]
        else:  # behind the last line it meets, so that the outer corner is closed
            met = [along[side][-1][1] for side in (near, far) if side is not Weight.NONE]
            stop = max(met, default=along[Weight.LIGHT][0][1])
        mask[:stop, start:end] = 255


def _flipped(lines: dict[Weight, list[Band]], size: int) -> dict[Weight, list[Band]]:
    return {weight: [(size - end, size - start) for start, end in reversed(found)] for weight, found in lines.items()}


def _dashed(arms: Arms, count: int, width: int, height: int, stroke: int) -> Mask:
    mask = _joined(arms, width, height, stroke)
    along = mask.T if arms.left else mask  # cut across the line
    length = len(along)
    gap = max(1, length // (3 * count))
    for dash in range(count):
        end = round((dash + 1) * length / count)
        along[end - gap : end] = 0
    return mask


def _arc(arms: Arms, width: int, height: int, stroke: int) -> Mask:
    """A quarter circle that meets the straight lines of the next cells."""
    (left, right), (top, bottom) = bands(width, stroke)[Weight.LIGHT][0], bands(height, stroke)[Weight.LIGHT][0]
    centre_x, centre_y, half = (left + right) / 2, (top + bottom) / 2, stroke / 2
    radius = min(width, height) / 2
    to_x, to_y = (1 if arms.right else -1), (1 if arms.down else -1)

    def inside(x: npt.NDArray[np.float64], y: npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
        u, v = (x - centre_x) * to_x, (y - centre_y) * to_y
        bend = (u <= radius) & (v <= radius) & (np.abs(np.hypot(u - radius, v - radius) - radius) <= half)
        straight = (u > radius) & (np.abs(v) <= half) | (v > radius) & (np.abs(u) <= half)
        return np.asarray(bend | straight)

    return coverage(width, height, inside)


def _diagonals(name: str, width: int, height: int, stroke: int) -> Mask:
    rising, falling = "LOWER LEFT" in name or "CROSS" in name, "UPPER LEFT" in name or "CROSS" in name
    reach = stroke / 2 * np.hypot(width, height)

    def inside(x: npt.NDArray[np.float64], y: npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
        up = np.abs(x * height + y * width - width * height) <= reach
        down = np.abs(x * height - y * width) <= reach
        return np.asarray(rising & up | falling & down)

    return coverage(width, height, inside)
