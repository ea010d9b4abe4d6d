"""The one cleaner."""

from hypothesis import given, settings
from hypothesis import strategies as st

from paneflow.vt.paste import Hidden, bracket, clean, finds_hidden, label, plain

# What an attacker would build with: introducers and terminators in both forms, and their pieces.
PIECES = st.lists(
    st.sampled_from(
        [
            "\x1b",
            "[",
            "201~",
            "200~",
            "20",
            "1~",
            "\x9b",
            "\x9d",
            "\x9c",
            "\x07",
            "\r",
            "\n",
            "\r\n",
            "\t",
            "\x00",
            "\x7f",
            "\x85",
            "a",
            "漢",
            "\u2028",
            "\u202e",
            "\u200b",
            "\U000e0041",
            "\ud800",
        ]
    )
).map("".join)
WILD = st.one_of(PIECES, st.text())
examples = settings(max_examples=300, deadline=None)


@examples
@given(WILD)
def test_only_tab_and_newline_are_left_of_control_characters(text: str) -> None:
    assert all(char in "\t\n" or (char >= " " and not "\x7f" <= char <= "\x9f") for char in clean(text))


@examples
@given(WILD)
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    assert clean(clean(text)) == clean(text)


@examples
@given(WILD)
def test_a_bracketed_paste_has_one_end(text: str) -> None:
    pasted = bracket(text)
    body = pasted[6:-6]
    assert (pasted[:6], pasted[-6:]) == (b"\x1b[200~", b"\x1b[201~")
    assert b"\x1b" not in body
    assert "\x9b" not in body.decode()


@examples
@given(st.text(alphabet=st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"])))
def test_ordinary_text_is_left_alone(text: str) -> None:
    assert clean(text) == text


def test_an_end_cannot_be_put_together_from_pieces() -> None:
    assert bracket("\x1b[20\x1b[201~1~") == b"\x1b[200~[20[201~1~\x1b[201~"


def test_line_ends_become_newlines() -> None:
    assert clean("a\r\nb\rc\nd\u2028e") == "a\nb\nc\nd\ne"


def test_a_paste_without_brackets_sends_what_enter_sends() -> None:
    assert plain("a\nb") == b"a\rb"


def test_half_a_character_does_not_become_a_pattern_of_the_shell() -> None:
    assert plain("a\ud800b") == "a\ufffdb".encode()


@examples
@given(WILD)
def test_a_label_is_one_short_line(text: str) -> None:
    assert len(label(text, 10)) <= 10
    assert not any(char in label(text) for char in "\n\t\r\x1b\u202e\u200b\u2066\ufeff")


def test_hidden_characters_are_found_with_their_places() -> None:
    text = "a\u202eb\u200b\U000e0041\x1bc\td\n"
    assert finds_hidden(text) == [Hidden(1, 0x202E), Hidden(3, 0x200B), Hidden(4, 0xE0041), Hidden(5, 0x1B)]
    assert finds_hidden("plain 漢字 👩\u200d👧 text\n") == []
