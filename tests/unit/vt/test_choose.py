"""Which engine runs, and what loading it costs."""

import subprocess
import sys

import pytest

from paneflow.geometry import MAX_COLS, MAX_ROWS, Size
from paneflow.vt import choose
from tests.support.vt import ENGINES


def test_the_name_decides() -> None:
    for name in ENGINES:
        terminal = choose.new_engine(Size(10, 3), 100, name)
        assert type(terminal).__name__.lower() == f"{name}engine"
        terminal.close()


def test_the_best_there_is_is_taken() -> None:
    assert choose.engine_name() == ENGINES[0]


def test_an_unknown_name_is_an_error() -> None:
    with pytest.raises(ValueError, match="no engine is called 'vte'"):
        choose.new_engine(Size(10, 3), 100, "vte")


def test_sizes_are_clamped() -> None:
    terminal = choose.new_engine(Size(0, 100_000), 10, ENGINES[0])
    assert (terminal.cols, terminal.rows) == (1, MAX_ROWS)
    terminal.resize(MAX_COLS * 10, 0)
    assert (terminal.cols, terminal.rows) == (MAX_COLS, 1)
    terminal.close()


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


MODULES = ("pyghostty", "cffi", "pyte", "numpy", "regex", "asyncio")
LOADED = f"import sys; print(*(name for name in {MODULES} if name in sys.modules))"
USE = """
from paneflow.geometry import Size
from paneflow.vt.choose import new_engine
terminal = new_engine(Size(80, 24), 100, {name!r})
terminal.feed(b"x")
terminal.view().frame(1)
terminal.tail(1)
"""
HIDDEN = """
import importlib.util
importlib.util.find_spec = lambda name: None
"""


@pytest.mark.skipif("ghostty" not in ENGINES, reason="libghostty-vt is not installed for this system")
def test_the_default_engine_loads_nothing_but_its_library() -> None:
    assert run(USE.format(name=None) + LOADED).split() == []


def test_the_fallback_engine_needs_no_library() -> None:
    assert run(USE.format(name="pyte") + LOADED).split() == ["pyte"]


def test_without_the_library_the_fallback_engine_is_taken() -> None:
    assert run(HIDDEN + "from paneflow.vt.choose import engine_name; print(engine_name())").strip() == "pyte"


def test_without_the_library_the_default_engine_is_an_error() -> None:
    caught = "\n".join(
        [
            "try:",
            *("    " + line for line in USE.format(name="ghostty").splitlines()),
            "except ImportError as error:",
            "    print(error)",
        ]
    )
    assert "not installed" in run(HIDDEN + caught)
