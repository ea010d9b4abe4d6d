import shutil
import subprocess
from pathlib import Path

import pytest

from paneflow.cli.grammar import leaves
from paneflow.cli.man import page


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
