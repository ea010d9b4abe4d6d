"""Input methods: text being composed at the cursor, and what Qt asks about the place it is composed at.

The place is taken when composing begins and stays there while output goes on: a program that moves its cursor about to
redraw a status line must not drag the composed text and the candidate window along.
"""

from typing import Final, NamedTuple

from paneflow.geometry import Point
from paneflow.gui.cell_text import cells_of
from paneflow.gui.grid import Grid
from paneflow.gui.grid_geometry import GridGeometry
from paneflow.gui.qt import QInputMethodEvent, QRect, QRectF, Qt

HINTS: Final = Qt.InputMethodHint.ImhNoPredictiveText | Qt.InputMethodHint.ImhNoAutoUppercase


class Preedit(NamedTuple):
    """Composed but not committed text; `caret` is a place in it, None when the input method shows none."""

    text: str
    caret: int | None


class Composition:
    """The pre-edit of one pane, if there is one."""

    def __init__(self) -> None:
        self.preedit: Preedit | None = None
        self._at = Point(0, 0)

    def take(self, event: QInputMethodEvent, grid: Grid) -> None:
        """Follow what an input method says."""
        if self.preedit is None:
            cursor = grid.cursor
            self._at = Point(cursor.row, cursor.col) if cursor else Point(max(0, grid.rows - 1), 0)
        self.preedit = _preedit_of(event)

    def drop(self) -> None:
        """Forget what was not committed: the pane lost the keyboard, and with it the input method."""
        self.preedit = None

    def rect(self, geometry: GridGeometry, width: float) -> QRectF:
        """Where the text is drawn: from its cell on, moved left as far as it needs to end within `width`."""
        text_width = cells_of(self.preedit.text) * geometry.cell_width if self.preedit else 0.0
        cell = geometry.rect(min(self._at.row, max(0, geometry.size.rows - 1)), self._at.col)
        left = max(0.0, min(cell.left(), width - text_width))
        return QRectF(left, cell.top(), text_width, cell.height())

    def caret_rect(self, geometry: GridGeometry, width: float) -> QRectF:
        """The cell-wide rectangle at the pre-edit's caret."""
        rect = self.rect(geometry, width)
        before = self.preedit.text[: self.preedit.caret or 0] if self.preedit else ""
        rect.setLeft(rect.left() + cells_of(before) * geometry.cell_width)
        rect.setWidth(geometry.cell_width)
        return rect


def answer(query: Qt.InputMethodQuery, cursor: QRect) -> object:
    """The answer to an input method's question; None for those that are Qt's to answer.

    Terminals have no text around the cursor that an input method could edit, so the surrounding text is empty: answers
    that claim more make some input methods delete what they cannot see.
    """
    asked = Qt.InputMethodQuery
    answers: dict[Qt.InputMethodQuery, object] = {
        asked.ImEnabled: True,
        asked.ImCursorRectangle: cursor,
        asked.ImAnchorRectangle: cursor,
        asked.ImSurroundingText: "",
        asked.ImCurrentSelection: "",
        asked.ImCursorPosition: 0,
        asked.ImAnchorPosition: 0,
        asked.ImAbsolutePosition: 0,
        asked.ImTextBeforeCursor: "",
        asked.ImTextAfterCursor: "",
        asked.ImHints: HINTS,
    }
    return answers.get(query)


def _preedit_of(event: QInputMethodEvent) -> Preedit | None:
    text = event.preeditString()
    if not text:
        return None
    carets = [at for at in event.attributes() if at.type == QInputMethodEvent.AttributeType.Cursor]
    if not carets:
        return Preedit(text, len(text))
    return Preedit(text, _code_points(text, carets[0].start) if carets[0].length else None)


def _code_points(text: str, units: int) -> int:
    """How many characters so many of Qt's 16-bit units are."""
    return len(text.encode("utf-16-le")[: 2 * units].decode("utf-16-le", "ignore"))
