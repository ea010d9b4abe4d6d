"""What can be done with the marked line of a list beside taking it: all of it to read, and a button with a key for each."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from paneflow.gui.qt import QHBoxLayout, QKeyEvent, QLabel, QPushButton, Qt, QVBoxLayout, QWidget


class Extra(NamedTuple):
    """One thing to do. Its key is pressed together with Ctrl (Cmd on a Mac); `keys` says so to people."""

    title: str
    key: Qt.Key
    keys: str
    run: Callable[[], None]


class Extras(QWidget):
    """Below a list. `taken` gets what was chosen; the keyboard stays in the list."""

    def __init__(self, taken: Callable[[Extra], None], parent: QWidget) -> None:
        super().__init__(parent)
        self._taken = taken
        self._extras: Sequence[Extra] = ()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 4, 8, 4)
        self.about = QLabel(self)
        self.about.setWordWrap(True)
        self.about.setTextFormat(Qt.TextFormat.PlainText)
        layout.addWidget(self.about)
        self._row = QHBoxLayout()
        self._row.addStretch()
        layout.addLayout(self._row)
        self.buttons: list[QPushButton] = []
        self.hide()

    def show_for(self, about: str, extras: Sequence[Extra]) -> None:
        """Show what is asked about, whole, and its buttons; hidden when there are none."""
        self._extras = extras
        for button in self.buttons:
            button.deleteLater()
            self._row.removeWidget(button)
        self.buttons = [self._button(about, each) for each in extras]
        self.about.setText(about)
        self.setVisible(bool(extras))

    def _button(self, about: str, extra: Extra) -> QPushButton:
        button = QPushButton(f"{extra.title}  {extra.keys}", self)
        button.setAccessibleName(f"{extra.title}: {about}")
        button.setAccessibleDescription(extra.keys)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.clicked.connect(lambda: self._taken(extra))
        self._row.addWidget(button)
        return button

    def take_key(self, event: QKeyEvent) -> bool:
        """Do what a key stands for; whether it stands for anything."""
        if not event.modifiers() & Qt.KeyboardModifier.ControlModifier or event.isAutoRepeat():
            return False
        wanted = next((each for each in self._extras if each.key.value == event.key()), None)
        if wanted is not None:
            self._taken(wanted)
        return wanted is not None
