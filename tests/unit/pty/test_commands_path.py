"""Commands that a shell runs in a surface find Paneflow's programs, also after a profile replaced the PATH."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from paneflow import paths
from paneflow.pty.shell_integration import keep_path

RESOURCES = os.path.join(paths.resources_dir(), "shell-integration")
pytestmark = pytest.mark.skipif(sys.platform == "win32" or not shutil.which("bash"), reason="bash on Unix")


def path_in(argv: list[str], home: Path, **extra: str) -> str:
    """The PATH that a command line of a shell sees, where a profile replaces it."""
    (home / ".bash_profile").write_text("PATH=/usr/bin:/bin\n")
    (home / ".profile").write_text("PATH=/usr/bin:/bin\n")
    given = {"PATH": "/shims:/usr/bin:/bin", "HOME": str(home), "PANEFLOW_BIN_DIR": "/shims", **extra}
    done = subprocess.run(
        [*argv, "echo $PATH"],
        env=keep_path(given, {}, RESOURCES),
        capture_output=True,
        text=True,
        timeout=20,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout.strip()


@pytest.mark.parametrize("words", [["-lc"], ["-c", "-l"], ["--login", "-c"], ["-l", "-e", "-u", "-c"]])
def test_a_login_bash_that_runs_a_command_finds_our_programs(words: list[str], tmp_path: Path) -> None:
    assert path_in(["bash", *words], tmp_path) == "/shims:/usr/bin:/bin"


def test_a_bash_deeper_down_finds_them_too(tmp_path: Path) -> None:
    assert path_in(["bash", "-lc", 'bash -lc "$0"'], tmp_path) == "/shims:/usr/bin:/bin"


def test_a_path_that_a_caller_chose_is_left_alone(tmp_path: Path) -> None:
    assert path_in(["bash", "-c"], tmp_path, PATH="/usr/bin:/mine") == "/usr/bin:/mine"


def test_what_bash_env_named_before_is_still_read(tmp_path: Path) -> None:
    (tmp_path / "mine env").write_text("PATH=$PATH:/from-mine\n")

    assert path_in(["bash", "-lc"], tmp_path, BASH_ENV="$HOME/mine env") == "/shims:/usr/bin:/bin:/from-mine"


def test_a_host_in_a_surface_passes_the_persons_bash_env_on() -> None:
    outer = {"BASH_ENV": "/outer/command.bash", "PANEFLOW_BIN_DIR": "/outer/shims", "PANEFLOW_BASH_ENV": "/mine"}

    assert keep_path({"BASH_ENV": "/outer/command.bash"}, outer, "/r")["PANEFLOW_BASH_ENV"] == "/mine"
    assert "PANEFLOW_BASH_ENV" not in keep_path(
        {"BASH_ENV": "/outer/command.bash"}, {**outer, "PANEFLOW_BASH_ENV": ""}, "/r"
    )
    assert keep_path({"BASH_ENV": "/mine"}, {"BASH_ENV": "/mine"}, "/r")["PANEFLOW_BASH_ENV"] == "/mine"


def test_two_that_name_each_other_come_to_an_end(tmp_path: Path) -> None:
    ours = os.path.join(RESOURCES, "bash", "command.bash")

    assert path_in(["bash", "-lc"], tmp_path, BASH_ENV=ours) == "/shims:/usr/bin:/bin"


def test_windows_has_no_profile_that_replaces_the_path() -> None:
    assert keep_path({"A": "1"}, {}, "/r", platform="win32") == {"A": "1"}
