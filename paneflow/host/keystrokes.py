"""Keystrokes as words ("ctrl-c", "shift-tab", "alt-left") → key events. Pure."""

from typing import Final

from paneflow.errors import InvalidParams
from paneflow.vt.input import NAMED_KEYS, KeyEvent, Mods

MODIFIERS: Final = {
    "ctrl": Mods.CTRL, "control": Mods.CTRL, "c": Mods.CTRL, "alt": Mods.ALT, "meta": Mods.ALT, "option": Mods.ALT,
    "m": Mods.ALT, "shift": Mods.SHIFT, "s": Mods.SHIFT, "super": Mods.SUPER, "cmd": Mods.SUPER,
}  # fmt: skip
ALIASES: Final = {
    "esc": "escape", "return": "enter", "cr": "enter", "bs": "backspace", "del": "delete", "ins": "insert",
    "pageup": "page_up", "pgup": "page_up", "pagedown": "page_down", "pgdn": "page_down", "spc": "space",
    "minus": "-", "dash": "-", "plus": "+",
}  # fmt: skip


def parse_keystroke(text: str) -> KeyEvent:
    """Modifiers and a key, joined by dashes. Raises `InvalidParams` (unknown_key)."""
    if any(ord(char) < 32 or ord(char) == 127 for char in text):
        raise _unknown(text, "a keystroke is written in words")
    *modifiers, key = _words(text)
    mods = Mods.NONE
    for word in modifiers:
        if word.lower() not in MODIFIERS:
            raise _unknown(text, f"{word!r} is no modifier; there are ctrl, alt, shift and super")
        mods |= MODIFIERS[word.lower()]
    return _event(text, key, mods)


def _words(text: str) -> list[str]:
    if text == "-" or text.endswith("--"):  # the key is the dash itself
        return [*text[:-2].split("-"), "-"] if text != "-" else ["-"]
    return text.split("-")


def _event(text: str, key: str, mods: Mods) -> KeyEvent:
    name = key.lower().replace(" ", "_")
    name = ALIASES.get(name, name)
    if len(key) == 1:
        if key != key.lower() and not mods & Mods.CTRL:  # an upper-case letter is a shifted one, but ctrl-C is ctrl-c
            mods |= Mods.SHIFT
        shifted = key.upper() if mods & Mods.SHIFT else key
        plain = not mods & (Mods.CTRL | Mods.ALT | Mods.SUPER)
        return KeyEvent(key.lower(), mods, shifted if plain else "", unshifted=key.lower())
    if name not in NAMED_KEYS:
        raise _unknown(text, f"{key!r} is no key")
    return KeyEvent(name, mods, " " if name == "space" and not mods & ~Mods.SHIFT else "")


def _unknown(text: str, why: str) -> InvalidParams:
    return InvalidParams(f"{text!r} is no keystroke: {why}", kind="unknown_key", keystroke=text)
