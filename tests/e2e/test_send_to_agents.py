"""`send --submit` to an agent: the turn it starts is confirmed, and a script hears of one that does not start."""

import json
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.support.cli import Cli
from tests.support.host import HostProcess, running_host

# Takes what it is sent without a sign, like an agent that has lost the Enter; `q` ends it.
MUTE = """sh -c 'stty -echo -icanon; clear; until [ "$(dd bs=1 count=1 2>/dev/null)" = q ]; do :; done; stty sane'"""

# Loses the first Enters, as many as the word says; the next one starts a turn. It prints what it had at its prompt then.
FORGETFUL = """
import os, subprocess, sys, tty
HOOK = os.environ["PANEFLOW_BIN_DIR"] + "/paneflow-ai-hook"
def tell(event): subprocess.run([HOOK, event, "claude"], stdin=subprocess.DEVNULL)
tty.setraw(0)
tell("SessionStart")
print("ready\\x1b[?2004h", end="", flush=True)
text, left = "", int(sys.argv[1])
while True:
    key = os.read(0, 1)
    if key != b"\\r":
        text += key.decode()
        continue
    left -= 1
    if left < 0:
        tell("UserPromptSubmit")
        print("took", text.count("do it"), flush=True)
"""


def forgetful(host: HostProcess, enters: int) -> int:
    program = host.folder / "claude"
    program.write_text(f"#!{sys.executable}\n{FORGETFUL}")
    program.chmod(0o755)
    pane = host.new(pane_name="agent")
    host.type(pane, f"PATH={host.folder}:$PATH; claude {enters}")
    host.wait_for_text(pane, "ready")
    host.wait_for(lambda: host.call("surface.status", surface_id=pane)["state"] == "idle")
    return pane


def test_an_enter_that_an_agent_lost_is_pressed_again_without_the_text(host: HostProcess) -> None:
    pane = forgetful(host, 1)

    done = Cli(host.env)("send", "agent", "do it", "--submit")
    receipt = json.loads(done.out)

    assert (done.code, receipt["start_reason"], receipt["enter_repeated"]) == (0, "hook_state_changed", True)
    host.wait_for_text(pane, "took 1")


def test_enter_is_pressed_again_once_only(host: HostProcess) -> None:
    forgetful(host, 2)

    done = Cli(host.env)("send", "agent", "do it", "--submit")

    assert (done.code, json.loads(done.out)["started"]) == (1, False)


@pytest.fixture(scope="module")
def one_host() -> Iterator[HostProcess]:
    with running_host() as host:
        yield host


@pytest.fixture
def host(one_host: HostProcess) -> Iterator[HostProcess]:
    """The same for all tests, with nothing in it."""
    yield one_host
    for row in one_host.call("surface.list")["surfaces"]:
        one_host.call("surface.close", surface_id=row["surface_id"])


def agent(host: HostProcess, command: str = "cat") -> int:
    """A pane in which a program runs that the host takes for an agent."""
    pane = host.new(pane_name="agent")
    host.type(pane, command)
    host.wait_for(lambda: _foreground(host, pane) != "bash")
    told = host.call("ai.session_start", tool="claude", surface_id=pane, pid=_pid(host, pane))
    assert told["accepted"]
    return pane


def _pid(host: HostProcess, pane: int) -> int:
    processes = host.call("surface.info", surface_id=pane)["processes"]
    found: int = processes[-1]["pid"]
    return found


def _foreground(host: HostProcess, pane: int) -> str:
    rows = host.call("surface.list")["surfaces"]
    cmd: str = next(row["cmd"] for row in rows if row["surface_id"] == pane)
    return cmd.rpartition("/")[2]


def test_a_turn_that_begins_is_confirmed(host: HostProcess) -> None:
    pane = agent(host)

    with ThreadPoolExecutor() as threads:
        sending = threads.submit(Cli(host.env), "send", "agent", "do it", "--submit")
        host.wait_for_text(pane, "do it\ndo it")  # the Enter came
        host.call("ai.prompt_submit", tool="claude", surface_id=pane, pid=_pid(host, pane))
        done = sending.result()
    receipt = json.loads(done.out)

    assert (done.code, done.err) == (0, "")
    assert (receipt["agent_target"], receipt["agent_tool"], receipt["started"]) == (True, "claude", True)
    assert receipt["start_reason"] == "hook_state_changed"


def test_text_that_is_shown_but_not_taken_is_a_failure(host: HostProcess) -> None:
    agent(host)

    done = Cli(host.env)("send", "agent", "do it", "--submit")

    assert done.code == 1, done
    assert json.loads(done.out)["started"] is False


def test_a_turn_that_does_not_begin_is_a_failure(host: HostProcess) -> None:
    agent(host, MUTE)

    done = Cli(host.env)("send", "agent", "do it", "--submit", "--force")

    assert done.code == 1, done
    assert "no turn of the agent began within 3 s" in done.err
    assert json.loads(done.out)["started"] is False


def test_a_report_file_is_asked_for_and_told_of(host: HostProcess) -> None:
    pane = agent(host)

    receipt = json.loads(Cli(host.env)("send", "agent", "do it", "--submit", "--report-file", "/tmp/report.md").out)

    assert receipt["report_file"] == "/tmp/report.md"
    assert receipt["report_sentinel"] == "REPORT_DONE /tmp/report.md"
    host.wait_for_text(pane, "\nREPORT_DONE /tmp/report.md")


def test_status_and_ps_tell_of_the_agent(host: HostProcess) -> None:
    pane = agent(host)
    cli = Cli(host.env)

    rows = json.loads(cli("ps", "--json").out)["agents"]

    assert [(row["surface_id"], row["tool"]) for row in rows] == [(pane, "claude")]
    assert cli("status", "agent").out.splitlines()[0].endswith("(claude)")
    heading, line = cli("ps").out.splitlines()
    assert heading.split() == ["PID", "TOOL", "STATE", "WS", "PANE"]
    assert line.split()[1] == "claude"
    assert line.split()[-2:] == ["0", "agent"]
