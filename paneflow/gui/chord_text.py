"""Chords as people read them: Ctrl+Shift+T, or ⇧⌘T on a Mac. Pure."""

from typing import Final

from paneflow.spec.chord import MODIFIERS, Chord

_NAMES: Final = {
    "pageup": "PgUp", "pagedown": "PgDn", "left": "←", "right": "→", "up": "↑", "down": "↓", "escape": "Esc",
    "delete": "Del", "insert": "Ins",
}  # fmt: skip
_MAC: Final = {"ctrl": "⌃", "alt": "⌥", "shift": "⇧", "super": "⌘", "mod": "⌘"}


def chord_text(chord: Chord, *, mac: bool = False) -> str:
    """For menus and lists."""
    key = _NAMES.get(chord.key, chord.key.capitalize() if len(chord.key) > 1 else chord.key.upper())
    held = [name for name in MODIFIERS if name in chord.modifiers]
    if mac:
        return "".join(_MAC[name] for name in held) + key
    return "+".join([*(name.capitalize() for name in held), key])
