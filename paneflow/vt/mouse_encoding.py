"""Mouse events → bytes in plain Python: for the engine without a library, and to check the one with a library against.

Source: xterm's control sequences, "Mouse Tracking".
"""

from enum import IntEnum
from typing import NamedTuple

from paneflow.vt.engine import MouseMode
from paneflow.vt.input import Mods, MouseAction, MouseEvent


class MouseFormat(IntEnum):
    """How positions are written; the values are the DEC modes."""

    X10 = 0
    UTF8 = 1005
    SGR = 1006
    URXVT = 1015
    SGR_PIXELS = 1016


class MouseModes(NamedTuple):
    """What a mouse event's bytes depend on."""

    tracking: MouseMode = MouseMode.NONE
    format: MouseFormat = MouseFormat.X10


_CODES = {0: 3, 1: 0, 2: 1, 3: 2, 4: 64, 5: 65, 6: 66, 7: 67}
_RELEASED, _MOVED, _WHEEL = 3, 32, 4
_X10_LIMIT, _UTF8_LIMIT = 223, 2015  # the last column and row that fit a byte, or two bytes of UTF-8


def is_possible(event: MouseEvent) -> bool:
    """Whether there is such an event: presses and releases need a button, and a wheel only presses."""
    if event.action is MouseAction.MOTION:
        return event.button < _WHEEL
    return event.button > 0 and (event.action is MouseAction.PRESS or event.button < _WHEEL)


def encode_mouse(event: MouseEvent, modes: MouseModes) -> bytes:
    """The bytes of an event; b"" if the program does not listen for it or its position does not fit the format."""
    if not _is_wanted(event, modes.tracking):
        return b""
    code = _CODES.get(event.button, 3)
    if event.action is MouseAction.MOTION:
        code += _MOVED
    if modes.tracking is not MouseMode.PRESS:
        code += _modifiers(event.mods)
    released = event.action is MouseAction.RELEASE
    if modes.format in (MouseFormat.SGR, MouseFormat.SGR_PIXELS):
        pixels = modes.format is MouseFormat.SGR_PIXELS
        x, y = (int(event.x_px), int(event.y_px)) if pixels else (event.col + 1, event.row + 1)
        return b"\x1b[<%d;%d;%d%c" % (code, x, y, b"m" if released else b"M")
    if released:
        code = code & ~3 | _RELEASED
    return _positioned(code, event.col + 1, event.row + 1, modes.format)


def _is_wanted(event: MouseEvent, tracking: MouseMode) -> bool:
    if not is_possible(event):
        return False
    match event.action:
        case MouseAction.PRESS:
            return tracking > MouseMode.NONE and not (tracking is MouseMode.PRESS and event.button >= _WHEEL)
        case MouseAction.RELEASE:
            return tracking >= MouseMode.CLICK
        case _:
            return tracking is MouseMode.MOTION or (tracking is MouseMode.DRAG and event.button > 0)


def _modifiers(mods: Mods) -> int:
    return (4 if mods & Mods.SHIFT else 0) + (8 if mods & Mods.ALT else 0) + (16 if mods & Mods.CTRL else 0)


def _positioned(code: int, x: int, y: int, form: MouseFormat) -> bytes:
    if form is MouseFormat.URXVT:
        return b"\x1b[%d;%d;%dM" % (code + 32, x, y)
    if form is MouseFormat.UTF8:
        return b"\x1b[M" + "".join(chr(n + 32) for n in (code, x, y)).encode() if max(x, y) <= _UTF8_LIMIT else b""
    return b"\x1b[M" + bytes((code + 32, x + 32, y + 32)) if max(x, y) <= _X10_LIMIT else b""
