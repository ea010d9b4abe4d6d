"""Key names."""

import pytest

from paneflow.compat.tmux.keys import Key, control_byte, key_event, key_name, parse_key, typed_text
from paneflow.vt.input import KeyEvent, Mods


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a", "a"),
        ("A", "A"),
        ("é", "é"),
        ("C-c", "C-c"),
        ("c-c", "C-c"),
        ("^c", "C-c"),
        ("C-C", "C-c"),
        ("M-x", "M-x"),
        ("S-F1", "S-F1"),
        ("C-M-x", "C-M-x"),
        ("Enter", "Enter"),
        ("enter", "Enter"),
        ("C-m", "Enter"),
        ("C-i", "Tab"),
        ("C-[", "Escape"),
        ("Space", "Space"),
        ("C-Space", "C-Space"),
        ("C-@", "C-Space"),
        ("PageUp", "PPage"),
        ("PgDn", "NPage"),
        ("Insert", "IC"),
        ("Delete", "DC"),
        ("BTab", "BTab"),
        ("BSpace", "BSpace"),
        ("C-?", "C-?"),
        ("0x41", "A"),
        ("0x1b", "Escape"),
        ("KP5", "KP5"),
        ("KPEnter", "KPEnter"),
        ("None", "None"),
        ("any", "Any"),
        ("C-Up", "C-Up"),
        ("M-Enter", "M-Enter"),
    ],
)
def test_a_name_is_shown_as_tmux_shows_it(text: str, shown: str) -> None:
    key = parse_key(text)
    assert key is not None
    assert key_name(key) == shown


@pytest.mark.parametrize("text", ["", "foo", "X-a", "C-", "0xzz", "F99", "\x01", "hello world"])
def test_what_is_no_key_is_none(text: str) -> None:
    assert parse_key(text) is None


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("C-c", KeyEvent("c", Mods.CTRL, unshifted="c")),
        ("Enter", KeyEvent("enter")),
        ("BTab", KeyEvent("tab", Mods.SHIFT)),
        ("M-X", KeyEvent("x", Mods.ALT | Mods.SHIFT, text="X", unshifted="x")),
        ("PPage", KeyEvent("page_up")),
        ("None", None),
    ],
)
def test_a_key_becomes_an_event(text: str, event: KeyEvent | None) -> None:
    key = parse_key(text)
    assert key is not None
    assert key_event(key) == event


def test_plain_characters_are_typed_as_they_are() -> None:
    assert typed_text(Key("é")) == "é"
    assert typed_text(Key("Space")) == " "
    assert typed_text(Key("Enter")) is None
    assert typed_text(Key("c", Mods.CTRL)) is None


@pytest.mark.parametrize(
    ("text", "byte"), [("C-Space", b"\0"), ("C-/", b"\x1f"), ("C-M-a", b"\x1b\x01"), ("a", b""), ("C-é", b"")]
)
def test_control_characters_without_an_engine(text: str, byte: bytes) -> None:
    key = parse_key(text)
    assert key is not None
    assert control_byte(key) == byte
