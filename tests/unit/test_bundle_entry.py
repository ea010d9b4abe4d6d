"""The entry of a bundle, run by an ordinary Python: it is the bundle's programs, and the Python that their shims look for."""

import configparser
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from paneflow import __version__

ROOT = Path(__file__).parents[2]
ENTRY = ROOT / "packaging" / "pyinstaller" / "entry.py"
LINUX = ROOT / "packaging" / "linux"


def entry(*words: str, env: dict[str, str] | None = None) -> str:
    command = [sys.executable, str(ENTRY), *words]
    whole = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), **(env or {})}
    done = subprocess.run(command, env=whole, capture_output=True, text=True, timeout=30)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("words", [["--version"], ["-m", "paneflow", "--version"]])
def test_it_is_paneflow_also_when_started_as_a_module(words: list[str]) -> None:
    assert entry(*words) == f"paneflow {__version__}"


def test_it_runs_a_shim_as_a_python_would(tmp_path: Path) -> None:
    shim = tmp_path / "shim.py"
    shim.write_text("import sys\nif __name__ == '__main__':\n    print(sys.argv[1:])\n")
    assert entry("-IS", str(shim), "Stop", "-m") == "['Stop', '-m']"


def test_it_runs_a_line_of_code() -> None:
    assert entry("-c", "import sys; print(sys.argv)", "a") == "['-c', 'a']"


def test_programs_in_panes_do_not_load_the_libraries_of_a_bundle() -> None:
    bundled = {"LD_LIBRARY_PATH": "/bundle", "LD_LIBRARY_PATH_ORIG": "/own", "_PYI_ARCHIVE_FILE": "x"}
    shown = "import os; print([os.environ.get(name) for name in ('LD_LIBRARY_PATH', '_PYI_ARCHIVE_FILE')])"
    assert entry("-c", shown, env=bundled) == "['/own', None]"
    assert entry("-c", shown, env={"LD_LIBRARY_PATH": "/bundle"}) == "[None, None]"


def test_the_desktop_entry_and_its_description_name_each_other() -> None:
    desktop = configparser.ConfigParser(interpolation=None)
    desktop.read(LINUX / "paneflow.desktop")
    described = ElementTree.parse(LINUX / "paneflow.metainfo.xml").getroot()
    assert described.findtext("launchable") == "paneflow.desktop"
    assert described.findtext("icon") == desktop["Desktop Entry"]["Icon"] == "paneflow"
    assert described.findtext("summary") == desktop["Desktop Entry"]["Comment"]
    assert (ROOT / "resources" / "icons" / "paneflow.svg").is_file()
