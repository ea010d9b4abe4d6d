"""A thin scrollbar that lies over a pane: seen while there is a reason, with ticks for hits and failed commands."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from paneflow.gui.qt import QColor, QMouseEvent, QPainter, QPaintEvent, QRectF, Qt, QWidget, Signal
from paneflow.gui.theme import Chrome
from paneflow.vt.engine import Scrollbar

WIDTH: Final = 12
_THIN, _WIDE = 4, 8
_LEAST: Final = 24  # pixels of the thumb


class Tick(NamedTuple):
    """A place in the text worth going to."""

    row: int  # its number for life
    color: int


class OverlayScrollbar(QWidget):
    """Hidden at the bottom of the text unless the mouse is near or there are ticks."""

    scrolled_to = Signal(object)  # number for life of the row for the top of the viewport

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._bar = Scrollbar(0, 0, 0)  # from the oldest retained row
        self._first_row = 0  # that row's number for life
        self._ticks: tuple[Tick, ...] = ()
        self._chrome: Chrome | None = None
        self._near = False
        self._grab: float | None = None  # where in the thumb the mouse holds it
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.setMouseTracking(True)
        self.hide()

    def set_chrome(self, chrome: Chrome) -> None:
        """Take on a theme."""
        self._chrome = chrome
        self.update()

    def set_bar(self, bar: Scrollbar, first_row: int) -> None:
        """Follow the viewport. Rows have numbers for life, the oldest retained one `first_row`."""
        bar = Scrollbar(bar.total - first_row, bar.offset - first_row, bar.length)
        if (bar, first_row) != (self._bar, self._first_row):
            self._bar, self._first_row = bar, first_row
            self._settle()

    def set_ticks(self, ticks: Sequence[Tick]) -> None:
        """Show places."""
        self._ticks = tuple(ticks)
        self._settle()

    def set_near(self, *, near: bool) -> None:
        """The mouse is at that edge of the pane, or not."""
        if near != self._near:
            self._near = near
            self._settle()

    def _settle(self) -> None:
        bar = self._bar
        scrollable = bar.total > bar.length
        at_bottom = bar.offset + bar.length >= bar.total
        wanted = scrollable and (not at_bottom or self._near or bool(self._ticks) or self._grab is not None)
        self.setVisible(wanted)
        if wanted:
            self.update()

    def _thumb(self) -> tuple[float, float]:
        """(top, height) in pixels."""
        total = max(self._bar.total, 1)
        height = max(self.height() * self._bar.length / total, _LEAST)
        room = max(total - self._bar.length, 1)
        return (self.height() - height) * self._bar.offset / room, height

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102, N802 - Qt's name
        if self._chrome is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for tick in self._ticks:
            y = self.height() * max(0, tick.row - self._first_row) / max(self._bar.total, 1)
            painter.setBrush(QColor(tick.color))
            painter.drawRect(QRectF(WIDTH - _WIDE - 2, min(y, self.height() - 2), _WIDE, 2))
        top, height = self._thumb()
        thick = _WIDE if self._near or self._grab is not None else _THIN
        color = QColor(self._chrome.muted)
        color.setAlpha(200 if self._near else 130)
        painter.setBrush(color)
        painter.drawRoundedRect(QRectF(WIDTH - thick - 2, top, thick, height), thick / 2, thick / 2)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802 - Qt's name
        top, height = self._thumb()
        y = event.position().y()
        self._grab = y - top if top <= y <= top + height else height / 2
        self._drag(y)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802 - Qt's name
        if self._grab is not None:
            self._drag(event.position().y())

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:  # noqa: D102, N802 - Qt's name
        self._grab = None
        self._settle()

    def leaveEvent(self, event: object) -> None:  # noqa: D102, N802 - Qt's name
        self.set_near(near=False)

    def _drag(self, y: float) -> None:
        _, height = self._thumb()
        room = max(self.height() - height, 1)
        share = min(max((y - (self._grab or 0)) / room, 0), 1)
        self.scrolled_to.emit(self._first_row + round(share * (self._bar.total - self._bar.length)))
