"""Keys and mouse events, as every source of them says it: the window, the socket, the tmux shim."""

from enum import IntFlag, StrEnum
from typing import NamedTuple


class Mods(IntFlag):
    """Modifiers, in the order of the kitty keyboard protocol."""

    NONE = 0
    SHIFT = 1
    ALT = 2
    CTRL = 4
    SUPER = 8
    CAPS_LOCK = 64
    NUM_LOCK = 128


class KeyAction(StrEnum):
    """What was done to the key."""

    PRESS = "press"
    REPEAT = "repeat"
    RELEASE = "release"


class KeyEvent(NamedTuple):
    """One key.

    `key` is a name: a lower-case letter, digit or punctuation character as printed unshifted on the key ("a", "1", ";"),
    or one of `NAMED_KEYS`. `text` is what the key typed ("" when nothing, or when a modifier swallowed it);
    `unshifted` is the character the key types without modifiers, where the layout differs from `key`.
    """

    key: str
    mods: Mods = Mods.NONE
    text: str = ""
    action: KeyAction = KeyAction.PRESS
    unshifted: str = ""


NAMED_KEYS: tuple[str, ...] = (
    "enter", "tab", "backspace", "escape", "space", "insert", "delete", "home", "end", "page_up", "page_down",
    "up", "down", "left", "right", "menu", "print_screen", "scroll_lock", "pause", "caps_lock", "num_lock",
    *(f"f{n}" for n in range(1, 26)),
    *(f"kp_{n}" for n in range(10)),
    "kp_decimal", "kp_divide", "kp_multiply", "kp_subtract", "kp_add", "kp_enter", "kp_equal",
    "kp_left", "kp_right", "kp_up", "kp_down", "kp_page_up", "kp_page_down", "kp_home", "kp_end", "kp_insert",
    "kp_delete", "kp_begin",
    "shift_left", "shift_right", "control_left", "control_right", "alt_left", "alt_right", "super_left", "super_right",
)  # fmt: skip


class MouseAction(StrEnum):
    """What the mouse did."""

    PRESS = "press"
    RELEASE = "release"
    MOTION = "motion"


class MouseEvent(NamedTuple):
    """A mouse event on a cell of the viewport.

    Buttons: 1 left, 2 middle, 3 right, 4/5 wheel up/down, 6/7 wheel left/right, 0 none.
    """

    action: MouseAction
    button: int
    row: int
    col: int
    mods: Mods = Mods.NONE
    x_px: float = 0.0  # within the grid, for SGR-pixel mode
    y_px: float = 0.0


_KEYPAD_TEXT = {
    **{f"kp_{n}": str(n) for n in range(10)},
    "kp_decimal": ".", "kp_divide": "/", "kp_multiply": "*", "kp_subtract": "-", "kp_add": "+", "kp_equal": "=",
}  # fmt: skip


def typed_text(event: KeyEvent) -> str:
    """What a key types: its `text`, or what a source that only knows keys must have meant by it.

    So "a" types "a", shift+a "A"; with control or alt it is what the key would type without them.
    """
    text = event.text
    if text and not (len(text) == 1 and (text < " " or text == "\x7f")):
        return text
    key = {"space": " "}.get(event.key) or _KEYPAD_TEXT.get(event.key) or event.key
    if len(key) != 1:
        return ""
    return key.upper() if event.mods & Mods.SHIFT else key


def unshifted_text(event: KeyEvent) -> str:
    """What the key types without modifiers; "" for a key that types nothing."""
    if event.unshifted:
        return event.unshifted
    return event.key if len(event.key) == 1 else " " if event.key == "space" else ""
