"""The clock of everything that blinks in a pane: off unless needed, and off again when nobody has typed for a while."""

from collections.abc import Callable
from typing import Final

from paneflow.gui.qt import QGuiApplication, QObject, QTimer

_IDLE_MS: Final = 10_000  # after this long without input blinking stops, and the window makes no more wake-ups


class BlinkClock(QObject):
    """Calls back at each change of phase while it runs."""

    def __init__(self, changed: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)
        self._changed = changed
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._tick)
        self._left_ms = 0
        self.shown = True

    @property
    def running(self) -> bool:
        """Whether a timer is armed."""
        return self._timer.isActive()

    def restart(self) -> None:
        """Begin with the shown phase: something was typed, or the pane got the keyboard."""
        interval = QGuiApplication.styleHints().cursorFlashTime() // 2
        if interval <= 0:  # the person switched blinking off for the whole system
            self.stop()
            return
        self._left_ms = _IDLE_MS
        self._timer.start(interval)
        self._set(shown=True)

    def stop(self) -> None:
        """End with the shown phase."""
        self._timer.stop()
        self._set(shown=True)

    def _tick(self) -> None:
        self._left_ms -= self._timer.interval()
        if self._left_ms <= 0:
            self.stop()
        else:
            self._set(shown=not self.shown)

    def _set(self, *, shown: bool) -> None:
        if shown != self.shown:
            self.shown = shown
            self._changed()
