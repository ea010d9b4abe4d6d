"""The completion scripts in the shells themselves, with panes of a real host."""

import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.cli import ROOT, Cli
from tests.support.host import HostProcess, running_host

CASES = [
    ("paneflow sea", {"search"}),
    ("paneflow se", {"search", "select", "send"}),
    ("paneflow host st", {"start", "status", "stop"}),
    ("paneflow host stop --f", {"--force"}),
    ("paneflow read --li", {"--lines"}),
    ("paneflow read a", {"api", "api two"}),
    ("paneflow split v --target d", {"db"}),
    ("paneflow split ", {"h", "v", "horizontal", "vertical"}),
    ("paneflow watch --type surface_e", {"surface_exited"}),
    ("paneflow rpc system.p", {"system.ping"}),
    ("paneflow completion z", {"zsh"}),
    ("paneflow new --cwd fold", {"folder/"}),
    ("paneflow gui wo", {"work.toml"}),
]


@pytest.fixture(scope="module")
def host() -> Iterator[HostProcess]:
    with running_host() as host:
        for name in ("api", "api two", "db"):
            host.call("workspace.create", pane_name=name)
        folder = host.home / "bin"
        folder.mkdir()
        command = folder / "paneflow"
        command.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -m paneflow "$@"\n')
        command.chmod(command.stat().st_mode | stat.S_IXUSR)
        (host.home / "folder").mkdir()
        (host.home / "work.toml").touch()
        yield host


def run(host: HostProcess, *command: str, stdin: str = "") -> list[str]:
    """What a shell prints, in an environment that finds the command and the host."""
    env = host.env | {"PATH": f"{host.home / 'bin'}{os.pathsep}{host.env['PATH']}", "TERM": "xterm"}
    done = subprocess.run(command, env=env, cwd=host.home, input=stdin, capture_output=True, text=True, timeout=60)
    assert done.stderr == ""
    return done.stdout.splitlines()


def script(host: HostProcess, shell: str) -> str:
    """The file of a shell's script."""
    file = Path(host.home, f"completion.{shell}")
    if not file.exists():
        file.write_text(Cli(host.env)("completion", shell).out)
    return str(file)


def need(shell: str) -> None:
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")


@pytest.mark.parametrize(("line", "offered"), CASES)
def test_bash_offers(host: HostProcess, line: str, offered: set[str]) -> None:
    words = line.split(" ")
    code = (
        f"source {script(host, 'bash')}\n"
        f"COMP_WORDS=({' '.join(word or repr('') for word in words)}) COMP_CWORD={len(words) - 1}\n"
        "_paneflow; printf '%s\\n' \"${COMPREPLY[@]}\"\n"
    )

    found = run(host, "bash", "--norc", "-c", code)

    # bash's own `filenames` mode puts the slash behind a folder, and unquotes what it shows
    assert {word.replace("\\ ", " ") for word in found} == {word.rstrip("/") for word in offered}


@pytest.mark.parametrize(("line", "offered"), CASES)
def test_fish_offers(host: HostProcess, line: str, offered: set[str]) -> None:
    need("fish")

    found = run(host, "fish", "--no-config", "-c", f"source {script(host, 'fish')}; complete -C {line!r}")

    assert {word.partition("\t")[0] for word in found} == offered


@pytest.mark.parametrize(("line", "offered"), CASES)
def test_zsh_offers(host: HostProcess, line: str, offered: set[str]) -> None:
    need("zsh")

    found = run(host, "zsh", "-f", str(ROOT / "tests/support/zsh_complete.zsh"), script(host, "zsh"), line)

    assert {word.replace("\\", "") for word in found} >= {word.rstrip("/") for word in offered}
    assert all(word.replace("\\", "").startswith(line.rsplit(" ", 1)[-1]) for word in found)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_has_no_syntax_errors(host: HostProcess, shell: str) -> None:
    need(shell)

    assert run(host, shell, "-n", script(host, shell)) == []
