"""What a double click selects."""

import pytest

from paneflow.vt.words import span_at, trim_url


@pytest.mark.parametrize(
    ("line", "index", "word"),
    [
        ("one two", 1, "one"),
        ("one two", 3, " "),
        ("--flag=value x", 3, "--flag=value"),
        ("a/b.py:12: note", 4, "a/b.py:12:"),
        ("(word)", 2, "word"),
        ("((x))", 0, "(("),
        ("see https://a.b/c?d=e&f#g, or", 9, "https://a.b/c?d=e&f#g"),
        ("<https://a.b/(c)>", 4, "https://a.b/(c)"),
        ("größe", 2, "größe"),
        ("mail mailto:a@b.c.", 7, "mailto:a@b.c"),
    ],
)
def test_words(line: str, index: int, word: str) -> None:
    first, last = span_at(list(line), index)
    assert line[first : last + 1] == word


def test_a_wide_character_counts_with_its_second_half() -> None:
    cells = ["漢", "", "字", "", " ", "x"]
    assert [span_at(cells, index) for index in (0, 1, 3, 4, 5)] == [(0, 3), (0, 3), (0, 3), (4, 4), (5, 5)]


@pytest.mark.parametrize(
    ("url", "trimmed"),
    [
        ("https://a.b/c.", "https://a.b/c"),
        ("https://a.b/(c)", "https://a.b/(c)"),
        ("https://a.b/c)", "https://a.b/c"),
        ("https://a.b/c'),", "https://a.b/c"),
        ("...", ""),
    ],
)
def test_a_url_ends_before_what_the_sentence_added(url: str, trimmed: str) -> None:
    assert trim_url(url) == trimmed
