"""Fleets that wait leave room for others; whoever finds none is told when to come back, and does."""

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from paneflow.client import Client
from paneflow.errors import Busy
from paneflow.host.connection import MAX_CONNECTIONS
from tests.support.cli import Cli
from tests.support.host import HostProcess, Rpc, running_host

FLEET = MAX_CONNECTIONS - 2


@pytest.fixture
def host() -> Iterator[HostProcess]:
    with running_host() as host:
        yield host


@contextlib.contextmanager
def full(host: HostProcess) -> Iterator[list[Rpc]]:
    """All connections are taken, until the block ends or they are closed."""
    host.drop_connection()
    taken = [host.connect() for _ in range(MAX_CONNECTIONS)]
    try:
        yield taken
    finally:
        close(taken)


def close(connections: list[Rpc]) -> None:
    for each in connections:
        each.close()


def wait_line(surface: int) -> dict[str, object]:
    params = {"surfaces": [surface], "pattern": "go-42", "timeout_s": 60}
    return {"jsonrpc": "2.0", "id": 1, "method": "surface.wait", "params": params}


@pytest.mark.parametrize("since", [None, 0])
def test_a_fleet_of_waits_leaves_room_for_others_and_all_are_served(host: HostProcess, since: int | None) -> None:
    surface = host.new()
    begun = threading.Barrier(FLEET + 1)

    def wait(_: int) -> bool:
        with Client(host.socket_path) as client:
            begun.wait(30)
            return client.wait(surface, "go-42", timeout_s=60, since=since)["matched"]

    with ThreadPoolExecutor(FLEET) as pool:
        waits = pool.map(wait, range(FLEET))
        begun.wait(30)
        host.drop_connection()
        with Rpc(host.socket_path, timeout=60) as rpc:
            assert rpc.call("system.ping")["pong"]  # while they begin
        done = Cli(host.env)("ls")
        host.type(surface, "for i in $(seq 100); do echo go-$((40+2)); sleep .2; done")  # for the last to begin, too
        assert list(waits) == [True] * FLEET
    assert done.code == 0, done.err


def test_a_verb_waits_for_room(host: HostProcess) -> None:
    cli = Cli(host.env)
    with full(host) as taken, cli.running("ls") as listing, cli.running("watch") as watching:
        time.sleep(1.5)
        assert (listing.poll(), watching.poll()) == (None, None)
        close(taken)
        assert listing.wait(20) == 0
        watching.terminate()


def test_a_stream_waits_for_room(host: HostProcess) -> None:
    with full(host) as taken, ThreadPoolExecutor(1) as pool:
        subscribed = pool.submit(Client(host.socket_path).watch)
        with pytest.raises(TimeoutError):
            subscribed.result(timeout=1)
        close(taken)
        with subscribed.result(timeout=20) as events:
            assert next(events)["type"] == "subscribed"


def test_a_client_without_patience_left_says_so(host: HostProcess) -> None:
    with full(host), Client(host.socket_path, timeout_s=1.5) as client:
        begun = time.monotonic()
        with pytest.raises(Busy, match="connections are open, and the host had no room for one more within") as told:
            client.call("system.ping")
        assert 0.5 <= time.monotonic() - begun < 10
        assert told.value.kind == "too_many_connections"


def test_a_client_that_sends_much_behind_a_wait_is_not_read_on(host: HostProcess) -> None:
    """Lines that wait are held to a number and to a sum of bytes."""
    surface = host.new()
    line = b'{"jsonrpc":"2.0","id":2,"method":"system.ping"' + b" " * 200_000 + b"}\n"
    with host.connect() as rpc:
        rpc.send_line(wait_line(surface))
        rpc.socket.settimeout(0.5)
        sent = 0
        with contextlib.suppress(TimeoutError, socket.timeout):
            for _ in range(40):
                rpc.socket.sendall(line)
                sent += 1
        assert sent < 10
