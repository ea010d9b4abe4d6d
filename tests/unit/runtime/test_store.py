"""The state folder: whole files, the user's alone, never overwritten when they are not understood."""

import os
import stat
from pathlib import Path

import pytest

from paneflow.errors import Failed
from paneflow.ids import SurfaceId
from paneflow.model.actions import CreateWorkspace, Launch
from paneflow.model.apply import apply
from paneflow.model.records import Model
from paneflow.runtime.store import SET_ASIDE, Store, write_file

MODEL = apply(Model(), CreateWorkspace("api", "/", (Launch("/", name="one"),))).model


def test_a_model_comes_back(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    assert store.load() == (None, None)
    store.save_model(MODEL, reserve=0)
    assert store.load() == (MODEL, None)


def test_a_save_that_lags_behind_reserves_ids(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    store.save_model(MODEL, reserve=10)
    model, _ = store.load()
    assert model is not None
    assert model.counters.surface == MODEL.counters.surface + 10


def test_texts_come_back_and_go_with_their_surface(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    for number in (1, 2):
        store.save_text(SurfaceId(number), b"text %d" % number)
    store.drop_texts([SurfaceId(2)])
    assert (store.text(SurfaceId(1)), store.text(SurfaceId(2))) == (None, b"text 2")


def test_a_write_that_fails_leaves_the_old_file_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    write_file(str(path), b"old")

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OSError, match="No space"):
        write_file(str(path), b"new")
    monkeypatch.undo()
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["file"]


def test_files_are_0600_and_links_are_not_followed(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious")
    (tmp_path / "file.new").symlink_to(victim)
    with pytest.raises(OSError, match="symbolic links"):
        write_file(str(tmp_path / "file"), b"new")
    assert victim.read_text() == "precious"
    write_file(str(tmp_path / "other"), b"new")
    assert stat.S_IMODE((tmp_path / "other").stat().st_mode) == 0o600


def test_a_model_that_is_a_link_or_no_file_is_set_aside(tmp_path: Path) -> None:
    (tmp_path / "state.json").symlink_to("/etc/passwd")
    model, problem = Store(str(tmp_path)).load()
    assert model is None
    assert problem is not None
    assert "set aside" in problem


def test_only_a_few_files_are_kept_aside(tmp_path: Path) -> None:
    for _ in range(SET_ASIDE + 3):
        (tmp_path / "state.json").write_text("{")
        assert Store(str(tmp_path)).load()[0] is None
    assert len(list(tmp_path.glob("*.corrupt-*"))) == SET_ASIDE


def test_what_can_be_neither_read_nor_set_aside_stops_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "state.json").write_text("{")

    def refuse(*_: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(os, "rename", refuse)
    with pytest.raises(Failed, match="cannot be set aside"):
        Store(str(tmp_path)).load()
    assert (tmp_path / "state.json").read_text() == "{"
