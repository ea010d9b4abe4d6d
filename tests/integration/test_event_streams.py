"""Events over real sockets: many readers, one that never reads, floods, and streams that were cut off."""

import contextlib
import json
import socket
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import pytest

from tests.support.best_of import best_of
from tests.support.host import HostProcess, Rpc, RpcError, host_folder, running_host
from tests.support.pane import Pane

FLOOD = "while true; do seq 1 2000; sleep 0.1; done"
DELAY_S = 0.060  # from output to `surface_changed`


class Stream:
    """A subscription of its own; `next` reads frames."""

    def __init__(self, host: HostProcess, **params: Any) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(20)
        self.socket.connect(host.socket_path)
        request = {"jsonrpc": "2.0", "id": "mine", "method": "events.subscribe", "params": params}
        self.socket.sendall(json.dumps(request).encode() + b"\n")
        self._file = self.socket.makefile("rb")
        self.first = self.next()

    def next(self) -> Any:
        line = self._file.readline()
        if not line:
            raise EOFError
        return json.loads(line)

    def until(self, kind: str, **fields: object) -> Any:
        """The next frame of a type with some fields."""
        while True:
            frame = self.next()
            if frame["type"] == kind and all(frame.get(key) == value for key, value in fields.items()):
                return frame

    def close(self) -> None:
        self._file.close()
        self.socket.close()

    def __enter__(self) -> "Stream":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@pytest.fixture(scope="module")
def host() -> Iterator[HostProcess]:
    with running_host() as host:
        yield host


def rename(host: HostProcess, surface: int, *names: str) -> None:
    """Give a surface one name after another; many requests at once on one connection."""
    with host.connect() as rpc:
        _rename(rpc, surface, names)


def _rename(rpc: Rpc, surface: int, names: Sequence[str]) -> None:
    for start in range(0, len(names), 50):
        some = names[start : start + 50]
        requests = [
            {"jsonrpc": "2.0", "id": 1, "method": "surface.rename", "params": {"surface_id": surface, "name": name}}
            for name in some
        ]
        rpc.send_line(b"".join(json.dumps(request).encode() + b"\n" for request in requests))
        for _ in some:
            assert "result" in rpc.read_line()


@pytest.mark.timeout(110)
@best_of(3)
def test_many_readers_floods_and_one_who_never_reads(host: HostProcess) -> None:
    import psutil

    panes = [Pane(host) for _ in range(9)]
    quiet, floods = panes[0], panes[1:]
    process = psutil.Process(host.pid)
    with contextlib.ExitStack() as stack:
        never = socket.socket(socket.AF_UNIX)
        stack.callback(never.close)
        never.connect(host.socket_path)
        never.sendall(b'{"jsonrpc":"2.0","id":1,"method":"events.subscribe","params":{"types":["*"]}}\n')
        readers = [stack.enter_context(Stream(host, surfaces=[quiet.id])) for _ in range(16)]
        for pane in floods:
            pane.submit(FLOOD)
        for pane in floods:
            pane.until(lambda pane: "2000" in pane.read(5))
        delays: list[float] = []
        arrived: dict[int, list[float]] = {number: [] for number in range(16)}
        threads = [
            threading.Thread(target=note, args=(reader, quiet.id, arrived[number]))
            for number, reader in enumerate(readers)
        ]
        for thread in threads:
            thread.start()
        before = process.memory_info().rss
        for turn in range(20):
            at = time.time()
            quiet.send("x")
            quiet.host.wait_for(partial(all_have, arrived, turn), 20)
            delays += [times[turn] - at for times in arrived.values()]
            time.sleep(0.02)
        for pane in floods:
            pane.__exit__()
        rename(
            host, quiet.id, *(f"name-{number}" for number in range(6000))
        )  # far more than a queue and the buffers hold
        grown = process.memory_info().rss - before
        quiet.__exit__()
        for thread in threads:
            thread.join(20)
        never.settimeout(20)
        dropped = next(frame for frame in frames(never) if frame["type"] == "dropped")
    delays.sort()
    told = f"median {statistics.median(delays) * 1000:.0f} ms, p99 {delays[len(delays) * 99 // 100] * 1000:.0f} ms"
    print(f"{told}, {grown >> 20} MB, {dropped['count']} dropped for who never read")
    assert dropped["count"] > 100
    assert grown < 40 << 20
    assert delays[len(delays) * 99 // 100] < DELAY_S, told


def all_have(arrived: dict[int, list[float]], turn: int) -> bool:
    return all(len(times) > turn for times in arrived.values())


def note(reader: Stream, surface: int, times: list[float]) -> None:
    """When each change of a surface came; until it is closed."""
    with contextlib.suppress(EOFError, OSError):
        while True:
            frame = reader.next()
            if frame.get("surface_id") == surface:
                times.append(time.time())


def frames(stream: socket.socket) -> Iterator[Any]:
    with stream.makefile("rb") as file:
        for line in file:
            yield json.loads(line)


def test_a_reader_that_was_killed_goes_on_where_it_was(host: HostProcess) -> None:
    with Pane(host) as pane:
        script = (
            "import json, socket, sys\n"
            "s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1])\n"
            's.sendall(b\'{"jsonrpc":"2.0","id":1,"method":"events.subscribe","params":{"types":["surface_renamed"]}}\\n\')\n'
            "for line in s.makefile():\n"
            "    frame = json.loads(line); print(frame['seq'], frame.get('name', '-'), flush=True)\n"
        )
        reader = subprocess.Popen([sys.executable, "-c", script, host.socket_path], stdout=subprocess.PIPE, text=True)
        assert reader.stdout is not None
        reader.stdout.readline()
        seen: list[list[str]] = []
        rename(host, pane.id, *(f"before-{number}" for number in range(300)))
        while len(seen) < 100:
            seen.append(reader.stdout.readline().split())
        reader.kill()
        seen += [line.split() for line in reader.stdout.read().splitlines() if len(line.split()) == 2]
        reader.wait()
        reader.stdout.close()
        rename(host, pane.id, *(f"after-{number}" for number in range(300)))
        with Stream(host, types=["surface_renamed"], since=int(seen[-1][0])) as stream:
            rest = [stream.next()["name"] for _ in range(600 - len(seen))]
    assert [name for _, name in seen] + rest == [f"before-{n}" for n in range(300)] + [f"after-{n}" for n in range(300)]


def test_all_that_is_retained_is_replayed_to_who_reads_slowly(host: HostProcess) -> None:
    with Pane(host) as pane:
        since = host.call("system.ping") and newest(host)
        rename(host, pane.id, *(f"n-{number}" for number in range(4000)))
        with Stream(host, types=["surface_renamed"], since=since) as stream:
            time.sleep(0.5)  # longer than the sockets' buffers take
            names = [stream.next() for _ in range(4000)]
    assert [frame.get("name") for frame in names] == [f"n-{number}" for number in range(4000)]
    assert [frame["seq"] for frame in names] == sorted({frame["seq"] for frame in names})


def newest(host: HostProcess) -> int:
    with Stream(host) as stream:
        seq: int = stream.first["seq"]
        return seq


def test_a_gap_that_cannot_be_filled_is_told_first(host: HostProcess) -> None:
    with Pane(host) as pane:
        since = newest(host)
        rename(host, pane.id, *(f"m-{number}" for number in range(5000)))
        with Stream(host, types=["surface_renamed"], since=since) as stream:
            gap, first = stream.next(), stream.next()
    assert (gap["type"], gap["count"]) == ("dropped", None)
    assert first["type"] == "surface_renamed"


def test_numbers_go_on_rising_over_a_restart_and_the_gap_is_told() -> None:
    with host_folder() as folder:
        host = HostProcess(folder, {"PANEFLOW_IPC_SCRIPTING": "1"}).start()
        try:
            with Pane(host) as pane:
                rename(host, pane.id, "one")
                before = newest(host)
            host.kill()
            host.start()
            with Stream(host, since=before) as stream:
                assert stream.first["seq"] > before
                assert stream.next() | {"ts": 0, "seq": 0} == {"type": "dropped", "count": None, "ts": 0, "seq": 0}
        finally:
            host.close()


def test_what_a_command_did_is_told_to_who_asks_for_it(host: HostProcess) -> None:
    with Pane(host) as pane, Stream(host, types=["*"], surfaces=[pane.id]) as every, Stream(host) as default:
        pane.run("printf '\\a\\033]2;titled\\007'; cd /tmp; sh -c 'exit 3'")
        seen: list[Any] = []
        while not {"command_finished", "cwd_changed"} <= {frame["type"] for frame in seen}:
            seen.append(every.next())
        rename(host, pane.id, "other")
        seen.append(every.until("surface_renamed"))
        host.call("surface.close", surface_id=pane.id)
        seen.append(every.until("surface_closed"))
        assert default.until("surface_changed", surface_id=pane.id)
    kinds = [frame["type"] for frame in seen]
    assert {"command_started", "bell", "title_changed", "cwd_changed", "surface_renamed", "surface_closed"} <= set(
        kinds
    )
    assert next(frame for frame in seen if frame["type"] == "command_finished")["exit_code"] == 3
    assert {frame["surface_id"] for frame in seen} == {pane.id}
    assert all(frame["seq"] and frame["ts"] for frame in seen)


def test_output_cannot_forge_the_end_of_a_command(host: HostProcess) -> None:
    with Pane(host) as pane, Stream(host, types=["command_finished"], surfaces=[pane.id]) as stream:
        pane.run("printf '\\033]133;C\\007\\033]133;D;42\\007'; sh -c 'exit 5'")
        assert stream.next()["exit_code"] == 5


def test_who_asks_for_a_surface_or_type_that_is_none_is_told(host: HostProcess) -> None:
    with pytest.raises(RpcError) as error:
        host.call("events.subscribe", surfaces=[999_999])
    assert error.value.kind == "surface_not_found"
    with pytest.raises(RpcError) as error:
        host.call("events.subscribe", types=["no_such_type"])
    assert error.value.code == -32602


def test_the_streams_end_with_the_host() -> None:
    with running_host() as host, Stream(host) as stream:
        assert host.stop() == 0
        with pytest.raises((EOFError, ConnectionError)):
            stream.until("never")
