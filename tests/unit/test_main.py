import sys
from pathlib import Path
from types import ModuleType

import pytest

from paneflow import __main__ as main_module
from tests.support.cli import Cli, lonely_env


@pytest.mark.parametrize(
    ("words", "root", "passed_on"),
    [
        ([], "window", []),
        (["gui"], "window", []),
        (["gui", "work.toml"], "window", ["work.toml"]),
        (["host", "run"], "host", []),
    ],
)
def test_some_words_go_to_a_composition_root(
    words: list[str], root: str, passed_on: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[list[str]] = []

    def main(arguments: list[str]) -> int:
        called.append(arguments)
        return 5

    module = ModuleType(root)
    module.main = main  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, f"paneflow.launch.{root}", module)

    assert main_module.main(words) == 5
    assert called == [passed_on]


@pytest.mark.parametrize("words", [["gui", "--help"], ["host", "run", "--help"], ["--help"], ["--version"]])
def test_help_opens_and_starts_nothing(words: list[str], tmp_path: Path) -> None:
    done = Cli(lonely_env(tmp_path))(*words)

    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(("usage: paneflow", "paneflow "))


def test_a_window_without_its_libraries_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def main(_arguments: list[str]) -> int:
        raise ImportError("libEGL.so.1: cannot open shared object file", name="PySide6.QtGui")

    module = ModuleType("window")
    module.main = main  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "paneflow.launch.window", module)

    assert main_module.main([]) == 1
    assert "libEGL.so.1" in capsys.readouterr().err
