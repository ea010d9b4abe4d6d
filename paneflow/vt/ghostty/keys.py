"""Keys and mouse events → bytes, by the library's encoders: kitty's protocol, modifyOtherKeys, and what xterm sends."""

from typing import Final

from paneflow.vt.ghostty.library import CData, ffi, lib
from paneflow.vt.ghostty.terminal import Terminal
from paneflow.vt.input import KeyAction, KeyEvent, Mods, MouseAction, MouseEvent, typed_text, unshifted_text
from paneflow.vt.key_encoding import KeyModes, encode_key
from paneflow.vt.mouse_encoding import is_possible

_PUNCTUATION: Final = {
    "`": "BACKQUOTE", "\\": "BACKSLASH", "[": "BRACKET_LEFT", "]": "BRACKET_RIGHT", ",": "COMMA", "=": "EQUAL",
    "-": "MINUS", ".": "PERIOD", "'": "QUOTE", ";": "SEMICOLON", "/": "SLASH", " ": "SPACE",
}  # fmt: skip
_NAMED: Final = {
    "up": "ARROW_UP", "down": "ARROW_DOWN", "left": "ARROW_LEFT", "right": "ARROW_RIGHT", "menu": "CONTEXT_MENU",
    "super_left": "META_LEFT", "super_right": "META_RIGHT",
}  # fmt: skip
_ACTIONS: Final = {
    KeyAction.PRESS: lib.GHOSTTY_KEY_ACTION_PRESS,
    KeyAction.REPEAT: lib.GHOSTTY_KEY_ACTION_REPEAT,
    KeyAction.RELEASE: lib.GHOSTTY_KEY_ACTION_RELEASE,
}
_MODS: Final = (
    (Mods.SHIFT, 1),
    (Mods.CTRL, 2),
    (Mods.ALT, 4),
    (Mods.SUPER, 8),
    (Mods.CAPS_LOCK, 16),
    (Mods.NUM_LOCK, 32),
)
_MOUSE_ACTIONS: Final = {
    MouseAction.PRESS: lib.GHOSTTY_MOUSE_ACTION_PRESS,
    MouseAction.RELEASE: lib.GHOSTTY_MOUSE_ACTION_RELEASE,
    MouseAction.MOTION: lib.GHOSTTY_MOUSE_ACTION_MOTION,
}
_BUTTONS: Final = {
    1: lib.GHOSTTY_MOUSE_BUTTON_LEFT, 2: lib.GHOSTTY_MOUSE_BUTTON_MIDDLE, 3: lib.GHOSTTY_MOUSE_BUTTON_RIGHT,
    4: lib.GHOSTTY_MOUSE_BUTTON_FOUR, 5: lib.GHOSTTY_MOUSE_BUTTON_FIVE, 6: lib.GHOSTTY_MOUSE_BUTTON_SIX,
    7: lib.GHOSTTY_MOUSE_BUTTON_SEVEN,
}  # fmt: skip
_SPACE: Final = 512  # bytes; the longest sequence carries the typed text, which `encode` bounds
MAX_TEXT: Final = 64

# Without kitty's protocol the library tells Ctrl+I, Ctrl+M and Ctrl+[ from Tab, Enter and Escape. Programs that never asked
# for that, readline first, need what every other terminal sends.
_CONTROLS: Final = {
    b"\x1b[105;5u": b"\t", b"\x1b[105;7u": b"\x1b\t", b"\x1b[109;5u": b"\r", b"\x1b[109;7u": b"\x1b\r",
    b"\x1b[91;5u": b"\x1b", b"\x1b[91;7u": b"\x1b\x1b",
}  # fmt: skip


class KeyEncoder:
    """Encodes the keys of one terminal."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._encoder = _new("GhosttyKeyEncoder", lib.ghostty_key_encoder_new)
        self._event = _new("GhosttyKeyEvent", lib.ghostty_key_event_new)
        self._flags = ffi.new("uint8_t*")
        self._out = ffi.new("char[]", _SPACE)
        self._length = ffi.new("size_t*")

    def encode(self, event: KeyEvent) -> bytes:
        """The bytes of a key; b"" if it has none in the modes as they are."""
        if event.key == "menu":  # the library has no code for it
            return encode_key(event, KeyModes(kitty_flags=self._kitty_flags()))
        text = typed_text(event)
        unshifted = unshifted_text(event)
        utf8 = text[:MAX_TEXT].encode("utf-8", "replace")
        shift_typed = event.mods & Mods.SHIFT and text not in ("", unshifted)
        key = self._event
        lib.ghostty_key_event_set_key(key, key_code(event.key))
        lib.ghostty_key_event_set_action(key, _ACTIONS[event.action])
        lib.ghostty_key_event_set_mods(key, _mods(event.mods))
        lib.ghostty_key_event_set_consumed_mods(key, 1 if shift_typed else 0)
        lib.ghostty_key_event_set_unshifted_codepoint(key, ord(unshifted) if len(unshifted) == 1 else 0)
        lib.ghostty_key_event_set_utf8(key, utf8 or ffi.NULL, len(utf8))
        lib.ghostty_key_encoder_setopt_from_terminal(self._encoder, self._terminal.handle)
        result = lib.ghostty_key_encoder_encode(self._encoder, key, self._out, _SPACE, self._length)
        encoded = bytes(ffi.buffer(self._out, self._length[0])) if result == 0 else b""
        if encoded in _CONTROLS and not event.mods & Mods.SUPER and not self._kitty_flags():
            return _CONTROLS[encoded]
        return encoded

    def _kitty_flags(self) -> int:
        lib.ghostty_terminal_get(self._terminal.handle, lib.GHOSTTY_TERMINAL_DATA_KITTY_KEYBOARD_FLAGS, self._flags)
        return int(self._flags[0])

    def free(self) -> None:
        """Give the memory back."""
        lib.ghostty_key_event_free(self._event)
        lib.ghostty_key_encoder_free(self._encoder)


class MouseEncoder:
    """Encodes the mouse events of one terminal."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._encoder = _new("GhosttyMouseEncoder", lib.ghostty_mouse_encoder_new)
        self._event = _new("GhosttyMouseEvent", lib.ghostty_mouse_event_new)
        self._position = ffi.new("GhosttyMousePosition*")
        self._size = ffi.new("GhosttyMouseEncoderSize*")
        self._size.size = ffi.sizeof("GhosttyMouseEncoderSize")
        self._pressed = ffi.new("bool*")
        self._out = ffi.new("char[]", _SPACE)
        self._length = ffi.new("size_t*")
        lib.ghostty_mouse_encoder_setopt(
            self._encoder, lib.GHOSTTY_MOUSE_ENCODER_OPT_TRACK_LAST_CELL, ffi.new("bool*", 1)
        )

    def encode(self, event: MouseEvent, size: tuple[int, int, int, int]) -> bytes:
        """The bytes of an event, b"" if nobody listens for it; `size` is cols, rows, and a cell's width and height."""
        if not is_possible(event):
            return b""
        self._set_size(size)
        self._set_event(event, size)
        lib.ghostty_mouse_encoder_setopt_from_terminal(self._encoder, self._terminal.handle)
        result = lib.ghostty_mouse_encoder_encode(self._encoder, self._event, self._out, _SPACE, self._length)
        return bytes(ffi.buffer(self._out, self._length[0])) if result == 0 else b""

    def _set_size(self, size: tuple[int, int, int, int]) -> None:
        cols, rows, width, height = size
        self._size.screen_width, self._size.screen_height = cols * width, rows * height
        self._size.cell_width, self._size.cell_height = width, height
        lib.ghostty_mouse_encoder_setopt(self._encoder, lib.GHOSTTY_MOUSE_ENCODER_OPT_SIZE, self._size)

    def _set_event(self, event: MouseEvent, size: tuple[int, int, int, int]) -> None:
        lib.ghostty_mouse_event_set_action(self._event, _MOUSE_ACTIONS[event.action])
        lib.ghostty_mouse_event_set_mods(self._event, _mods(event.mods))
        button = _BUTTONS.get(event.button)
        if button is None:
            lib.ghostty_mouse_event_clear_button(self._event)
        else:
            lib.ghostty_mouse_event_set_button(self._event, button)
        self._pressed[0] = button is not None
        lib.ghostty_mouse_encoder_setopt(self._encoder, lib.GHOSTTY_MOUSE_ENCODER_OPT_ANY_BUTTON_PRESSED, self._pressed)
        self._position.x, self._position.y = _pixel(event, size)
        lib.ghostty_mouse_event_set_position(self._event, self._position[0])

    def free(self) -> None:
        """Give the memory back."""
        lib.ghostty_mouse_event_free(self._event)
        lib.ghostty_mouse_encoder_free(self._encoder)


def _pixel(event: MouseEvent, size: tuple[int, int, int, int]) -> tuple[float, float]:
    """Where in the grid an event is: the given pixel if it lies in the event's cell, else the cell's middle."""
    _, _, width, height = size
    x, y = event.x_px, event.y_px
    if not event.col * width <= x < (event.col + 1) * width:
        x = (event.col + 0.5) * width
    if not event.row * height <= y < (event.row + 1) * height:
        y = (event.row + 0.5) * height
    return x, y


def key_code(name: str) -> int:
    """The library's number of a key, by its name in `vt/input.py`; unidentified if it has none."""
    if len(name) == 1 and name.isascii() and name.isalnum():
        word = f"DIGIT_{name}" if name.isdigit() else name.upper()
    elif name.startswith("kp_"):
        word = "NUMPAD_" + name[3:].upper()
    else:
        word = _PUNCTUATION.get(name) or _NAMED.get(name) or name.upper()
    return int(getattr(lib, "GHOSTTY_KEY_" + word, lib.GHOSTTY_KEY_UNIDENTIFIED))


def _mods(mods: Mods) -> int:
    return sum(bit for mod, bit in _MODS if mods & mod)


def _new(name: str, make: CData) -> CData:
    out = ffi.new(f"{name}*")
    if make(ffi.NULL, out) != 0:
        raise MemoryError(f"libghostty-vt has no memory for {name}")
    return out[0]
