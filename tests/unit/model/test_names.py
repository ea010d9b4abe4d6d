"""Names."""

import pytest

from paneflow.model import names


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("  api  ", "api"),
        ("two\nlines\tand  blanks", "two lines and blanks"),
        ("\x1b[31mred\x07", "[31mred"),
        ("a\x9b\x7fb", "ab"),
        ("evil\u202egnp.exe", "evilgnp.exe"),
        ("a\u200bpi\ufeff", "api"),
        ("half \ud800 pair", "half pair"),
        ("família 👩‍👩‍👧 日本", "família 👩‍👩‍👧 日本"),
        ("x" * 100, "x" * 64),
        ("\x00\x1b", ""),
        ("a \u200b b", "a b"),
    ],
)
def test_a_name_is_one_clean_line_of_at_most_64_characters(given: str, expected: str) -> None:
    assert names.clean(given) == expected
    assert names.clean(expected) == expected


@pytest.mark.parametrize("name", ["42", "%7", "self", "Self", "cwd:/tmp", "cmdline:vite"])
def test_what_selectors_read_otherwise_is_made_a_name(name: str) -> None:
    assert names.selectable(name) == f"pane-{name}"


@pytest.mark.parametrize("name", ["api", "42nd", "selfish", "cwd", "x:42", "日本"])
def test_other_names_are_kept(name: str) -> None:
    assert names.selectable(name) == name


def test_a_taken_name_gets_the_next_free_number_without_regard_to_case() -> None:
    assert names.unique("api", set()) == "api"
    assert names.unique("Api", {"api"}) == "Api-2"
    assert names.unique("api", {"api", "api-2"}) == "api-3"


def test_a_number_does_not_make_a_name_too_long() -> None:
    long = "x" * 64

    assert names.unique(long, {long}) == "x" * 62 + "-2"


@pytest.mark.parametrize(
    ("argv", "command", "expected"),
    [
        ((), None, "shell"),
        (("/usr/bin/vim",), None, "vim"),
        (("cargo", "run", "--release"), None, "cargo-run"),
        ((), "npm run dev", "npm-run"),
        ((), "FOO=1 sudo -E htop", "htop"),
        (("C:\\Tools\\node.exe", "server.js"), None, "node.exe-server.js"),
        (("\x1b\x07",), None, "shell"),
    ],
)
def test_an_automatic_name_says_what_was_started(argv: tuple[str, ...], command: str | None, expected: str) -> None:
    assert names.automatic(argv, command, "/home/me/proj", set()) == expected


def test_a_second_automatic_name_says_the_folder_then_counts() -> None:
    assert names.automatic((), None, "/home/me/proj", {"shell"}) == "shell@proj"
    assert names.automatic((), None, "/home/me/proj", {"shell", "shell@proj"}) == "shell@proj-2"
    assert names.automatic((), None, "/", {"shell"}) == "shell-2"
