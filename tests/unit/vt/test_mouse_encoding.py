"""Mouse events → bytes, against xterm's published forms."""

import pytest

from paneflow.vt.engine import MouseMode
from paneflow.vt.input import Mods, MouseAction, MouseEvent
from paneflow.vt.mouse_encoding import MouseFormat, MouseModes, encode_mouse
from tests.support.vt import ENGINES, engine

PRESS, RELEASE, MOTION = MouseAction.PRESS, MouseAction.RELEASE, MouseAction.MOTION
TRACKING = {0: MouseMode.NONE, 9: MouseMode.PRESS, 1000: MouseMode.CLICK, 1002: MouseMode.DRAG, 1003: MouseMode.MOTION}

ROWS = [
    (1000, 1006, MouseEvent(PRESS, 1, 4, 9), b"\x1b[<0;10;5M"),
    (1000, 1006, MouseEvent(RELEASE, 1, 4, 9), b"\x1b[<0;10;5m"),
    (1000, 1006, MouseEvent(PRESS, 2, 0, 0), b"\x1b[<1;1;1M"),
    (1000, 1006, MouseEvent(PRESS, 3, 0, 0), b"\x1b[<2;1;1M"),
    (1000, 1006, MouseEvent(PRESS, 4, 0, 0), b"\x1b[<64;1;1M"),
    (1000, 1006, MouseEvent(PRESS, 5, 0, 0), b"\x1b[<65;1;1M"),
    (1000, 1006, MouseEvent(PRESS, 6, 0, 0), b"\x1b[<66;1;1M"),
    (1000, 1006, MouseEvent(RELEASE, 4, 0, 0), b""),
    (1000, 1006, MouseEvent(PRESS, 1, 0, 0, Mods.SHIFT | Mods.ALT | Mods.CTRL), b"\x1b[<28;1;1M"),
    (1000, 1006, MouseEvent(MOTION, 1, 0, 0), b""),
    (1002, 1006, MouseEvent(MOTION, 1, 0, 0), b"\x1b[<32;1;1M"),
    (1002, 1006, MouseEvent(MOTION, 0, 0, 0), b""),
    (1003, 1006, MouseEvent(MOTION, 0, 0, 0), b"\x1b[<35;1;1M"),
    (1000, 0, MouseEvent(PRESS, 1, 4, 9), b"\x1b[M *%"),
    (1000, 0, MouseEvent(RELEASE, 1, 4, 9), b"\x1b[M#*%"),
    (1000, 0, MouseEvent(PRESS, 1, 0, 250), b""),
    (1000, 1005, MouseEvent(PRESS, 1, 0, 250), "\x1b[M \u011b!".encode()),
    (1000, 1015, MouseEvent(PRESS, 1, 4, 9), b"\x1b[32;10;5M"),
    (1003, 1016, MouseEvent(PRESS, 1, 4, 9, x_px=75.0, y_px=70.0), b"\x1b[<0;75;70M"),
    (9, 0, MouseEvent(PRESS, 1, 4, 9, Mods.CTRL), b"\x1b[M *%"),
    (9, 0, MouseEvent(RELEASE, 1, 4, 9), b""),
    (0, 1006, MouseEvent(PRESS, 1, 4, 9), b""),
]


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize(("tracking", "form", "event", "expected"), ROWS)
def test_mouse_events_have_their_published_bytes(
    name: str, tracking: int, form: int, event: MouseEvent, expected: bytes
) -> None:
    terminal = engine(name, 300, 60)
    terminal.feed(b"".join(b"\x1b[?%dh" % mode for mode in (tracking, form) if mode))
    assert terminal.encode_mouse(event) == expected


@pytest.mark.skipif("ghostty" not in ENGINES, reason="libghostty-vt is not installed for this system")
@pytest.mark.parametrize("form", MouseFormat)
def test_the_librarys_encoder_and_ours_agree(form: MouseFormat) -> None:
    terminal = engine("ghostty", 300, 60)
    wrong = []
    for mode, tracking in TRACKING.items():
        terminal.reset()
        terminal.feed(b"".join(b"\x1b[?%dh" % number for number in (mode, form) if number))
        for button in range(8):
            for action in MouseAction:
                for mods in (Mods.NONE, Mods.SHIFT, Mods.ALT, Mods.CTRL):
                    for row, col in ((0, 0), (5, 9), (40, 230)):
                        event = MouseEvent(action, button, row, col, mods, col * 8 + 3.0, row * 16 + 2.0)
                        library, ours = terminal.encode_mouse(event), encode_mouse(event, MouseModes(tracking, form))
                        if library != ours:
                            wrong.append((event, library, ours))
    assert not wrong
