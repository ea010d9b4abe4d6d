"""The mouse over a grid: reported to the program when it listens, else selecting, scrolling and opening links.

Shift keeps a program that listens from hearing, so that a person can always select.
"""

from typing import Final, NamedTuple

from paneflow.geometry import Point
from paneflow.gui.grid import Grid
from paneflow.gui.grid_text import GridText
from paneflow.gui.options import GridOptions
from paneflow.gui.qt import QApplication, QMouseEvent, QObject, QPoint, Qt, QTimer, QWheelEvent, Signal
from paneflow.gui.selection import Drag, Selection, Unit
from paneflow.vt.engine import MouseMode
from paneflow.vt.input import KeyEvent, Mods, MouseAction, MouseEvent

_BUTTONS: Final = {Qt.MouseButton.LeftButton: 1, Qt.MouseButton.MiddleButton: 2, Qt.MouseButton.RightButton: 3}
_UNITS: Final = (Unit.CELL, Unit.WORD, Unit.LINE)
_NOTCH: Final = 120  # Qt's eighths of a degree a wheel step
_AUTOSCROLL_MS: Final = 50
_ACTION_BUTTON: Final = Qt.KeyboardModifier.ControlModifier  # Command on a Mac
BLOCK_MODIFIER: Final = Qt.KeyboardModifier.AltModifier


class Place(NamedTuple):
    """Where the mouse is: a viewport cell, the nearest boundary between cells, and how many rows past the edge."""

    row: int
    col: int
    boundary: int
    overshoot: int  # negative above the grid, positive below
    x_px: float  # device pixels within the grid
    y_px: float


class Pointer(QObject):
    """One pane's mouse."""

    reported = Signal(object)  # MouseEvent
    key_wanted = Signal(object)  # KeyEvent: the wheel as arrow keys
    scroll_wanted = Signal(int)  # rows; negative is older
    zoom_wanted = Signal(int)  # steps of font size
    selection_changed = Signal(object)  # Selection | None
    selection_finished = Signal(object)  # Selection
    link_wanted = Signal(object)  # Point of the viewport
    paste_wanted = Signal()  # of the primary selection
    menu_wanted = Signal(QPoint)  # global

    def __init__(self, grid: Grid, options: GridOptions, parent: QObject) -> None:
        super().__init__(parent)
        self.grid, self.options = grid, options
        self.selection: Selection | None = None
        self._drag: Drag | None = None
        self._place: Place | None = None
        self._reported: set[int] = set()  # buttons whose press the program heard
        self._turn_rest = 0
        self._clicks, self._last_press_ms, self._last_cell = 0, 0, Point(-1, -1)
        self._autoscroll = QTimer(self)
        self._autoscroll.setInterval(_AUTOSCROLL_MS)
        self._autoscroll.timeout.connect(self._scroll_on)

    def select(self, selection: Selection | None) -> None:
        """Set or clear the selection."""
        self._drag = None
        self._autoscroll.stop()
        self._show(selection)

    def press(self, event: QMouseEvent, place: Place) -> None:
        """A button went down."""
        self._place = place
        button = _BUTTONS.get(event.button(), 0)
        if self._listens(event) and button:
            self._reported.add(button)
            self._report(MouseAction.PRESS, button, place, event)
        elif event.button() == Qt.MouseButton.LeftButton:
            self._press_left(event, place)
        elif event.button() == Qt.MouseButton.MiddleButton:
            self.paste_wanted.emit()
        elif event.button() == Qt.MouseButton.RightButton:
            self.menu_wanted.emit(event.globalPosition().toPoint())

    def move(self, event: QMouseEvent, place: Place) -> None:
        """The mouse moved, with or without buttons."""
        before, self._place = self._place, place
        if self._drag is not None:
            self._autoscroll_at(place)
            self.follow()
            return
        hears = self._reported or (self._listens(event) and self.grid.modes.mouse is MouseMode.MOTION)
        if hears and (before is None or (before.row, before.col) != (place.row, place.col)):
            self._report(MouseAction.MOTION, min(self._reported, default=0), place, event)

    def release(self, event: QMouseEvent, place: Place) -> None:
        """A button went up."""
        button = _BUTTONS.get(event.button(), 0)
        if button in self._reported:
            self._reported.discard(button)
            self._report(MouseAction.RELEASE, button, place, event)
        elif event.button() == Qt.MouseButton.LeftButton and self._drag is not None:
            self._drag = None
            self._autoscroll.stop()
            self._finish(event, place)

    def wheel(self, event: QWheelEvent, place: Place) -> None:
        """The wheel turned: zoom, a report, arrow keys on the alternate screen, or the scrollback."""
        mods, modes = _mods(event.modifiers()), self.grid.modes
        if mods & Mods.CTRL:
            if steps := self._turned(event, per_notch=1):
                self.zoom_wanted.emit(steps)
        elif modes.mouse > MouseMode.PRESS and not mods & Mods.SHIFT:
            steps = self._turned(event, per_notch=1)
            for _ in range(abs(steps)):
                self.reported.emit(_mouse_event(MouseAction.PRESS, 4 if steps > 0 else 5, place, mods))
        elif steps := self._turned(event, per_notch=self.options.wheel_lines):
            if modes.alternate_screen and modes.alternate_scroll:
                for _ in range(abs(steps)):
                    self.key_wanted.emit(KeyEvent("up" if steps > 0 else "down"))
            else:
                self.scroll_wanted.emit(-steps)

    def _turned(self, event: QWheelEvent, *, per_notch: int) -> int:
        """Whole steps turned; the rest of a touchpad's small ones is kept for the next event."""
        turned = event.angleDelta().y() * per_notch
        if turned * self._turn_rest < 0:  # the other way: what was left does not count
            self._turn_rest = 0
        steps = int((turned + self._turn_rest) / _NOTCH)
        self._turn_rest += turned - steps * _NOTCH
        return steps

    def follow(self) -> None:
        """Bring a drag up to date after the mouse or the text under it moved."""
        if self._drag is not None and self._place is not None:
            row = self.grid.scrollbar.offset + self._place.row
            self._show(self._drag.to(row, self._place.boundary, GridText(self.grid)))

    def _press_left(self, event: QMouseEvent, place: Place) -> None:
        self._count_click(event, place)
        text, row = GridText(self.grid), self.grid.scrollbar.offset + place.row
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and self.selection is not None and self._clicks == 1:
            self._drag = Drag.resumed(self.selection, row, place.boundary, text)
        else:
            block = bool(event.modifiers() & BLOCK_MODIFIER)
            unit = Unit.BLOCK if block else _UNITS[(self._clicks - 1) % len(_UNITS)]
            column = place.col if unit in (Unit.WORD, Unit.LINE) else place.boundary
            self._drag = Drag(unit, row, column, text, self.options.word_separators)
        self.follow()

    def _count_click(self, event: QMouseEvent, place: Place) -> None:
        cell, now = Point(place.row, place.col), event.timestamp()
        again = cell == self._last_cell and now - self._last_press_ms <= QApplication.doubleClickInterval()
        self._clicks = self._clicks + 1 if again else 1
        self._last_cell, self._last_press_ms = cell, now

    def _finish(self, event: QMouseEvent, place: Place) -> None:
        if self.selection is not None:
            self.selection_finished.emit(self.selection)
        elif event.modifiers() & _ACTION_BUTTON:
            self.link_wanted.emit(Point(place.row, place.col))

    def _show(self, selection: Selection | None) -> None:
        if selection != self.selection:
            self.selection = selection
            self.selection_changed.emit(selection)

    def _listens(self, event: QMouseEvent) -> bool:
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        return self.grid.modes.mouse is not MouseMode.NONE and not shift

    def _report(self, action: MouseAction, button: int, place: Place, event: QMouseEvent) -> None:
        self.reported.emit(_mouse_event(action, button, place, _mods(event.modifiers())))

    def _autoscroll_at(self, place: Place) -> None:
        if place.overshoot and not self._autoscroll.isActive():
            self._autoscroll.start()
        elif not place.overshoot:
            self._autoscroll.stop()

    def _scroll_on(self) -> None:
        if self._place is not None and self._place.overshoot:
            self.scroll_wanted.emit(max(-5, min(5, self._place.overshoot)))


def _mouse_event(action: MouseAction, button: int, place: Place, mods: Mods) -> MouseEvent:
    return MouseEvent(action, button, place.row, place.col, mods, place.x_px, place.y_px)


def _mods(held: Qt.KeyboardModifier) -> Mods:
    found = Mods.NONE
    for modifier, mod in (
        (Qt.KeyboardModifier.ShiftModifier, Mods.SHIFT),
        (Qt.KeyboardModifier.AltModifier, Mods.ALT),
        (Qt.KeyboardModifier.ControlModifier, Mods.CTRL),
    ):
        if held & modifier:
            found |= mod
    return found
