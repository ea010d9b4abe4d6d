"""The bar between two panes, which a person drags."""

from paneflow.geometry import Axis
from paneflow.gui.qt import QColor, QEvent, QMouseEvent, QPainter, QPaintEvent, QPoint, Qt, QWidget, Signal
from paneflow.gui.theme import Chrome
from paneflow.model import geometry

GAP = 6  # logical pixels between panes: all of it can be grabbed, one pixel of it is seen


class DividerBar(QWidget):
    """Tells how far it is dragged, in pixels along its axis since the press."""

    pressed = Signal()
    dragged = Signal(int)
    released = Signal()
    reset = Signal()  # double click: the even share

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.divider: geometry.Divider | None = None
        self._chrome: Chrome | None = None
        self._hot = False
        self._from: QPoint | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def put(self, divider: geometry.Divider, chrome: Chrome) -> None:
        """Stand for a divider."""
        self.divider, self._chrome = divider, chrome
        rect = divider.rect
        self.setGeometry(rect.col, rect.row, rect.cols, rect.rows)
        vertical = divider.axis is Axis.VERTICAL
        self.setCursor(Qt.CursorShape.SplitHCursor if vertical else Qt.CursorShape.SplitVCursor)
        self.show()
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102, N802 - Qt's name
        if self._chrome is None or self.divider is None:
            return
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self._chrome.base))
        color = QColor(self._chrome.accent if self._hot else self._chrome.border)
        thick = 2 if self._hot else 1
        if self.divider.axis is Axis.VERTICAL:
            painter.fillRect((self.width() - thick) // 2, 0, thick, self.height(), color)
        else:
            painter.fillRect(0, (self.height() - thick) // 2, self.width(), thick, color)
        painter.end()

    def enterEvent(self, _event: QEvent) -> None:  # noqa: D102, N802 - Qt's name
        self._set_hot(hot=True)

    def leaveEvent(self, _event: QEvent) -> None:  # noqa: D102, N802 - Qt's name
        self._set_hot(hot=self._from is not None)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802 - Qt's name
        if event.button() == Qt.MouseButton.LeftButton:
            self._from = event.globalPosition().toPoint()
            self.pressed.emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802 - Qt's name
        if self._from is not None and self.divider is not None:
            moved = event.globalPosition().toPoint() - self._from
            self.dragged.emit(moved.x() if self.divider.axis is Axis.VERTICAL else moved.y())

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:  # noqa: D102, N802 - Qt's name
        if self._from is not None:
            self._from = None
            self._set_hot(hot=self.underMouse())
            self.released.emit()

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:  # noqa: D102, N802 - Qt's name
        self.reset.emit()

    def _set_hot(self, *, hot: bool) -> None:
        if hot != self._hot:
            self._hot = hot
            self.update()
