"""What a person's editor is run with to show a place in a file."""

from pathlib import Path

import pytest

from paneflow.gui.editor import EditorCommand, editor_command
from paneflow.gui.link_policy import FilePlace, file_at

PLACE = FilePlace("/src/a b.py", 12, 3)


@pytest.mark.parametrize(
    ("editor", "argv"),
    [
        ("vi", ("vi", "+call cursor(12,3)", "/src/a b.py")),
        ("/usr/bin/nvim -p", ("/usr/bin/nvim", "-p", "+call cursor(12,3)", "/src/a b.py")),
        ("nano", ("nano", "+12,3", "/src/a b.py")),
        ("emacsclient -t", ("emacsclient", "-t", "+12:3", "/src/a b.py")),
        ("hx", ("hx", "/src/a b.py:12:3")),
        ("less", ("less", "+12", "/src/a b.py")),
        ("'/opt/my editor/ed' -x", ("/opt/my editor/ed", "-x", "+12", "/src/a b.py")),
        ("it's", ("it's", "+12", "/src/a b.py")),
    ],
)
def test_terminal_editors_are_told_the_place_their_way(editor: str, argv: tuple[str, ...]) -> None:
    assert editor_command((), {"EDITOR": editor}, PLACE) == EditorCommand(argv, has_window=False)


@pytest.mark.parametrize(
    ("editor", "argv"),
    [
        ("code --wait", ("code", "--wait", "--goto", "/src/a b.py:12:3")),
        (r"'C:\Programs\Code.exe'", (r"C:\Programs\Code.exe", "--goto", "/src/a b.py:12:3")),
        ("kate", ("kate", "-l", "12", "-c", "3", "/src/a b.py")),
        ("pycharm", ("pycharm", "--line", "12", "--column", "3", "/src/a b.py")),
    ],
)
def test_editors_with_a_window_need_no_terminal(editor: str, argv: tuple[str, ...]) -> None:
    assert editor_command((), {"EDITOR": editor}, PLACE) == EditorCommand(argv, has_window=True)


def test_visual_goes_before_editor_and_the_configuration_before_both() -> None:
    env = {"VISUAL": "hx", "EDITOR": "vi"}
    found = editor_command((), env, PLACE)
    assert found is not None
    assert found.argv[0] == "hx"
    template = ("ed", "{path}", "--at={line},{col}")
    assert editor_command(template, env, PLACE) == EditorCommand(("ed", "/src/a b.py", "--at=12,3"), has_window=False)
    assert editor_command((), {}, PLACE) is None


def test_a_place_without_a_line_or_column() -> None:
    assert editor_command(("vi",), {}, FilePlace("/a")) == EditorCommand(("vi", "/a"), has_window=False)
    assert editor_command(("ed", "{path}:{line}:{col}"), {}, FilePlace("/a", 7)) == (("ed", "/a:7:1"), False)


def test_a_files_name_is_one_argument_whatever_is_in_it() -> None:
    nasty = FilePlace("/t/$(touch x);{line} 'a' {col}.py", 2)
    assert editor_command(("ed", "{path}"), {}, nasty) == (("ed", nasty.path), False)


def test_words_name_files_that_exist(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x")
    (tmp_path / "odd:7").write_text("x")
    here = str(tmp_path)
    assert file_at("a.py:12:3", here) == (str(tmp_path / "a.py"), 12, 3)
    assert file_at("./a.py:12", here) == (str(tmp_path / "a.py"), 12, None)
    assert file_at("odd:7", here) == (str(tmp_path / "odd:7"), None, None)  # a file of that very name
    assert file_at("b.py:12", here) is None
    assert file_at("a.py", "") is None  # nobody knows where
    assert file_at("a\0.py", here) is None
    assert file_at("a" * 5000, here) is None
