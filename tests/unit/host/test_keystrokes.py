"""Keystrokes as words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paneflow.errors import InvalidParams
from paneflow.host.keystrokes import parse_keystroke
from paneflow.vt.input import NAMED_KEYS, KeyEvent, Mods


@pytest.mark.parametrize(
    ("text", "key", "mods", "typed"),
    [
        ("a", "a", Mods.NONE, "a"),
        ("A", "a", Mods.SHIFT, "A"),
        ("shift-a", "a", Mods.SHIFT, "A"),
        ("ctrl-c", "c", Mods.CTRL, ""),
        ("ctrl-C", "c", Mods.CTRL, ""),
        ("Ctrl-Alt-Delete", "delete", Mods.CTRL | Mods.ALT, ""),
        ("shift-tab", "tab", Mods.SHIFT, ""),
        ("esc", "escape", Mods.NONE, ""),
        ("pageup", "page_up", Mods.NONE, ""),
        ("space", "space", Mods.NONE, " "),
        ("ctrl-space", "space", Mods.CTRL, ""),
        ("-", "-", Mods.NONE, "-"),
        ("ctrl--", "-", Mods.CTRL, ""),
        ("F12", "f12", Mods.NONE, ""),
        ("é", "é", Mods.NONE, "é"),
        ("ctrl-\\", "\\", Mods.CTRL, ""),
    ],
)
def test_a_keystroke_is_modifiers_and_a_key(text: str, key: str, mods: Mods, typed: str) -> None:
    event = parse_keystroke(text)
    assert (event.key, event.mods, event.text) == (key, mods, typed)


@pytest.mark.parametrize("text", ["", "ctrl-", "nothing", "hyper-a", "a-b", "ctrl-enterr", "\r", "a\n", "\x1b", "---"])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(InvalidParams) as error:
        parse_keystroke(text)
    assert error.value.kind == "unknown_key"


@given(st.text(max_size=64))
def test_every_text_is_a_key_or_a_refusal(text: str) -> None:
    try:
        event = parse_keystroke(text)
    except InvalidParams:
        return
    assert isinstance(event, KeyEvent)
    assert len(event.key) == 1 or event.key in NAMED_KEYS
