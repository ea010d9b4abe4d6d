"""Where a program hides what is typed, nothing is written unasked, and what is typed is kept nowhere."""

import os
from collections.abc import Iterator

import pytest

from tests.support.cli import Cli
from tests.support.host import HostProcess, running_host
from tests.support.pane import Pane, kind_of

SECRET = "correct-horse-battery"
PROMPTS = {
    "read -s": "read -rs -p 'Password: ' x; echo; echo got:${#x}",
    "sudo": 'python3 -c \'import getpass; print("got:%d" % len(getpass.getpass("[sudo] password: ")))\'',
    "ssh": "script -qc \"bash -c 'read -rs -p Passphrase: x; echo; echo got:\\${#x}'\" /dev/null",
}


@pytest.fixture(scope="module")
def host() -> Iterator[HostProcess]:
    with running_host() as host:
        yield host


@pytest.mark.parametrize("prompt", ["read -s", "sudo"])
def test_a_prompt_that_hides_what_is_typed_takes_nothing_unasked(host: HostProcess, prompt: str) -> None:
    with Pane(host) as pane:
        pane.submit(PROMPTS[prompt])
        pane.until(lambda pane: pane.call("surface.info")["echo"] is False)
        assert kind_of(lambda: pane.send(SECRET)) == "no_echo"
        assert kind_of(lambda: pane.submit(SECRET)) == "no_echo"
        assert kind_of(lambda: pane.key("a")) == "no_echo"
        assert kind_of(lambda: pane.run(SECRET)) == "no_echo"
        assert kind_of(lambda: pane.submit_and_wait(SECRET, "x")) == "no_echo"
        pane.send(SECRET, submit=True, force=True)
        pane.until(lambda pane: f"got:{len(SECRET)}" in pane.read())
        assert SECRET not in pane.read()


def test_a_prompt_that_hides_what_is_typed_can_be_left(host: HostProcess) -> None:
    cli = Cli(host.env)
    with Pane(host, pane_name="asks") as pane:
        pane.submit("sh -c 'stty -echo; exec cat >/dev/null'")
        pane.until(lambda pane: pane.call("surface.info")["echo"] is False)
        assert cli("key", "asks", "ctrl-c").code == 1
        assert cli("key", "asks", "ctrl-c", "--force").code == 0
        pane.until(lambda pane: "cat" not in pane.foreground())


def test_what_is_typed_there_is_kept_nowhere() -> None:
    with running_host() as host:
        with Pane(host) as pane:
            for prompt in ("read -s", "ssh"):
                pane.submit(PROMPTS[prompt])
                pane.until(lambda pane: pane.read().split("\n")[-1].startswith("Pass"))
                pane.send(SECRET, submit=True, force=True)
                pane.until(lambda pane: f"got:{len(SECRET)}" in pane.read())
                pane.settle()
                pane.call("surface.clear")
        host.stop()
        kept = [
            os.path.join(folder, name)
            for folder, _, names in os.walk(host.folder)
            for name in names
            if SECRET.encode() in read(os.path.join(folder, name))
        ]
    assert kept == []


def read(path: str) -> bytes:
    if not os.path.isfile(path):
        return b""
    with open(path, "rb") as file:
        return file.read()


def test_the_audit_log_says_how_each_write_ended_and_never_what(host: HostProcess) -> None:
    import json

    with Pane(host) as pane:
        pane.submit("cat > /dev/null")
        pane.until(lambda pane: pane.foreground() == "cat")
        assert kind_of(lambda: pane.send("a\nb")) == "would_submit"
        pane.key("ctrl-c")
        pane.settle()
        pane.run("true")
        mine = [json.loads(line) for line in (host.state / "audit.log").read_text().splitlines()]
        mine = [entry for entry in mine if entry["surface_id"] == pane.id]
    assert [(entry["method"], entry["bytes"], entry["ok"]) for entry in mine] == [
        ("surface.send_text", 15, True),
        ("surface.send_text", 3, False),
        ("surface.send_keystroke", 6, True),
        ("surface.run", 4, True),
    ]
    assert {entry["pid"] for entry in mine} == {os.getpid()}
    assert all(set(entry) == {"ts", "pid", "method", "surface_id", "bytes", "ok"} for entry in mine)
