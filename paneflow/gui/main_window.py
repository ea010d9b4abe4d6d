"""The window itself, before anything is in it: shown at once, furnished when numpy and the rest are loaded.

What it needs before the first paint is little on purpose: the size and the colour it had last time. PySide6 makes a class
when it is first touched, and `Qt`, which holds all enumerations, costs a fifth of what opening a bare window does.
"""

import contextlib
import json
import os
from typing import TYPE_CHECKING, Final, NamedTuple

from paneflow import paths
from paneflow.gui.qt import QPainter, QWidget, Signal

if TYPE_CHECKING:
    from paneflow.gui.look import Look
    from paneflow.gui.qt import QCloseEvent, QKeyEvent, QPaintEvent, QResizeEvent, QShowEvent
    from paneflow.gui.theme import Chrome

_DARK: Final = 0x15171C  # behind a first window of all


class Remembered(NamedTuple):
    """What a window leaves for the next one."""

    width: int = 1180
    height: int = 760
    background: int = _DARK


class MainWindow(QWidget):
    """A plain surface in the theme's colour. What fills it sets `may_close` and listens to the signals."""

    key_pressed = Signal(object)  # QKeyEvent that no widget wanted
    resized = Signal()
    activated = Signal()
    came_up = Signal()  # it was hidden or minimized
    first_painted = Signal()  # it is on the screen as soon as the event loop has run

    def __init__(self) -> None:
        super().__init__()
        self._look: Look | None = None
        self._chrome: Chrome | None = None
        remembered = _remembered()
        self._background = remembered.background
        self.may_close = _always
        self._painted = False
        self.early_keys: list[QKeyEvent] | None = []  # typed before there is a pane; None once somebody listens
        self.setObjectName("window")
        self.setWindowTitle("Paneflow")
        self.setStyleSheet(f"#window {{ background: #{self._background:06x}; }}")
        self.setMinimumSize(320, 200)
        self.resize(remembered.width, remembered.height)

    def dress(self, look: "Look") -> None:
        """Wear a configuration from now on, and have the keyboard until there is a pane."""
        from paneflow.gui.qt import Qt

        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setFocus()  # a list in the sidebar would search for what is typed
        self._look = look
        self.take_look()

    def take_look(self) -> None:
        """Follow the theme."""
        from paneflow.gui.qt import QApplication
        from paneflow.gui.stylesheet import palette_of, stylesheet

        if self._look is None:
            return
        chrome = self._look.theme.chrome
        self._background = chrome.base
        if chrome != self._chrome:  # styling every widget anew takes a while
            self._chrome = chrome
            QApplication.setPalette(palette_of(chrome))
            self.setStyleSheet(stylesheet(chrome))
        self.setWindowOpacity(self._look.config.window.opacity)
        self.update()

    def close_soon(self) -> None:
        """Close, as the window's own button does."""
        self.close()

    def paintEvent(self, event: "QPaintEvent") -> None:  # noqa: D102, N802 - Qt's name
        painter = QPainter(self)
        painter.eraseRect(event.rect())  # in the style sheet's colour: naming one makes all of Qt's enums
        painter.end()
        if not self._painted:
            self._painted = True
            self.first_painted.emit()

    def keyPressEvent(self, event: "QKeyEvent") -> None:  # noqa: D102, N802 - Qt's name
        if self.early_keys is None:
            self.key_pressed.emit(event)
        else:
            from paneflow.gui.qt import QKeyEvent

            self.early_keys.append(QKeyEvent(event))

    def resizeEvent(self, event: "QResizeEvent") -> None:  # noqa: D102, N802 - Qt's name
        super().resizeEvent(event)
        self.resized.emit()

    def showEvent(self, event: "QShowEvent") -> None:  # noqa: D102, N802 - Qt's name
        super().showEvent(event)
        self.came_up.emit()

    def changeEvent(self, event: object) -> None:  # noqa: D102, N802 - Qt's name
        if self.isActiveWindow():
            self.activated.emit()

    def closeEvent(self, event: "QCloseEvent") -> None:  # noqa: D102, N802 - Qt's name
        if not self.may_close():
            event.ignore()
            return
        if not self.isFullScreen() and not self.isMaximized():
            _remember(Remembered(self.width(), self.height(), self._background))
        event.accept()


def _always() -> bool:
    return True


def _file() -> str:
    return os.path.join(paths.state_dir(), "window.json")


def _remembered() -> Remembered:
    try:
        with open(_file(), "rb") as file:
            saved = json.load(file)
        width, height = (int(side) for side in saved["size"])
        background = int(saved.get("background", _DARK))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return Remembered()
    return Remembered(min(max(width, 320), 16_384), min(max(height, 200), 16_384), background & 0xFFFFFF)


def _remember(what: Remembered) -> None:
    with contextlib.suppress(OSError):  # a window that forgets its size is no reason for a complaint
        os.makedirs(paths.state_dir(), mode=0o700, exist_ok=True)
        with open(_file(), "w", encoding="utf-8") as file:
            json.dump({"size": [what.width, what.height], "background": what.background}, file)
