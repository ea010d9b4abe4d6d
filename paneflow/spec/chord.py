"""Key chords as people write them: `ctrl+shift+t`, also `ctrl-shift-t`.

Knows names only, neither a keyboard nor a platform: `mod` stays `mod` until the window resolves it to Cmd on macOS and
to Ctrl elsewhere.
"""

import re
from typing import NamedTuple

MODIFIERS = ("mod", "ctrl", "alt", "shift", "super")  # in the order in which a chord is written back
_MODIFIER_NAMES = {name: name for name in MODIFIERS} | {
    "secondary": "mod",
    "control": "ctrl",
    "option": "alt",
    "opt": "alt",
    "cmd": "super",
    "command": "super",
    "win": "super",
    "meta": "super",
}
_TEXT_KEYS = frozenset({"space", "tab", "enter", "backspace", "escape"})  # what typing needs without a modifier
KEYS = _TEXT_KEYS | {
    *("delete", "insert", "home", "end", "pageup", "pagedown", "left", "right", "up", "down", "menu"),
    *(f"f{n}" for n in range(1, 25)),
}
_KEY_NAMES = {name: name for name in KEYS} | {
    "return": "enter",
    "esc": "escape",
    "del": "delete",
    "ins": "insert",
    "pgup": "pageup",
    "page_up": "pageup",
    "pgdn": "pagedown",
    "pgdown": "pagedown",
    "page_down": "pagedown",
    "plus": "+",
    "minus": "-",
    "equal": "=",
}
_MODIFIER = re.compile(r"([a-z]+)[+-](?=.)")


class Chord(NamedTuple):
    """A key with the modifiers held. `key` is a name of `KEYS` or one printable character in lower case."""

    key: str
    modifiers: frozenset[str] = frozenset()

    def __str__(self) -> str:
        return "+".join([*(m for m in MODIFIERS if m in self.modifiers), self.key])

    @property
    def types_text(self) -> bool:
        """Whether the chord is what a program expects from plain typing, so that a binding would break that."""
        plain = len(self.key) == 1 or self.key in _TEXT_KEYS
        return plain and not self.modifiers - {"shift"}

    def resolved(self, *, mac: bool) -> "Chord":
        """With `mod` replaced by the platform's key."""
        if "mod" not in self.modifiers:
            return self
        return Chord(self.key, self.modifiers - {"mod"} | {"super" if mac else "ctrl"})


def parse_chord(text: str) -> Chord:
    """Read a chord. Raises ValueError with a sentence that says what is wrong."""
    rest = text.strip().lower()
    modifiers: set[str] = set()
    while match := _MODIFIER.match(rest):
        name = _MODIFIER_NAMES.get(match[1])
        if name is None:
            raise ValueError(f"{match[1]} is not a modifier; allowed: {', '.join(MODIFIERS)}")
        if name in modifiers:
            raise ValueError(f"{name} is there twice")
        modifiers.add(name)
        rest = rest[match.end() :]
    return Chord(_key(rest), frozenset(modifiers))


def _key(name: str) -> str:
    if len(name) == 1 and name.isprintable() and name != " ":
        return name
    if name in _KEY_NAMES:
        return _KEY_NAMES[name]
    if not name or name in _MODIFIER_NAMES or name.rstrip("+-") in _MODIFIER_NAMES:
        raise ValueError("a key is missing after the modifiers")
    raise ValueError(f"{name} is not a key; allowed: one character, f1 to f24, {', '.join(sorted(_named()))}")


def _named() -> set[str]:
    return {key for key in KEYS if not (key[0] == "f" and key[1:].isdigit())}
