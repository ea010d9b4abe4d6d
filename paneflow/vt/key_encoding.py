"""Keys → bytes in plain Python: for the engine without a library, and to check the one with a library against.

Sources: xterm's control sequences ("PC-style function keys", modifyOtherKeys), Paul Evans's fixterms for what those leave
open, and the kitty keyboard protocol.
"""

from typing import Final, NamedTuple

from paneflow.vt.input import KeyAction, KeyEvent, Mods, typed_text, unshifted_text

_ESC: Final = "\x1b"
_CSI: Final = "\x1b["

_LETTERS: Final = {
    "up": "A", "down": "B", "right": "C", "left": "D", "home": "H", "end": "F",
    "kp_up": "A", "kp_down": "B", "kp_right": "C", "kp_left": "D", "kp_begin": "E", "kp_home": "H", "kp_end": "F",
}  # fmt: skip
_FUNCTION_LETTERS: Final = {"f1": "P", "f2": "Q", "f3": "R", "f4": "S"}
_NUMBERS: Final = {
    "insert": 2, "delete": 3, "page_up": 5, "page_down": 6, "kp_insert": 2, "kp_delete": 3, "kp_page_up": 5,
    "kp_page_down": 6, "f5": 15, "f6": 17, "f7": 18, "f8": 19, "f9": 20, "f10": 21, "f11": 23, "f12": 24,
    "f13": 25, "f14": 26, "f15": 28, "f16": 29, "f17": 31, "f18": 32, "f19": 33, "f20": 34,
    "f21": 42, "f22": 43, "f23": 44, "f24": 45, "f25": 46,
}  # fmt: skip
_F3: Final = 13  # with modifiers `CSI 1;m R` would read as a cursor position report
_KEYPAD: Final = {
    **{f"kp_{n}": "pqrstuvwxy"[n] for n in range(10)},
    "kp_decimal": "n", "kp_divide": "o", "kp_multiply": "j", "kp_subtract": "m", "kp_add": "k", "kp_enter": "M",
}  # fmt: skip
_BYTES: Final = {"enter": 13, "tab": 9, "escape": 27, "backspace": 127}

# Control characters that differ from the letter's position in the alphabet.
_CONTROLS: Final = {
    " ": 0, "/": 31, "0": 48, "1": 49, "2": 0, "3": 27, "4": 28, "5": 29, "6": 30, "7": 31, "8": 127, "9": 57, "?": 127,
    "@": 0, "[": 27, "\\": 28, "]": 29, "^": 30, "_": 31, "~": 30,
}  # fmt: skip

_KITTY_CODES: Final = {
    **_BYTES,
    "caps_lock": 57358, "scroll_lock": 57359, "num_lock": 57360, "print_screen": 57361, "pause": 57362, "menu": 57363,
    **{f"f{n}": 57363 + n for n in range(13, 26)},
    **{f"kp_{n}": 57399 + n for n in range(10)},
    "kp_decimal": 57409, "kp_divide": 57410, "kp_multiply": 57411, "kp_subtract": 57412, "kp_add": 57413,
    "kp_enter": 57414, "kp_equal": 57415, "kp_left": 57417, "kp_right": 57418, "kp_up": 57419, "kp_down": 57420,
    "kp_page_up": 57421, "kp_page_down": 57422, "kp_home": 57423, "kp_end": 57424, "kp_insert": 57425, "kp_delete": 57426,
    "kp_begin": 57427, "shift_left": 57441, "control_left": 57442, "alt_left": 57443, "super_left": 57444,
    "shift_right": 57447, "control_right": 57448, "alt_right": 57449, "super_right": 57450,
}  # fmt: skip
_MODIFIER_KEYS: Final = frozenset(
    f"{key}_{side}" for key in ("shift", "control", "alt", "super") for side in ("left", "right")
) | {"caps_lock", "num_lock"}

DISAMBIGUATE, REPORT_EVENTS, REPORT_ALTERNATES, REPORT_ALL, REPORT_TEXT = 1, 2, 4, 8, 16  # kitty's flags
_BINDING: Final = Mods.SHIFT | Mods.ALT | Mods.CTRL | Mods.SUPER


class KeyModes(NamedTuple):
    """What a key's bytes depend on."""

    application_cursor: bool = False  # DECCKM
    application_keypad: bool = False  # DECKPAM, with mode 1035 off
    backarrow_sends_backspace: bool = False  # DECBKM
    modify_other_keys: bool = False  # XTMODKEYS, state 2
    kitty_flags: int = 0


def encode_key(event: KeyEvent, modes: KeyModes) -> bytes:
    """The bytes of a key; b"" if it has none in these modes."""
    if modes.kitty_flags:
        return _kitty(event, modes.kitty_flags).encode("utf-8", "replace")
    if event.action is KeyAction.RELEASE:
        return b""
    return _legacy(event, modes).encode("utf-8", "replace")


def _modifier_code(mods: Mods) -> int:
    return 1 + int(mods & _BINDING)


# -- what xterm sends ------------------------------------------------------------------------------------------------
def _legacy(event: KeyEvent, modes: KeyModes) -> str:
    key, code = event.key, _modifier_code(event.mods)
    if key in _LETTERS:
        prefix = "\x1bO" if modes.application_cursor else _CSI
        return prefix + _LETTERS[key] if code == 1 else f"{_CSI}1;{code}{_LETTERS[key]}"
    if key in _FUNCTION_LETTERS:
        return _function_key(key, code)
    if key in _NUMBERS:
        return f"{_CSI}{_NUMBERS[key]}~" if code == 1 else f"{_CSI}{_NUMBERS[key]};{code}~"
    if key in _KEYPAD and modes.application_keypad:
        return f"\x1bO{_KEYPAD[key]}" if code == 1 else f"\x1bO{code}{_KEYPAD[key]}"
    if key == "kp_enter":
        return "\r" if code == 1 else ""
    if key in _BYTES:
        return _byte_key(key, code, modes)
    return _text_key(event, modes)


def _function_key(key: str, code: int) -> str:
    letter = _FUNCTION_LETTERS[key]
    if code == 1:
        return f"\x1bO{letter}"
    return f"{_CSI}{_F3};{code}~" if key == "f3" else f"{_CSI}1;{code}{letter}"


def _byte_key(key: str, code: int, modes: KeyModes) -> str:
    """Enter, Tab, Escape and Backspace: their byte, ESC before it for Alt, and fixterms' form for other modifiers."""
    byte = _BYTES[key]
    if key == "backspace":
        return _backspace(code, modes)
    if code == 1:
        return chr(byte)
    if code == 3 and not modes.modify_other_keys:
        return _ESC + chr(byte)
    if key == "tab" and code == 2 and not modes.modify_other_keys:
        return _CSI + "Z"
    return f"{_CSI}27;{code};{byte}~"


def _backspace(code: int, modes: KeyModes) -> str:
    control = bool(code - 1 & Mods.CTRL)
    if code not in (1, 5) and modes.modify_other_keys:
        return f"{_CSI}27;{code};127~"
    swapped = modes.backarrow_sends_backspace and code in (1, 5)
    byte = "\x08" if control != swapped else "\x7f"
    return _ESC + byte if code - 1 & Mods.ALT else byte


def _text_key(event: KeyEvent, modes: KeyModes) -> str:
    text, mods = typed_text(event), event.mods & _BINDING
    if modes.modify_other_keys and _modifies_other(text, mods):
        return f"{_CSI}27;{_modifier_code(mods)};{ord(text)}~"
    if mods & Mods.CTRL:
        control = _control(event, text)
        if control is not None:
            return _ESC + control if mods & Mods.ALT else control
    if len(text) == 1 and mods & Mods.CTRL:
        return _fixterms(event, text, mods)
    if mods & Mods.ALT and len(text.encode()) == 1:
        return _ESC + text
    return text


def _control(event: KeyEvent, text: str) -> str | None:
    """The control character of a chord with Ctrl, None when it has none: then it is reported with its modifiers."""
    mods = event.mods & _BINDING & ~Mods.ALT
    char = text if len(text.encode()) == 1 else event.key
    if len(char) != 1:
        return None
    if mods & Mods.SHIFT and not ("A" <= char <= "Z" or char == "@"):
        mods &= ~Mods.SHIFT
    if mods != Mods.CTRL:
        return None
    char = char.lower()
    if char == "[" and event.mods & Mods.SHIFT:
        return None
    if char in _CONTROLS:
        return chr(_CONTROLS[char])
    return chr(ord(char) & 31) if "a" <= char <= "z" else None


def _modifies_other(text: str, mods: Mods) -> bool:
    """xterm's rule for which characters modifyOtherKeys=2 reports."""
    if not mods or len(text) != 1:
        return False
    if "\x40" <= text <= "\x7f":
        return True
    return bool(mods & ~Mods.SHIFT) or (text == " " and bool(mods & Mods.SHIFT))


def _fixterms(event: KeyEvent, text: str, mods: Mods) -> str:
    char = text.lower() if mods & Mods.SHIFT and "A" <= text <= "Z" else text
    if char != unshifted_text(event):
        mods &= ~Mods.SHIFT
    return f"{_CSI}{ord(char)};{1 + int(mods & (Mods.SHIFT | Mods.ALT | Mods.CTRL))}u"


# -- the kitty keyboard protocol -------------------------------------------------------------------------------------
def _kitty(event: KeyEvent, flags: int) -> str:
    if event.action is KeyAction.RELEASE and not _reports_release(event.key, flags):
        return ""
    text, unshifted = typed_text(event), unshifted_text(event)
    consumed = Mods.SHIFT if text not in ("", unshifted) else Mods.NONE
    if not flags & REPORT_ALL:
        if event.key in _MODIFIER_KEYS:
            return ""
        if not event.mods & _BINDING & ~consumed and event.action is not KeyAction.RELEASE:
            if event.key in ("enter", "tab", "backspace"):
                return chr(_BYTES[event.key])
            if text:
                return text
    return _kitty_sequence(event, flags, text, unshifted)


def _reports_release(key: str, flags: int) -> bool:
    return bool(flags & REPORT_EVENTS) and (bool(flags & REPORT_ALL) or key not in ("enter", "tab", "backspace"))


def _kitty_sequence(event: KeyEvent, flags: int, text: str, unshifted: str) -> str:
    number, final = _kitty_key(event.key, unshifted)
    if not final:
        return text if event.action is not KeyAction.RELEASE else ""
    code = 1 + int(event.mods)
    kind = {KeyAction.PRESS: 1, KeyAction.REPEAT: 2, KeyAction.RELEASE: 3}[event.action] if flags & REPORT_EVENTS else 0
    if final not in "u~":
        return _CSI + (f"1;{code}:{kind}" if kind else f"1;{code}" if code > 1 else "") + final
    fields = [str(number) + _alternates(event, flags, number, text)]
    modifiers = f"{code}:{kind}" if kind > 1 else str(code) if code > 1 else ""
    typed = "" if kind == 3 or not flags & REPORT_TEXT else _associated(text, event.mods)
    if typed:
        fields += [modifiers, typed]
    elif modifiers:
        fields.append(modifiers)
    return _CSI + ";".join(fields) + final


def _kitty_key(key: str, unshifted: str) -> tuple[int, str]:
    """A key's number and final character; no final if it has neither."""
    if key in _KITTY_CODES:
        return _KITTY_CODES[key], "u"
    if key in _LETTERS:
        return 1, _LETTERS[key]
    if key == "f3":
        return _F3, "~"
    if key in _FUNCTION_LETTERS:
        return 1, _FUNCTION_LETTERS[key]
    if key in _NUMBERS:
        return _NUMBERS[key], "~"
    return (ord(unshifted), "u") if len(unshifted) == 1 else (0, "")


def _alternates(event: KeyEvent, flags: int, number: int, text: str) -> str:
    """`:shifted:base`, as far as they differ from the key."""
    if not flags & REPORT_ALTERNATES or number < 32 or number == 127:
        return ""
    shifted = f":{ord(text)}" if len(text) == 1 and ord(text) != number and event.mods & Mods.SHIFT else ""
    base = ord(event.key) if len(event.key) == 1 else number
    if base == number or text[:1] == event.key:
        return shifted
    return f"{shifted or ':'}:{base}"


def _associated(text: str, mods: Mods) -> str:
    if mods & (Mods.ALT | Mods.CTRL | Mods.SUPER):
        return ""
    return ":".join(str(ord(char)) for char in text if " " <= char != "\x7f")
