"""Who may say what an agent does: programs of its own pane, and who made that pane; nobody else."""

import json
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.agents import install_fakes
from tests.support.host import HostProcess, RpcError, host_folder

ROOT = Path(__file__).parents[2]
HOOK = ROOT / "resources/shims/paneflow-ai-hook"

ASK = """
import json, os, socket, sys

def call(method, params):
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(os.environ["PANEFLOW_SOCKET_PATH"])
        connection.sendall(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode() + b"\\n")
        answer = json.loads(connection.makefile().readline())
    return answer.get("result") or {"state": answer["error"]["data"]["kind"]}

params = json.loads(sys.argv[1])
if params.get("surface_id") == 0:
    params["surface_id"] = call("workspace.create", {})["surface_id"]
print("said", call("ai.notification", params)["state"], "end")
"""


@pytest.fixture(scope="module")
def host() -> Iterator[HostProcess]:
    """With its gates closed."""
    with host_folder() as folder:
        fakes = install_fakes(folder / "fakes", "claude")
        (folder / "ask.py").write_text(ASK)
        running = HostProcess(folder, {"PATH": f"{fakes}:{sys.exec_prefix}/bin:/usr/bin:/bin"})
        try:
            yield running.start()
        finally:
            running.close()


def asks(host: HostProcess, *, before: str = "", **params: Any) -> str:
    """A shell command that reports a question and prints what the host says; `surface_id` 0: of a pane that it makes."""
    words = shlex.quote(json.dumps({"tool": "claude", "message": "Pay?", **params}))
    return f"{before} {sys.executable} {host.folder}/ask.py {words}"


def run_in_new_pane(host: HostProcess, command: str, name: str = "caller") -> int:
    surface = host.new(name=name, command=command)
    host.wait_for_text(surface, "end")
    return surface


def state(host: HostProcess, surface: int) -> str:
    return str(host.call("surface.status", surface_id=surface)["state"])


def test_a_pane_tells_of_itself(host: HostProcess) -> None:
    pane = run_in_new_pane(host, asks(host))
    assert state(host, pane) == "waiting_for_input"


def test_a_pane_cannot_tell_of_another_one(host: HostProcess) -> None:
    victim = host.new(name="victim", command="claude")
    host.wait_for_text(victim, "ready claude")
    pid = host.wait_for(lambda: host.call("surface.status", surface_id=victim)["pid"])
    for claim in ({"surface_id": victim}, {"pid": pid}, {"parent_pid": pid}, {"surface_id": victim, "pid": pid}):
        caller = run_in_new_pane(host, asks(host, **claim))
        assert "said not_owner" in host.read(caller)
    loose = "env -i PANEFLOW_SOCKET_PATH=$PANEFLOW_SOCKET_PATH setsid -f"
    caller = run_in_new_pane(host, asks(host, before=loose, surface_id=victim))
    assert "said not_owner" in host.read(caller)
    assert state(host, victim) == "unknown_running"


def test_a_program_outside_all_panes_cannot_tell_of_one(host: HostProcess) -> None:
    pane = host.new()
    with pytest.raises(RpcError) as caught:
        host.call("ai.stop", tool="claude", surface_id=pane)
    assert caught.value.kind == "not_owner"
    with pytest.raises(RpcError) as caught:
        host.call("ai.stop", tool="claude", surface_id=pane, token="0" * 32)
    assert caught.value.kind == "not_owner"


def test_a_pane_tells_of_one_that_it_made(host: HostProcess) -> None:
    maker = run_in_new_pane(host, asks(host, surface_id=0))
    assert "said waiting_for_input" in host.read(maker)


def test_a_hook_that_cut_itself_loose_is_known_by_its_token(host: HostProcess) -> None:
    """Process trees break: daemons, hooks that ended before the host could look."""
    pane = host.new(command=f"setsid -f {HOOK} Notification claude </dev/null")
    host.wait_for(lambda: state(host, pane) == "waiting_for_input")
