"""The modes and colours of a terminal, read in as few calls as there can be: every frame carries them."""

from typing import Final

from paneflow.vt import frame
from paneflow.vt.engine import Modes, MouseMode
from paneflow.vt.ghostty.library import CData, ffi, lib
from paneflow.vt.ghostty.terminal import Terminal

_MODES: Final = (1, 66, 9, 1000, 1002, 1003, 1007, 1004, 2026, 2004, 5)
_get: Final = lib.ghostty_terminal_get

_SINGLE_COLORS: Final = (
    (
        frame.COLOR_FOREGROUND,
        lib.GHOSTTY_TERMINAL_DATA_COLOR_FOREGROUND,
        lib.GHOSTTY_TERMINAL_DATA_COLOR_FOREGROUND_DEFAULT,
    ),
    (
        frame.COLOR_BACKGROUND,
        lib.GHOSTTY_TERMINAL_DATA_COLOR_BACKGROUND,
        lib.GHOSTTY_TERMINAL_DATA_COLOR_BACKGROUND_DEFAULT,
    ),
    (frame.COLOR_CURSOR, lib.GHOSTTY_TERMINAL_DATA_COLOR_CURSOR, lib.GHOSTTY_TERMINAL_DATA_COLOR_CURSOR_DEFAULT),
)


class StateReader:
    """Reads one terminal's modes and colours; keeps the buffers between calls."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._modes = ffi.new("GhosttyTerminalModeConfig[]", len(_MODES))
        for index, number in enumerate(_MODES):
            self._modes[index].mode = number
        self._kitty = ffi.new("uint8_t*")
        self._screen = ffi.new("int*")
        pointers = [ffi.addressof(self._modes, index) for index in range(len(_MODES))]
        self._values = ffi.new("void*[]", [*pointers, self._kitty, self._screen])
        self._keys = ffi.new(
            "GhosttyTerminalData[]",
            [lib.GHOSTTY_TERMINAL_DATA_MODE] * len(_MODES)
            + [lib.GHOSTTY_TERMINAL_DATA_KITTY_KEYBOARD_FLAGS, lib.GHOSTTY_TERMINAL_DATA_ACTIVE_SCREEN],
        )
        self._palette = ffi.new("GhosttyColorRgb[256]")
        self._default_palette = ffi.new("GhosttyColorRgb[256]")
        self._color = ffi.new("GhosttyColorRgb*")

    def modes(self) -> tuple[Modes, bool]:
        """The modes, and whether the screen is reversed (DECSCNM)."""
        lib.ghostty_terminal_get_multi(self._terminal.handle, len(self._keys), self._keys, self._values, ffi.NULL)
        (cursor, keypad, x10, click, drag, motion, scroll, focus, sync, paste, reverse) = (
            bool(mode.value) for mode in self._modes
        )
        mouse = next((mode for mode, is_set in ((4, motion), (3, drag), (2, click), (1, x10)) if is_set), 0)
        modes = Modes(
            alternate_screen=self._screen[0] == lib.GHOSTTY_TERMINAL_SCREEN_ALTERNATE,
            bracketed_paste=paste,
            application_cursor=cursor,
            application_keypad=keypad,
            mouse=MouseMode(mouse),
            alternate_scroll=scroll,
            focus_events=focus,
            synchronized_output=sync,
            kitty_flags=self._kitty[0],
        )
        return modes, reverse

    def changed_colors(self) -> bytes:
        """Colours that a program changed, as packed COLOR entries."""
        handle = self._terminal.handle
        _get(handle, lib.GHOSTTY_TERMINAL_DATA_COLOR_PALETTE, self._palette)
        _get(handle, lib.GHOSTTY_TERMINAL_DATA_COLOR_PALETTE_DEFAULT, self._default_palette)
        now, default = bytes(ffi.buffer(self._palette)), bytes(ffi.buffer(self._default_palette))
        changed: list[bytes] = []
        if now != default:
            pairs = ((now[at : at + 3], default[at : at + 3]) for at in range(0, len(now), 3))
            changed += [_entry(index, is_now) for index, (is_now, was) in enumerate(pairs) if is_now != was]
        for index, key, default_key in _SINGLE_COLORS:
            color = self._single(key)
            if color is not None and color != self._single(default_key):
                changed.append(_entry(index, color))
        return b"".join(changed)

    def redraw(self) -> None:
        """Have every row drawn again: the library does so when the palette is set."""
        _get(self._terminal.handle, lib.GHOSTTY_TERMINAL_DATA_COLOR_PALETTE_DEFAULT, self._default_palette)
        self._terminal.set("COLOR_PALETTE", self._default_palette)

    def _single(self, key: int) -> bytes | None:
        return bytes(ffi.buffer(self._color)) if _get(self._terminal.handle, key, self._color) == 0 else None


def _entry(index: int, rgb: bytes) -> bytes:
    return frame.COLOR.pack(index, int.from_bytes(rgb, "big"))


def rgb(color: int) -> CData:
    """0xRRGGBB as the library takes it."""
    return ffi.new("GhosttyColorRgb*", (color >> 16 & 255, color >> 8 & 255, color & 255))
