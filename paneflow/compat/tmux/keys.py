"""tmux's key names: `C-c`, `M-x`, `Enter`, `PageUp`, `^A`, `0x1b`. Pure.

A name becomes a `Key`, and a `Key` becomes an event that the engine encodes as the program's modes want it.
"""

from typing import Final, NamedTuple

from paneflow.vt.input import KeyEvent, Mods

# What a person may write → the name tmux shows → the event's key name.
_KEYS: Final = (
    *((f"F{number}", f"F{number}", f"f{number}") for number in range(1, 13)),
    ("IC", "IC", "insert"),
    ("Insert", "IC", "insert"),
    ("DC", "DC", "delete"),
    ("Delete", "DC", "delete"),
    ("Home", "Home", "home"),
    ("End", "End", "end"),
    ("NPage", "NPage", "page_down"),
    ("PageDown", "NPage", "page_down"),
    ("PgDn", "NPage", "page_down"),
    ("PPage", "PPage", "page_up"),
    ("PageUp", "PPage", "page_up"),
    ("PgUp", "PPage", "page_up"),
    ("Tab", "Tab", "tab"),
    ("BTab", "BTab", "tab"),
    ("Space", "Space", "space"),
    ("BSpace", "BSpace", "backspace"),
    ("Enter", "Enter", "enter"),
    ("Escape", "Escape", "escape"),
    ("Up", "Up", "up"),
    ("Down", "Down", "down"),
    ("Left", "Left", "left"),
    ("Right", "Right", "right"),
    ("KP/", "KP/", "kp_divide"),
    ("KP*", "KP*", "kp_multiply"),
    ("KP-", "KP-", "kp_subtract"),
    ("KP+", "KP+", "kp_add"),
    ("KP.", "KP.", "kp_decimal"),
    ("KPEnter", "KPEnter", "kp_enter"),
    *((f"KP{number}", f"KP{number}", f"kp_{number}") for number in range(10)),
)
NAMES: Final = {written.lower(): shown for written, shown, _ in _KEYS}
EVENT_KEYS: Final = {shown: event for _, shown, event in _KEYS}
CONTROL_NAMES: Final = {"\t": "Tab", "\r": "Enter", "\x1b": "Escape", " ": "Space"}
MODIFIERS: Final = {"c": Mods.CTRL, "m": Mods.ALT, "s": Mods.SHIFT}
# Characters that keep their C- because no control character stands for them.
NO_CONTROL: Final = frozenset("!#()+,-.0123456789:;<=>'\r\t\x7f`/")


class Key(NamedTuple):
    """`base` is a character, or a name as tmux shows it. `None` and `Any` are names too."""

    base: str
    mods: Mods = Mods.NONE


def parse_key(text: str) -> Key | None:
    """A key by name; None if that is not a key's name. A single character is its own name."""
    if text.lower() in ("none", "any"):
        return Key(text.capitalize())
    if text.startswith("0x"):
        return _hexadecimal(text[2:])
    mods, base = Mods.NONE, text
    if len(base) > 1 and base[0] == "^":
        mods, base = Mods.CTRL, base[1:]
    while len(base) > 1 and base[1] == "-":
        if base[0].lower() not in MODIFIERS:
            return None
        mods, base = mods | MODIFIERS[base[0].lower()], base[2:]
    if len(base) == 1:
        return _character(base, mods)
    shown = NAMES.get(base.lower())
    return None if shown is None else Key(shown, mods)


def _hexadecimal(digits: str) -> Key | None:
    try:
        char = chr(int(digits, 16))
        char.encode()
    except ValueError:
        return None
    return _character(char, Mods.NONE, control=True)


def _character(char: str, mods: Mods, *, control: bool = False) -> Key | None:
    code = ord(char)
    if code < 32 and not control:
        return None
    if code > 127:
        return Key(char, mods)
    if code < 32:
        return _from_control(char, mods)
    if mods & Mods.CTRL and char not in NO_CONTROL:
        return _controlled(char, mods & ~Mods.CTRL)
    return Key(CONTROL_NAMES.get(char, char), mods)


def _controlled(char: str, mods: Mods) -> Key | None:
    if char == "?":
        return Key("?", mods | Mods.CTRL)
    if "a" <= char <= "z":
        return _from_control(chr(ord(char) - 96), mods)
    if "@" <= char <= "_":
        return _from_control(chr(ord(char) - 64), mods)
    return Key("Space", mods | Mods.CTRL) if char == " " else None


def _from_control(char: str, mods: Mods) -> Key:
    if char in CONTROL_NAMES:
        return Key(CONTROL_NAMES[char], mods)
    if char == "\0":
        return Key("Space", mods | Mods.CTRL)
    code = ord(char)
    return Key(chr(code + (96 if code <= 26 else 64)), mods | Mods.CTRL)


def key_name(key: Key) -> str:
    """The name tmux shows for a key."""
    prefix = "".join(text for text, mod in (("C-", Mods.CTRL), ("M-", Mods.ALT), ("S-", Mods.SHIFT)) if key.mods & mod)
    return prefix + key.base


def typed_text(key: Key) -> str | None:
    """What a key without modifiers types: a character; None if it takes an encoding."""
    if key.mods or (len(key.base) > 1 and key.base != "Space"):
        return None
    return " " if key.base == "Space" else key.base


def key_event(key: Key) -> KeyEvent | None:
    """The event of a key; None if it is not one that a terminal can send (`None`, `Any`)."""
    mods = key.mods | (Mods.SHIFT if key.base == "BTab" else Mods.NONE)
    if len(key.base) > 1:
        name = EVENT_KEYS.get(key.base)
        return None if name is None else KeyEvent(name, mods, text=" " if name == "space" and not mods else "")
    lower = key.base.lower()
    if lower != key.base:
        mods |= Mods.SHIFT
    text = "" if mods & Mods.CTRL else key.base
    return KeyEvent(lower, mods, text=text, unshifted=lower)


def control_byte(key: Key) -> bytes:
    """The byte that Control makes of a character, where the engine knows none: `C-@`, `C-2`, `C-/`."""
    char = {"Space": " "}.get(key.base, key.base)
    special = {" ": 0, "2": 0, "|": 28, "6": 30, "-": 31, "/": 31, "?": 127}
    if not key.mods & Mods.CTRL or key.mods & Mods.SHIFT or len(char) != 1:
        return b""
    code = special.get(char, ord(char.upper()) - 64)
    prefix = b"\x1b" if key.mods & Mods.ALT else b""
    return prefix + bytes([code]) if 0 <= code < 32 or code == 127 else b""
