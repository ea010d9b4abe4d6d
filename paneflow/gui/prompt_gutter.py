"""Marks at the left edge of a pane: where prompts are, and how the command after each ended."""

from collections.abc import Sequence
from typing import Final

from paneflow.gui.grid_view import GridView
from paneflow.gui.labels import INTERRUPTED
from paneflow.gui.qt import QColor, QPainter, QPaintEvent, QRectF, Qt, QWidget
from paneflow.gui.theme import Chrome
from paneflow.vt.engine import PromptMark
from paneflow.vt.frame import ROW_PROMPT


class PromptGutter(QWidget):
    """Lies over the padding; takes no mouse."""

    WIDTH: Final = 4

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._chrome: Chrome | None = None
        self.marks: list[tuple[QRectF, int | None]] = []

    def set_chrome(self, chrome: Chrome) -> None:
        """Take on a theme."""
        self._chrome = chrome
        self.update()

    def place(self, view: GridView, prompts: Sequence[PromptMark]) -> None:
        """Put the marks of the prompts on view beside their rows."""
        bar = view.grid.scrollbar
        starts = (view.grid.row_flags & ROW_PROMPT).tolist()  # news that comes before the prompts that were asked for
        on_view = [mark for mark in prompts if 0 <= (at := mark.row - bar.offset) < view.grid.rows and starts[at]]
        if view.grid.modes.alternate_screen or not on_view:
            marks = []
        else:
            geometry = view.geometry_of_grid()
            marks = [(geometry.rect(mark.row - bar.offset, 0), mark.exit_code) for mark in on_view]
        if marks != self.marks:
            self.marks = marks
            self.update()
        self.setVisible(bool(marks))

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102, N802 - Qt's name
        chrome = self._chrome
        if chrome is None:
            return
        painter = QPainter(self)
        painter.setPen(Qt.PenStyle.NoPen)
        for rect, code in self.marks:
            painter.setBrush(QColor(_color(chrome, code)))
            painter.drawRect(QRectF(0, rect.top() + 2, 2, rect.height() - 4))
        painter.end()


def _color(chrome: Chrome, code: int | None) -> int:
    if code is None or code == INTERRUPTED:
        return chrome.border
    return chrome.bad if code else chrome.good
