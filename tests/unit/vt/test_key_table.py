"""Keys → bytes, against the published forms.

Sources: xterm's "Control Sequences" (PC-style function keys: the modifier's number is 1 + Shift 1, Alt 2, Ctrl 4), its
modifyOtherKeys (`CSI 27 ; modifier ; code ~`), and "Comprehensive keyboard handling in terminals" (kitty). Every row is
checked on every engine, and on the plain Python encoder that the library's is compared with.
"""

from typing import NamedTuple

import pytest

from paneflow.vt.input import NAMED_KEYS, KeyAction, KeyEvent, Mods
from paneflow.vt.key_encoding import KeyModes, encode_key
from tests.support.vt import ENGINES, engine

S, A, C = Mods.SHIFT, Mods.ALT, Mods.CTRL
CHORDS = [S, A, S | A, C, C | S, C | A, C | S | A]  # xterm's 2 to 8


class Row(NamedTuple):
    key: str
    mods: Mods
    modes: bytes  # what the program sent before
    expected: str
    action: KeyAction = KeyAction.PRESS
    text: str = ""


def modified(key: str, plain: str, form: str, modes: bytes = b"") -> list[Row]:
    """A key's bytes without modifiers, and with each chord: `%d` is the modifier's number."""
    return [Row(key, Mods.NONE, modes, plain), *(Row(key, mods, modes, form % (1 + mods)) for mods in CHORDS)]


ROWS: list[Row] = []

# xterm: cursor keys, Home and End; with DECCKM they begin with SS3, but not with a modifier.
for key, letter in {"up": "A", "down": "B", "right": "C", "left": "D", "home": "H", "end": "F"}.items():
    ROWS += modified(key, f"\x1b[{letter}", f"\x1b[1;%d{letter}")
    ROWS += modified(key, f"\x1bO{letter}", f"\x1b[1;%d{letter}", b"\x1b[?1h")

# xterm: the editing keypad and the function keys.
for key, number in {
    "insert": 2, "delete": 3, "page_up": 5, "page_down": 6, "f5": 15, "f6": 17, "f7": 18, "f8": 19, "f9": 20, "f10": 21,
    "f11": 23, "f12": 24,
}.items():  # fmt: skip
    ROWS += modified(key, f"\x1b[{number}~", f"\x1b[{number};%d~")
for key, letter in {"f1": "P", "f2": "Q", "f4": "S"}.items():
    ROWS += modified(key, f"\x1bO{letter}", f"\x1b[1;%d{letter}")
ROWS += modified("f3", "\x1bOR", "\x1b[13;%d~")  # as kitty: xterm's own form is a cursor position report
ROWS += [
    Row(f"f{n}", Mods.NONE, b"", f"\x1b[{code}~")
    for n, code in zip(range(13, 21), (25, 26, 28, 29, 31, 32, 33, 34), strict=True)
]

# Control characters: xterm's table of Ctrl with a letter, and what ESC stands for with Alt.
for code, letter in enumerate("abcdefghijklmnopqrstuvwxyz", 1):
    ROWS += [
        Row(letter, C, b"", chr(code)),
        Row(letter, C | A, b"", "\x1b" + chr(code)),
        Row(letter, A, b"", "\x1b" + letter),
    ]
    ROWS += [Row(letter, Mods.NONE, b"", letter), Row(letter, S, b"", letter.upper(), text=letter.upper())]
ROWS += [
    Row("space", C, b"", "\x00"), Row("2", C, b"", "\x00"), Row("3", C, b"", "\x1b"), Row("4", C, b"", "\x1c"),
    Row("5", C, b"", "\x1d"), Row("6", C, b"", "\x1e"), Row("7", C, b"", "\x1f"), Row("8", C, b"", "\x7f"),
    Row("[", C, b"", "\x1b"), Row("\\", C, b"", "\x1c"), Row("]", C, b"", "\x1d"), Row("/", C, b"", "\x1f"),
    Row("enter", Mods.NONE, b"", "\r"), Row("tab", Mods.NONE, b"", "\t"), Row("tab", S, b"", "\x1b[Z"),
    Row("escape", Mods.NONE, b"", "\x1b"), Row("escape", A, b"", "\x1b\x1b"), Row("backspace", Mods.NONE, b"", "\x7f"),
    Row("backspace", C, b"", "\x08"), Row("backspace", A, b"", "\x1b\x7f"), Row("enter", A, b"", "\x1b\r"),
    Row("tab", A, b"", "\x1b\t"), Row("backspace", Mods.NONE, b"\x1b[?67h", "\x08"), Row("space", Mods.NONE, b"", " "),
    Row("a", Mods.NONE, b"", "ä", text="ä"), Row("q", Mods.NONE, b"", "@", text="@"),
    # More than xterm sends, so that programs can tell them apart without asking: fixterms' form.
    Row("enter", S, b"", "\x1b[27;2;13~"), Row("enter", C, b"", "\x1b[27;5;13~"), Row("tab", C, b"", "\x1b[27;5;9~"),
    Row("a", C | S, b"", "\x1b[97;6u", text="A"),
]  # fmt: skip

# The numeric keypad: what is printed on it, and VT220's application mode where a program turned mode 1035 off.
APPLICATION_KEYPAD = b"\x1b=\x1b[?1035l"
for digit, letter in enumerate("pqrstuvwxy"):
    ROWS += [
        Row(f"kp_{digit}", Mods.NONE, b"", str(digit)),
        Row(f"kp_{digit}", Mods.NONE, APPLICATION_KEYPAD, f"\x1bO{letter}"),
    ]
for name, char, letter in (
    ("decimal", ".", "n"),
    ("divide", "/", "o"),
    ("multiply", "*", "j"),
    ("subtract", "-", "m"),
    ("add", "+", "k"),
):
    ROWS += [
        Row(f"kp_{name}", Mods.NONE, b"", char),
        Row(f"kp_{name}", Mods.NONE, APPLICATION_KEYPAD, f"\x1bO{letter}"),
    ]
ROWS += [Row("kp_enter", Mods.NONE, b"", "\r"), Row("kp_enter", Mods.NONE, APPLICATION_KEYPAD, "\x1bOM")]

# modifyOtherKeys=2
MODIFY = b"\x1b[>4;2m"
ROWS += [Row(letter, C, MODIFY, f"\x1b[27;5;{ord(letter)}~") for letter in "abcimz"]
ROWS += [
    Row("enter", S, MODIFY, "\x1b[27;2;13~"), Row("tab", C, MODIFY, "\x1b[27;5;9~"), Row("a", A, MODIFY, "\x1b[27;3;97~"),
    Row("a", Mods.NONE, MODIFY, "a"), Row("space", S, MODIFY, "\x1b[27;2;32~"), Row("1", C, MODIFY, "\x1b[27;5;49~"),
]  # fmt: skip

# kitty: flag 1, disambiguate.
ONE = b"\x1b[>1u"
ROWS += [
    Row("escape", Mods.NONE, ONE, "\x1b[27u"), Row("enter", Mods.NONE, ONE, "\r"), Row("tab", Mods.NONE, ONE, "\t"),
    Row("backspace", Mods.NONE, ONE, "\x7f"), Row("enter", S, ONE, "\x1b[13;2u"), Row("enter", C, ONE, "\x1b[13;5u"),
    Row("tab", S, ONE, "\x1b[9;2u"), Row("backspace", A, ONE, "\x1b[127;3u"), Row("a", Mods.NONE, ONE, "a"),
    Row("a", S, ONE, "A", text="A"), Row("space", C, ONE, "\x1b[32;5u"), Row("up", Mods.NONE, ONE, "\x1b[A"),
    Row("up", C, ONE, "\x1b[1;5A"), Row("f1", Mods.NONE, ONE, "\x1b[P"), Row("f3", Mods.NONE, ONE, "\x1b[13~"),
    Row("f5", S, ONE, "\x1b[15;2~"), Row("f13", Mods.NONE, ONE, "\x1b[57376u"), Row("menu", Mods.NONE, ONE, "\x1b[57363u"),
    Row("print_screen", Mods.NONE, ONE, "\x1b[57361u"), Row("delete", Mods.NONE, ONE, "\x1b[3~"),
    Row("kp_enter", Mods.NONE, ONE, "\x1b[57414u"), Row("kp_left", Mods.NONE, ONE, "\x1b[57417u"),
    Row("shift_left", S, ONE, ""), Row("a", Mods.NONE, ONE, "", KeyAction.RELEASE), Row("a", Mods.SUPER, ONE, "\x1b[97;9u"),
]  # fmt: skip
ROWS += [Row(letter, mods, ONE, f"\x1b[{ord(letter)};{1 + mods}u") for letter in "acimz[;" for mods in (A, C, C | A)]

# kitty: flags 2 events, 4 alternates, 8 all keys, 16 text.
TWO, FOUR, EIGHT, ALL = b"\x1b[>3u", b"\x1b[>5u", b"\x1b[>9u", b"\x1b[>31u"
ROWS += [
    Row("a", Mods.NONE, TWO, "\x1b[97;1:3u", KeyAction.RELEASE), Row("a", C, TWO, "\x1b[97;5:2u", KeyAction.REPEAT),
    Row("up", Mods.NONE, TWO, "\x1b[1;1:3A", KeyAction.RELEASE), Row("enter", Mods.NONE, TWO, "", KeyAction.RELEASE),
    Row("escape", Mods.NONE, TWO, "\x1b[27;1:3u", KeyAction.RELEASE),
    Row("a", C | S, FOUR, "\x1b[97:65;6u", text="A"), Row("1", C | S, FOUR, "\x1b[49:33;6u", text="!"),
    Row("a", Mods.NONE, EIGHT, "\x1b[97u"), Row("enter", Mods.NONE, EIGHT, "\x1b[13u"),
    Row("shift_left", S, EIGHT, "\x1b[57441;2u"), Row("control_right", C, EIGHT, "\x1b[57448;5u"),
    Row("a", Mods.NONE, ALL, "\x1b[97;;97u"), Row("a", S, ALL, "\x1b[97:65;2;65u", text="A"),
    Row("a", Mods.NONE, ALL, "\x1b[97;1:3u", KeyAction.RELEASE), Row("a", C, ALL, "\x1b[97;5u"),
    Row("enter", Mods.NONE, ALL, "\x1b[13;1:3u", KeyAction.RELEASE), Row("a", Mods.CAPS_LOCK, EIGHT, "\x1b[97;65u"),
]  # fmt: skip


def test_the_table_is_large() -> None:
    assert len(ROWS) >= 300
    assert len({row.key for row in ROWS}) > 80


@pytest.mark.parametrize("name", ENGINES)
def test_keys_have_their_published_bytes(name: str) -> None:
    terminal = engine(name)
    wrong = []
    for row in ROWS:
        terminal.reset()
        terminal.feed(row.modes)
        encoded = terminal.encode_key(KeyEvent(row.key, row.mods, row.text, row.action)).decode()
        if encoded != row.expected:
            wrong.append((row, encoded))
    assert not wrong


AGREED = {
    b"": KeyModes(),
    b"\x1b[?1h": KeyModes(application_cursor=True),
    b"\x1b=\x1b[?1035l": KeyModes(application_keypad=True),
    b"\x1b[>4;2m": KeyModes(modify_other_keys=True),
    b"\x1b[?67h": KeyModes(backarrow_sends_backspace=True),
} | {b"\x1b[>%du" % flags: KeyModes(kitty_flags=flags) for flags in (1, 3, 5, 8, 11, 31)}


@pytest.mark.skipif("ghostty" not in ENGINES, reason="libghostty-vt is not installed for this system")
@pytest.mark.parametrize("modes", AGREED)
def test_the_librarys_encoder_and_ours_agree(modes: bytes) -> None:
    terminal = engine("ghostty")
    terminal.feed(modes)
    wrong = []
    for key in (*"abcimz019;/[]'\\-=,.`", *NAMED_KEYS):
        for mods in map(Mods, range(8)):
            if (key.startswith("kp_") and mods) or (key == "backspace" and mods == Mods(7)):
                continue  # the library drops Alt there
            for action in KeyAction:
                event = KeyEvent(key, mods, action=action)
                library, ours = terminal.encode_key(event), encode_key(event, AGREED[modes])
                if library != ours:
                    wrong.append((event, library, ours))
    assert not wrong
