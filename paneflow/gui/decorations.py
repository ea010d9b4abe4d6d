"""Lines under, through and over text: masks of one cell that repeat without a seam."""

import numpy as np
import numpy.typing as npt

from paneflow.gui.coverage import Points, coverage
from paneflow.gui.fonts import CellMetrics
from paneflow.vt import frame

Mask = npt.NDArray[np.uint8]


class Line:
    """A decoration's scanlines: `top` is the first, `mask` has the shape (height, cell width)."""

    def __init__(self, top: int, mask: Mask) -> None:
        self.top, self.mask = top, mask
        self.bottom = top + len(mask)


def underlines(metrics: CellMetrics) -> dict[int, Line]:
    """By `frame.UNDERLINE_*`."""
    return {
        frame.UNDERLINE_SINGLE: _solid(metrics, metrics.underline),
        frame.UNDERLINE_DOUBLE: _double(metrics),
        frame.UNDERLINE_CURLY: _curly(metrics),
        frame.UNDERLINE_DOTTED: _broken(metrics, metrics.stroke, metrics.stroke),
        frame.UNDERLINE_DASHED: _broken(metrics, max(2, metrics.width // 2), max(1, metrics.width // 4)),
    }


def strike(metrics: CellMetrics) -> Line:
    """Through the middle of the small letters."""
    return _solid(metrics, metrics.strike)


def overline(metrics: CellMetrics) -> Line:
    """At the cell's top."""
    return _solid(metrics, 0)


def _solid(metrics: CellMetrics, top: int) -> Line:
    return Line(top, np.full((metrics.stroke, metrics.width), 255, np.uint8))


def _double(metrics: CellMetrics) -> Line:
    stroke = metrics.stroke
    mask = np.zeros((3 * stroke, metrics.width), np.uint8)
    mask[:stroke] = mask[2 * stroke :] = 255
    return Line(_room_for(metrics, len(mask)), mask)


def _curly(metrics: CellMetrics) -> Line:
    """One period of a sine a cell."""
    height = min(metrics.height, max(3 * metrics.stroke, round(metrics.height / 6)))
    half = metrics.stroke / 2 + 0.1
    swing = (height - 2 * half) / 2

    def inside(x: Points, y: Points) -> npt.NDArray[np.bool_]:
        angle = 2 * np.pi * x / metrics.width
        slope = np.hypot(1, swing * 2 * np.pi / metrics.width * np.cos(angle))  # keeps the line equally thick
        return np.asarray(np.abs(y - height / 2 - swing * np.sin(angle)) <= half * slope)

    return Line(_room_for(metrics, height), coverage(metrics.width, height, inside))


def _broken(metrics: CellMetrics, mark: int, gap: int) -> Line:
    """As many marks and gaps as fit the cell whole, so that they go on evenly in the next one."""
    count = max(1, round(metrics.width / (mark + gap)))
    place = np.arange(metrics.width) * count / metrics.width % 1
    row = np.where(place < mark / (mark + gap), 255, 0).astype(np.uint8)
    return Line(metrics.underline, np.repeat(row[None, :], metrics.stroke, axis=0))


def _room_for(metrics: CellMetrics, height: int) -> int:
    """The underline's place, or higher where that would leave the cell."""
    return max(0, min(metrics.underline, metrics.height - height))
