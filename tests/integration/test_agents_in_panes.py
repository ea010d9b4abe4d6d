"""Fake agents in real panes: found, hooked through the shim, right at each step, gone when they end."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.agents import host_of_fakes
from tests.support.host import HostProcess, RpcError, host_folder, running_host

Row = dict[str, Any]
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def host() -> Iterator[HostProcess]:
    with host_folder() as folder, host_of_fakes(folder, "claude", "codex", "gemini", "opencode") as host:
        yield host


@pytest.fixture
def pane(host: HostProcess) -> Iterator[int]:
    surface = host.new(name="agents")
    yield surface
    if any(row["surface_id"] == surface for row in host.call("surface.list")["surfaces"]):
        host.call("surface.close", surface_id=surface)


def rows_of(host: HostProcess, surface: int) -> list[Row]:
    return [row for row in host.call("fleet.list")["agents"] if row["surface_id"] == surface]


def row_of(host: HostProcess, surface: int) -> Row | None:
    rows = rows_of(host, surface)
    assert len(rows) <= 1, rows
    return rows[0] if rows else None


def wait_for_row(host: HostProcess, surface: int, holds: Callable[[Row], bool], timeout: float = 10.0) -> Row:
    def found() -> Row | None:
        row = row_of(host, surface)
        return row if row and holds(row) else None

    try:
        row = host.wait_for(found, timeout)
    except TimeoutError:
        raise AssertionError(f"{row_of(host, surface)} {host.read(surface)}") from None
    assert row is not None
    return row


def wait_for_state(host: HostProcess, surface: int, state: str) -> Row:
    return wait_for_row(host, surface, lambda row: row["state"] == state)


def start(host: HostProcess, surface: int, agent: str) -> int:
    """Start an agent by typing its name; its process."""
    host.type(surface, agent)
    host.wait_for_text(surface, f"ready {agent}")
    row = wait_for_row(host, surface, lambda row: row["tool"] == agent)
    assert row["pid"] is not None
    return int(row["pid"])


HOOKED = [
    ("claude", "SessionStart", "UserPromptSubmit", "PermissionRequest", "Stop"),
    ("gemini", "SessionStart", "BeforeAgent", "Notification", "AfterAgent"),
    ("opencode", "session.created", "chat.message", "permission.asked", "session.idle"),
]


@pytest.mark.parametrize(("agent", "begun", "prompted", "asked", "stopped"), HOOKED)
def test_an_agent_started_through_the_shim_tells_its_states(
    host: HostProcess, pane: int, agent: str, begun: str, prompted: str, asked: str, stopped: str
) -> None:
    pid = start(host, pane, agent)
    assert row_of(host, pane)["state"] == "unknown_running"  # type: ignore[index]
    for event, state in ((begun, "idle"), (prompted, "thinking"), (asked, "waiting_for_input"), (stopped, "finished")):
        host.type(pane, event)
        row = wait_for_state(host, pane, state)
        assert (row["pid"], row["hooked"], row["reason"]) == (pid, True, "hook")
    assert "hook failed" not in host.read(pane)
    status = host.call("surface.status", surface_id=pane)
    assert (status["state"], status["tool"]) == ("finished", agent)
    host.type(pane, "exit 0")
    wait_for_row(host, pane, lambda row: row["reason"] == "exit")


def test_the_row_of_an_agent_that_ended_goes_alone_and_from_within_another(host: HostProcess, pane: int) -> None:
    other = host.call("surface.split", surface_id=pane, direction="h")["surface_id"]
    host.wait_for(lambda: host.read(other).strip())
    for surface in (pane, other):
        start(host, surface, "claude")
    host.type(other, "spawn gemini")
    host.wait_for_text(other, "ready gemini")
    host.type(other, "SessionStart")
    host.wait_for(lambda: len(rows_of(host, other)) == 2)
    for surface in (pane, other):
        host.type(surface, "exit 0")
    host.wait_for_text(other, "done spawn")
    host.wait_for(lambda: row_of(host, pane) is None, 12)
    assert host.call("surface.status", surface_id=pane)["state"] == "idle"
    left = host.wait_for(lambda: rows_of(host, other) if len(rows_of(host, other)) == 1 else None, 12)
    assert [row["tool"] for row in left or ()] == ["claude"]


def test_codex_tells_by_notify_and_notifications(host: HostProcess, pane: int) -> None:
    start(host, pane, "codex")
    host.type(pane, 'agent-turn-complete {"last-assistant-message": "Fixed."}')
    row = wait_for_state(host, pane, "finished")
    assert (row["hooked"], row["reason"], row["last_result"]) == (False, "notification", "Fixed.")
    host.type(pane, r"spawn printf '\033]9;Approval requested: rm x\007'")
    row = wait_for_state(host, pane, "waiting_for_input")
    assert row["message"] == "Approval requested: rm x"


def test_claude_gets_hooks_and_the_callers_own_words(host: HostProcess, pane: int) -> None:
    host.type(pane, "claude --model 'a b'")
    host.wait_for_text(pane, "ready claude")
    host.type(pane, "say what you got")
    shown = "".join(host.wait_for_text(pane, "done say").split("\n"))
    assert "'--settings'" in shown
    assert "'--model', 'a b'" in shown


@pytest.mark.parametrize(
    ("end", "code"),
    [("exit 0", 0), ("exit 1", 1), (signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, 137)],
)
def test_the_end_of_an_agent_is_told_however_it_ends(
    host: HostProcess, pane: int, end: str | signal.Signals, code: int
) -> None:
    pid = start(host, pane, "claude")
    host.type(pane, "UserPromptSubmit")
    wait_for_state(host, pane, "thinking")
    if isinstance(end, str):
        host.type(pane, end)
    else:
        os.kill(pid, end)
    host.type(pane, "echo code=$?")
    host.wait_for_text(pane, f"code={code}")
    row = wait_for_row(host, pane, lambda row: row["exit_code"] == code)
    assert (row["state"], row["reason"]) == ("errored" if code == 1 else "finished", "exit")


def test_ctrl_c_reaches_the_agent(host: HostProcess, pane: int) -> None:
    start(host, pane, "claude")
    host.call("surface.send_keystroke", surface_id=pane, keystroke="ctrl-c")
    host.type(pane, "echo code=$?")
    host.wait_for_text(pane, "code=130")
    wait_for_state(host, pane, "finished")


def test_a_suspended_agent_stays_and_goes_on(host: HostProcess, pane: int) -> None:
    pid = start(host, pane, "claude")
    host.type(pane, "UserPromptSubmit")
    wait_for_state(host, pane, "thinking")
    host.call("surface.send_keystroke", surface_id=pane, keystroke="ctrl-z")
    host.wait_for_text(pane, "Stopped")
    assert row_of(host, pane)["pid"] == pid  # type: ignore[index]
    host.type(pane, "fg")
    host.wait_for_text(pane, "$ fg\nclaude")
    host.type(pane, "Stop")
    wait_for_state(host, pane, "finished")
    assert row_of(host, pane)["pid"] == pid  # type: ignore[index]


def test_an_answer_closes_the_question(host: HostProcess, pane: int) -> None:
    start(host, pane, "claude")
    host.type(pane, "PermissionRequest")
    wait_for_state(host, pane, "waiting_for_input")
    host.call("surface.send_keystroke", surface_id=pane, keystroke="right")
    host.call("surface.send_text", surface_id=pane, text="1")
    row = wait_for_state(host, pane, "unknown_running")
    assert (row["reason"], row["message"]) == ("typed", None)


@pytest.mark.parametrize("written", [True, False])
def test_an_interrupted_turn_is_not_called_thinking(
    host: HostProcess, pane: int, tmp_path: Path, written: bool
) -> None:
    """Agents have no hook for it: it is in the transcript, or it cannot be told."""
    transcript = tmp_path / "t.jsonl"
    transcript.write_text('{"type":"user","message":{"role":"user","content":"fix it"}}\n')
    start(host, pane, "claude")
    host.type(pane, "UserPromptSubmit " + json.dumps({"transcript_path": str(transcript)}))
    wait_for_state(host, pane, "thinking")
    if written:
        text = '{"type":"user","message":{"role":"user","content":[{"type":"text","text":"[Request interrupted by user]"}]}}'
        transcript.write_text(transcript.read_text() + text + "\n")
    host.call("surface.send_keystroke", surface_id=pane, keystroke="escape")
    row = wait_for_row(host, pane, lambda row: row["state"] != "thinking")
    expected = ("finished", "transcript") if written else ("unknown_running", "typed")
    assert (row["state"], row["reason"]) == expected


def test_a_pane_that_closes_takes_its_agent_along(host: HostProcess, pane: int) -> None:
    pid = start(host, pane, "claude")
    host.call("surface.close", surface_id=pane)
    assert row_of(host, pane) is None
    host.wait_for(lambda: not Path(f"/proc/{pid}").exists() or "Z" in Path(f"/proc/{pid}/stat").read_text().split()[2])


def test_two_sessions_of_one_agent_in_a_workspace_keep_apart(host: HostProcess, pane: int) -> None:
    other = host.call("surface.split", surface_id=pane, direction="h")["surface_id"]
    host.wait_for(lambda: host.read(other).strip())
    first, second = start(host, pane, "claude"), start(host, other, "claude")
    host.type(pane, "UserPromptSubmit")
    host.type(other, "PermissionRequest")
    assert wait_for_state(host, pane, "thinking")["pid"] == first
    assert wait_for_state(host, other, "waiting_for_input")["pid"] == second


def test_a_nested_agent_has_its_own_row(host: HostProcess, pane: int) -> None:
    outer = start(host, pane, "claude")
    host.type(pane, "UserPromptSubmit")
    wait_for_state(host, pane, "thinking")
    host.type(pane, "spawn gemini")
    host.wait_for_text(pane, "ready gemini")
    host.type(pane, "Notification")

    both = host.wait_for(lambda: rows_of(host, pane) if len(rows_of(host, pane)) == 2 else None)
    rows = {row["tool"]: row for row in both or ()}
    assert (rows["claude"]["pid"], rows["claude"]["state"]) == (outer, "thinking")
    assert rows["gemini"]["state"] == "waiting_for_input"
    assert host.call("surface.status", surface_id=pane)["tool"] == "gemini"


def test_a_missing_program_is_not_found_as_without_the_shim(host: HostProcess, pane: int) -> None:
    host.type(pane, "PATH=$PANEFLOW_BIN_DIR:/usr/bin:/bin claude; echo code=$?")
    shown = host.wait_for_text(pane, "code=127")
    assert "claude: command not found" in shown


def test_events_tell_every_step(host: HostProcess, pane: int) -> None:
    with host.connect() as stream:
        types = ["ai.session_start", "ai.prompt_submit", "ai.stop", "ai.session_end", "ai.exit"]
        stream.send_line(
            {"jsonrpc": "2.0", "id": 1, "method": "events.subscribe", "params": {"surfaces": [pane], "types": types}}
        )
        assert stream.read_line()["type"] == "subscribed"
        pid = start(host, pane, "claude")
        for event in ("SessionStart", "UserPromptSubmit", "Stop", "SessionEnd"):
            host.type(pane, event)
            host.wait_for_text(pane, f"done {event}")
        host.type(pane, "exit 0")
        frames = [stream.read_line() for _ in types]
    assert [frame["type"] for frame in frames] == types
    assert all((frame["pid"], frame["tool"], frame["surface_id"]) == (pid, "claude", pane) for frame in frames)
    assert [frame["state"] for frame in frames[:3]] == ["idle", "thinking", "finished"]


def test_changes_of_state_are_told_to_who_asks_for_them(host: HostProcess, pane: int) -> None:
    with host.connect() as stream:
        wanted = {"surfaces": [pane], "types": ["agent_state"]}
        stream.send_line({"jsonrpc": "2.0", "id": 1, "method": "events.subscribe", "params": wanted})
        assert stream.read_line()["type"] == "subscribed"
        start(host, pane, "claude")
        for event in ("UserPromptSubmit", "PreToolUse", "Stop"):
            host.type(pane, event)
            host.wait_for_text(pane, f"done {event}")
        host.type(pane, "exit 1")
        frames = [stream.read_line() for _ in range(4)]
    told = [(frame["before"], frame["state"]) for frame in frames]
    assert told == [
        (None, "unknown_running"),
        ("unknown_running", "thinking"),
        ("thinking", "finished"),
        ("finished", "errored"),
    ]


def test_the_last_answer_comes_from_the_transcript_if_the_hook_has_none(
    host: HostProcess, pane: int, tmp_path: Path
) -> None:
    transcript = tmp_path / "t.jsonl"
    record = {"type": "assistant", "message": {"role": "assistant", "content": [{"type": "text", "text": "All done."}]}}
    transcript.write_text(json.dumps(record) + "\n")
    start(host, pane, "claude")
    host.type(pane, "Stop " + json.dumps({"transcript_path": str(transcript)}))
    wait_for_row(host, pane, lambda row: row["last_result"] == "All done.")


def test_verbs_and_lists_show_the_agent(host: HostProcess, pane: int) -> None:
    pid = start(host, pane, "claude")
    host.type(pane, 'PermissionRequest {"tool_name": "Bash", "tool_input": {"command": "make"}}')
    wait_for_state(host, pane, "waiting_for_input")
    listed = {row["surface_id"]: row["agent"] for row in host.call("surface.list")["surfaces"]}
    assert listed[pane] == "claude"

    def verb(*words: str) -> str:
        command = [sys.executable, "-m", "paneflow", *words]
        done = subprocess.run(command, env=host.env, capture_output=True, text=True, timeout=20, cwd=ROOT)
        assert done.returncode == 0, done.stderr
        return done.stdout

    row = next(line for line in verb("ps").splitlines() if str(pid) in line)
    assert row.split()[:3] == [str(pid), "claude", "waiting_for_input"]
    assert verb("status", str(pane)) == "waiting_for_input (claude)\nBash: make\n"
    assert json.loads(verb("status", str(pane), "--json"))["waiting_ms"] > 0


def test_an_agent_that_a_script_starts_later_is_found(host: HostProcess, pane: int) -> None:
    host.type(pane, "sh -c 'sleep 1; $PANEFLOW_BIN_DIR/gemini'")
    host.wait_for_text(pane, "ready gemini")
    wait_for_row(host, pane, lambda row: row["tool"] == "gemini", 12)


def test_hooks_of_an_unknown_agent_or_place_are_refused(host: HostProcess) -> None:
    with pytest.raises(RpcError) as caught:
        host.call("ai.stop", tool="emacs")
    assert caught.value.kind == "unknown_agent"
    with pytest.raises(RpcError) as caught:
        host.call("ai.stop", tool="claude", surface_id=999_999)
    assert caught.value.kind == "surface_not_found"


def test_a_script_can_report_by_itself(host: HostProcess, pane: int) -> None:
    answer = host.call("ai.notification", tool="grok", surface_id=pane, message="May\x1b I?")
    assert answer == {"accepted": True, "surface_id": pane, "state": "waiting_for_input"}
    assert row_of(host, pane)["message"] == "May I?"  # type: ignore[index]


def test_a_storm_of_notifications_is_one_change(host: HostProcess, pane: int) -> None:
    """Two hundred in a row, with controls and marks of direction in them: one change of state, one row, plain text."""
    with host.connect() as stream:
        wanted = {"surfaces": [pane], "types": ["agent_state"]}
        stream.send_line({"jsonrpc": "2.0", "id": 1, "method": "events.subscribe", "params": wanted})
        assert stream.read_line()["type"] == "subscribed"
        for number in range(200):
            host.call(
                "ai.notification", tool="grok", surface_id=pane, message=f"\x1b]0;x\x07\u202e\u2066q{number}\x00\n"
            )
        host.call("ai.stop", tool="grok", surface_id=pane)
        frames = [stream.read_line() for _ in range(2)]
    assert [frame["state"] for frame in frames] == ["waiting_for_input", "finished"]
    assert frames[0]["message"] == "]0;xq0"
    assert len(rows_of(host, pane)) == 1


def test_a_silent_turn_stalls_after_the_configured_time_only_if_wanted() -> None:
    with running_host(config="agent_stall_detection = false\n") as quiet:
        surface = quiet.new()
        quiet.call("ai.prompt_submit", tool="claude", surface_id=surface)
        assert quiet.call("surface.status", surface_id=surface)["state"] == "thinking"


def test_an_agent_of_the_configuration_is_known() -> None:
    config = '[agents.mine]\ncommand = "my-agent"\n'
    with host_folder() as folder, host_of_fakes(folder, "my-agent", config=config) as own:
        surface = own.new()
        own.type(surface, "my-agent")
        wait_for_row(own, surface, lambda row: row["tool"] == "mine")
        own.call("ai.notification", tool="mine", surface_id=surface, message="May I?")
        wait_for_state(own, surface, "waiting_for_input")


def test_hooks_can_be_switched_off() -> None:
    with host_folder() as folder, host_of_fakes(folder, "claude", config="agent_hooks = false\n") as quiet:
        surface = quiet.new()
        quiet.type(surface, "claude")
        quiet.wait_for_text(surface, "ready claude")
        quiet.type(surface, "say")
        assert "args []" in quiet.wait_for_text(surface, "done say")
        wait_for_row(quiet, surface, lambda row: row["state"] == "unknown_running")


def test_after_a_restart_of_the_host_nothing_is_claimed() -> None:
    """Agents of a host that went are gone with their panes; a hook of one that lived on names a pane that is no more."""
    with host_folder() as folder, host_of_fakes(folder, "claude") as again:
        surface = again.new()
        start(again, surface, "claude")
        again.type(surface, "UserPromptSubmit")
        wait_for_state(again, surface, "thinking")
        again.kill()
        again.start()
        assert again.call("fleet.list")["agents"] == []
