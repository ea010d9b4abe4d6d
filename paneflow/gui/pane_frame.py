"""A pane: the header with its tabs, and the terminal in front."""

from paneflow.gui.labels import TabLabel
from paneflow.gui.qt import QColor, QPainter, QPaintEvent, QResizeEvent, Qt, QWidget
from paneflow.gui.tab_strip import HEIGHT, TabStrip
from paneflow.gui.terminal_view import TerminalView
from paneflow.gui.theme import Chrome


class PaneFrame(QWidget):
    """Shows one `TerminalView`, which belongs to the pool."""

    def __init__(self, pane: int, chrome: Chrome, parent: QWidget) -> None:
        super().__init__(parent)
        self.pane = pane
        self.terminal: TerminalView | None = None
        self.tabs = TabStrip(chrome, self)
        self._chrome = chrome
        self._header = True
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def show_terminal(self, terminal: TerminalView) -> None:
        """Put a terminal in front."""
        if self.terminal is not terminal:
            self.let_go()
            self.terminal = terminal
            terminal.setParent(self)
        self._lay_out()
        terminal.show()

    def let_go(self) -> None:
        """Give the terminal back to the window: it must not go with the frame."""
        old, self.terminal = self.terminal, None
        if old is not None and old.parent() is self:
            old.hide()
            old.setParent(self.window())

    def show_header(self, labels: list[TabLabel], front: int, *, wanted: bool, focused: bool, chrome: Chrome) -> None:
        """Bring the tabs up to date."""
        self._chrome = chrome
        self.tabs.show_tabs(labels, front, focused=focused, chrome=chrome)
        self._name(next((label.title for label in labels if label.surface == front), ""))
        if (header := wanted or self.tabs.is_editing) != self._header:
            self._header = header
            self._lay_out()
        self.update()

    def _name(self, title: str) -> None:
        """Let a screen reader tell the panes apart."""
        for widget in (self, self.terminal.grid_view if self.terminal else None):
            if widget is not None and widget.accessibleName() != title:
                widget.setAccessibleName(title)

    def set_header_shown(self) -> None:
        """Show the header now, to edit in it."""
        if not self._header:
            self._header = True
            self._lay_out()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102, N802 - Qt's name
        super().resizeEvent(event)
        self._lay_out()

    def _lay_out(self) -> None:
        top = HEIGHT if self._header else 0
        self.tabs.setVisible(self._header)
        self.tabs.setGeometry(0, 0, self.width(), HEIGHT)
        if self.terminal is not None:
            self.terminal.setGeometry(0, top, self.width(), self.height() - top)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102, N802 - Qt's name
        painter = QPainter(self)
        painter.fillRect(event.rect(), QColor(self._chrome.base))
        painter.end()
