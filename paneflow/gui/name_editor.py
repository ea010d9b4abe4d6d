"""Renaming in place: a field laid over the name that it changes."""

from paneflow.gui.qt import QFocusEvent, QKeyEvent, QLineEdit, Qt, QWidget, Signal
from paneflow.model.limits import MAX_NAME


class NameEditor(QLineEdit):
    """Enter and the loss of the keyboard take what was changed, Esc does not. It goes away by itself, once."""

    named = Signal(int, str)  # what is renamed, and the name without spaces around it: "" when all was deleted
    over = Signal(bool)  # whether by a key, so that the keyboard has to go somewhere

    def __init__(self, what: int, title: str, text: str, parent: QWidget) -> None:
        super().__init__(text[:MAX_NAME], parent)
        self.what = what
        self.is_over = False
        self._before = self.text()
        self.setAccessibleName(title)
        self.setMaxLength(MAX_NAME)
        self.selectAll()
        self.returnPressed.connect(self._take)

    def begin(self) -> None:
        """Show it, with the keyboard."""
        self.show()
        self.setFocus()

    def cancel(self) -> None:
        """Go away, and change nothing."""
        self._end(None)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: D102, N802 - Qt's name
        super().focusOutEvent(event)
        if event.reason() is not Qt.FocusReason.PopupFocusReason:  # its own menu
            self._take()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102, N802 - Qt's name
        if event.key() == Qt.Key.Key_Escape:
            self.cancel()
        else:
            super().keyPressEvent(event)
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                event.accept()  # else it would go on to who has the keyboard now

    def _take(self) -> None:
        changed = self.text() != self._before
        self._end(self.text().strip() if changed else None)

    def _end(self, name: str | None) -> None:
        if self.is_over:
            return
        self.is_over = True
        if name is not None:
            self.named.emit(self.what, name)
        self.over.emit(self.hasFocus())  # first: a hidden field would pass the keyboard to whatever comes next
        self.hide()
        self.deleteLater()
