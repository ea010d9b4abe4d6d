"""A scrollback of 100,000 lines is read, searched and counted without anybody else having to wait."""

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.support.best_of import best_of
from tests.support.host import HostProcess, Rpc, running_host
from tests.support.pane import Pane
from tests.support.pane_backend import BackendClient, backend_path
from tests.support.slowest import slowest_ping
from tests.support.tmux import Shim

LINES = 100_000
PRINT = f"seq -f 'line %.0f of a build that says much but means little, warning: all is well' 1 {LINES}; echo OV''ER"
BOUND = 0.05  # seconds that any other request may take meanwhile


@pytest.fixture(scope="module")
def host() -> Iterator[HostProcess]:
    with running_host(config=f"[terminal]\nscrollback_lines = {LINES}\n") as host:
        yield host


def called(host: HostProcess, method: str, answers: list[Any], **params: object) -> Callable[[], object]:
    def work() -> None:
        with Rpc(host.socket_path, timeout=60) as rpc:
            answers.append(rpc.call(method, **params))

    return work


@pytest.mark.timeout(120)
@best_of(3)
def test_the_first_look_at_a_long_text_and_searches_in_it_hold_up_nobody(host: HostProcess) -> None:
    with Pane(host) as pane:
        pane.submit_and_wait(PRINT, "^OVER", timeout_s=60)
        answers: list[Any] = []
        times = {
            "read": slowest_ping(host, called(host, "surface.read", answers, surface_id=pane.id, lines=3)),
            "search": slowest_ping(
                host, called(host, "surface.search", answers, surface_id=pane.id, pattern=f"line {LINES // 2} ")
            ),
            "regex": slowest_ping(
                host, called(host, "surface.search", answers, surface_id=pane.id, pattern=r"line 777\d\d ", regex=True)
            ),
        }
    read, search, regex = answers
    assert read["total_lines"] >= LINES
    assert [match["text"].split(" of")[0] for match in search["matches"]] == [f"line {LINES // 2}"]
    assert (len(regex["matches"]), regex["truncated"]) == (50, True)
    print({name: f"{seconds * 1000:.0f} ms" for name, seconds in times.items()})
    assert max(times.values()) < BOUND


def captured(host: HostProcess, answers: list[bytes], **params: object) -> Callable[[], object]:
    """The answer to a client of the first version, which gets scrollback, too; to be parsed once nobody is timed."""
    asked = [("initialize", {"protocol_version": "1"}), ("capture", params)]
    requests = [{"id": number, "method": method, "params": params} for number, (method, params) in enumerate(asked)]

    def work() -> None:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(60)
            connection.connect(backend_path(host))
            connection.sendall("".join(json.dumps(each) + "\n" for each in requests).encode())
            with connection.makefile("rb") as lines:
                answers.append(next(line for line in lines if line.startswith(b'{"id":1,')))

    return work


@pytest.mark.timeout(120)
@best_of(3)
def test_a_long_text_goes_to_a_client_of_the_pane_backend_without_anybody_having_to_wait(host: HostProcess) -> None:
    answers: list[bytes] = []
    lines = LINES // 2  # the answer is taken by this process, which times the others: more is its own work
    with BackendClient.connect(host) as backend:
        context = backend.call(
            "spawn_agent", command=["sh", "-c", f"{PRINT.replace(str(LINES), str(lines))}; exec sleep 100"]
        )["context_id"]
        times = {
            "end": slowest_ping(host, captured(host, answers, context_id=context, lines=3)),
            "most": slowest_ping(host, captured(host, answers, context_id=context, lines=lines)),
            "all": slowest_ping(host, captured(host, answers, context_id=context)),
        }
        backend.call("kill", context_id=context)
    results = [json.loads(answer)["result"] for answer in answers]
    end, most, every = (result["text"].split("\n") for result in results)
    assert [result["truncated"] for result in results] == [True, True, False]
    assert (len(end), len(most), len(every)) == (3, lines, lines + 1)
    assert every[-1] == "OVER"
    assert every[-3:] == end
    assert every[-lines:] == most
    print({name: f"{seconds * 1000:.0f} ms" for name, seconds in times.items()})
    assert max(times.values()) < BOUND


@pytest.mark.timeout(120)
@best_of(3)
def test_a_long_text_is_captured_for_tmux_without_anybody_having_to_wait(host: HostProcess) -> None:
    tmux, lines = Shim(host), LINES // 5
    tmux.ok("new-session", "-d", "-s", "long", "sh", "-c", f"{PRINT.replace(str(LINES), str(lines))}; exec sleep 100")
    tmux.wait_for("OVER", "capture-pane", "-p")
    answers: list[Any] = []
    # Asked for by this process: starting a program takes a time of its own.
    capture = [*tmux.flags, "capture-pane", "-p", "-e", "-S", "-"]
    slowest = slowest_ping(host, called(host, "tmux.exec", answers, argv=capture, cwd="/", env=tmux.env))
    tmux.ok("kill-session", "-t", "long")
    found = answers[0]["stdout"].rstrip("\n").split("\n")
    assert (len(found), found[0][:7], found[-1]) == (lines + 1, "line 1 ", "OVER")
    print(f"{slowest * 1000:.0f} ms")
    assert slowest < BOUND


@pytest.mark.timeout(120)
def test_a_capture_is_whole_when_the_pane_is_resized_meanwhile(host: HostProcess) -> None:
    tmux, lines = Shim(host), LINES // 20
    tmux.ok("new-session", "-d", "-s", "moved", "sh", "-c", f"{PRINT.replace(str(LINES), str(lines))}; exec sleep 100")
    tmux.wait_for("OVER", "capture-pane", "-p")
    surface = int(tmux.ok("display-message", "-p", "#{pane_id}").removeprefix("%"))
    answers: list[str] = []
    reader = threading.Thread(target=lambda: answers.append(tmux.ok("capture-pane", "-p", "-J", "-S", "-")))
    reader.start()
    resized = 0
    while reader.is_alive():
        resized += 1
        host.call("surface.resize", surface_id=surface, cols=(40, 100)[resized % 2], rows=24)
        time.sleep(0.02)
    tmux.ok("kill-session", "-t", "moved")
    found = [line.split(" of")[0] for line in answers[0].rstrip("\n").split("\n")]
    assert found == [*(f"line {number}" for number in range(1, lines + 1)), "OVER"]
    assert resized > 2
