"""The header of a pane: its surfaces as tabs, painted by us in one go."""

from collections.abc import Sequence
from typing import Final

from paneflow.gui.color import mix
from paneflow.gui.labels import TabLabel
from paneflow.gui.name_editor import NameEditor
from paneflow.gui.qt import (
    QApplication,
    QColor,
    QContextMenuEvent,
    QDrag,
    QEvent,
    QFontMetrics,
    QHelpEvent,
    QMimeData,
    QMouseEvent,
    QObject,
    QPainter,
    QPaintEvent,
    QPen,
    QPoint,
    QRect,
    QResizeEvent,
    QSize,
    Qt,
    QToolTip,
    QWheelEvent,
    QWidget,
    Signal,
)
from paneflow.gui.tab_places import EDGE, WIDEST, TabPlaces
from paneflow.gui.theme import Chrome

HEIGHT: Final = 28
SURFACE_MIME: Final = "application/x-paneflow-surface"
_PAD: Final = 8
_DOT: Final = 8
_NEWS_DOT: Final = 12  # of an agent whose state nobody has looked at
_CLOSE: Final = 20
_NOTCH: Final = 120  # Qt's eighths of a degree a wheel step


class TabStrip(QWidget):
    """Shows labels; says what a person wants done with them."""

    chosen = Signal(int)  # surface
    closed = Signal(int)
    renamed = Signal(int, str)
    edited = Signal(bool)  # whether a key ended it, so that the keyboard has to go somewhere
    menu_wanted = Signal(int, QPoint)  # surface, global position

    def __init__(self, chrome: Chrome, parent: QWidget) -> None:
        super().__init__(parent)
        self._chrome = chrome
        self._labels: tuple[TabLabel, ...] = ()
        self._places = TabPlaces(0, 0)
        self._front = 0
        self._focused = False
        self._hover = -1
        self._press: tuple[QPoint, int] | None = None  # where, and on which surface's tab
        self._editor: NameEditor | None = None
        self.setFixedHeight(HEIGHT)
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.installEventFilter(self)

    def show_tabs(self, labels: Sequence[TabLabel], front: int, *, focused: bool, chrome: Chrome) -> None:
        """Show these tabs; `front` is the surface on view."""
        wanted = (tuple(labels), front, focused, chrome)
        if wanted != (self._labels, self._front, self._focused, self._chrome):
            moved = (front, len(labels)) != (self._front, len(self._labels))
            self._labels, self._front, self._focused, self._chrome = wanted
            self._lay_out(show_front=moved)
            self.setAccessibleName(", ".join(label.title for label in labels))
            self.update()

    # -- places ---------------------------------------------------------------------------------------------------
    def _lay_out(self, *, show_front: bool) -> None:
        self._places = self._places.with_tabs(self.width(), len(self._labels))
        if show_front and (front := self._index_of(self._front)) is not None:
            self._places = self._places.showing(front)
        self._place_editor()

    def _index_of(self, surface: int) -> int | None:
        return next((i for i, each in enumerate(self._labels) if each.surface == surface), None)

    def _scroll(self, pixels: int) -> None:
        self._places = self._places.scrolled(pixels)
        self._place_editor()
        self.update()

    def _tab(self, index: int) -> QRect:
        return QRect(self._places.left(index), 0, self._places.width, self.height())

    def _close_button(self, index: int) -> QRect:
        tab = self._tab(index)
        return QRect(tab.right() - _CLOSE - 2, (HEIGHT - _CLOSE) // 2, _CLOSE, _CLOSE)

    def index_at(self, point: QPoint) -> int:
        """The tab under a point; -1 for none."""
        return self._places.at(point.x()) if self.rect().contains(point) and not self._arrow(point) else -1

    def _arrow(self, point: QPoint) -> int:
        """-1 and 1 on the arrow to tabs out of sight on the left and the right, else 0."""
        if self._places.more_left and point.x() < EDGE:
            return -1
        return int(self._places.more_right and point.x() >= self.width() - EDGE)

    # -- painting -------------------------------------------------------------------------------------------------
    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102, N802 - Qt's name
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self._chrome.raised))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for index, label in enumerate(self._labels):
            self._paint_tab(painter, index, label)
        self._paint_arrows(painter)
        painter.fillRect(0, HEIGHT - 1, self.width(), 1, QColor(self._chrome.border))
        painter.end()

    def _paint_arrows(self, painter: QPainter) -> None:
        painter.setPen(QColor(self._chrome.text))
        for there, left, arrow in (
            (self._places.more_left, 0, "‹"),
            (self._places.more_right, self.width() - EDGE, "›"),
        ):
            if there:
                edge = QRect(left, 0, EDGE, HEIGHT)
                painter.fillRect(edge, QColor(self._chrome.raised))
                painter.drawText(edge, Qt.AlignmentFlag.AlignCenter, arrow)

    def _paint_tab(self, painter: QPainter, index: int, label: TabLabel) -> None:
        chrome, tab = self._chrome, self._tab(index)
        front = label.surface == self._front
        if len(self._labels) > 1:
            if front:
                painter.fillRect(tab, QColor(chrome.base))
            painter.fillRect(tab.right(), 4, 1, HEIGHT - 8, QColor(chrome.border))
        if front and self._focused:
            painter.fillRect(tab.left(), 0, tab.width(), 2, QColor(chrome.accent))
        left, right = tab.left() + _PAD, tab.right() - _PAD
        if index == self._hover:
            self._paint_close(painter, self._close_button(index))
            right = self._close_button(index).left() - 4
        left = self._paint_dot(painter, label, left)
        right = self._paint_status(painter, label, right, left)
        self._paint_texts(painter, label, left, right, front=front)
        if label.percent is not None:
            width = round(tab.width() * label.percent / 100)
            painter.fillRect(tab.left(), HEIGHT - 3, width, 2, QColor(chrome.accent))

    def _paint_dot(self, painter: QPainter, label: TabLabel, left: int) -> int:
        color = label.dot if label.dot is not None else self._chrome.accent if label.unread else None
        if color is None:
            return left
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(color))
        size = _NEWS_DOT if label.unseen else _DOT
        painter.drawEllipse(left, (HEIGHT - size) // 2, size, size)
        return left + size + 6

    def _paint_status(self, painter: QPainter, label: TabLabel, right: int, left: int) -> int:
        if not label.status or label.status_color is None:
            return right
        width = self.fontMetrics().horizontalAdvance(label.status)
        if right - width < left + 40:
            return right
        painter.setPen(QColor(label.status_color))
        painter.drawText(QRect(right - width, 0, width, HEIGHT), Qt.AlignmentFlag.AlignVCenter, label.status)
        return right - width - _PAD

    def _paint_texts(self, painter: QPainter, label: TabLabel, left: int, right: int, *, front: bool) -> None:
        chrome, metrics = self._chrome, QFontMetrics(self.font())
        strong = front and (self._focused or len(self._labels) > 1)
        room = right - left
        title = metrics.elidedText(label.title, Qt.TextElideMode.ElideRight, room)
        width = metrics.horizontalAdvance(title)
        painter.setPen(QColor(chrome.text if strong else mix(chrome.text, chrome.muted, 0.6)))
        painter.drawText(QRect(left, 0, room, HEIGHT), Qt.AlignmentFlag.AlignVCenter, title)
        rest = room - width - 2 * _PAD
        if label.detail and label.detail != label.title and rest > 40:
            detail = metrics.elidedText(label.detail, Qt.TextElideMode.ElideMiddle, rest)
            painter.setPen(QColor(chrome.muted))
            painter.drawText(QRect(left + width + _PAD, 0, rest, HEIGHT), Qt.AlignmentFlag.AlignVCenter, detail)

    def _paint_close(self, painter: QPainter, button: QRect) -> None:
        painter.setPen(QPen(QColor(self._chrome.muted), 1.4))
        cross = button.adjusted(6, 6, -6, -6)
        painter.drawLine(cross.topLeft(), cross.bottomRight())
        painter.drawLine(cross.topRight(), cross.bottomLeft())

    # -- input ----------------------------------------------------------------------------------------------------
    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802 - Qt's name
        index = self.index_at(event.position().toPoint())
        if index < 0:
            self._scroll(self._arrow(event.position().toPoint()) * self._places.width)
            return
        surface = self._labels[index].surface
        on_close = self._close_button(index).contains(event.position().toPoint())
        if event.button() == Qt.MouseButton.MiddleButton or (event.button() == Qt.MouseButton.LeftButton and on_close):
            self.closed.emit(surface)
        elif event.button() == Qt.MouseButton.LeftButton:
            self._press = event.position().toPoint(), surface
            self.chosen.emit(surface)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802 - Qt's name
        point = event.position().toPoint()
        self._set_hover(self.index_at(point))
        if self._press is None:
            return
        start, surface = self._press
        if (point - start).manhattanLength() >= QApplication.startDragDistance():
            self._press = None
            self._drag(surface)

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:  # noqa: D102, N802 - Qt's name
        self._press = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802 - Qt's name
        index = self.index_at(event.position().toPoint())
        if index >= 0:
            self.edit(self._labels[index].surface)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: D102, N802 - Qt's name
        index = self.index_at(event.pos())
        if index >= 0:
            self.menu_wanted.emit(self._labels[index].surface, event.globalPos())

    def leaveEvent(self, _event: QEvent) -> None:  # noqa: D102, N802 - Qt's name
        self._set_hover(-1)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: D102, N802 - Qt's name
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            index = self.index_at(event.pos())
            if index >= 0:
                QToolTip.showText(event.globalPos(), self._labels[index].tip, self)
            return True
        return False

    def _set_hover(self, index: int) -> None:
        if index != self._hover:
            self._hover = index
            self.update()

    def _drag(self, surface: int) -> None:
        index = self._index_of(surface)
        if index is None:
            return
        data = QMimeData()
        data.setData(SURFACE_MIME, str(surface).encode())
        drag = QDrag(self)
        drag.setMimeData(data)
        self._set_hover(-1)  # a picture has nothing to close
        tab = self._tab(index)
        drag.setPixmap(self.grab(QRect(tab.topLeft(), QSize(min(tab.width(), WIDEST), HEIGHT))))
        drag.setHotSpot(QPoint(_PAD, HEIGHT // 2))
        drag.exec(Qt.DropAction.MoveAction)

    # -- renaming -------------------------------------------------------------------------------------------------
    def edit(self, surface: int) -> None:
        """Rename in place."""
        if (index := self._index_of(surface)) is not None:
            editor = self._editor = NameEditor(surface, "Name of the tab", self._labels[index].title, self)
            editor.named.connect(self.renamed)
            editor.over.connect(self.edited)
            self._places = self._places.showing(index)
            self._place_editor()
            editor.begin()

    @property
    def is_editing(self) -> bool:
        """Whether a tab is renamed now."""
        return self._editor is not None and not self._editor.is_over

    def _place_editor(self) -> None:
        """Over its tab, wherever that is now; away, when it has gone."""
        editor = self._editor
        if editor is None or editor.is_over:
            return
        if (index := self._index_of(editor.what)) is None:
            editor.cancel()
        else:
            editor.setGeometry(self._tab(index).adjusted(2, 1, -2, -2))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102, N802 - Qt's name
        super().resizeEvent(event)
        self._lay_out(show_front=True)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: D102, N802 - Qt's name
        turned = event.angleDelta()
        self._scroll(-(turned.y() or turned.x()) * self._places.width // _NOTCH)
