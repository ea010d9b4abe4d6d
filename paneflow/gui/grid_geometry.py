"""Where the cells lie in a pane: whole device pixels, whatever the pixel ratio and the place of the widget."""

import math
from typing import NamedTuple

from paneflow.geometry import Size, clamp
from paneflow.gui.fonts import CellMetrics
from paneflow.gui.pointer import Place
from paneflow.gui.qt import QPointF, QRectF, QSize


class GridGeometry(NamedTuple):
    """Logical pixels, unless a name says otherwise."""

    origin: QPointF  # of the first cell, within the widget
    cell_width: float
    cell_height: float
    size: Size  # the grid's, in cells
    dpr: float

    def rect(self, row: int, col: int, cols: int = 1, rows: int = 1) -> QRectF:
        """The rectangle of cells."""
        left, top = self.origin.x() + col * self.cell_width, self.origin.y() + row * self.cell_height
        return QRectF(left, top, cols * self.cell_width, rows * self.cell_height)

    def area(self) -> QRectF:
        """The rectangle of all cells."""
        return self.rect(0, 0, self.size.cols, self.size.rows)

    def place(self, position: QPointF) -> Place:
        """The cell under a point; points outside belong to the nearest cell."""
        x, y = position.x() - self.origin.x(), position.y() - self.origin.y()
        cols, rows = max(1, self.size.cols), max(1, self.size.rows)
        row, col = math.floor(y / self.cell_height), math.floor(x / self.cell_width)
        overshoot = row if row < 0 else max(0, row - rows + 1)
        boundary = max(0, min(round(x / self.cell_width), cols))
        inside_x, inside_y = max(0.0, min(x, cols * self.cell_width)), max(0.0, min(y, rows * self.cell_height))
        return Place(
            max(0, min(row, rows - 1)), max(0, min(col, cols - 1)), boundary, overshoot,
            inside_x * self.dpr, inside_y * self.dpr,
        )  # fmt: skip


def cells_that_fit(widget: QSize, metrics: CellMetrics, dpr: float, padding: int) -> Size:
    """How many cells a widget has room for."""
    width, height = (max(0, side - 2 * padding) * dpr for side in (widget.width(), widget.height()))
    return clamp(Size(int(width // metrics.width), int(height // metrics.height)))


def lay_out(
    widget: QSize, place_in_window: QPointF, metrics: CellMetrics, dpr: float, padding: int, size: Size, cursor_row: int
) -> GridGeometry:
    """Put a grid into a widget.

    The first cell sits at the padding, moved to the next whole device pixel of the window. A grid that is too high (its
    size belongs to another window) shows the part that ends at its last row when the cursor would be out of sight.
    """
    cell_width, cell_height = metrics.width / dpr, metrics.height / dpr
    top: float = padding
    if padding + (cursor_row + 1) * cell_height > widget.height():
        top = widget.height() - padding - size.rows * cell_height
    origin = QPointF(_aligned(padding, place_in_window.x(), dpr), _aligned(top, place_in_window.y(), dpr))
    return GridGeometry(origin, cell_width, cell_height, size, dpr)


def _aligned(offset: float, base: float, dpr: float) -> float:
    """The offset, moved so that base + offset is a whole device pixel."""
    return math.ceil((base + offset) * dpr - 0.001) / dpr - base
