"""Commands and prompts wait for the shell, whatever its start-up files do, and not for a time."""

import shutil
from collections.abc import Iterator

import pytest

from tests.support.cli import Cli
from tests.support.host import HostProcess, running_host


@pytest.fixture(scope="module")
def host() -> Iterator[HostProcess]:
    with running_host() as host:
        yield host


def started(host: HostProcess, rc: str) -> tuple[int, int]:
    """A pane with a command and one with a prompt, whose shells have these start-up files."""
    (host.home / ".bashrc").write_text(rc)
    panes = [{"command": "echo typed-$((40+2))"}, {"prompt": "filled in"}]
    command, prompt = host.call("workspace.up", panes=panes)["surface_ids"]
    return command, prompt


def test_start_up_files_may_take_longer_than_any_patience(host: HostProcess) -> None:
    command, prompt = started(host, "PS1='$ '; echo loading; sleep 5.5; echo loaded\n")
    assert "loading\nloaded\n$ echo typed-$((40+2))\ntyped-42\n$" in host.wait_for_text(command, "typed-42\n$")
    assert host.wait_for_text(prompt, "filled in") == "loading\nloaded\n$ filled in"


def test_what_start_up_files_ask_is_left_to_the_person(host: HostProcess) -> None:
    command, prompt = started(host, "PS1='$ '; read -p 'which? ' answer; echo \"chose <$answer>\"\n")
    for surface in (command, prompt):
        host.wait_for_text(surface, "which?")
    with pytest.raises(TimeoutError):
        host.wait_for_text(command, "typed", timeout=5)
    for surface in (command, prompt):
        host.type(surface, "blue")
    assert "chose <blue>\n$ echo typed-$((40+2))\ntyped-42" in host.wait_for_text(command, "typed-42\n$")
    assert "chose <blue>\n$ filled in" in host.wait_for_text(prompt, "filled in")


@pytest.mark.skipif(not shutil.which("fish"), reason="not installed")
def test_a_shell_that_start_up_files_begin_instead_is_typed_into(host: HostProcess) -> None:
    command, _ = started(host, "sleep 1; exec fish\n")
    shown = host.wait_for_text(command, "echo typed-", timeout=20)
    assert 0 < shown.find("fish") < shown.index("echo typed-")


def test_a_flow_waits_for_a_slow_shell(host: HostProcess) -> None:
    (host.home / ".bashrc").write_text("PS1='$ '; sleep 9.5; read -t 0.1 -n 1 typed; echo \"early <$typed>\"\n")
    file = host.folder / "f.toml"
    file.write_text(
        "[[step]]\nid = 'a'\npane = { prompt = 'echo got-$((40+2))' }\nsubmit = true\n"
        "ready = { pattern = '^got-42', timeout_secs = 20 }\n"
    )
    done = Cli(host.env)("flow", "run", str(file), timeout=60)
    assert done.code == 0, done.out
    surface = host.call("surface.list")["surfaces"][-1]["surface_id"]
    assert "early <>" in host.read(surface)
