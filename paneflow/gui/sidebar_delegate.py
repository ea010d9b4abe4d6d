"""Paints the sidebar's rows as cards."""

from typing import Final, cast

from paneflow.gui.color import mix
from paneflow.gui.qt import (
    QColor,
    QFont,
    QFontMetrics,
    QModelIndex,
    QObject,
    QPainter,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    Qt,
)
from paneflow.gui.sidebar_rows import Line, Row
from paneflow.gui.theme import ACTIVE_SHARE, Chrome

_ROLE: Final = Qt.ItemDataRole.UserRole
_MARGIN, _PAD = 8, 8
_TITLE, _LINE, _HEADING = 20, 18, 28
_INSET: Final = 12  # of what is in a group
_DOT: Final = 7
_NEWS_DOT: Final = 11  # of an agent whose state nobody has looked at


def row_of(value: object) -> Row:
    """The row that an item holds."""
    return cast("Row", value)


def height_of(row: Row) -> int:
    """A row's height in logical pixels."""
    return _HEADING if row.group is not None else _TITLE + _LINE * len(row.lines) + 2 * _PAD + 4


def line_at(row: Row, rect: QRect, point: QPoint) -> Line | None:
    """The line under a point."""
    y = point.y() - rect.top() - _PAD - _TITLE - 2
    at = y // _LINE
    return row.lines[at] if row.group is None and y >= 0 and at < len(row.lines) else None


class SidebarDelegate(QStyledItemDelegate):
    """One look for all rows."""

    def __init__(self, chrome: Chrome, parent: QObject) -> None:
        super().__init__(parent)
        self.chrome = chrome

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:  # noqa: D102, N802 - Qt's name
        return QSize(100, height_of(row_of(index.data(_ROLE))))

    def paint(  # noqa: D102 - Qt's name
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        row, rect, state = row_of(index.data(_ROLE)), option.rect, option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if row.group is not None:
            self._paint_heading(painter, row, rect)
        else:
            self._paint_card(painter, row, rect, state)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QColor(self.chrome.accent))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(rect.adjusted(4, 2, -5, -3)), 6, 6)
        painter.restore()

    def _paint_heading(self, painter: QPainter, row: Row, rect: QRect) -> None:
        text = f"{'▸' if row.folded else '▾'}  {row.title.upper()}"
        font = QFont(painter.font())
        font.setPointSizeF(font.pointSizeF() * 0.85)
        font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 0.6)
        painter.setFont(font)
        painter.setPen(QColor(self.chrome.warning if row.waiting else self.chrome.muted))
        inner = rect.adjusted(_MARGIN + _PAD, 0, -_MARGIN, 0)
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter, text)
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, row.shortcut)

    def _paint_card(self, painter: QPainter, row: Row, rect: QRect, state: QStyle.StateFlag) -> None:
        chrome = self.chrome
        inset = _INSET if row.grouped else 0
        card = rect.adjusted(4 + inset, 2, -4, -2)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        if row.active or hovered:
            share = ACTIVE_SHARE if row.active else 0.07
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(mix(chrome.raised, chrome.accent if row.active else chrome.text, share)))
            painter.drawRoundedRect(QRectF(card), 6, 6)
        if row.active:
            painter.setBrush(QColor(chrome.accent))
            painter.drawRoundedRect(QRectF(card.left(), card.top() + 6, 3, card.height() - 12), 1.5, 1.5)
        left, right, top = rect.left() + inset + _MARGIN + _PAD, rect.right() - _MARGIN - 4, rect.top() + _PAD
        self._paint_title(painter, row, QRect(left, top, right - left, _TITLE))
        for number, line in enumerate(row.lines):
            self._paint_line(painter, line, QRect(left, top + _TITLE + 2 + number * _LINE, right - left, _LINE))

    def _paint_title(self, painter: QPainter, row: Row, rect: QRect) -> None:
        chrome, font = self.chrome, QFont(painter.font())
        font.setWeight(QFont.Weight.DemiBold if row.active or row.unread else QFont.Weight.Medium)
        painter.setPen(QColor(chrome.muted))
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, row.shortcut)
        rect = rect.adjusted(0, 0, -20, 0)
        mark = chrome.warning if row.waiting else chrome.accent if row.unread else None
        if mark is not None:
            _dot(painter, rect.right() - 2, rect.center().y(), mark)
            rect = rect.adjusted(0, 0, -14, 0)
        painter.setFont(font)
        painter.setPen(QColor(chrome.text))
        title = QFontMetrics(font).elidedText(row.title, Qt.TextElideMode.ElideRight, rect.width())
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter, title)
        font.setWeight(QFont.Weight.Normal)
        painter.setFont(font)

    def _paint_line(self, painter: QPainter, line: Line, rect: QRect) -> None:
        chrome = self.chrome
        if line.color is not None:
            _dot(painter, rect.left() + 3, rect.center().y() + 1, line.color, _NEWS_DOT if line.unseen else _DOT)
            rect = rect.adjusted(14, 0, 0, 0)
        painter.setPen(QColor(chrome.accent if line.url else chrome.muted))
        text = painter.fontMetrics().elidedText(line.text, elide_mode(line), rect.width())
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter, text)
        if line.percent is not None:
            bar = QRect(rect.left(), rect.bottom() - 1, rect.width(), 2)
            painter.fillRect(bar, QColor(chrome.border))
            painter.fillRect(
                bar.adjusted(0, 0, -round(bar.width() * (100 - line.percent) / 100), 0), QColor(chrome.accent)
            )


def elide_mode(line: Line) -> Qt.TextElideMode:
    """Where a line is cut that has no room: an agent's keeps its state, a folder's and a branch's both ends."""
    return Qt.TextElideMode.ElideMiddle if line.color is None else Qt.TextElideMode.ElideRight


def _dot(painter: QPainter, x: int, y: int, color: int, size: int = _DOT) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(color))
    painter.drawEllipse(QRectF(x - size / 2, y - size / 2, size, size))
