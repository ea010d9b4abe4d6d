import pytest

from paneflow.spec.chord import Chord, parse_chord


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("ctrl+shift+t", "ctrl+shift+t"),
        ("Shift-Ctrl-T", "ctrl+shift+t"),
        ("ctrl--", "ctrl+-"),
        ("ctrl+-", "ctrl+-"),
        ("ctrl++", "ctrl++"),
        ("ctrl-+", "ctrl++"),
        ("ctrl+plus", "ctrl++"),
        ("cmd+=", "super+="),
        ("mod+alt+1", "mod+alt+1"),
        ("secondary-shift-d", "mod+shift+d"),
        ("F5", "f5"),
        ("shift+PageUp", "shift+pageup"),
        ("ctrl+pgdn", "ctrl+pagedown"),
        ("alt+esc", "alt+escape"),
        ("ctrl+ä", "ctrl+ä"),
        (" ctrl+space ", "ctrl+space"),
    ],
)
def test_a_chord_has_one_written_form(written: str, canonical: str) -> None:
    assert str(parse_chord(written)) == canonical
    assert str(parse_chord(canonical)) == canonical


@pytest.mark.parametrize(
    ("written", "complaint"),
    [
        ("", "a key is missing"),
        ("ctrl+", "a key is missing"),
        ("ctrl", "a key is missing"),
        ("ctrl+shift", "a key is missing"),
        ("hyper+t", "hyper is not a modifier"),
        ("ctrl+ctrl+t", "ctrl is there twice"),
        ("ctrl+control+t", "ctrl is there twice"),
        ("ctrl+f25", "f25 is not a key"),
        ("ctrl+enterr", "enterr is not a key"),
    ],
)
def test_what_is_not_a_chord_is_explained(written: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        parse_chord(written)


@pytest.mark.parametrize("written", ["t", "shift+t", "enter", "tab", "shift+tab", "space", "escape", "ä"])
def test_a_chord_that_typing_needs_says_so(written: str) -> None:
    assert parse_chord(written).types_text


@pytest.mark.parametrize("written", ["ctrl+t", "alt+enter", "f5", "shift+pageup", "delete", "mod+space"])
def test_other_chords_do_not_type_text(written: str) -> None:
    assert not parse_chord(written).types_text


def test_mod_is_cmd_on_macos_and_ctrl_elsewhere() -> None:
    chord = parse_chord("mod+shift+d")
    assert str(chord.resolved(mac=True)) == "shift+super+d"
    assert str(chord.resolved(mac=False)) == "ctrl+shift+d"
    assert parse_chord("alt+d").resolved(mac=True) == Chord("d", frozenset({"alt"}))
