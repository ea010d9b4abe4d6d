"""A client that has its answers and asks no more is let go, so that recipes with nc end; one that has something open is not."""

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from paneflow.client import Client
from tests.support.host import HostProcess, running_host

PING = b'{"jsonrpc":"2.0","id":1,"method":"system.ping"}\n'


@pytest.fixture(scope="module")
def host() -> Iterator[HostProcess]:
    with running_host() as host:
        yield host


def connected(host: HostProcess) -> socket.socket:
    client = socket.socket(socket.AF_UNIX)
    client.settimeout(20)
    client.connect(host.socket_path)
    return client


@pytest.mark.skipif(not shutil.which("nc"), reason="needs nc")
@pytest.mark.parametrize("request_id", ['"id":1,', ""])
def test_the_recipe_with_nc_ends_by_itself(host: HostProcess, request_id: str) -> None:
    line = '{"jsonrpc":"2.0","method":"system.capabilities","params":{},%s}' % (request_id + '"jsonrpc":"2.0"')
    recipe = "printf '%s\\n' '" + line + '\' | nc -U "$PANEFLOW_SOCKET_PATH"'
    env = {**os.environ, "PANEFLOW_SOCKET_PATH": host.socket_path}
    done = subprocess.run(["sh", "-c", recipe], env=env, capture_output=True, text=True, timeout=20)
    assert done.returncode == 0
    assert [set(json.loads(each)) for each in done.stdout.splitlines()] == (
        [{"jsonrpc", "id", "result"}] if request_id else []
    )


def test_an_idle_client_is_let_go_and_no_sooner_than_after_two_seconds(host: HostProcess) -> None:
    with connected(host) as client:
        begun = time.monotonic()
        client.sendall(PING)
        time.sleep(1)  # within this time it is still heard
        client.sendall(PING)
        answers = client.makefile("rb").read()
        assert answers.count(b"pong") == 2
        assert time.monotonic() - begun >= 2.9


def test_a_client_of_ours_never_notices(host: HostProcess) -> None:
    with Client(host.socket_path) as client:
        client.call("system.ping")
        host.wait_for(lambda: connection_is_over(client))
        assert client.call("system.ping")["pong"]


def connection_is_over(client: Client) -> bool:
    assert client._connection is not None
    return not client._connection.is_quiet()


def test_a_slow_request_is_not_idle(host: HostProcess) -> None:
    surface = host.new()
    with connected(host) as client:
        params = {"surface_id": surface, "command": "sleep 3; echo slow-$((40+2))"}
        client.sendall(
            json.dumps({"jsonrpc": "2.0", "id": 1, "method": "surface.run", "params": params}).encode() + b"\n"
        )
        assert "slow-42" in json.loads(client.makefile().readline())["result"]["output"]


def test_half_a_request_is_waited_for(host: HostProcess) -> None:
    with connected(host) as client:
        client.sendall(PING + PING[:20])
        lines = client.makefile("rb")
        assert b"pong" in lines.readline()
        time.sleep(2.5)  # longer than an idle client is kept
        client.sendall(PING[20:])
        assert b"pong" in lines.readline()


def test_a_subscription_is_kept(host: HostProcess, tmp_path: Path) -> None:
    with connected(host) as client:
        client.sendall(b'{"jsonrpc":"2.0","id":1,"method":"events.subscribe","params":{"types":["surface_created"]}}\n')
        lines = client.makefile()
        assert "subscribed" in lines.readline()
        time.sleep(2.5)
        host.new()
        assert "surface_created" in lines.readline()
