"""The keys over a grid, as its program gets them: releases too when it asked for them, but of what it was told was pressed."""

from collections.abc import Callable
from typing import Final

from paneflow.gui.grid import Grid
from paneflow.gui.key_translation import in_the_line, to_key_event
from paneflow.gui.options import GridOptions
from paneflow.gui.qt import QKeyEvent, Qt
from paneflow.vt.input import KeyAction, KeyEvent

_REPORT_RELEASES: Final = 2  # kitty keyboard flag "report event types"


class Keyboard:
    """One pane's keys."""

    def __init__(self, grid: Grid, options: GridOptions) -> None:
        self.grid, self.options = grid, options
        self._held: set[int] = set()  # keys whose press was told

    def press(self, event: QKeyEvent, takes: Callable[[KeyEvent], bool] | None) -> KeyEvent | None:
        """The key for the program; None if it is none, or an action `takes` it."""
        action = KeyAction.REPEAT if event.isAutoRepeat() else KeyAction.PRESS
        key = to_key_event(event, action, option_as_alt=self.options.option_as_alt)
        if key is None or (takes is not None and takes(key)):
            return None
        self._held.add(_physical(event))
        return in_the_line(key)

    def release(self, event: QKeyEvent) -> KeyEvent | None:
        """The same for its release; None as well where the program did not ask."""
        if event.isAutoRepeat() or _physical(event) not in self._held:
            return None  # of a key whose press an action or an input method took
        self._held.discard(_physical(event))
        if not self.grid.modes.kitty_flags & _REPORT_RELEASES:
            return None
        key = to_key_event(event, KeyAction.RELEASE, option_as_alt=self.options.option_as_alt)
        return None if key is None else in_the_line(key)

    def drop(self) -> None:
        """Forget what is held: the pane got the keyboard or lost it."""
        self._held.clear()


def modifier_of(event: QKeyEvent) -> Qt.KeyboardModifier:
    """The modifier that this key is: Qt counts it as held only from the next event on."""
    is_control = event.key() == Qt.Key.Key_Control
    return Qt.KeyboardModifier.ControlModifier if is_control else Qt.KeyboardModifier.NoModifier


def _physical(event: QKeyEvent) -> int:
    """Which key it is, also when another modifier is held at its release."""
    return event.nativeScanCode() or -event.key()
