"""The wire: framing, errors, order, bounds."""

import json
import os
import random
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from paneflow.host.connection import MAX_CONNECTIONS
from tests.support.host import HostProcess, Rpc, RpcError, running_host


@pytest.fixture(scope="module")
def host() -> Iterator[HostProcess]:
    with running_host({}) as host:
        yield host


@pytest.fixture
def scripting_host() -> Iterator[HostProcess]:
    with running_host() as host:
        yield host


@pytest.fixture
def rpc(host: HostProcess) -> Iterator[Rpc]:
    with host.connect() as rpc:
        yield rpc


def ask(rpc: Rpc, line: bytes) -> Any:
    rpc.send_line(line + b"\n")
    return rpc.read_line()


def test_many_requests_on_one_connection_are_answered_in_order(rpc: Rpc) -> None:
    rpc.send_line(b"".join(b'{"jsonrpc":"2.0","id":%d,"method":"system.ping"}\n' % n for n in range(500)))
    assert [rpc.read_line()["id"] for _ in range(500)] == list(range(500))


@pytest.mark.parametrize(
    ("line", "code", "kind"),
    [
        (b"{", -32700, "parse_error"),
        (b"\xff\xfe", -32700, "parse_error"),
        (b"[" * 50_000, -32700, "parse_error"),
        (b"[]", -32600, "batch_unsupported"),
        (b'[{"jsonrpc":"2.0","id":1,"method":"system.ping"}]', -32600, "batch_unsupported"),
        (b"1", -32600, "invalid_request"),
        (b'{"id":1,"method":"system.ping"}', -32600, "invalid_request"),
        (b'{"jsonrpc":"2.0","id":1,"method":7}', -32600, "invalid_request"),
        (b'{"jsonrpc":"2.0","id":1,"method":"system.ping","params":[]}', -32600, "invalid_request"),
        (b'{"jsonrpc":"2.0","id":1,"method":"no.such"}', -32601, "unknown_method"),
        (b'{"jsonrpc":"2.0","id":1,"method":"system.ping","params":{"x":1}}', -32602, "invalid_params"),
        (b'{"jsonrpc":"2.0","id":1,"method":"surface.read","params":{"surface_id":true}}', -32602, "invalid_params"),
        (b'{"jsonrpc":"2.0","id":1,"method":"surface.read","params":{"surface_id":"1"}}', -32602, "invalid_params"),
        (b'{"jsonrpc":"2.0","id":1,"method":"surface.read","params":{}}', -32602, "invalid_params"),
        (b'{"jsonrpc":"2.0","id":1,"method":"surface.read","params":{"surface_id":9e9}}', -32602, "surface_not_found"),
        (b'{"jsonrpc":"2.0","id":1,"method":"surface.send_text","params":{"surface_id":1,"text":"x"}}', -32601, "gate_closed"),
        (b'{"jsonrpc":"2.0","id":1,"method":"surface.send_keystroke","params":{}}', -32601, "gate_closed"),
    ],
)  # fmt: skip
def test_a_bad_request_has_its_code_and_kind(rpc: Rpc, line: bytes, code: int, kind: str) -> None:
    error = ask(rpc, line)["error"]
    assert (error["code"], error["data"]["kind"]) == (code, kind)
    assert rpc.call("system.ping")["pong"]


def test_the_nearest_method_is_named(rpc: Rpc) -> None:
    assert "surface.list" in ask(rpc, b'{"jsonrpc":"2.0","id":1,"method":"surface.lst"}')["error"]["data"]["nearest"]


def test_all_that_is_wrong_is_told_at_once(rpc: Rpc) -> None:
    error = ask(rpc, b'{"jsonrpc":"2.0","id":1,"method":"surface.read","params":{"surface_id":"x","lines":"y","z":1}}')[
        "error"
    ]
    assert [each["path"] for each in error["data"]["problems"]] == ["params.surface_id", "params.lines", "params.z"]


def test_a_notification_is_executed_and_not_answered(host: HostProcess, rpc: Rpc) -> None:
    surface = host.new()
    rpc.send_line({"jsonrpc": "2.0", "method": "surface.rename", "params": {"surface_id": surface, "name": "quietly"}})
    rpc.send_line({"jsonrpc": "2.0", "method": "no.such"})
    assert rpc.call("system.ping")["pong"]
    assert "quietly" in [row["name"] for row in rpc.call("surface.list")["surfaces"]]


def test_a_line_over_the_cap_is_refused_and_the_connection_goes_on(rpc: Rpc) -> None:
    rpc.send_line(b"x" * (300 * 1024) + b"\n")
    assert rpc.read_line()["error"]["data"]["kind"] == "line_too_long"
    assert rpc.call("system.ping")["pong"]


def test_a_line_of_just_the_cap_is_taken(rpc: Rpc) -> None:
    request = b'{"jsonrpc":"2.0","id":1,"method":"system.ping"'
    line = request + b" " * (256 * 1024 - len(request) - 1) + b"}"
    assert ask(rpc, line)["result"]["pong"]


def test_a_last_line_without_its_end_is_answered_when_the_client_stops_sending(host: HostProcess) -> None:
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(10)
        client.connect(host.socket_path)
        client.sendall(b'{"jsonrpc":"2.0","id":1,"method":"system.ping"}')
        client.shutdown(socket.SHUT_WR)
        assert json.loads(client.makefile().read())["result"]["pong"]


def test_a_request_byte_by_byte_is_a_request(rpc: Rpc) -> None:
    for byte in b'{"jsonrpc":"2.0","id":5,"method":"system.ping"}\n':
        rpc.socket.sendall(bytes([byte]))
    assert rpc.read_line()["id"] == 5


def test_connections_past_the_cap_are_told_when_to_come_back(host: HostProcess) -> None:
    host.drop_connection()
    clients = [host.connect() for _ in range(MAX_CONNECTIONS)]
    try:
        with host.connect() as late:
            error = late.read_line()["error"]
            assert (error["code"], error["data"]["kind"]) == (-32000, "too_many_connections")
            assert error["data"]["retry_after_ms"] > 0
        for client in clients:
            assert client.call("system.ping")["pong"]
    finally:
        for client in clients:
            client.close()
    host.wait_for(lambda: answers(host))


def test_streams_count_as_connections(host: HostProcess) -> None:
    host.drop_connection()
    host.wait_for(lambda: answers(host))
    streams = [host.connect() for _ in range(MAX_CONNECTIONS)]
    try:
        for stream in streams:
            stream.send_line({"jsonrpc": "2.0", "id": 1, "method": "events.subscribe", "params": {}})
            assert stream.read_line()["type"] == "subscribed"
        with host.connect() as late:
            assert late.read_line()["error"]["data"]["kind"] == "too_many_connections"
    finally:
        for stream in streams:
            stream.close()
    host.wait_for(lambda: answers(host))


def test_what_an_agent_reports_is_taken_in_when_there_is_no_room(scripting_host: HostProcess) -> None:
    """Its hook has gone by the time the host looks, and would not say it again. Any other request is refused unread."""
    host = scripting_host
    surface = host.new(pane_name="agent")
    held = [host.connect() for _ in range(MAX_CONNECTIONS - 1)]  # and the one that `host` keeps
    report = {"jsonrpc": "2.0", "method": "ai.prompt_submit", "params": {"tool": "grok", "surface_id": surface}}
    try:
        for _ in range(20):
            with socket.socket(socket.AF_UNIX) as hook:
                hook.connect(host.socket_path)
                hook.sendall(json.dumps(report).encode() + b"\n")
        with host.connect() as late:
            late.send_line(
                {"jsonrpc": "2.0", "method": "surface.rename", "params": {"surface_id": surface, "name": "x"}}
            )
            late.send_line({"jsonrpc": "2.0", "id": 1, "method": "ai.stop", "params": {"tool": "grok"}})
            assert late.read_line()["error"]["data"]["kind"] == "too_many_connections"
        host.wait_for(lambda: held[0].call("surface.status", surface_id=surface).get("turns") == 20)
        row = held[0].call("surface.status", surface_id=surface)
        assert (row["state"], row["surface_name"]) == ("thinking", "agent")
    finally:
        for client in held:
            client.close()
    host.wait_for(lambda: answers(host))


def test_what_an_agent_reports_is_taken_in_when_too_many_requests_wait(scripting_host: HostProcess) -> None:
    host = scripting_host
    surface = host.new()
    wait = {"surfaces": [surface], "pattern": "never", "timeout_s": 8}
    pings = b'{"jsonrpc":"2.0","id":2,"method":"system.ping"}\n' * 60
    busy = [host.connect() for _ in range(5)]
    try:
        for number, client in enumerate(busy):
            send = {"text": f"echo go-$((40+{number}))", "submit": True}
            client.send_line({"jsonrpc": "2.0", "id": 1, "method": "surface.wait", "params": {**wait, "send": send}})
            host.wait_for_text(surface, f"go-{40 + number}")  # it waits now
        for client in busy:
            client.send_line(pings)  # they wait for the one before them
        host.wait_for(lambda: refusal(host) == "too_many_requests")
        report = {"jsonrpc": "2.0", "method": "ai.prompt_submit", "params": {"tool": "grok", "surface_id": surface}}
        with host.connect() as hook:
            hook.send_line(report)
        assert refusal(host) == "too_many_requests"
    finally:
        for client in busy:
            client.close()
    host.wait_for(lambda: refusal(host) == "")
    assert host.call("surface.status", surface_id=surface)["turns"] == 1


def refusal(host: HostProcess) -> str:
    """The kind of error that a further request meets."""
    try:
        with host.connect() as rpc:
            rpc.call("system.ping")
            return ""
    except RpcError as error:
        return error.kind


def answers(host: HostProcess) -> bool:
    with host.connect() as rpc:
        return "result" in ask(rpc, b'{"jsonrpc":"2.0","id":1,"method":"system.ping"}')


def wild(rng: random.Random, depth: int = 0) -> object:
    """Any JSON value, with our own words in it now and then."""
    kind = rng.randrange(8 if depth < 4 else 5)
    words = [
        "jsonrpc",
        "2.0",
        "id",
        "method",
        "params",
        "surface.read",
        "system.ping",
        "surface_id",
        "text",
        "",
        "\u0000",
        "\ud800",
        "é",
    ]
    if kind == 0:
        return rng.choice([None, True, False])
    if kind == 1:
        return rng.choice([0, -1, 2**63, 1e308, -0.0, rng.random(), rng.randrange(10)])
    if kind in (2, 3, 4):
        return rng.choice(words)
    if kind == 5:
        return [wild(rng, depth + 1) for _ in range(rng.randrange(4))]
    return {rng.choice(words): wild(rng, depth + 1) for _ in range(rng.randrange(6))}


def nearly_right(rng: random.Random) -> object:
    """A request whose method exists and whose params are anything."""
    methods = ["surface.read", "surface.split", "workspace.up", "layout.apply", "surface.search", "config.get",
               "surface.resize", "layout.move", "workspace.create", "surface.send_text", "system.describe"]  # fmt: skip
    keys = ["surface_id", "name", "layout", "panes", "direction", "lines", "pattern", "cols", "key", "to", "text"]
    params = {rng.choice(keys): wild(rng, 2) for _ in range(rng.randrange(5))}
    return {"jsonrpc": "2.0", "id": rng.randrange(9), "method": rng.choice(methods), "params": params}


def is_notification(value: object) -> bool:
    """Well formed, and without an id."""
    if not isinstance(value, dict) or value.get("jsonrpc") != "2.0" or "id" in value:
        return False
    return isinstance(value.get("method"), str) and isinstance(value.get("params"), dict | None)


def drain(client: socket.socket) -> None:
    while client.recv(1 << 20):
        pass


def resident(host: HostProcess) -> int:
    text = Path(f"/proc/{host.pid}/status").read_text()
    return int(next(line for line in text.splitlines() if line.startswith("VmRSS")).split()[1])


def test_two_thousand_random_values_and_ten_megabytes_of_noise_leave_it_serving(host: HostProcess, rpc: Rpc) -> None:
    rng = random.Random(20261130)
    for number in range(2000):
        value = wild(rng) if number % 2 else nearly_right(rng)
        rpc.send_line(value)
        if is_notification(value):
            continue
        answer = rpc.read_line()
        assert ("result" in answer) != ("error" in answer)
        if "error" in answer:
            assert answer["error"]["code"] in (-32700, -32600, -32601, -32602, -32001, -32000), answer
    before = resident(host)
    with host.connect() as noisy:
        reading = threading.Thread(target=drain, args=(noisy.socket,))
        reading.start()
        for _ in range(10):
            noisy.socket.sendall(os.urandom(1 << 20))
        noisy.socket.shutdown(socket.SHUT_WR)
        reading.join(20)
        assert not reading.is_alive()
    assert host.call("system.ping")["pong"]
    assert resident(host) - before < 30_000
    assert "internal error" not in host.output()


def test_a_client_that_reads_nothing_does_not_fill_the_memory(host: HostProcess) -> None:
    before = resident(host)
    request = b'{"jsonrpc":"2.0","id":1,"method":"system.describe"}\n'
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(host.socket_path)
        client.settimeout(0.5)
        try:
            for _ in range(3000):
                client.sendall(request)
        except TimeoutError:
            pass
        assert host.call("system.ping")["pong"]
        assert resident(host) - before < 30_000


def test_capabilities_list_what_answers(host: HostProcess) -> None:
    told = host.call("system.capabilities")
    assert told["scripting"] is False
    assert told["gates"] == {"write": False, "keystroke": False}
    for method in told["methods"]:
        with host.connect() as rpc:
            rpc.send_line({"jsonrpc": "2.0", "id": 1, "method": method, "params": {"no-such-param": 1}})
            assert rpc.read_line()["error"]["data"]["kind"] in ("invalid_params", "gate_closed", "not_permitted"), (
                method
            )


def test_the_table_describes_itself(host: HostProcess) -> None:
    (row,) = host.call("system.describe", method="surface.read")["methods"]
    assert row["params"]["properties"]["surface_id"]["type"] == "integer"
    assert len(host.call("system.describe")["methods"]) == len(host.call("system.capabilities")["methods"])
