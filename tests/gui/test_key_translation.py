"""Qt's keys become ours, whatever the layout."""

import pytest

from paneflow.gui.key_translation import Platform, in_the_line, to_key_event
from paneflow.gui.options import OptionKeys
from paneflow.gui.qt import QEvent, QKeyEvent, Qt
from paneflow.vt.input import NAMED_KEYS, KeyAction, KeyEvent, Mods
from tests.support.vt import ENGINES, engine

K, M = Qt.Key, Qt.KeyboardModifier
NONE, SHIFT, CTRL, ALT, META = (
    M.NoModifier, M.ShiftModifier, M.ControlModifier, M.AltModifier, M.MetaModifier,
)  # fmt: skip
KEYPAD = M.KeypadModifier


def press(
    key: int,
    mods: Qt.KeyboardModifier = NONE,
    text: str = "",
    *,
    scan: int = 0,
    platform: Platform = Platform.UNIX,
    option_as_alt: OptionKeys = "none",
    native: int = 0,
) -> KeyEvent | None:
    offset = 8 if scan and platform is Platform.UNIX else 0
    event = QKeyEvent(QEvent.Type.KeyPress, int(key), mods, scan + offset, 0, native, text)
    return to_key_event(event, KeyAction.PRESS, platform=platform, option_as_alt=option_as_alt)


LETTERS = [(Qt.Key(K.Key_A.value + n), chr(ord("a") + n)) for n in range(26)]


@pytest.mark.parametrize(("key", "letter"), LETTERS)
def test_letters_with_every_modifier(key: Qt.Key, letter: str) -> None:
    assert press(key, NONE, letter) == KeyEvent(letter, Mods.NONE, letter)
    assert press(key, SHIFT, letter.upper()) == KeyEvent(letter, Mods.SHIFT, letter.upper())
    assert press(key, CTRL, chr(ord(letter) - 96)) == KeyEvent(letter, Mods.CTRL)
    assert press(key, CTRL | SHIFT, chr(ord(letter) - 96)) == KeyEvent(letter, Mods.CTRL | Mods.SHIFT)
    assert press(key, ALT, letter) == KeyEvent(letter, Mods.ALT, letter)
    assert press(key, META, letter) == KeyEvent(letter, Mods.SUPER)


@pytest.mark.parametrize(
    ("key", "name"),
    [
        (K.Key_Return, "enter"), (K.Key_Tab, "tab"), (K.Key_Backspace, "backspace"), (K.Key_Escape, "escape"),
        (K.Key_Insert, "insert"), (K.Key_Delete, "delete"), (K.Key_Home, "home"), (K.Key_End, "end"),
        (K.Key_PageUp, "page_up"), (K.Key_PageDown, "page_down"), (K.Key_Up, "up"), (K.Key_Down, "down"),
        (K.Key_Left, "left"), (K.Key_Right, "right"), (K.Key_Menu, "menu"), (K.Key_Print, "print_screen"),
        (K.Key_Pause, "pause"), (K.Key_ScrollLock, "scroll_lock"), (K.Key_CapsLock, "caps_lock"),
        (K.Key_NumLock, "num_lock"), *[(Qt.Key(K.Key_F1.value + n), f"f{n + 1}") for n in range(25)],
    ],
)  # fmt: skip
def test_named_keys_keep_their_modifiers_and_type_nothing(key: Qt.Key, name: str) -> None:
    for qt, mods in ((NONE, Mods.NONE), (SHIFT, Mods.SHIFT), (CTRL | ALT, Mods.CTRL | Mods.ALT)):
        assert press(key, qt, "\r") == KeyEvent(name, mods)
    assert name in NAMED_KEYS


def test_backtab_is_tab_with_shift() -> None:
    assert press(K.Key_Backtab, SHIFT, "\t") == KeyEvent("tab", Mods.SHIFT)
    assert press(K.Key_Backtab, NONE) == KeyEvent("tab", Mods.SHIFT)


def test_space_types_a_blank_unless_control_is_held() -> None:
    assert press(K.Key_Space, NONE, " ") == KeyEvent("space", text=" ")
    assert press(K.Key_Space, CTRL, " ") == KeyEvent("space", Mods.CTRL)


@pytest.mark.parametrize(
    ("mods", "key", "sent"),
    [
        (Mods.SUPER, "left", b"\x01"),
        (Mods.SUPER, "right", b"\x05"),
        (Mods.SUPER, "backspace", b"\x15"),
        (Mods.ALT, "left", b"\x1bb"),
        (Mods.ALT, "right", b"\x1bf"),
        (Mods.ALT, "backspace", b"\x1b\x7f"),
        (Mods.ALT | Mods.SHIFT, "left", b"\x1b[1;4D"),
        (Mods.NONE, "left", b"\x1b[D"),
    ],
)
def test_a_macs_line_editing_keys_are_the_shells(mods: Mods, key: str, sent: bytes) -> None:
    terminal = engine(ENGINES[0], 20, 5)
    assert terminal.encode_key(in_the_line(KeyEvent(key, mods), platform=Platform.MAC)) == sent
    assert in_the_line(KeyEvent(key, mods), platform=Platform.UNIX) == KeyEvent(key, mods)


@pytest.mark.parametrize(
    ("key", "text", "name"),
    [
        *[(Qt.Key(K.Key_0.value + n), str(n), f"kp_{n}") for n in range(10)],
        (K.Key_Plus, "+", "kp_add"), (K.Key_Minus, "-", "kp_subtract"), (K.Key_Asterisk, "*", "kp_multiply"),
        (K.Key_Slash, "/", "kp_divide"), (K.Key_Period, ".", "kp_decimal"), (K.Key_Equal, "=", "kp_equal"),
    ],
)  # fmt: skip
def test_keypad_keys_that_type(key: Qt.Key, text: str, name: str) -> None:
    assert press(key, KEYPAD, text) == KeyEvent(name, text=text)


@pytest.mark.parametrize(
    ("key", "name"),
    [
        (K.Key_Enter, "kp_enter"), (K.Key_Left, "kp_left"), (K.Key_Right, "kp_right"), (K.Key_Up, "kp_up"),
        (K.Key_Down, "kp_down"), (K.Key_Home, "kp_home"), (K.Key_End, "kp_end"), (K.Key_PageUp, "kp_page_up"),
        (K.Key_PageDown, "kp_page_down"), (K.Key_Insert, "kp_insert"), (K.Key_Delete, "kp_delete"),
        (K.Key_Clear, "kp_begin"),
    ],
)  # fmt: skip
def test_keypad_keys_that_move(key: Qt.Key, name: str) -> None:
    assert press(key, KEYPAD) == KeyEvent(name)


# (layout, Qt's key, modifiers, text, evdev scan code) → (key, text, unshifted)
LAYOUTS = [
    ("us", K.Key_Exclam, SHIFT, "!", 2, "1", "!", ""),
    ("us", K.Key_Question, SHIFT, "?", 53, "/", "?", ""),
    ("us", K.Key_Semicolon, NONE, ";", 39, ";", ";", ""),
    ("us", K.Key_Colon, SHIFT, ":", 39, ";", ":", ""),
    ("us", K.Key_BraceLeft, SHIFT, "{", 26, "[", "{", ""),
    ("us", K.Key_AsciiTilde, SHIFT, "~", 41, "`", "~", ""),
    ("us without scan code", K.Key_At, SHIFT, "@", 0, "2", "@", ""),
    ("us without scan code", K.Key_Underscore, SHIFT, "_", 0, "-", "_", ""),
    ("de", K.Key_Slash, SHIFT, "/", 8, "7", "/", ""),
    ("de", K.Key_QuoteDbl, SHIFT, '"', 3, "2", '"', ""),
    ("de", K.Key_Z, NONE, "z", 21, "z", "z", ""),
    ("de", K.Key_Odiaeresis, NONE, "ö", 39, ";", "ö", "ö"),
    ("de", K.Key_Odiaeresis, SHIFT, "Ö", 39, ";", "Ö", "ö"),
    ("de", K.Key_At, M.GroupSwitchModifier, "@", 16, "@", "@", ""),
    ("de", K.Key_BraceLeft, NONE, "{", 8, "{", "{", ""),
    ("fr", K.Key_Ampersand, NONE, "&", 2, "&", "&", ""),
    ("fr", K.Key_1, SHIFT, "1", 2, "1", "1", ""),
    ("fr", K.Key_A, NONE, "a", 16, "a", "a", ""),
    ("fr", K.Key_Eacute, NONE, "é", 3, "2", "é", "é"),
    ("ru", 0x424, NONE, "ф", 30, "a", "ф", "ф"),
    ("ru", 0x421, NONE, "с", 46, "c", "с", "с"),
    ("ru", 0x424, SHIFT, "Ф", 30, "a", "Ф", "ф"),
    ("gr", 0x3A9, NONE, "ω", 47, "v", "ω", "ω"),
    ("he", 0x5E9, NONE, "ש", 30, "a", "ש", "ש"),
    ("es", K.Key_Ntilde, NONE, "ñ", 39, ";", "ñ", "ñ"),
    ("ru without scan code", 0x424, NONE, "ф", 0, "ф", "ф", ""),
]


@pytest.mark.parametrize(("layout", "code", "mods", "text", "scan", "key", "typed", "unshifted"), LAYOUTS)
def test_layouts(
    layout: str, code: int, mods: Qt.KeyboardModifier, text: str, scan: int, key: str, typed: str, unshifted: str
) -> None:
    event = press(code, mods, text, scan=scan)

    assert event is not None, layout
    assert (event.key, event.text, event.unshifted) == (key, typed, unshifted)


def test_control_with_a_letter_of_another_alphabet_is_the_key_it_is_printed_on() -> None:
    assert press(0x421, CTRL, "\x03", scan=46) == KeyEvent("c", Mods.CTRL, "", unshifted="с")


def test_altgr_on_windows_is_not_control_and_alt() -> None:
    at = press(K.Key_At, CTRL | ALT, "@", scan=16, platform=Platform.WINDOWS)
    chord = press(K.Key_D, CTRL | ALT, "\x04", scan=32, platform=Platform.WINDOWS)

    assert at == KeyEvent("@", text="@")
    assert chord == KeyEvent("d", Mods.CTRL | Mods.ALT)


def test_command_and_control_are_told_apart_on_a_mac() -> None:
    assert press(K.Key_C, CTRL, "c", platform=Platform.MAC) == KeyEvent("c", Mods.SUPER)
    assert press(K.Key_C, META, "\x03", platform=Platform.MAC) == KeyEvent("c", Mods.CTRL)


def test_option_composes_unless_it_is_alt() -> None:
    composed = press(K.Key_Aring, ALT, "å", platform=Platform.MAC)
    alt = press(K.Key_A, ALT, "å", platform=Platform.MAC, option_as_alt="both")

    assert composed is not None
    assert (composed.mods, composed.text) == (Mods.NONE, "å")
    assert alt == KeyEvent("a", Mods.ALT)


LEFT_OPTION, RIGHT_OPTION = 0x20, 0x40  # as a Mac's events carry them


@pytest.mark.parametrize(
    ("chosen", "held", "is_alt"),
    [
        ("left", LEFT_OPTION, True),
        ("left", RIGHT_OPTION, False),
        ("right", RIGHT_OPTION, True),
        ("right", LEFT_OPTION, False),
        ("left", LEFT_OPTION | RIGHT_OPTION, True),
        ("both", RIGHT_OPTION, True),
        ("none", LEFT_OPTION, False),
    ],
)
def test_one_option_key_may_be_alt_and_the_other_one_compose(chosen: OptionKeys, held: int, is_alt: bool) -> None:
    found = press(K.Key_A, ALT, "å", platform=Platform.MAC, option_as_alt=chosen, native=held)
    assert found == (KeyEvent("a", Mods.ALT) if is_alt else KeyEvent("a", Mods.NONE, "å"))


def test_other_systems_have_no_option_key() -> None:
    assert press(K.Key_A, ALT, "a", option_as_alt="none") == KeyEvent("a", Mods.ALT, "a")


def test_arrow_keys_of_a_mac_are_not_the_keypads() -> None:
    assert press(K.Key_Up, KEYPAD, "\uf700", platform=Platform.MAC) == KeyEvent("up")
    assert press(K.Key_5, KEYPAD, "5", platform=Platform.MAC) == KeyEvent("kp_5", text="5")


@pytest.mark.parametrize(
    ("key", "scan", "name"),
    [
        (K.Key_Shift, 42, "shift_left"), (K.Key_Shift, 54, "shift_right"), (K.Key_Control, 29, "control_left"),
        (K.Key_Control, 97, "control_right"), (K.Key_Alt, 56, "alt_left"), (K.Key_AltGr, 100, "alt_right"),
        (K.Key_Meta, 125, "super_left"),
    ],
)  # fmt: skip
def test_modifiers_are_keys_too(key: Qt.Key, scan: int, name: str) -> None:
    event = press(key, scan=scan)
    assert event is not None
    assert event.key == name


@pytest.mark.parametrize("key", [K.Key_Dead_Acute, K.Key_Multi_key, K.Key_VolumeUp, K.Key_Kanji, K.Key_unknown])
def test_keys_terminals_do_not_know_are_none(key: Qt.Key) -> None:
    assert press(key) is None


def test_every_name_is_one_that_engines_know() -> None:
    for key in Qt.Key:
        event = press(key.value, NONE, "")
        assert event is None or event.key in NAMED_KEYS or len(event.key) == 1
