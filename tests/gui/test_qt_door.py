"""PySide6 has one door."""

import ast
from pathlib import Path

import paneflow.gui

FOLDER = Path(paneflow.gui.__file__).parent


def imported(path: Path) -> set[str]:
    """The top-level packages a module imports when it is imported; what only one system needs may come later."""
    names: set[str] = set()
    body = list(ast.parse(path.read_text(encoding="utf-8")).body)
    for node in body:  # grows while it is walked: branches at the top count too
        if isinstance(node, ast.If):
            body += [*node.body, *node.orelse]
        elif isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.split(".")[0])
    return names


def test_only_the_door_imports_pyside() -> None:
    assert {path.name for path in FOLDER.rglob("*.py") if "PySide6" in imported(path)} == {"qt.py"}


def test_what_is_pure_imports_neither_qt_nor_numpy() -> None:
    for name in ("color", "clusters", "selection", "links", "options"):
        assert not imported(FOLDER / f"{name}.py") & {"PySide6", "numpy"}
        assert "paneflow.gui.qt" not in (FOLDER / f"{name}.py").read_text(encoding="utf-8")


def test_no_callback_waits_for_a_timer_of_no_time() -> None:
    """PySide6 keeps the receiver of `singleShot(0, …)` for ever when that is deleted before the callback's turn."""
    assert [path.name for path in FOLDER.rglob("*.py") if "singleShot(0," in path.read_text(encoding="utf-8")] == []
