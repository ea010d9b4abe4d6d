"""Whose panes: a caller reads, writes to and ends what it made, and nothing else without the gate."""

import base64
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.host import HostProcess, running_host
from tests.support.pane_backend import BackendClient, BackendFailure, backend_path

pytestmark = pytest.mark.timeout(60)

# Runs in a pane: asks the backend one question a line of its argument, and leaves the answers in a file.
INSIDE = """
import json, os, socket, sys
backend = socket.socket(socket.AF_UNIX)
backend.connect(os.environ["CLAUDE_PANE_BACKEND_SOCKET"])
answers = {}
stream = backend.makefile("rb")
for number, (method, params) in enumerate(json.loads(sys.argv[1])):
    backend.sendall(json.dumps({"id": number, "method": method, "params": params}).encode() + b"\\n")
    while number not in answers:
        line = json.loads(stream.readline())
        if "id" in line:
            answers[line["id"]] = line.get("result", line.get("error"))
with open(sys.argv[2] + ".part", "w") as file:
    json.dump([answers[number] for number in sorted(answers)], file)
os.rename(sys.argv[2] + ".part", sys.argv[2])
"""


@pytest.fixture(scope="module")
def host() -> Iterator[HostProcess]:
    with running_host({}) as host:
        yield host


@pytest.fixture
def backend(host: HostProcess) -> Iterator[BackendClient]:
    with BackendClient.connect(host) as backend:
        backend.initialize()
        yield backend


def ask_inside(host: HostProcess, tmp_path: Path, *requests: tuple[str, dict[str, Any]]) -> tuple[int, list[Any]]:
    """Ask from a pane of the person's; the pane, and the answers. The program stays, so what it owns does, too."""
    program, answers = tmp_path / "inside.py", tmp_path / "answers"
    program.write_text(INSIDE)
    words = json.dumps(requests).replace("'", "'\\''")
    surface: int = host.call(
        "workspace.create", name="person", command=f"{sys.executable} {program} '{words}' {answers}"
    )["surface_id"]
    host.wait_for(answers.exists)
    found: list[Any] = json.loads(answers.read_text())
    answers.unlink()
    return surface, found


def test_a_caller_in_a_pane_knows_which(host: HostProcess, tmp_path: Path) -> None:
    surface, (told, own) = ask_inside(host, tmp_path, ("initialize", {"protocol_version": "2"}), ("get_self_id", {}))

    assert told["self_context_id"] == own["context_id"] == f"%{surface}"


def test_a_program_in_a_pane_owns_what_it_spawns_and_itself(host: HostProcess, tmp_path: Path) -> None:
    surface, answers = ask_inside(
        host,
        tmp_path,
        ("spawn_agent", {"command": ["sh", "-c", "echo mine; sleep 100"]}),
        ("kill_all", {}),
        ("exec", {"command": "echo $PANEFLOW_SURFACE_ID", "capture": True}),
    )

    spawned, killed, ran = answers
    assert spawned["created_via"] == "split"
    assert killed == {"killed": [spawned["context_id"]]}
    assert ran["stdout"] == f"{surface}\n"  # no pane was named: its own


def test_others_panes_are_closed_to_it(host: HostProcess, backend: BackendClient, tmp_path: Path) -> None:
    others = backend.call("spawn_agent", command=["cat"], wait_ready=False, mode="window")["context_id"]
    text = base64.b64encode(b"x").decode()
    _, answers = ask_inside(
        host,
        tmp_path,
        ("capture", {"context_id": others}),
        ("write", {"context_id": others, "data": text}),
        ("exec", {"context_id": others, "command": "true"}),
        ("run_shell", {"context_id": others, "command": ["pwd"]}),
        ("set_metadata", {"context_id": others, "metadata": None}),
        ("kill", {"context_id": others}),
        ("wait_for", {"condition": "output", "arg": "x", "pane_id": others}),
        ("kill_all", {}),
        ("list", {}),
    )

    *refused, waited, killed, listed = answers
    assert [each["code"] for each in refused] == [-32001] * 6
    assert all(each["data"] == {"context_id": others, "kind": "not_owner"} for each in refused)
    assert waited["kind"] == "error"
    assert killed == {"killed": []}
    assert others in [each["context_id"] for each in listed["contexts"]]
    backend.call("kill", context_id=others)


def test_callers_outside_own_what_callers_outside_made(host: HostProcess, backend: BackendClient) -> None:
    context = backend.call("spawn_agent", command=["cat"], wait_ready=False, mode="window")["context_id"]

    with BackendClient.connect(host) as other:
        assert other.call("capture", context_id=context)["context_id"] == context
        assert other.call("kill", context_id=context) == {}


def test_the_persons_panes_are_closed_to_callers_outside(host: HostProcess, backend: BackendClient) -> None:
    mine = f"%{host.new(name='mine')}"
    for method, params in (
        ("capture", {}),
        ("write", {"data": "YQ=="}),
        ("exec", {"command": "true"}),
        ("kill", {}),
    ):
        with pytest.raises(BackendFailure) as failure:
            backend.call(method, context_id=mine, **params)
        assert failure.value.code == -32001


def test_the_open_gate_lets_others_be_written_to_and_not_read() -> None:
    with running_host() as host, BackendClient.connect(host) as backend:
        mine = host.new(name="mine")
        assert backend.call("write", context_id=f"%{mine}", data=base64.b64encode(b"echo wr''itten\r").decode()) == {}
        host.wait_for_text(mine, "written")
        with pytest.raises(BackendFailure):
            backend.call("capture", context_id=f"%{mine}")
        assert backend.call("kill", context_id=f"%{mine}") == {}


def test_what_is_run_for_a_pane_is_the_panes(host: HostProcess, tmp_path: Path) -> None:
    program = tmp_path / "who.py"
    program.write_text(
        "import json, os, socket\nb = socket.socket(socket.AF_UNIX)\n"
        f"b.connect({backend_path(host)!r})\n"
        "b.sendall(b'{\"id\":1,\"method\":\"get_self_id\"}\\n')\nprint(json.loads(b.recv(9999))['result']['context_id'])\n"
    )
    surface, (told,) = ask_inside(
        host,
        tmp_path,
        ("run_shell", {"command": [sys.executable, str(program)], "env": {"PANEFLOW_SURFACE_TOKEN": ""}}),
    )

    assert told["stdout"] == f"%{surface}\n", told


def test_a_program_that_cut_itself_loose_is_known_by_its_token(host: HostProcess, tmp_path: Path) -> None:
    log = tmp_path / "token"
    surface = host.new(name="loose", command=f'printf %s "$PANEFLOW_SURFACE_TOKEN" > {log}.part; mv {log}.part {log}')
    host.wait_for(log.exists)

    with BackendClient.connect(host) as backend:
        params = {"protocol_version": "2", "session_hint": log.read_text()}
        assert backend.call("initialize", **params)["self_context_id"] == f"%{surface}"
        assert backend.call("capture", context_id=f"%{surface}")["context_id"] == f"%{surface}"
