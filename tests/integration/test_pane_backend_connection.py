"""Lines, answers and pushes on the wire: well formed, in order, bounded."""

import base64
import contextlib
import json
import os
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.host import HostProcess, running_host
from tests.support.pane_backend import BackendClient, backend_path

pytestmark = pytest.mark.timeout(60)
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def host() -> Iterator[HostProcess]:
    with running_host({}) as host:
        yield host


@pytest.fixture
def backend(host: HostProcess) -> Iterator[BackendClient]:
    with BackendClient.connect(host) as backend:
        yield backend


def test_the_endpoint_is_its_users_alone(host: HostProcess) -> None:
    path = Path(backend_path(host))

    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_ids_come_back_as_they_are(backend: BackendClient) -> None:
    for request_id in ("text", 7, 1.5, None, "7", 2**60):
        backend.send_raw(json.dumps({"id": request_id, "method": "list"}).encode() + b"\n")

        answer = backend.answer(request_id)
        assert type(answer["id"]) is type(request_id)
        assert list(answer) == ["id", "result"]


def test_who_speaks_json_rpc_is_answered_so(backend: BackendClient) -> None:
    backend.send_raw(b'{"jsonrpc":"2.0","id":1,"method":"list","params":{},"extra":true}\n')

    assert backend.answer(1)["jsonrpc"] == "2.0"


@pytest.mark.parametrize("line", [b"{", b"\xff\xfe", b'"text', b"[" * 100_000])
def test_what_is_no_json_is_told_and_the_connection_stays(backend: BackendClient, line: bytes) -> None:
    backend.send_raw(line + b"\n")

    answer = backend.answer(None)
    assert answer["error"]["code"] == -32700
    assert "data" not in answer["error"]
    assert backend.call("list")


@pytest.mark.parametrize("line", [b"[]", b"3", b"null", b"{}", b'{"id":1,"method":3}', b'{"id":[],"method":"list"}'])
def test_what_is_no_request_is_told(backend: BackendClient, line: bytes) -> None:
    backend.send_raw(line + b"\n")

    assert backend.answer(None)["error"]["code"] == -32600


def test_params_are_an_object(backend: BackendClient) -> None:
    backend.send_raw(b'{"id":1,"method":"list","params":[1]}\n')

    assert backend.answer(1)["error"]["code"] == -32602


def test_lines_may_come_in_pieces_and_many_at_once(backend: BackendClient) -> None:
    line = b'{"id":"slow","method":"list"}\n'
    for at in range(len(line)):
        backend.send_raw(line[at : at + 1])
    assert "result" in backend.answer("slow")

    backend.send_raw(b"\n\r\n" + b"".join(b'{"id":%d,"method":"list"}\n' % number for number in range(100, 300)))
    for number in range(100, 300):
        assert "result" in backend.answer(number)


def test_an_over_long_line_is_refused_and_the_next_is_answered(backend: BackendClient) -> None:
    piece = b"x" * (1 << 20)
    for _ in range(26):
        backend.send_raw(piece)
    backend.send_raw(b"\n")

    assert backend.answer(None)["error"]["code"] == -32600
    assert backend.call("list")


def test_a_last_line_without_its_end_is_answered(host: HostProcess) -> None:
    with socket.socket(socket.AF_UNIX) as raw:
        raw.settimeout(10)
        raw.connect(backend_path(host))
        raw.sendall(b'{"id":1,"method":"run_shell","params":{"command":["sh","-c","sleep 0.2; echo late"]}}')
        raw.shutdown(socket.SHUT_WR)
        answered = b""
        while data := raw.recv(65536):
            answered += data
    lines = [json.loads(line) for line in answered.splitlines()]
    assert [line["result"]["stdout"] for line in lines if line.get("id") == 1] == ["late\n"]


def test_a_wait_holds_up_nobody(backend: BackendClient) -> None:
    waiting = backend.send("wait_for", condition="file", arg="/no/such/file", timeout_ms=3000)
    begun = time.monotonic()

    assert backend.call("list")
    assert time.monotonic() - begun < 1.5
    assert not any(line.get("id") == waiting for line in backend.lines)


def test_pushes_reach_everybody_and_never_cut_an_answer(host: HostProcess, backend: BackendClient) -> None:
    with BackendClient.connect(host) as other:
        other.initialize()
        wide = ["sh", "-c", "seq 20000; sleep 100"]
        context = backend.call("spawn_agent", command=wide, mode="window")["context_id"]
        asked = [backend.send("run_shell", command=["seq", "30000"]) for _ in range(6)]
        ran = [backend.send("exec", command="true", context_id=context) for _ in range(6)]

        assert all(backend.result(each)["exit_code"] == 0 for each in (*asked, *ran))
        for each in (backend, other):
            each.pushed("context_ready", context_id=context)
            each.pushed("exec_completed", context_id=context)
        for each in (backend, other):
            host.wait_for(lambda each=each: len(each.pushes("exec_completed")) == 6)  # type: ignore[misc]
        backend.call("kill", context_id=context)
        other.pushed("context_exited", context_id=context)
    assert all("id" in line or list(line) == ["method", "params"] for line in backend.lines)


def test_a_client_that_does_not_read_is_dropped_and_the_others_go_on(host: HostProcess, backend: BackendClient) -> None:
    with socket.socket(socket.AF_UNIX) as deaf:
        deaf.connect(backend_path(host))
        deaf.sendall(b'{"id":1,"method":"initialize","params":{"protocol_version":"2"}}\n')
        assert deaf.recv(1)
        deaf.sendall(b'{"id":2,"method":"run_shell","params":{"command":["seq","400000"]}}\n')
        backend.initialize()
        context = backend.call("spawn_agent", command=["cat"], wait_ready=False, mode="window")["context_id"]
        backend.pushes("exec_completed")
        time.sleep(0.5)  # until its answer fills the way to it; nothing else shows that
        told = 0
        while told < 1200:
            sent = [
                backend.send("exec", command=":" + "x" * 200, context_id=context, shell="/nowhere") for _ in range(60)
            ]
            told += sum("error" in backend.answer(each) for each in sent)
        deaf.settimeout(10)
        with contextlib.suppress(ConnectionError):
            while deaf.recv(1 << 20):
                pass
        assert "dropped a client" in host.output()
        backend.call("kill", context_id=context)


def test_a_client_that_goes_leaves_its_panes(host: HostProcess, backend: BackendClient) -> None:
    with BackendClient.connect(host) as other:
        context = other.call("spawn_agent", command=["cat"], wait_ready=False, mode="window")["context_id"]
        other.send("wait_for", condition="output", arg="never", pane_id=context)

    assert backend.call("capture", context_id=context)["text"] == ""
    backend.call("kill", context_id=context)


# -- how it is found --------------------------------------------------------------------------------------------------
def test_the_file_that_names_the_endpoint_lives_as_long_as_it() -> None:
    with running_host({}) as host:
        file = host.home / ".psmux" / "paneflow.pipe"
        assert file.read_text() == backend_path(host)
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
        host.stop()
        assert not file.exists()
        assert not Path(backend_path(host)).exists()


def test_every_group_has_its_file() -> None:
    with running_host({}) as host:
        made = subprocess.run(
            [ROOT / "resources/shims/tmux", "new-session", "-d", "-s", "team"],
            env=host.env,
            capture_output=True,
            text=True,
        )
        assert made.returncode == 0, made.stderr
        file = host.home / ".psmux" / "team.pipe"
        host.wait_for(file.exists)
        assert file.read_text() == backend_path(host)
        subprocess.run([ROOT / "resources/shims/tmux", "kill-session", "-t", "team"], env=host.env, check=True)
        host.wait_for(lambda: not file.exists())


def test_the_file_can_be_left_out_and_psmux_be_claimed() -> None:
    config = "[pane_backend]\ndiscovery_file = false\nadvertise_psmux = true\n"
    with running_host({}, config=config) as host, BackendClient.connect(host) as backend:
        assert not (host.home / ".psmux").exists()
        command = ["sh", "-c", "echo $PSMUX $PSMUX_SESSION $PSMUX_PANE_ID; sleep 100"]
        context = backend.call("spawn_agent", command=command, mode="window")["context_id"]
        assert backend.call("capture", context_id=context, clean=True)["text"] == f"1 paneflow {context}"


def test_it_can_be_switched_off() -> None:
    with running_host({}, config="[pane_backend]\nenabled = false\n") as host:
        assert not Path(backend_path(host)).exists()
        surface = host.new(command="echo =${CLAUDE_PANE_BACKEND_SOCKET-none}=")
        host.wait_for_text(surface, "=none=")


# -- over stdio -------------------------------------------------------------------------------------------------------
def test_a_program_can_be_talked_to_instead(host: HostProcess) -> None:
    command = [sys.executable, "-m", "paneflow", "pane-backend"]
    requests = [
        {"id": 1, "method": "initialize", "params": {"protocol_version": "2"}},
        {"id": 2, "method": "run_shell", "params": {"command": ["sh", "-c", "sleep 0.3; echo late"]}},
        {"id": 3, "method": "list"},
    ]
    text = "".join(json.dumps(each) + "\n" for each in requests)

    done = subprocess.run(
        command, input=text, env={**host.env, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=30
    )

    assert (done.returncode, done.stderr) == (0, "")
    answers = {line["id"]: line["result"] for line in map(json.loads, done.stdout.splitlines()) if "id" in line}
    assert answers[1]["protocol_version"] == "2"
    assert answers[2]["stdout"] == "late\n"
    assert "contexts" in answers[3]


def test_pushes_come_over_stdio_too(host: HostProcess, backend: BackendClient) -> None:
    command = [sys.executable, "-m", "paneflow", "pane-backend"]
    env = {**host.env, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as bridge:
        assert bridge.stdin
        assert bridge.stdout
        bridge.stdin.write('{"id":1,"method":"list"}\n')
        bridge.stdin.flush()
        assert json.loads(bridge.stdout.readline())["id"] == 1
        context = backend.call("spawn_agent", command=["true"], wait_ready=False, mode="window")["context_id"]
        while True:
            line = json.loads(bridge.stdout.readline())
            if line.get("method") == "context_exited" and line["params"]["context_id"] == context:
                break
        bridge.stdin.close()
        assert bridge.wait(10) == 0


def test_the_bridge_starts_a_host() -> None:
    from tests.support.host import host_folder

    with host_folder() as folder:
        host = HostProcess(folder, {})
        command = [sys.executable, "-m", "paneflow", "pane-backend"]
        env = {**host.env, "PYTHONPATH": str(ROOT)}
        try:
            done = subprocess.run(
                command, input='{"id":1,"method":"list"}\n', env=env, capture_output=True, text=True, timeout=40
            )
            assert json.loads(done.stdout) == {"id": 1, "result": {"contexts": []}}, done.stderr
        finally:
            with host.connect() as rpc:
                pid = rpc.call("system.identify")["pid"]
                rpc.call("system.shutdown", force=True)
            host.wait_for(lambda: not os.path.exists(f"/proc/{pid}"))


def test_writes_are_in_the_audit_log_without_their_text(host: HostProcess, backend: BackendClient) -> None:
    context = backend.call("spawn_agent", command=["cat"], wait_ready=False, mode="window")["context_id"]
    backend.call("write", context_id=context, data=base64.b64encode(b"secret\n").decode())
    log = [json.loads(line) for line in (host.state / "audit.log").read_text().splitlines()]

    assert [each["bytes"] for each in log if each["surface_id"] == int(context[1:])] == [7]
    assert "secret" not in (host.state / "audit.log").read_text()
    backend.call("kill", context_id=context)
