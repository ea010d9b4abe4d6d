"""What a host keeps over its end, however it ends."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.host import SCRIPTING, HostProcess, RpcError, host_folder


@pytest.fixture
def host() -> Iterator[HostProcess]:
    with host_folder() as folder:
        host = HostProcess(folder, SCRIPTING)
        yield host.start()
        host.close()


def saved(host: HostProcess) -> str:
    path = host.state / "state.json"
    return path.read_text() if path.exists() else ""


def saved_texts(host: HostProcess) -> list[Path]:
    return sorted(each for each in (host.state / "scrollback").glob("*") if each.name.isdigit())


def arrangement(host: HostProcess) -> object:
    """Everything that has to come back, without what is new by design."""
    rows = host.call("surface.list")["surfaces"]
    kept = ("surface_id", "name", "cwd", "workspace", "workspace_id", "pane_id", "focused")
    tree = host.call("workspace.current")["layout"]
    shape = (tree["type"], tree.get("direction"), tree.get("ratios"))
    return [{key: row[key] for key in kept} for row in rows], host.call("workspace.list")["workspaces"], shape


def test_workspaces_layout_names_folders_and_text_come_back_and_no_command_is_run(host: HostProcess) -> None:
    (host.home / "project").mkdir()
    counter = host.home / "runs"
    command = f"echo ran >> {counter}; echo output-of-the-command"
    surface = host.call("workspace.create", name="api", cwd=str(host.home / "project"), command=command)["surface_id"]
    host.wait_for(counter.exists)
    second = host.call("surface.split", direction="v", surface_id=surface, name="logs")["surface_id"]
    host.call("workspace.create", name="other")
    host.type(second, "cd /usr; echo second-text")
    host.wait_for_text(second, "\nsecond-text")
    host.wait_for_text(surface, "\noutput-of-the-command")
    before = arrangement(host)
    assert host.stop() == 0

    host.start()
    assert arrangement(host) == before
    assert "\nsecond-text" in host.read(second)
    assert "\noutput-of-the-command" in host.read(surface)
    host.wait_for(lambda: host.read(surface).endswith("$"))
    host.type(second, "echo fresh-$((40+2))")
    host.wait_for_text(second, "\nfresh-42")
    assert counter.read_text() == "ran\n"
    assert host.call("workspace.create", name="new")["surface_id"] > second + 1  # ids go on


def test_a_killed_host_loses_nothing_that_was_saved(host: HostProcess) -> None:
    surface = host.new(name="kept")
    host.call("surface.rename", surface_id=surface, name="sturdy")
    host.type(surface, "echo before-the-crash")
    host.wait_for_text(surface, "\nbefore-the-crash")
    host.wait_for(lambda: '"sturdy"' in saved(host) and saved_texts(host))
    host.kill()

    host.start()
    rows = host.call("surface.list")["surfaces"]
    assert [(row["surface_id"], row["name"]) for row in rows] == [(surface, "sturdy")]
    assert "\nbefore-the-crash" in host.read(surface)
    assert host.call("surface.split", direction="h", surface_id=surface)["surface_id"] > surface


def test_the_model_is_saved_within_a_second(host: HostProcess) -> None:
    host.call("workspace.create", name="soon")
    host.wait_for(lambda: '"soon"' in saved(host), timeout=2.0)


def test_saved_files_are_the_users_alone(host: HostProcess) -> None:
    surface = host.new()
    host.type(surface, "echo text")
    host.wait_for(lambda: saved(host) and saved_texts(host))
    for folder, _, files in os.walk(host.state):
        assert os.stat(folder).st_mode & 0o777 == 0o700
        for name in files:
            assert os.stat(os.path.join(folder, name)).st_mode & 0o777 == 0o600, name


@pytest.mark.parametrize("text", ["{", "[]", '{"version": 1}', '{"version": 999999}', "\x00" * 100])
def test_a_state_that_cannot_be_understood_is_set_aside_and_never_overwritten(text: str) -> None:
    with host_folder() as folder:
        host = HostProcess(folder, SCRIPTING)
        (host.state / "state.json").write_text(text)
        host.start()
        try:
            host.call("workspace.create", name="fresh")
            host.wait_for(lambda: '"fresh"' in saved(host))
            (aside,) = host.state.glob("state.json.corrupt-*")
            assert aside.read_text() == text
        finally:
            host.close()


def test_what_kills_the_host_at_each_start_is_not_brought_back_for_ever(host: HostProcess) -> None:
    surface = host.new(name="deadly")
    host.wait_for(lambda: '"deadly"' in saved(host))
    for _ in range(2):
        host.kill()
        host.start()
        assert host.call("workspace.list")["workspaces"]
    host.kill()

    host.start()

    assert host.call("workspace.list")["workspaces"] == []
    assert "several times" in host.output()
    aside = [each for each in host.state.glob("state.json.corrupt-*") if each.is_file()]
    assert [surface in [each["id"] for each in json.loads(each.read_text())["surfaces"]] for each in aside] == [True]
    assert host.new(name="fresh") > surface
    host.stop()
    host.start()
    assert [each["title"] for each in host.call("workspace.list")["workspaces"]] == ["fresh"]


def test_a_folder_that_is_gone_does_not_cost_the_pane(host: HostProcess) -> None:
    (host.home / "gone").mkdir()
    surface = host.new(cwd=str(host.home / "gone"))
    host.stop()
    (host.home / "gone").rmdir()
    host.start()
    assert [row["surface_id"] for row in host.call("surface.list")["surfaces"]] == [surface]


def test_undo_brings_back_folder_name_and_text_also_after_a_restart(host: HostProcess) -> None:
    surface = host.new(name="w", cwd="/usr")
    host.call("surface.rename", surface_id=surface, name="dear")
    host.type(surface, "echo precious")
    host.wait_for_text(surface, "\nprecious")
    host.call("workspace.create", name="other")
    host.call("surface.close", surface_id=surface)
    host.stop()
    host.start()
    (back,) = host.call("workspace.undo_close")["surface_ids"]
    row = next(row for row in host.call("surface.list")["surfaces"] if row["surface_id"] == back)
    assert (row["name"], row["cwd"]) == ("dear", "/usr")
    assert "\nprecious" in host.read(back)
    with pytest.raises(RpcError) as error:
        host.call("workspace.undo_close")
    assert error.value.kind == "nothing_to_undo"


def test_a_full_disk_is_a_warning_and_the_host_runs_on() -> None:
    with host_folder() as folder:
        host = HostProcess(folder, SCRIPTING)
        limit = (
            "import resource,sys,runpy; resource.setrlimit(resource.RLIMIT_FSIZE,(0,0));"
            "sys.argv=['host']; runpy.run_module('paneflow.launch.host', run_name='__main__')"
        )
        host.process = subprocess.Popen(
            [sys.executable, "-c", limit], env=host.env, stdin=subprocess.DEVNULL, start_new_session=True
        )
        try:
            host.wait_for(host._answers, 20)
            surface = host.new()
            host.type(surface, "echo still-here")
            host.wait_for_text(surface, "\nstill-here")
            assert not saved(host)
        finally:
            host.close()


def test_a_state_folder_that_cannot_be_written_is_a_warning() -> None:
    with host_folder() as folder:
        host = HostProcess(folder, {**SCRIPTING, "PANEFLOW_STATE": "/proc/no-such-folder"})
        try:
            host.start()
            surface = host.new()
            host.type(surface, "echo still-here")
            host.wait_for_text(surface, "\nstill-here")
            host.wait_for(lambda: "cannot be saved" in host.output())
        finally:
            host.close()


def test_sigterm_ends_the_host_and_its_shells(host: HostProcess) -> None:
    surface = host.new()
    pid = host.call("surface.info", surface_id=surface)["pid"]
    assert host.stop() == 0
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert not os.path.exists(host.socket_path)
    assert json.loads(saved(host))["version"] == 1


def test_a_hang_up_is_survived(host: HostProcess) -> None:
    surface = host.new()
    os.kill(host.pid, signal.SIGHUP)
    host.type(surface, "echo alive")
    host.wait_for_text(surface, "\nalive")
