"""A word at the bottom of the window that goes away by itself."""

from typing import Final

from paneflow.gui.qt import QLabel, QTimer, QWidget

_SHOWN_MS: Final = 2600


class Notice(QLabel):
    """One line; a new one replaces the old."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self._end = QTimer(self)
        self._end.setSingleShot(True)
        self._end.setInterval(_SHOWN_MS)
        self._end.timeout.connect(self.hide)
        self.hide()

    def say(self, text: str) -> None:
        """Show a line for a while."""
        self.setText(text)
        self.adjustSize()
        window = self.window()
        self.move((window.width() - self.width()) // 2, window.height() - self.height() - 24)
        self.show()
        self.raise_()
        self._end.start()
