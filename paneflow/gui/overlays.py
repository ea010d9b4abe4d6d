"""What lies over the cells: cursor, pre-edit text, link underlines, bell, dimming. All rectangles are logical pixels."""

from typing import Final

from paneflow.gui.ime import Preedit
from paneflow.gui.qt import QColor, QFont, QImage, QPainter, QPointF, QRectF
from paneflow.vt.engine import CursorShape

_BAR_SHARE: Final = 7  # of a cell's width that a bar is thick
FLASH_SHARE: Final = 0.16  # of the foreground over the pane while it flashes


def paint_cursor(
    painter: QPainter, cell: QRectF, shape: CursorShape, color: QColor, *, stroke: float, block: QImage
) -> None:
    """A cursor in a pane that has the keyboard; `block` is the cell in the cursor's colours."""
    if shape is CursorShape.BLOCK:
        painter.drawImage(cell.topLeft(), block)
    elif shape is CursorShape.BAR:
        thickness = max(stroke, round(cell.width() / _BAR_SHARE / stroke) * stroke)
        painter.fillRect(QRectF(cell.left(), cell.top(), thickness, cell.height()), color)
    else:
        thickness = 2 * stroke
        painter.fillRect(QRectF(cell.left(), cell.bottom() - thickness, cell.width(), thickness), color)


def paint_hollow_cursor(painter: QPainter, cell: QRectF, color: QColor, *, stroke: float) -> None:
    """A cursor in a pane without the keyboard."""
    left, top, width, height = cell.left(), cell.top(), cell.width(), cell.height()
    painter.fillRect(QRectF(left, top, width, stroke), color)
    painter.fillRect(QRectF(left, top + height - stroke, width, stroke), color)
    painter.fillRect(QRectF(left, top + stroke, stroke, height - 2 * stroke), color)
    painter.fillRect(QRectF(left + width - stroke, top + stroke, stroke, height - 2 * stroke), color)


def paint_preedit(
    painter: QPainter,
    area: QRectF,
    preedit: Preedit,
    font: QFont,
    baseline: float,
    stroke: float,
    colors: tuple[int, int],
) -> None:
    """Text being composed, underlined, over the cells at `area`; `colors` are its text and what is behind."""
    text, background = (QColor.fromRgb(color) for color in colors)
    painter.fillRect(area, background)
    painter.setFont(font)
    painter.setPen(text)
    painter.drawText(QPointF(area.left(), area.top() + baseline), preedit.text)
    painter.fillRect(QRectF(area.left(), area.bottom() - stroke, area.width(), stroke), text)


def paint_underline(painter: QPainter, cells: QRectF, color: QColor, *, stroke: float) -> None:
    """The line under a link a person may click now."""
    painter.fillRect(QRectF(cells.left(), cells.bottom() - stroke, cells.width(), stroke), color)


def paint_veil(painter: QPainter, area: QRectF, color: int, share: float) -> None:
    """Dim a pane, or flash it."""
    veil = QColor.fromRgb(color)
    veil.setAlphaF(min(1.0, max(0.0, share)))
    painter.fillRect(area, veil)
