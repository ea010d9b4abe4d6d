"""The library's declarations."""

import runpy
from pathlib import Path

import pytest

from tests.support.vt import ENGINES

pytestmark = pytest.mark.skipif("ghostty" not in ENGINES, reason="libghostty-vt is not installed for this system")
GENERATOR = Path(__file__).parents[3] / "packaging" / "generate_ghostty.py"


def test_the_compiled_declarations_are_the_wheels() -> None:
    generator = runpy.run_path(str(GENERATOR))
    assert generator["is_current"](generator["declarations"]()), "run packaging/generate_ghostty.py"


def test_other_declarations_are_noticed() -> None:
    generator = runpy.run_path(str(GENERATOR))
    assert not generator["is_current"](generator["declarations"]() + "\nint another(void);")


def test_a_library_that_packs_cells_otherwise_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from paneflow.vt.ghostty import library

    monkeypatch.setitem(library._CELL_BITS, "style_id", (27, 16))
    with pytest.raises(ImportError, match="packs cells in another way"):
        library._check_layout()
