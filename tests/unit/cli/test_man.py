import shutil
import subprocess
from pathlib import Path

import pytest

from paneflow.cli.grammar import leaves
from paneflow.cli.man import page

SHIPPED = Path(__file__).parents[3] / "packaging" / "paneflow.1"


def test_the_page_is_sound_and_tells_of_every_command(tmp_path: Path) -> None:
    if not shutil.which("man"):
        pytest.skip("man is not installed")
    file = tmp_path / "paneflow.1"
    file.write_text(page(), encoding="utf-8")
    env = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "MANWIDTH": "1000", "HOME": str(tmp_path)}

    done = subprocess.run(["man", "--warnings", "-l", str(file)], env=env, capture_output=True, text=True, timeout=60)

    assert done.stderr == ""
    assert all(f"paneflow {leaf.name}" in done.stdout for leaf in leaves())
    assert "EXIT STATUS" in done.stdout


def test_the_page_that_is_shipped_is_one_that_every_reader_takes() -> None:
    assert SHIPPED.read_text(encoding="utf-8") == page()
    assert page().isascii()


@pytest.mark.parametrize("device", ["ascii", "utf8", "latin1"])
def test_the_page_makes_groff_complain_of_nothing(device: str) -> None:
    if not shutil.which("groff"):
        pytest.skip("groff is not installed")
    command = ["groff", "-ww", "-man", f"-T{device}", str(SHIPPED)]
    done = subprocess.run(command, capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"paneflow" in done.stdout
