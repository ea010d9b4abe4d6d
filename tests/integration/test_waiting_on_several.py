"""Waits over many panes, several waits at once, patterns that would stall a host, and what ends a wait."""

import threading
import time
from collections.abc import Iterator

import pytest

from tests.support.best_of import best_of
from tests.support.cli import Cli
from tests.support.host import HostProcess, Rpc, running_host
from tests.support.pane import Armed, Pane, kind_of

CATASTROPHIC = "(a|aa)+$"


@pytest.fixture(scope="module")
def host() -> Iterator[HostProcess]:
    with running_host() as host:
        yield host


@pytest.fixture(scope="module")
def twenty(host: HostProcess) -> Iterator[list[Pane]]:
    panes = [Pane(host) for _ in range(20)]
    yield panes
    for pane in panes:
        pane.__exit__()


def test_any_of_twenty_is_enough(host: HostProcess, twenty: list[Pane]) -> None:
    wait = Armed(host, [pane.id for pane in twenty], "^READY", 15)
    with Rpc(host.socket_path) as rpc:
        rpc.call("surface.send_text", surface_id=twenty[13].id, text="echo READY", submit=True)
    assert wait.outcome()["panes"] == [twenty[13].id]


def test_all_of_twenty_need_not_match_at_once(host: HostProcess, twenty: list[Pane]) -> None:
    wait = Armed(host, [pane.id for pane in twenty], "^READY", 30, all=True)
    with Rpc(host.socket_path) as rpc:
        for number, pane in enumerate(twenty):
            text = f"echo READY; clear; sleep 0.{number % 5}"
            rpc.call("surface.send_text", surface_id=pane.id, text=text, submit=True)
    assert sorted(wait.outcome()["panes"]) == sorted(pane.id for pane in twenty)


def test_each_of_many_waits_on_one_pane_ends_by_itself(host: HostProcess) -> None:
    with Pane(host) as pane:
        waits = [pane.armed(f"^n{number}$") for number in range(12)]
        pane.submit("for n in 0 1 2 3 4 5 6 7 8 9 10 11; do echo n$n; clear; done")
        assert [wait.lines() for wait in waits] == [[f"n{number}"] for number in range(12)]


def test_a_client_that_goes_away_leaves_no_wait(host: HostProcess) -> None:
    with Pane(host) as pane:
        with Rpc(host.socket_path) as rpc:
            params = {"surfaces": [pane.id], "pattern": "never", "timeout_s": 60}
            rpc.send_line({"jsonrpc": "2.0", "id": 1, "method": "surface.wait", "params": params})
            host.call("system.ping")
        assert pane.submit_and_wait("echo HERE", "^HERE") == ["HERE"]


def test_one_that_is_gone_ends_a_wait_for_all_but_not_one_for_any(host: HostProcess) -> None:
    with Pane(host) as one, Pane(host) as two:
        every, some = (Armed(host, [one.id, two.id], "^READY", 15, all=each) for each in (True, False))
        one.call("surface.close")
        assert every.outcome() == "surface_exited"
        two.submit("echo READY")
        assert some.outcome()["panes"] == [two.id]


def test_idle_or_a_pattern_whichever_comes_first(host: HostProcess) -> None:
    with Pane(host) as pane:
        noisy = "for n in 1 2 3 4 5 6 7 8; do echo tick; sleep 0.1; done; echo OVER"
        wait = pane.armed("^OVER", idle_ms=5000)
        pane.submit(noisy)
        assert (wait.outcome()["idle"], wait.took < 4) == (False, True)
        wait = pane.armed("never", idle_ms=400)
        pane.submit(noisy)
        found = wait.outcome()
        assert (found["idle"], found["matched"], wait.took > 0.8) == (True, False, True)


@pytest.mark.timeout(100)
@best_of(3)
def test_a_catastrophic_pattern_holds_up_nobody(host: HostProcess) -> None:
    with Pane(host) as pane, Pane(host) as other:
        waits = [pane.armed(CATASTROPHIC + str(n), timeout_s=8) for n in range(4)]
        pane.submit("head -c 1000000 /dev/zero | tr '\\0' a; echo '!'")
        searches = [threading.Thread(target=lambda: kind_of(lambda: search(host, pane.id))) for _ in range(3)]
        for thread in searches:
            thread.start()
        slowest = 0.0
        end = time.monotonic() + 3
        with Rpc(host.socket_path) as rpc:
            while time.monotonic() < end:
                began = time.monotonic()
                rpc.call("surface.list")
                slowest = max(slowest, time.monotonic() - began)
                time.sleep(0.01)
        for thread in searches:
            thread.join()
        assert {wait.outcome() for wait in waits} <= {"pattern_too_slow", "timed_out"}
        pane.until(lambda pane: "a!" in pane.read(2))
        assert kind_of(lambda: search(host, pane.id)) == "pattern_too_slow"
        assert other.submit_and_wait("echo alive", "^alive")
    print(f"slowest surface.list {slowest * 1000:.0f} ms")
    assert slowest < 0.1


def search(host: HostProcess, surface: int) -> object:
    with Rpc(host.socket_path, timeout=60) as rpc:
        return rpc.call("surface.search", surface_id=surface, pattern=CATASTROPHIC, regex=True)


def test_the_verb_waits_and_says_what_it_saw(host: HostProcess) -> None:
    cli = Cli(host.env)
    with Pane(host, name="waits", pane_name="waits-for") as pane:
        assert cli("wait", "--match", "waits-for", "--idle", "--for", "100").code == 0
        late = cli("wait", "--match", "waits-for", "--pattern", "never", "--timeout", "0.3")
        assert (late.code, "never" in late.err, "0.3 s" in late.err) == (4, True, True)
        since = pane.submit("echo EARLIER")["output_generation"]
        pane.settle()
        seen = cli("wait", "--match", "waits-for", "--pattern", "^EARLIER", "--since", str(since), "--timeout", "5")
        assert (seen.code, '"EARLIER"' in seen.out) == (0, True)
        sent = cli("send", "waits-for", "echo S''ENT", "--submit", "--wait", "SENT", "--timeout", "10")
        assert (sent.code, '"SENT"' in sent.out, '"receipt"' in sent.out) == (0, True, True)
        assert cli("wait", "--match", "waits-for", "--pattern", "(").code == 2
        assert cli("wait", "--match", "no-such-pane", "--idle").code == 3
        assert cli("wait", "--match", "waits-for", "--pattern", "x", "--any", "--all").code == 2
        assert cli("wait", "--match", "waits-for").code == 2


def test_a_text_goes_to_every_pane_that_matches(host: HostProcess) -> None:
    cli = Cli(host.env)
    with Pane(host, pane_name="b-one") as one, Pane(host, pane_name="b-two") as two, Pane(host, cwd="/") as other:
        for pane in (one, two):
            pane.submit("cd /tmp")
            pane.settle()
        done = cli("send", "cwd:/tmp", "echo to-$((40+2))", "--submit", "--broadcast")
        assert done.code == 0, done
        for pane in (one, two):
            pane.until(lambda pane: "to-42" in pane.read())
        assert "to-42" not in other.read()
        one.submit("cat")
        one.until(lambda pane: pane.foreground() == "cat")
        partly = cli("send", "cwd:/tmp", "a\nb", "--broadcast")
        assert (partly.code, f'"surface_id": {one.id}' in partly.out) == (1, True)
