"""What is asked about before a paste."""

import pytest

from paneflow.gui.paste_check import doubt, revealed


@pytest.mark.parametrize("text", ["", "ls -la", "tab\there", "日本語 and emoji 🦀", "x" * 5000])
def test_harmless_text_is_pasted_without_a_question(text: str) -> None:
    assert doubt(text, bracketed=False) is None


def test_a_newline_matters_only_without_bracketed_paste() -> None:
    assert doubt("one\ntwo\n", bracketed=True) is None
    found = doubt("one\ntwo\n", bracketed=False)
    assert found is not None
    assert "2 lines" in found.reasons[0]


@pytest.mark.parametrize("text", ["a\x1b[31mb", "a\x08b", "a\x7f", "a\x9bm"])
def test_control_characters_are_told_also_in_bracketed_paste(text: str) -> None:
    found = doubt(text, bracketed=True)
    assert found is not None
    assert "control characters" in found.reasons[0]


@pytest.mark.parametrize("text", ["rm \u202e fr-", "a\u200bb", "a\U000e0041b", "\u2066x\u2069"])
def test_what_cannot_be_seen_is_told(text: str) -> None:
    found = doubt(text, bracketed=True)
    assert found is not None
    assert "cannot be seen" in found.reasons[-1]
    assert "⟨U+" in found.shown


def test_a_long_paste_into_a_prompt_is_asked_about() -> None:
    assert doubt("x" * 6000, bracketed=False) is not None
    assert doubt("x" * 6000, bracketed=True) is None


def test_hidden_things_are_shown() -> None:
    assert revealed("a\x1b\u202eb\tc") == "a␛⟨U+202E⟩b\tc"
    assert revealed("y" * 2100).endswith("100 more")
