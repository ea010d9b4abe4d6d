"""`send --submit` to an agent: the turn it starts is confirmed, and a script hears of one that does not start."""

import json
from collections.abc import Iterator

import pytest

from tests.support.cli import Cli
from tests.support.host import HostProcess, running_host

# Takes what it is sent without a sign, like an agent that has lost the Enter; `q` ends it.
MUTE = 'stty -echo -icanon; clear; until [ "$(dd bs=1 count=1 2>/dev/null)" = q ]; do :; done; stty sane'


@pytest.fixture
def host() -> Iterator[HostProcess]:
    with running_host() as host:
        yield host


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
    agent(host)

    done = Cli(host.env)("send", "agent", "do it", "--submit")
    receipt = json.loads(done.out)

    assert (done.code, done.err) == (0, "")
    assert (receipt["agent_target"], receipt["agent_tool"], receipt["started"]) == (True, "claude", True)
    assert receipt["start_reason"] in ("hook_state_changed", "output_generation_changed")


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
