"""A grid as assistive programs see it: a terminal with text, a caret and a selection.

The text is the viewport, its rows joined by line feeds; offsets count its characters. Screen readers are told of changes
only while one is listening.
"""

from collections.abc import Mapping
from functools import partial

from paneflow.geometry import Point
from paneflow.gui.grid_text import Viewport
from paneflow.gui.grid_view import GridView
from paneflow.gui.qt import (
    QAccessible,
    QAccessibleInterface,
    QAccessibleTextCursorEvent,
    QAccessibleTextInterface,
    QAccessibleTextUpdateEvent,
    QAccessibleWidget,
    QObject,
    QPoint,
    QPointF,
    QRect,
    QWidget,
    pointer_or_null,
)


class AccessibleText(QAccessibleTextInterface):
    """The text side of a grid."""

    def __init__(self, view: GridView) -> None:
        super().__init__()
        self._view = view
        self.known: str | None = None  # the text that a listening screen reader has, as far as it looked

    def characterCount(self) -> int:  # noqa: D102, N802 - Qt's name
        return len(self._look())

    def text(self, startOffset: int, endOffset: int) -> str:  # noqa: D102, N803 - Qt's name
        return self._look()[startOffset:endOffset]

    def _look(self) -> str:
        text = Viewport(self._view.grid).text
        if self.known is None:
            self.known = text
        return text

    def cursorPosition(self) -> int:  # noqa: D102, N802 - Qt's name
        cursor = self._view.grid.cursor
        return Viewport(self._view.grid).offset(Point(cursor.row, cursor.col)) if cursor else 0

    def characterRect(self, offset: int) -> QRect:  # noqa: D102, N802 - Qt's name
        cell = Viewport(self._view.grid).cell(offset)
        rect = self._view.geometry_of_grid().rect(cell.row, cell.col).toAlignedRect()
        return rect.translated(self._view.mapToGlobal(QPoint(0, 0)))

    def offsetAtPoint(self, point: QPoint) -> int:  # noqa: D102, N802 - Qt's name
        place = self._view.geometry_of_grid().place(QPointF(self._view.mapFromGlobal(point)))
        return Viewport(self._view.grid).offset(Point(place.row, place.col))

    def selectionCount(self) -> int:  # noqa: D102, N802 - Qt's name
        return int(self._view.selection is not None)

    def selection(self, _index: int) -> tuple[int, int]:
        """The selected characters [start, end)."""
        selection, viewport = self._view.selection, Viewport(self._view.grid)
        if selection is None:
            return 0, 0
        first = self._view.grid.scrollbar.offset
        start, end = (Point(point.row - first, point.col) for point in (selection.start, selection.end))
        return viewport.offset(start), viewport.offset(end) + 1

    def attributes(self, _offset: int) -> tuple[str, int, int]:
        """Text attributes and the range they hold for: none are told."""
        return "", 0, self.characterCount()

    def addSelection(self, startOffset: int, endOffset: int) -> None:  # noqa: D102, N802, N803 - Qt's name
        self.setSelection(0, startOffset, endOffset)

    def setSelection(self, _index: int, startOffset: int, endOffset: int) -> None:  # noqa: D102, N802, N803 - Qt's name
        self._view.select(Viewport(self._view.grid).selection(startOffset, endOffset))

    def removeSelection(self, _index: int) -> None:  # noqa: D102, N802 - Qt's name
        self._view.select(None)

    def setCursorPosition(self, position: int) -> None:  # noqa: D102, N802 - Qt's name: the program moves its cursor
        pass

    def scrollToSubstring(self, startIndex: int, endIndex: int) -> None:  # noqa: D102, N802, N803 - all text is on view
        pass


class AccessibleGrid(QAccessibleWidget):
    """The interface of one grid view."""

    def __init__(self, view: GridView) -> None:
        super().__init__(view, QAccessible.Role.Terminal)
        self._view, self._text = view, AccessibleText(view)
        view.text_changed.connect(self._tell)

    def interface_cast(self, kind: QAccessible.InterfaceType) -> object:  # type: ignore[override] # the stub says int
        """The text interface; Qt's own answer for the others."""
        if kind == QAccessible.InterfaceType.TextInterface:
            return self._text
        return pointer_or_null(super().interface_cast(kind))

    def text(self, kind: QAccessible.Text) -> str:
        """The widget's name, and its text as the value."""
        if kind == QAccessible.Text.Name:
            return self._view.accessibleName() or "Terminal"
        if kind == QAccessible.Text.Value:
            return Viewport(self._view.grid).text
        return str(super().text(kind))

    def _tell(self) -> None:
        """Tell a listening screen reader what a frame changed: one that has not looked yet, nothing but the caret's place."""
        if not QAccessible.isActive():
            self._text.known = None
            return
        known, self._text.known = self._text.known, Viewport(self._view.grid).text
        if known is not None and known != self._text.known:
            update = QAccessibleTextUpdateEvent(self._view, *difference(known, self._text.known))
            QAccessible.updateAccessibility(update)
        QAccessible.updateAccessibility(QAccessibleTextCursorEvent(self._view, self._text.cursorPosition()))


def difference(old: str, new: str) -> tuple[int, str, str]:
    """(place, removed, inserted) of the one piece that differs."""
    shorter = min(len(old), len(new))
    start = next((at for at in range(shorter) if old[at] != new[at]), shorter)
    room = shorter - start
    end = next((back for back in range(room) if old[-1 - back] != new[-1 - back]), room)
    return start, old[start : len(old) - end], new[start : len(new) - end]


class AccessibleGrids:
    """Makes the interfaces of grid views, and of widgets that Qt knows no role for; the application keeps one of these.

    `roles` are those widgets' classes and what they are.
    """

    def __init__(self, roles: Mapping[type[QWidget], QAccessible.Role] = {}) -> None:
        self._made: dict[int, QAccessibleWidget] = {}  # Qt keeps only pointers
        self._roles = roles
        QAccessible.installFactory(self._make)

    def _make(self, _class_name: str, target: QObject) -> QAccessibleInterface | None:
        if isinstance(target, GridView):
            made: QAccessibleWidget = AccessibleGrid(target)
        elif isinstance(target, QWidget) and (role := self._roles.get(type(target))) is not None:
            made = QAccessibleWidget(target, role)
        else:
            return None
        self._made[id(target)] = made
        target.destroyed.connect(partial(self._made.pop, id(target), None))
        return made
