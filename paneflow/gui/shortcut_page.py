"""All shortcuts in the settings: listed, searched, set by pressing them, unbound, and given back their default."""

from functools import partial

from paneflow.gui.actions import ACTIONS, Action
from paneflow.gui.chord_text import chord_text
from paneflow.gui.key_translation import PLATFORM, Platform, to_key_event
from paneflow.gui.keymap import chord_of, defaults
from paneflow.gui.look import Look
from paneflow.gui.qt import (
    QEvent,
    QFrame,
    QHBoxLayout,
    QKeyEvent,
    QLabel,
    QLineEdit,
    QObject,
    QPushButton,
    QScrollArea,
    Qt,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from paneflow.spec.chord import Chord
from paneflow.spec.config import UNBOUND
from paneflow.vt.input import KeyAction

_ALONE = ("shift", "control", "alt", "super")


class KeyField(QPushButton):
    """Shows an action's keys; pressed, it waits for new ones."""

    def __init__(self, action: Action, page: "ShortcutPage") -> None:
        super().__init__(page)
        self.action_name, self._page = action.name, page
        self.listening = False
        self.setAutoDefault(False)
        self.setMinimumWidth(200)
        self.setAccessibleName(f"Keys of {action.title}")
        self.clicked.connect(self._listen)
        self.installEventFilter(self)

    def show_keys(self, chords: list[Chord]) -> None:
        """Show what is bound."""
        self.listening = False
        mac = PLATFORM is Platform.MAC
        self.setText("   ".join(chord_text(chord, mac=mac) for chord in chords) or "—")

    def _listen(self) -> None:
        self.listening = True
        self.setText("Press the keys · Esc keeps · Del unbinds")

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: D102, N802 - Qt's name
        if self.listening and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return False

    def focusNextPrevChild(self, following: bool) -> bool:  # noqa: D102, FBT001, N802 - Qt's name
        return False if self.listening else super().focusNextPrevChild(following)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102, N802 - Qt's name
        key = to_key_event(event, KeyAction.PRESS)
        if not self.listening or key is None:
            super().keyPressEvent(event)
            return
        if key.key.startswith(_ALONE):
            return
        chord = chord_of(key)
        if chord == Chord("escape"):
            self._page.take_look()
        elif chord in (Chord("delete"), Chord("backspace")):
            self._page.unbind(self.action_name)
        else:
            self._page.bind(self.action_name, chord)


class ShortcutPage(QWidget):
    """A row for each action of the table."""

    def __init__(self, look: Look, parent: QWidget) -> None:
        super().__init__(parent)
        self._look = look
        self.fields: dict[str, KeyField] = {}
        self._rows: list[tuple[Action, QWidget]] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self.filter = QLineEdit(self)
        self.filter.setPlaceholderText("Find an action")
        self.filter.setAccessibleName("Find an action")
        self.filter.textChanged.connect(self._narrow)
        self.message = QLabel("", self)
        self.message.setProperty("role", "muted")
        self.message.setWordWrap(True)
        column.addWidget(self.filter)
        column.addWidget(self.message)
        column.addWidget(self._make_list(), 1)

    def _make_list(self) -> QScrollArea:
        inside = QWidget()
        rows = QVBoxLayout(inside)
        rows.setContentsMargins(0, 0, 12, 0)
        rows.setSpacing(2)
        for action in ACTIONS:
            row = QWidget()
            line = QHBoxLayout(row)
            line.setContentsMargins(0, 2, 0, 2)
            line.addWidget(QLabel(action.title, row), 1)
            reset = QToolButton(row)
            reset.setText("↺")
            reset.setAccessibleName(f"Default keys of {action.title}")
            reset.clicked.connect(partial(self.reset, action.name))
            line.addWidget(reset)
            field = self.fields[action.name] = KeyField(action, self)
            line.addWidget(field)
            self._rows.append((action, row))
            rows.addWidget(row)
        rows.addStretch(1)
        scroll = QScrollArea(self)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(inside)
        return scroll

    def take_look(self) -> None:
        """Show what is bound now."""
        keymap = self._look.keymap
        for name, field in self.fields.items():
            field.show_keys(keymap.chords(name))

    def bind(self, action: str, chord: Chord) -> None:
        """Give an action a chord; whoever had it loses it, and is named."""
        if chord.types_text:
            self.message.setText(
                f"{chord_text(chord)} is what programs get when a person types; add Ctrl, Alt or Super."
            )
            self.take_look()
            return
        had = self._look.keymap.action(chord)
        self._write(chord, action)
        if had is not None and had != action:
            title = next(each.title for each in ACTIONS if each.name == had)
            self.message.setText(f"{chord_text(chord)} was “{title}”, which has lost it.")
        else:
            self.message.setText("")

    def unbind(self, action: str) -> None:
        """Give an action's chords back to the programs."""
        for chord in self._look.keymap.chords(action):
            self._write(chord, UNBOUND)

    def reset(self, action: str, *_: object) -> None:
        """Give an action its default chords again."""
        shortcuts = self._look.config.shortcuts
        mac = PLATFORM is Platform.MAC
        own = {str(chord) for chord in _default_chords(action, mac=mac)}
        for written, bound in dict(shortcuts).items():
            if bound == action or written in own:
                self._look.set(("shortcuts", written), None)

    def _write(self, chord: Chord, action: str) -> None:
        try:
            self._look.set(("shortcuts", str(chord)), action)
        except (ValueError, OSError) as error:
            self.message.setText(str(error))
            self.take_look()

    def _narrow(self, query: str) -> None:
        words = query.casefold().split()
        for action, row in self._rows:
            text = f"{action.title} {action.name} {self.fields[action.name].text()}".casefold()
            row.setVisible(all(word in text for word in words))


def _default_chords(action: str, *, mac: bool) -> list[Chord]:
    return [chord for chord, name in defaults(mac=mac).items() if name == action]
