"""QKeyEvent to KeyEvent, and nothing else.

Qt names a key by what it types; `KeyEvent.key` wants what is printed on it unshifted. Where the two differ (Shift and a
symbol, a layout that is not Latin) the scan code tells, which Qt hands through on X11, Wayland and Windows.
"""

import sys
from enum import StrEnum
from typing import Final

from paneflow.gui.options import OptionKeys
from paneflow.gui.qt import QKeyEvent, Qt
from paneflow.vt.input import KeyAction, KeyEvent, Mods


class Platform(StrEnum):
    """What differs between systems: modifiers and scan codes."""

    UNIX = "unix"
    WINDOWS = "windows"
    MAC = "mac"


PLATFORM: Final = {"win32": Platform.WINDOWS, "darwin": Platform.MAC}.get(sys.platform, Platform.UNIX)

_K = Qt.Key
_NAMED: Final = {
    _K.Key_Return: "enter", _K.Key_Enter: "enter", _K.Key_Tab: "tab", _K.Key_Backtab: "tab",
    _K.Key_Backspace: "backspace", _K.Key_Escape: "escape", _K.Key_Space: "space", _K.Key_Insert: "insert",
    _K.Key_Delete: "delete", _K.Key_Home: "home", _K.Key_End: "end", _K.Key_PageUp: "page_up",
    _K.Key_PageDown: "page_down", _K.Key_Up: "up", _K.Key_Down: "down", _K.Key_Left: "left", _K.Key_Right: "right",
    _K.Key_Menu: "menu", _K.Key_Print: "print_screen", _K.Key_SysReq: "print_screen", _K.Key_Clear: "kp_begin",
    _K.Key_ScrollLock: "scroll_lock", _K.Key_Pause: "pause", _K.Key_CapsLock: "caps_lock", _K.Key_NumLock: "num_lock",
    **{Qt.Key(_K.Key_F1.value + n): f"f{n + 1}" for n in range(25)},
}  # fmt: skip
_KEYPAD: Final = {
    **{Qt.Key(_K.Key_0.value + n): f"kp_{n}" for n in range(10)},
    _K.Key_Period: "kp_decimal", _K.Key_Comma: "kp_decimal", _K.Key_Slash: "kp_divide", _K.Key_Asterisk: "kp_multiply",
    _K.Key_Minus: "kp_subtract", _K.Key_Plus: "kp_add", _K.Key_Enter: "kp_enter", _K.Key_Return: "kp_enter",
    _K.Key_Equal: "kp_equal", _K.Key_Clear: "kp_begin", _K.Key_Left: "kp_left", _K.Key_Right: "kp_right",
    _K.Key_Up: "kp_up", _K.Key_Down: "kp_down", _K.Key_PageUp: "kp_page_up", _K.Key_PageDown: "kp_page_down",
    _K.Key_Home: "kp_home", _K.Key_End: "kp_end", _K.Key_Insert: "kp_insert", _K.Key_Delete: "kp_delete",
}  # fmt: skip
_MODIFIER_KEYS: Final = {_K.Key_Shift: "shift", _K.Key_Control: "control", _K.Key_Alt: "alt", _K.Key_Meta: "super"}
_MAC_MODIFIER_KEYS: Final = {**_MODIFIER_KEYS, _K.Key_Control: "super", _K.Key_Meta: "control"}
_OPTION_BITS: Final = (("left", 0x20), ("right", 0x40))  # NX_DEVICELALTKEYMASK and its neighbour in IOLLEvent.h
_RIGHT_SCAN_CODES: Final = (54, 97, 100, 126)  # evdev: right shift, control, alt, super

_LINE_KEYS: Final = {  # as readline and zsh know them
    (Mods.SUPER, "left"): ("a", Mods.CTRL),
    (Mods.SUPER, "right"): ("e", Mods.CTRL),
    (Mods.SUPER, "backspace"): ("u", Mods.CTRL),
    (Mods.ALT, "left"): ("b", Mods.ALT),
    (Mods.ALT, "right"): ("f", Mods.ALT),
}

# evdev's numbers of the keys that type, which are those of PC scan codes too
_ROWS: Final = ((2, "1234567890-="), (16, "qwertyuiop[]"), (30, "asdfghjkl;'`"), (43, "\\zxcvbnm,./"), (86, "<"))
_PRINTED: Final = {first + n: character for first, row in _ROWS for n, character in enumerate(row)}
_X11_OFFSET: Final = 8  # X11's key codes, and Wayland's in Qt, are evdev's plus 8
_US_SHIFTED: Final = dict(zip('!@#$%^&*()_+{}|:"<>?~', "1234567890-=[]\\;',./`", strict=True))


def to_key_event(
    event: QKeyEvent, action: KeyAction, *, platform: Platform = PLATFORM, option_as_alt: OptionKeys = "none"
) -> KeyEvent | None:
    """The key of a Qt event; None for keys terminals do not know (volume, dead keys, input method switches)."""
    mods = _mods(event, platform)
    text = event.text() if event.text().isprintable() else ""
    scan_code = event.nativeScanCode() - (_X11_OFFSET if platform is Platform.UNIX else 0)
    option_is_alt = platform is Platform.MAC and _is_alt(option_as_alt, event.nativeModifiers())
    mods, text = _settle_third_level(mods, text, platform, option_is_alt=option_is_alt)
    if mods & (Mods.CTRL | Mods.SUPER):
        text = ""
    key = Qt.Key(event.key()) if event.key() in _KNOWN_KEYS else None
    named = _named(key, event, scan_code, platform)
    if named is not None:
        typed = text if named == "space" or named.startswith("kp_") else ""
        return KeyEvent(named, mods, typed, action)
    name, unshifted = _character(event.key(), text, mods, scan_code)
    return KeyEvent(name, mods, text, action, unshifted) if name else None


def in_the_line(key: KeyEvent, *, platform: Platform = PLATFORM) -> KeyEvent:
    """On a Mac, what moves and deletes by lines and words in every text field does so in a shell's line: as its own keys."""
    found = _LINE_KEYS.get((key.mods, key.key)) if platform is Platform.MAC else None
    return key._replace(key=found[0], mods=found[1]) if found else key


def is_modifier(key: KeyEvent) -> bool:
    """Whether it is a modifier itself, pressed alone or before another key."""
    return key.key.startswith(("shift_", "control_", "alt_", "super_"))


_KNOWN_KEYS: Final = frozenset(key.value for key in Qt.Key)


def _mods(event: QKeyEvent, platform: Platform) -> Mods:
    held = event.modifiers()
    control, meta = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.MetaModifier
    if platform is Platform.MAC:  # Qt swaps the two there: its Control is Command
        control, meta = meta, control
    found = Mods.NONE
    for modifier, mod in (
        (Qt.KeyboardModifier.ShiftModifier, Mods.SHIFT),
        (Qt.KeyboardModifier.AltModifier, Mods.ALT),
        (control, Mods.CTRL),
        (meta, Mods.SUPER),
    ):
        if held & modifier:
            found |= mod
    return found | Mods.SHIFT if event.key() == Qt.Key.Key_Backtab else found


def _is_alt(chosen: OptionKeys, native: int) -> bool:
    """Whether an Option key that is held is one of those that are Alt; of both held, one is enough."""
    held = [side for side, bit in _OPTION_BITS if native & bit]
    return chosen == "both" or chosen in held


def _settle_third_level(mods: Mods, text: str, platform: Platform, *, option_is_alt: bool) -> tuple[Mods, str]:
    """AltGr and Option type characters: they are no modifiers of what they typed."""
    if platform is Platform.WINDOWS and text and mods & Mods.CTRL and mods & Mods.ALT:
        return mods & ~(Mods.CTRL | Mods.ALT), text
    if platform is Platform.MAC and mods & Mods.ALT and text:
        return (mods, "") if option_is_alt else (mods & ~Mods.ALT, text)
    return mods, text


def _named(key: Qt.Key | None, event: QKeyEvent, scan_code: int, platform: Platform) -> str | None:
    if key is None:
        return None
    modifiers = _MAC_MODIFIER_KEYS if platform is Platform.MAC else _MODIFIER_KEYS
    if key in modifiers:
        return modifiers[key] + ("_right" if scan_code in _RIGHT_SCAN_CODES else "_left")
    if key is Qt.Key.Key_AltGr:
        return "alt_right"
    on_keypad = bool(event.modifiers() & Qt.KeyboardModifier.KeypadModifier)
    # A Mac says that its arrow keys are on the keypad; they are not, and digits have a text.
    if on_keypad and key in _KEYPAD and (platform is not Platform.MAC or event.text().isprintable()):
        return _KEYPAD[key]
    return _NAMED.get(key)


def _character(code: int, text: str, mods: Mods, scan_code: int) -> tuple[str, str]:
    """(key, unshifted) of a key that types a character; ("", "") if it types none."""
    printed = _PRINTED.get(scan_code, "")
    if not 0x20 < code < 0x110000:  # dead keys and the like lie above Unicode in Qt's numbering
        return "", ""
    character = chr(code).lower()
    if not character.isascii():
        return (printed or character), (character if printed and len(character) == 1 else "")
    if character.isalpha() or not mods & Mods.SHIFT:
        return character, ""
    return printed or _US_SHIFTED.get(character, character), ""
