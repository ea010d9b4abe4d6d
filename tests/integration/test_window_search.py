"""A window's search: thousands of hits with their places, while nobody else has to wait."""

import threading
import time
from typing import Any

import pytest

from tests.support.attach import AttachClient
from tests.support.best_of import best_of
from tests.support.host import Rpc, running_host
from tests.support.pane import Pane

BOUND = 0.1  # seconds that any other request may take meanwhile; the answer alone takes a fifth of it
PRINT = "for i in $(seq 9000); do echo \"hit $i 漢字 😀\"; done; echo OV''ER"


@pytest.mark.timeout(120)
@best_of(3)
def test_a_search_with_thousands_of_hits_holds_up_nobody() -> None:
    with running_host() as host, Pane(host) as pane, Rpc(host.socket_path) as rpc:
        pane.submit_and_wait(PRINT, "^OVER", timeout_s=60)
        window = AttachClient(host.socket_path, timeout=60)
        answers: list[Any] = []
        asked = {"surface_id": pane.id, "pattern": "hit", "limit": 10_000}
        thread = threading.Thread(target=lambda: answers.append(window.call("window.search", **asked)))
        slowest = 0.0
        thread.start()
        while thread.is_alive():
            began = time.monotonic()
            rpc.call("system.ping")
            slowest = max(slowest, time.monotonic() - began)
            time.sleep(0.002)
        last = window.call("window.search", surface_id=pane.id, pattern="hit", limit=3)["result"]
        patient = window.call("window.search", surface_id=pane.id, pattern="a*|hit", regex=True)
        window.close()
    rows = [match["row"] for match in answers[0]["result"]["matches"]]
    assert len(set(rows)) == len(rows) == 9001  # the command says it, too
    assert [match["row"] for match in last["matches"]] == rows[-3:]
    assert last["truncated"]
    assert len(patient["result"]["matches"]) >= 1000  # empty matches everywhere take a while, and do not count
    print(f"{slowest * 1000:.0f} ms")
    assert slowest < BOUND
