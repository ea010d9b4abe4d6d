"""Whether a display answers: real sockets stand in for X and Wayland servers."""

import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from paneflow.cli.display import trouble

pytestmark = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="a display is always there")


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as made:  # shorter than pytest's: a socket's path is
        yield Path(made)


@pytest.fixture
def server(folder: Path) -> Iterator[Path]:
    """A socket that takes connections."""
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(folder / "wayland-7"))
        listening.listen()
        yield folder / "wayland-7"


def test_no_display_named_is_said() -> None:
    assert "neither DISPLAY nor WAYLAND_DISPLAY" in trouble({})
    assert "neither DISPLAY nor WAYLAND_DISPLAY" in trouble({"DISPLAY": "", "WAYLAND_DISPLAY": ""})


@pytest.mark.parametrize("display", [":6543", "unix:6543.0", "localhost:64000", ":70000000000", "nonsense", "a\0b:1"])
def test_a_display_that_does_not_answer_is_named(display: str) -> None:
    assert trouble({"DISPLAY": display}) == f"no display answers at DISPLAY={display}"


def test_a_wayland_server_answers(server: Path) -> None:
    assert trouble({"WAYLAND_DISPLAY": server.name, "XDG_RUNTIME_DIR": str(server.parent)}) == ""
    assert trouble({"WAYLAND_DISPLAY": str(server), "XDG_RUNTIME_DIR": "/nowhere"}) == ""


def test_one_display_of_two_is_enough(server: Path, folder: Path) -> None:
    env = {"WAYLAND_DISPLAY": "gone", "XDG_RUNTIME_DIR": str(folder), "DISPLAY": ":6543"}
    assert trouble(env) == "no display answers at WAYLAND_DISPLAY=gone or DISPLAY=:6543"
    assert trouble({**env, "WAYLAND_DISPLAY": server.name}) == ""


def test_an_x_server_answers_on_an_abstract_socket_and_over_tcp() -> None:
    with socket.socket(socket.AF_UNIX) as local, socket.create_server(("127.0.0.1", 6000 + 543)):
        local.bind("\0/tmp/.X11-unix/X6543")
        local.listen()
        assert trouble({"DISPLAY": ":6543"}) == ""
        assert trouble({"DISPLAY": "127.0.0.1:543.0"}) == ""


def test_systems_with_one_desktop_and_a_chosen_platform_are_trusted() -> None:
    assert trouble({}, "darwin") == trouble({}, "win32") == trouble({"QT_QPA_PLATFORM": "offscreen"}) == ""


def test_the_start_script_can_ask() -> None:
    env = {name: value for name, value in os.environ.items() if name not in ("WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}
    command = [sys.executable, "-m", "paneflow.cli.display"]
    asked = subprocess.run(command, env={**env, "DISPLAY": ":6543"}, capture_output=True, text=True, timeout=30)
    assert (asked.returncode, asked.stderr) == (1, "no display answers at DISPLAY=:6543\n")
