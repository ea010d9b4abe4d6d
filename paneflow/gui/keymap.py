"""Which action a chord starts: the defaults of the platform with `[shortcuts]` of the configuration over them. Pure.

A chord in `[shortcuts]` takes its chord from the action that had it; an action that is bound there loses its default
chords; the action "none" gives the chord back to the program in the pane.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from paneflow.gui.actions import ACTIONS, BY_NAME
from paneflow.spec.chord import Chord, parse_chord
from paneflow.spec.config import UNBOUND
from paneflow.vt.input import KeyEvent, Mods

_KEYS: Final = {"page_up": "pageup", "page_down": "pagedown", "kp_enter": "enter", "kp_add": "+", "kp_subtract": "-"}
_MODIFIERS: Final = ((Mods.CTRL, "ctrl"), (Mods.ALT, "alt"), (Mods.SHIFT, "shift"), (Mods.SUPER, "super"))
_WINDOWS: Final = {"ctrl+c": "terminal_copy", "ctrl+v": "terminal_paste"}  # what hands know there


class Keymap(NamedTuple):
    """Chords and their actions, and what was wrong with the configured ones."""

    bindings: Mapping[Chord, str]
    problems: tuple[str, ...]

    def action(self, chord: Chord) -> str | None:
        """The action a chord starts, if any."""
        return self.bindings.get(chord)

    def chords(self, action: str) -> list[Chord]:
        """The chords that start an action."""
        return [chord for chord, name in self.bindings.items() if name == action]


def chord_of(event: KeyEvent) -> Chord:
    """The chord that a key press is."""
    held = frozenset(name for mod, name in _MODIFIERS if event.mods & mod)
    return Chord(_KEYS.get(event.key, event.key), held)


def defaults(*, mac: bool, windows: bool = False) -> dict[Chord, str]:
    """The platform's own bindings."""
    own = {parse_chord(text).resolved(mac=mac): action.name for action in ACTIONS for text in action.defaults(mac=mac)}
    return own | ({parse_chord(text): name for text, name in _WINDOWS.items()} if windows else {})


def keymap(shortcuts: Mapping[str, str], *, mac: bool, windows: bool = False) -> Keymap:
    """The bindings in force. Entries that name no action or no chord are left out and told."""
    wanted: dict[Chord, str] = {}
    problems: list[str] = []
    for text, action in shortcuts.items():
        try:
            chord = parse_chord(text).resolved(mac=mac)
        except ValueError as error:
            problems.append(f"shortcuts: {text}: {error}")
            continue
        if action != UNBOUND and action not in BY_NAME:
            problems.append(f"shortcuts: {text}: there is no action {action}")
            continue
        wanted[chord] = action
    moved = set(wanted.values())
    own = defaults(mac=mac, windows=windows)
    bindings = {chord: name for chord, name in own.items() if name not in moved and chord not in wanted}
    bindings |= {chord: name for chord, name in wanted.items() if name != UNBOUND}
    return Keymap(bindings, tuple(problems))
