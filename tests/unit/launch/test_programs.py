"""What comes first on the PATH of surfaces."""

import sys
from pathlib import Path

import pytest

from paneflow.launch.programs import launchers_dir, programs_dir


@pytest.mark.skipif(sys.platform == "win32", reason="the shims are shell scripts")
def test_the_shims_come_first(tmp_path: Path) -> None:
    folder = programs_dir(str(tmp_path))
    assert folder is not None
    assert (Path(folder) / "tmux").is_file()


def test_pips_launcher_is_copied_under_the_name_tmux_alone(tmp_path: Path) -> None:
    scripts, state = tmp_path / "Scripts", tmp_path / "state"
    scripts.mkdir()
    for version in b"first", b"second":  # an update brings another
        (scripts / "paneflow-tmux.exe").write_bytes(version)
        assert launchers_dir(str(scripts), str(state)) == str(state / "bin")
        assert [(each.name, each.read_bytes()) for each in (state / "bin").iterdir()] == [("tmux.exe", version)]


def test_where_pip_made_none_there_is_none(tmp_path: Path) -> None:
    assert launchers_dir(str(tmp_path), str(tmp_path / "state")) is None


def test_one_that_cannot_be_replaced_stays(tmp_path: Path) -> None:
    (tmp_path / "paneflow-tmux.exe").write_bytes(b"new")
    assert launchers_dir(str(tmp_path), str(tmp_path / "state")) is not None
    (tmp_path / "paneflow-tmux.exe").unlink()
    (tmp_path / "paneflow-tmux.exe").mkdir()
    assert launchers_dir(str(tmp_path), str(tmp_path / "state")) is None
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / "file2").mkdir()
    (tmp_path / "file2/paneflow-tmux.exe").write_bytes(b"")
    assert launchers_dir(str(tmp_path / "file2"), str(tmp_path / "file")) is None
