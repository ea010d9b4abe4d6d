"""Sizes and directions. Sizes are (cols, rows); positions are (row, col), both counted from 0."""

from enum import StrEnum
from typing import NamedTuple


class Size(NamedTuple):
    """A grid's size in cells."""

    cols: int
    rows: int


class Point(NamedTuple):
    """A cell of a grid."""

    row: int
    col: int


class Axis(StrEnum):
    """How a split lays out its two halves."""

    HORIZONTAL = "horizontal"  # stacked: the second half is below
    VERTICAL = "vertical"  # side by side: the second half is to the right


class Direction(StrEnum):
    """A way to look from a pane."""

    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"


DEFAULT_SIZE = Size(120, 40)  # of a surface that no window has shown yet
MAX_COLS, MAX_ROWS = 1000, 500  # a resize beyond these is clamped: an engine's memory grows with the area


def clamp(size: Size) -> Size:
    """Bring a size into what engines and PTYs accept."""
    return Size(min(max(size.cols, 1), MAX_COLS), min(max(size.rows, 1), MAX_ROWS))
