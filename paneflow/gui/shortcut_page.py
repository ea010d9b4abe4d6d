"""All shortcuts in the settings: listed, searched, set by pressing them, unbound, and given back their default."""

from functools import partial

from paneflow.gui.actions import ACTIONS, BY_NAME, Action
from paneflow.gui.chord_text import chord_text
from paneflow.gui.key_translation import PLATFORM, Platform, to_key_event
from paneflow.gui.keymap import chord_of, defaults
from paneflow.gui.look import Look
from paneflow.gui.qt import (
    QEvent,
    QFocusEvent,
    QFrame,
    QHBoxLayout,
    QKeyEvent,
    QLabel,
    QObject,
    QPushButton,
    QScrollArea,
    Qt,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from paneflow.spec.chord import Chord, parse_chord
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

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: D102, N802 - Qt's name
        super().focusOutEvent(event)
        if self.listening:
            self._page.take_look()

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
        self._resets: dict[str, QToolButton] = {}
        self._rows: list[tuple[Action, QWidget]] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self.message = QLabel("", self)
        self.message.setProperty("role", "muted")
        self.message.setWordWrap(True)
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
            reset.setToolTip("Back to the default")
            reset.setAccessibleName(f"Default keys of {action.title}")
            reset.clicked.connect(partial(self.reset, action.name))
            policy = reset.sizePolicy()
            policy.setRetainSizeWhenHidden(True)
            reset.setSizePolicy(policy)
            self._resets[action.name] = reset
            line.addWidget(reset)
            field = self.fields[action.name] = KeyField(action, self)
            line.addWidget(field)
            self._rows.append((action, row))
            rows.addWidget(row)
        rows.addStretch(1)
        scroll = QScrollArea(self)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what is in it has the keyboard
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(inside)
        return scroll

    def take_look(self) -> None:
        """Show what is bound now."""
        keymap, own = self._look.keymap, _defaults()
        for name, field in self.fields.items():
            chords = keymap.chords(name)
            field.show_keys(chords)
            self._resets[name].setVisible(set(chords) != {chord for chord, action in own.items() if action == name})

    def bind(self, action: str, chord: Chord) -> None:
        """Give an action this chord instead of those it had; whoever had it loses it, and is named."""
        if chord.types_text:
            self.message.setText(
                f"{chord_text(chord)} is what programs get when a person types; add Ctrl, Alt or Super."
            )
            self.take_look()
            return
        had = self._look.keymap.action(chord)
        self._write(action, [chord], {str(chord): action})
        if had is not None and had != action:
            self.message.setText(f"{chord_text(chord)} was “{BY_NAME[had].title}”, which has lost it.")
        else:
            self.message.setText("")

    def unbind(self, action: str) -> None:
        """Give an action's chords back to the programs."""
        held = self._look.keymap.chords(action)
        own = [chord for chord, name in _defaults().items() if name == action]
        own = [
            chord for chord in own if self._look.keymap.action(chord) in (None, action)
        ]  # not another action's by now
        self._write(action, [*held, *own], {str(chord): UNBOUND for chord in own})

    def reset(self, action: str, *_: object) -> None:
        """Give an action its default chords again."""
        self._write(action, [chord for chord, name in _defaults().items() if name == action], {})

    def _written(self, action: str, *chords: Chord) -> list[str]:
        """The keys of the file that bind an action or are one of these chords, however they are spelt."""
        return [
            written
            for written, bound in self._look.written("shortcuts").items()
            if bound == action or _chord(written) in chords
        ]

    def _write(self, action: str, chords: list[Chord], bound: dict[str, str]) -> None:
        """Take an action's keys and these chords out of the file, and put others in."""
        try:
            values = dict.fromkeys(self._written(action, *chords)) | bound
            self._look.set_all({("shortcuts", written): value for written, value in values.items()})
        except (ValueError, OSError) as error:
            self.message.setText(str(error))
            self.take_look()

    def narrow(self, query: str) -> bool:
        """Show the actions that have all words of a query in their name or keys; whether there are any."""
        words, found = query.casefold().split(), False
        for action, row in self._rows:
            text = f"{action.title} {action.name} {self.fields[action.name].text()}".casefold()
            fits = all(word in text for word in words)
            row.setVisible(fits)
            found = found or fits
        return found


def _chord(written: str) -> Chord | None:
    try:
        return parse_chord(written).resolved(mac=PLATFORM is Platform.MAC)
    except ValueError:
        return None


def _defaults() -> dict[Chord, str]:
    return defaults(mac=PLATFORM is Platform.MAC, windows=PLATFORM is Platform.WINDOWS)
