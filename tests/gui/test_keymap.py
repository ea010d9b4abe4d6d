"""No chord means two things; no default takes what programs need; every binding can be moved and taken away."""

import re
from collections import Counter

import pytest

from paneflow.gui.actions import ACTIONS
from paneflow.gui.keymap import defaults, keymap
from paneflow.spec.chord import parse_chord

PLATFORMS = pytest.mark.parametrize("mac", [False, True], ids=["linux-windows", "mac"])


@PLATFORMS
def test_no_default_chord_starts_two_actions(mac: bool) -> None:
    chords = Counter(
        str(parse_chord(text).resolved(mac=mac)) for action in ACTIONS for text in action.defaults(mac=mac)
    )
    assert [chord for chord, count in chords.items() if count > 1] == []


@PLATFORMS
def test_no_default_takes_a_key_that_programs_need(mac: bool) -> None:
    for chord in defaults(mac=mac):
        assert not chord.types_text or re.fullmatch(r"f\d+", chord.key), chord
        if not mac:
            assert not (chord.key.isalpha() and len(chord.key) == 1 and chord.modifiers in ({"ctrl"}, {"alt"})), chord


def test_action_names_are_unique_and_titles_have_a_heading() -> None:
    assert len({action.name for action in ACTIONS}) == len(ACTIONS)
    assert all(re.fullmatch(r"[a-z0-9_]+", action.name) and ": " in action.title for action in ACTIONS)


def test_a_configured_chord_evicts_the_default_that_held_it() -> None:
    found = keymap({"ctrl+shift+d": "new_tab"}, mac=False)
    assert found.action(parse_chord("ctrl+shift+d")) == "new_tab"
    assert found.chords("split_horizontally") == []


def test_a_rebound_action_loses_its_default_chord() -> None:
    found = keymap({"ctrl+alt+k": "toggle_zoom"}, mac=False)
    assert [str(chord) for chord in found.chords("toggle_zoom")] == ["ctrl+alt+k"]
    assert found.action(parse_chord("ctrl+shift+z")) is None


def test_none_gives_a_chord_back_to_the_program() -> None:
    found = keymap({"ctrl+shift+p": "none"}, mac=False)
    assert found.action(parse_chord("ctrl+shift+p")) is None
    assert found.chords("command_palette") == []


def test_mod_is_the_platforms_key() -> None:
    assert keymap({"mod+shift+p": "new_tab"}, mac=True).action(parse_chord("super+shift+p")) == "new_tab"
    assert keymap({"mod+shift+p": "new_tab"}, mac=False).action(parse_chord("ctrl+shift+p")) == "new_tab"


@pytest.mark.parametrize(
    ("chord", "action", "message"),
    [("ctrl+shift+d", "fly", "there is no action fly"), ("ctrl+", "new_tab", "a key is missing")],
)
def test_a_wrong_entry_is_told_and_changes_nothing(chord: str, action: str, message: str) -> None:
    found = keymap({chord: action}, mac=False)
    assert message in found.problems[0]
    assert found.bindings == defaults(mac=False)
