import os
import socket
import threading
from pathlib import Path
from typing import Any

import pytest

from paneflow.client import Client
from paneflow.errors import NotFound, PaneflowError, Refused, TimedOut, Unavailable
from tests.support.line_server import failure, line_server, result

Request = dict[str, Any]


@pytest.fixture
def folder() -> Any:
    from tests.support.host import host_folder

    with host_folder() as path:
        yield path


def test_a_call_leaves_out_params_that_are_none(folder: Path) -> None:
    with line_server(folder, lambda request: result(request, request["params"])) as path, Client(path) as client:
        assert client.call("m", method="x", lines=None, raw=False) == {"method": "x", "raw": False}


def test_many_calls_share_a_connection(folder: Path) -> None:
    threads = set()

    def reply(request: Request) -> bytes:
        threads.add(threading.get_ident())  # the server has one for each connection
        return result(request, request["id"])

    with line_server(folder, reply) as path, Client(path) as client:
        assert [client.call("m") for _ in range(3)] == [1, 2, 3]
    assert len(threads) == 1


def test_an_answer_of_megabytes_that_comes_in_pieces_is_put_together(folder: Path) -> None:
    text = "漢" * 2_000_000

    with line_server(folder, lambda request: result(request, text)) as path, Client(path) as client:
        assert client.call("m") == text


def test_nobody_there_is_unavailable_and_says_how_to_start_a_host(folder: Path) -> None:
    with pytest.raises(Unavailable, match="paneflow host start") as caught:
        Client(str(folder / "none")).call("m")
    assert caught.value.data["path"] == str(folder / "none")


def test_a_dead_socket_is_unavailable(folder: Path) -> None:
    path = str(folder / "dead")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path)

    with pytest.raises(Unavailable, match="refused"):
        Client(path).call("m")


def test_a_path_that_is_too_long_is_unavailable(folder: Path) -> None:
    with pytest.raises(Unavailable, match="too long"):
        Client(str(folder / ("x" * 200))).call("m")


def test_a_host_that_does_not_answer_is_given_up_and_its_late_answer_is_nobodys(folder: Path) -> None:
    released = threading.Event()

    def reply(request: Request) -> bytes:
        if request["method"] == "slow":
            released.wait(10)
        return result(request, request["method"])

    with line_server(folder, reply) as path, Client(path, timeout_s=0.05) as client:
        with pytest.raises(TimedOut) as caught:
            client.call("slow")
        assert caught.value.kind == "no_answer"
        client.timeout_s = 5
        assert client.call("quick") == "quick"
        released.set()
        assert client.call("again") == "again"


def test_a_host_that_goes_away_is_unavailable_and_the_next_call_connects_again(folder: Path) -> None:
    def reply(request: Request) -> bytes | None:
        return None if request["method"] == "die" else result(request, 1)

    with line_server(folder, reply) as path, Client(path) as client:
        with pytest.raises(Unavailable):
            client.call("die")
        assert client.call("live") == 1


def test_garbage_is_a_protocol_error_and_the_next_call_connects_again(folder: Path) -> None:
    def reply(request: Request) -> bytes:
        return b"garbage\n" if request["method"] == "bad" else result(request, 1)

    with line_server(folder, reply) as path, Client(path) as client:
        with pytest.raises(PaneflowError) as caught:
            client.call("bad")
        assert caught.value.kind == "protocol"
        assert client.call("good") == 1


def test_an_error_of_the_host_leaves_the_connection_good(folder: Path) -> None:
    def reply(request: Request) -> bytes:
        return (
            failure(request, -32602, "no surface", kind="surface_not_found")
            if request["method"] == "bad"
            else result(request, 1)
        )

    with line_server(folder, reply) as path, Client(path) as client:
        with pytest.raises(NotFound):
            client.call("bad")
        assert client.call("good") == 1


def test_another_users_socket_is_not_talked_to(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Request] = []

    def reply(request: Request) -> bytes:
        asked.append(request)
        return result(request, 1)

    with line_server(folder, reply) as path:
        monkeypatch.setattr(os, "geteuid", lambda: 12345)
        with pytest.raises(Refused) as caught:
            Client(path).call("m")
    assert caught.value.kind == "peer_refused"
    assert asked == []


def test_ids_need_no_look_up_and_names_do(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    rows = [{"surface_id": 5, "name": "api", "cmd": "", "cwd": "/"}]

    def reply(request: Request) -> bytes:
        asked.append(request["method"])
        return result(request, {"surfaces": rows})

    monkeypatch.setenv("PANEFLOW_SURFACE_ID", "9")
    with line_server(folder, reply) as path, Client(path) as client:
        assert (client.resolve(5), client.resolve("%5"), client.resolve("self")) == (5, 5, 9)
        assert asked == []
        assert client.resolve("api") == 5
        assert asked == ["surface.list"]
        with pytest.raises(NotFound):
            client.resolve_one("self")


def test_events_stream_until_the_host_closes(folder: Path) -> None:
    def reply(request: Request) -> bytes:
        assert request["params"] == {"types": ["bell"]}
        return b'{"type":"subscribed","seq":1}\n{"type":"bell","seq":2}\n'

    with line_server(folder, reply) as path, Client(path).watch(types=["bell"]) as events:
        assert [next(events)["type"] for _ in range(2)] == ["subscribed", "bell"]
        assert events.next_within(0.05) is None


def test_an_acknowledgement_may_come_as_a_result(folder: Path) -> None:
    acknowledging = line_server(folder, lambda request: result(request, {"type": "subscribed"}))
    with acknowledging as path, Client(path).watch() as events:
        assert next(events) == {"type": "subscribed"}


def test_a_refused_subscription_is_an_error(folder: Path) -> None:
    refusing = line_server(folder, lambda request: failure(request, -32602, "no", kind="surface_not_found"))
    with refusing as path, pytest.raises(NotFound):
        Client(path).watch([3])
