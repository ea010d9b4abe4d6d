"""`paneflow flow run` that is interrupted while it makes things, or whose output nobody reads."""

import json
import os
import signal
import subprocess
from collections.abc import Iterator

import pytest

from tests.support.cli import COMMAND, Cli
from tests.support.host import HostProcess
from tests.support.repositories import git_host, make_repository, run_git


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch) -> Iterator[HostProcess]:
    with git_host(monkeypatch) as host:
        yield host


def document(host: HostProcess, text: str) -> str:
    file = host.folder / "f.toml"
    file.write_text(text)
    return str(file)


@pytest.mark.parametrize("needs", ["", 'needs = ["first"]\n'])
def test_a_worktree_that_is_being_made_goes_with_the_run(host: HostProcess, needs: str) -> None:
    repo = make_repository(host.folder / "app")
    first = '[[step]]\nid = "first"\npane = {}\n' if needs else ""
    setup = f"echo $$ > {host.folder}/pid; sleep 100; true"
    pane = f'pane = {{ cwd = "{repo}", worktree = "x", setup = "{setup}" }}\n'
    file = document(host, f'{first}[[step]]\nid = "w"\n{needs}{pane}')
    pid = host.folder / "pid"
    with Cli(host.env).running("flow", "run", file, "--json") as process:
        host.wait_for(lambda: pid.exists() and pid.read_text())
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=40)
    assert process.returncode == 130, err
    assert json.loads(out)["status"] == "aborted"
    assert run_git(repo, "for-each-ref", "--format=%(refname:short)", "refs/heads") == "main"
    assert not repo.with_name("app.worktrees").exists()
    assert os.listdir(host.state / "worktrees") == []
    assert len(host.call("surface.list")["surfaces"]) == (1 if needs else 0)


TWO = (
    "[[step]]\nid = 'a'\npane = { command = 'echo a-$((40+2))' }\nready = { pattern = '^a-42', timeout_secs = 20 }\n"
    "[[step]]\nid = 'b'\nneeds = ['a']\npane = { command = 'echo b-$((40+2)) | tee done' }\n"
    "ready = { pattern = '^b-42', timeout_secs = 20 }\n"
)


@pytest.mark.parametrize("where", ["> /dev/full", "| head -n 1", ">&-"])
def test_a_flow_goes_on_to_its_end_when_nobody_reads_what_it_tells(host: HostProcess, where: str) -> None:
    file = document(host, TWO)
    line = f"{' '.join(COMMAND)} flow run {file} {where}; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", line], env=Cli(host.env).env, cwd="/", capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    assert {row["name"] for row in host.call("surface.list")["surfaces"]} == {"a", "b"}
    assert (host.folder / "done").read_text() == "b-42\n"


def test_a_report_that_cannot_be_written_is_an_error(host: HostProcess) -> None:
    line = f"{' '.join(COMMAND)} flow run {document(host, TWO)} --json > /dev/full"
    done = subprocess.run(["bash", "-c", line], env=Cli(host.env).env, cwd="/", capture_output=True, timeout=60)
    assert done.returncode == 1
    assert b"No space left on device" in done.stderr


def test_a_slow_shell_gets_its_command_before_anything_is_typed_into_what_it_starts(host: HostProcess) -> None:
    (host.home / ".bashrc").write_text("PS1='$ '; sleep 2.5\n")
    pane = "pane = { command = 'cat', prompt = 'to the cat' }"
    file = document(
        host, f"[[step]]\nid = 'a'\n{pane}\nsubmit = true\nready = {{ pattern = '^to the cat', timeout_secs = 20 }}\n"
    )
    done = Cli(host.env)("flow", "run", file, timeout=60)
    assert done.code == 0, done.out
    shown = host.call("surface.read", surface_id=host.call("surface.list")["surfaces"][0]["surface_id"], fenced=False)[
        "text"
    ]
    assert "$ cat\nto the cat\nto the cat" in shown
    assert "not found" not in shown


def test_a_prompt_for_a_program_of_a_slow_shell_is_filled_in_once_it_runs(host: HostProcess) -> None:
    (host.home / ".bashrc").write_text("PS1='$ '; sleep 2.5\n")
    file = document(host, "[[panes]]\ncommand = 'cat'\nprompt = 'to the cat'\n[[panes]]\nprompt = 'ls here'\n")
    made = json.loads(Cli(host.env)("up", file).out)
    program, shell = made["surface_ids"]
    assert "$ ls here" in host.wait_for_text(shell, "ls here")
    assert "$ cat\nto the cat" in host.wait_for_text(program, "to the cat")
