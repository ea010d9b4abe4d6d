"""`paneflow-ai-hook`: it passes on what it is given, and whatever happens it ends soon, silent, with 0."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from paneflow.cli import hook
from tests.support.host import host_folder

ROOT = Path(__file__).parents[2]
HOOK = ROOT / "resources/shims/paneflow-ai-hook"
LIMIT_S = 0.5
SLOW_MACHINE_S = 0.4  # Python's own start on a machine that does other things too
pytestmark = pytest.mark.alone

PAYLOAD = {"session_id": "s1", "hook_event_name": "Stop", "last_assistant_message": "Ünï\n✓"}


class Listener:
    """A socket that takes connections, or does not."""

    def __init__(self, path: Path, backlog: int = 16) -> None:
        self.path = path
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.bind(str(path))
        self.socket.listen(backlog)
        self.socket.settimeout(5)

    def frame(self) -> dict[str, Any]:
        """The next connection's one line."""
        connection, _ = self.socket.accept()
        with connection, connection.makefile("rb") as file:
            line = file.read()
        assert line.count(b"\n") == 1
        assert line.endswith(b"\n")
        frame: dict[str, Any] = json.loads(line)
        return frame

    def payload(self) -> Any:
        """The JSON that the next connection passed on as text."""
        return json.loads(self.frame()["params"]["hook_payload"])


@pytest.fixture
def listener() -> Iterator[Listener]:
    with host_folder() as folder:
        found = Listener(folder / "s")
        yield found
        found.socket.close()


def run(path: Path | None, *words: str, stdin: bytes = b"", env: dict[str, str] | None = None) -> float:
    """Run the hook; how long that took. It must be silent and end with 0."""
    where = {"PANEFLOW_SOCKET_PATH": str(path)} if path else {}
    variables = {"PATH": os.environ["PATH"], "PANEFLOW_PYTHON": sys.executable, "PANEFLOW_SURFACE_ID": "7", **where}
    began = time.monotonic()
    done = subprocess.run(
        [HOOK, *words], input=stdin, capture_output=True, env={**variables, **(env or {})}, timeout=10
    )
    took = time.monotonic() - began
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    return took


def test_it_wraps_what_the_agent_said(listener: Listener) -> None:
    run(listener.path, "Stop", "claude", stdin=json.dumps(PAYLOAD, indent=2).encode(), env={"PANEFLOW_AI_PID": "42"})
    frame = listener.frame()
    assert frame["method"] == "ai.stop"
    assert "id" not in frame
    params = frame["params"]
    assert json.loads(params["hook_payload"]) == PAYLOAD
    assert (params["tool"], params["event"], params["surface_id"], params["pid"]) == ("claude", "Stop", 7, 42)
    assert abs(params["at_ms"] - time.monotonic() * 1000) < 5_000
    assert params["parent_pid"] > 1


def test_the_params_are_those_of_the_method_table(listener: Listener) -> None:
    from paneflow.rpc.table import method

    run(listener.path, "Stop", "claude", stdin=b"{}", env={"PANEFLOW_AI_EXIT_CODE": "1", "PANEFLOW_WORKSPACE_ID": "3"})
    frame = listener.frame()
    method(frame["method"]).check(frame["params"])


def test_the_event_can_come_from_the_payload(listener: Listener) -> None:
    run(listener.path, stdin=json.dumps(PAYLOAD).encode())
    assert listener.frame()["method"] == "ai.stop"


def test_the_payload_can_be_a_word(listener: Listener) -> None:
    run(listener.path, "agent-turn-complete", "codex", json.dumps({"thread-id": "ü"}))
    params = listener.frame()["params"]
    assert (params["tool"], json.loads(params["hook_payload"])) == ("codex", {"thread-id": "ü"})


def test_a_large_payload_is_cut_down_to_what_matters(listener: Listener) -> None:
    payload = {**PAYLOAD, "tool_input": {"content": "x" * 300_000}, "agent_id": "a", "message": "y" * 100_000}
    run(listener.path, "Stop", "claude", stdin=json.dumps(payload).encode())
    kept = listener.payload()
    assert kept["last_assistant_message"] == PAYLOAD["last_assistant_message"]
    assert "agent_id" in kept
    assert len(kept["message"]) == 8192


def test_a_payload_of_megabytes_costs_no_time_and_not_the_event(listener: Listener) -> None:
    payload = json.dumps({**PAYLOAD, "tool_input": {"content": "x" * 8_000_000}}).encode()
    assert run(listener.path, "Stop", "claude", stdin=payload) < LIMIT_S + SLOW_MACHINE_S
    assert listener.frame()["method"] == "ai.stop"


@pytest.mark.parametrize("event", ["", "Unknown", "PreToolUse; rm", "../x", "x" * 1000])
def test_what_is_not_an_event_is_not_passed_on(listener: Listener, event: str) -> None:
    run(listener.path, event, "claude", stdin=b"{}")
    listener.socket.settimeout(0.05)
    with pytest.raises(TimeoutError):
        listener.frame()


def test_a_tool_that_would_break_the_json_is_not_passed_on(listener: Listener) -> None:
    run(listener.path, "Stop", 'x","y":"', stdin=b"{}")
    listener.socket.settimeout(0.05)
    with pytest.raises(TimeoutError):
        listener.frame()


# Whatever happens


def test_outside_paneflow_it_does_nothing() -> None:
    run(None, "Stop", "claude", stdin=b"{}")


def test_the_host_is_down(tmp_path: Path) -> None:
    assert run(tmp_path / "none", "Stop", "claude", stdin=b"{}") < LIMIT_S + SLOW_MACHINE_S


def test_the_host_went_and_left_its_socket(listener: Listener) -> None:
    listener.socket.close()
    assert run(listener.path, "Stop", "claude", stdin=b"{}") < LIMIT_S + SLOW_MACHINE_S


def test_the_host_hangs(listener: Listener) -> None:
    """Nobody accepts; a small line fits into the socket all the same, and is there once the host wakes up."""
    assert run(listener.path, "Stop", "claude", stdin=b"{}") < LIMIT_S + SLOW_MACHINE_S
    assert listener.frame()["method"] == "ai.stop"


def test_the_host_hangs_and_the_line_is_large(listener: Listener) -> None:
    payload = json.dumps({"message": "x" * 180_000}).encode()
    assert run(listener.path, "Stop", "claude", stdin=payload) < LIMIT_S + SLOW_MACHINE_S


def test_the_backlog_is_full() -> None:
    with host_folder() as folder:
        full = Listener(folder / "s", backlog=0)
        waiting = []
        try:
            while True:
                client = socket.socket(socket.AF_UNIX)
                client.setblocking(False)
                waiting.append(client)
                client.connect(str(full.path))
        except BlockingIOError:
            pass
        assert run(full.path, "Stop", "claude", stdin=b"{}") < LIMIT_S + SLOW_MACHINE_S
        for client in waiting:
            client.close()
        full.socket.close()


@pytest.mark.parametrize(
    ("given", "passed_on"), [(b"", ""), (b'{"reason": "x"}', '{"reason": "x"}'), (b'{"rea', '{"rea')]
)
def test_the_agent_never_closes_stdin(listener: Listener, given: bytes, passed_on: str) -> None:
    """The event is known all the same, and what was said in time."""
    env = {"PATH": os.environ["PATH"], "PANEFLOW_PYTHON": sys.executable, "PANEFLOW_SOCKET_PATH": str(listener.path)}
    began = time.monotonic()
    with subprocess.Popen([HOOK, "Stop", "claude"], stdin=subprocess.PIPE, env=env) as hook:
        assert hook.stdin is not None
        hook.stdin.write(given)
        hook.stdin.flush()
        assert hook.wait(5) == 0
    assert time.monotonic() - began < LIMIT_S + SLOW_MACHINE_S
    frame = listener.frame()
    assert (frame["method"], frame["params"]["hook_payload"]) == ("ai.stop", passed_on)


BROKEN = [
    b"",
    b"not json",
    b"\xff\xfe",
    b"[" * 90_000,
    b'{"a":' + b" " * 300_000,
    b'{},"surface_id":9,"token":"t","x":{"y":1',
    b'{}}}\n{"jsonrpc":"2.0","method":"system.shutdown"}\n',
    b'\x00\x1b]0;x\x07 "\\',
    b'"' * 250_000,
    b'"' * 90_000,
    b"\xff" * 90_000,
    b"[" * 300_000,
]


@pytest.mark.parametrize("stdin", BROKEN)
def test_a_broken_payload_costs_neither_the_event_nor_the_frame(listener: Listener, stdin: bytes) -> None:
    run(listener.path, "Stop", "claude", stdin=stdin)
    frame = listener.frame()
    assert frame["method"] == "ai.stop"
    assert set(frame["params"]) == {"tool", "event", "at_ms", "parent_pid", "surface_id", "hook_payload"}
    assert frame["params"]["surface_id"] == 7
    assert isinstance(frame["params"]["hook_payload"], str)


def test_a_byte_order_mark_is_no_part_of_the_payload(listener: Listener) -> None:
    run(listener.path, "Stop", "claude", stdin=b"\xef\xbb\xbf" + json.dumps(PAYLOAD).encode())
    assert listener.payload() == PAYLOAD


def test_it_tells_the_surface_by_its_token(listener: Listener) -> None:
    """The process is gone before the host can ask which surface it belongs to."""
    run(listener.path, "Stop", "claude", env={"PANEFLOW_SURFACE_TOKEN": "0af"})
    assert listener.frame()["params"]["token"] == "0af"


def test_python_is_gone(listener: Listener) -> None:
    run(listener.path, "Stop", "claude", stdin=b"{}", env={"PANEFLOW_PYTHON": "/nonexistent/python"})


def test_a_process_id_of_gits_shell_is_not_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows that shell counts processes in a way of its own, and another one may have that number."""
    monkeypatch.setenv("PANEFLOW_AI_PID", "42")
    assert b'"pid":42' in hook._line("stop", "Stop", "claude", 1, b'""')
    monkeypatch.setattr(sys, "platform", "win32")
    assert b'"pid"' not in hook._line("stop", "Stop", "claude", 1, b'""')


def test_failures_can_be_logged(tmp_path: Path) -> None:
    log = tmp_path / "log"
    run(tmp_path / "none", "Stop", "claude", stdin=b"{}", env={"PANEFLOW_HOOK_LOG": str(log)})
    assert "FileNotFoundError" in log.read_text()


def test_it_loads_next_to_nothing(listener: Listener) -> None:
    """What makes it quick, as a fact rather than a stopwatch: bench measures the time."""
    code = ROOT / "paneflow/cli/hook.py"
    program = (
        "import sys; sys.argv = ['hook', 'Stop', 'claude', '{}'];"
        f"sys.path.insert(0, {str(code.parent)!r}); import hook; hook.main(sys.argv[1:]);"
        "print(*sorted(sys.modules))"
    )
    env = {"PANEFLOW_SOCKET_PATH": str(listener.path)}
    done = subprocess.run([sys.executable, "-IS", "-c", program], capture_output=True, text=True, env=env, check=True)
    loaded = set(done.stdout.split())
    assert not loaded & {
        "json",
        "socket",
        "re",
        "enum",
        "typing",
        "subprocess",
        "signal",
        "pathlib",
        "paneflow",
        "site",
    }
