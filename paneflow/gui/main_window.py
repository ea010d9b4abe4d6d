"""The window itself, before anything is in it: shown at once, furnished when numpy and the rest are loaded."""

import contextlib
import json
from pathlib import Path

from paneflow import paths
from paneflow.gui.key_translation import to_key_event
from paneflow.gui.look import Look
from paneflow.gui.qt import (
    QApplication,
    QCloseEvent,
    QColor,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    Qt,
    QWidget,
    Signal,
)
from paneflow.gui.stylesheet import palette_of, stylesheet
from paneflow.gui.theme import Chrome
from paneflow.vt.input import KeyAction, KeyEvent


class MainWindow(QWidget):
    """A plain surface in the theme's colour. What fills it sets `may_close` and listens to the signals."""

    key_pressed = Signal(object)  # QKeyEvent that no widget wanted
    resized = Signal()
    activated = Signal()

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._chrome: Chrome | None = None
        self.may_close = _always
        self.early_keys: list[KeyEvent] | None = []  # typed before there is a pane; None once somebody listens
        self.setObjectName("window")
        self.setWindowTitle("Paneflow")
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMinimumSize(320, 200)
        self.resize(*_remembered_size())
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFocus()  # until there is a pane: a list in the sidebar would search for what is typed

    def take_look(self) -> None:
        """Follow the theme."""
        chrome = self._look.theme.chrome
        if chrome != self._chrome:  # styling every widget anew takes a while
            self._chrome = chrome
            QApplication.setPalette(palette_of(chrome))
            self.setStyleSheet(stylesheet(chrome))
        self.setWindowOpacity(self._look.config.window.opacity)
        self.update()

    def close_soon(self) -> None:
        """Close, as the window's own button does."""
        self.close()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102, N802 - Qt's name
        painter = QPainter(self)
        painter.fillRect(event.rect(), QColor(self._look.theme.chrome.base))
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102, N802 - Qt's name
        if self.early_keys is None:
            self.key_pressed.emit(event)
        elif (key := to_key_event(event, KeyAction.PRESS)) is not None:
            self.early_keys.append(key)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102, N802 - Qt's name
        super().resizeEvent(event)
        self.resized.emit()

    def changeEvent(self, event: object) -> None:  # noqa: D102, N802 - Qt's name
        if self.isActiveWindow():
            self.activated.emit()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: D102, N802 - Qt's name
        if not self.may_close():
            event.ignore()
            return
        if not self.isFullScreen() and not self.isMaximized():
            _remember_size(self.width(), self.height())
        event.accept()


def _always() -> bool:
    return True


def _file() -> Path:
    return Path(paths.state_dir(), "window.json")


def _remembered_size() -> tuple[int, int]:
    try:
        size = json.loads(_file().read_text())["size"]
        width, height = int(size[0]), int(size[1])
    except (OSError, ValueError, KeyError, TypeError, IndexError):
        return 1180, 760
    return min(max(width, 320), 16_384), min(max(height, 200), 16_384)


def _remember_size(width: int, height: int) -> None:
    with contextlib.suppress(OSError):  # a window that forgets its size is no reason for a complaint
        _file().parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _file().write_text(json.dumps({"size": [width, height]}))
