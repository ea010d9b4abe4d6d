"""A scrollback of 100,000 lines is read, searched and counted without anybody else having to wait."""

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.support.best_of import best_of
from tests.support.host import HostProcess, Rpc, running_host
from tests.support.pane import Pane

LINES = 100_000
PRINT = f"seq -f 'line %.0f of a build that says much but means little, warning: all is well' 1 {LINES}; echo OV''ER"
BOUND = 0.05  # seconds that any other request may take meanwhile


@pytest.fixture(scope="module")
def host() -> Iterator[HostProcess]:
    with running_host(config=f"[terminal]\nscrollback_lines = {LINES}\n") as host:
        yield host


def slowest_ping(host: HostProcess, work: Callable[[], object]) -> float:
    """Seconds that the slowest other request took while something was done."""
    thread = threading.Thread(target=work)
    slowest = 0.0
    with Rpc(host.socket_path) as rpc:
        thread.start()
        while thread.is_alive():
            began = time.monotonic()
            rpc.call("system.ping")
            slowest = max(slowest, time.monotonic() - began)
    return slowest


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
