"""Events: numbers, filters, bounds, and what slow readers get."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any

from paneflow.host.subscriptions import COALESCE, MAX_QUEUE, RETAINED, Filter, Hub, Subscriber
from paneflow.ids import SurfaceId

ONE, TWO = SurfaceId(1), SurfaceId(2)


class Transport(asyncio.Transport):
    """Takes lines; says when it is full as a real one does."""

    def __init__(self) -> None:
        super().__init__()
        self.frames: list[dict[str, Any]] = []
        self.protocol: Subscriber | None = None

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        assert isinstance(protocol, Subscriber)
        self.protocol = protocol

    def write(self, data: bytes | bytearray | memoryview) -> None:
        assert bytes(data).endswith(b"\n")
        self.frames.append(json.loads(bytes(data)))

    def types(self) -> list[str]:
        return [frame["type"] for frame in self.frames]


def play(scene: Callable[[Hub], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        await scene(Hub())

    asyncio.run(run())


def subscribe(
    hub: Hub, types: list[str] | None = None, surfaces: list[int] | None = None, since: int | None = None
) -> Transport:
    transport = Transport()
    hub.subscribe(transport, 7, Filter(types, surfaces), since)
    return transport


def test_the_first_frame_acknowledges_with_the_requests_id() -> None:
    async def scene(hub: Hub) -> None:
        (frame,) = subscribe(hub).frames
        assert (frame["type"], frame["id"], frame["seq"]) == ("subscribed", 7, hub.seq)
        assert frame["ts"] > 1_600_000_000_000

    play(scene)


def test_numbers_rise_by_one_for_everybody() -> None:
    async def scene(hub: Hub) -> None:
        one, two = subscribe(hub, ["*"]), subscribe(hub, ["bell"])
        for _ in range(3):
            hub.emit("bell", ONE)
            hub.emit("title_changed", ONE, title="x")
        numbers = [frame["seq"] for frame in one.frames]
        assert numbers == list(range(numbers[0], numbers[0] + 7))
        assert [frame["seq"] for frame in two.frames[1:]] == numbers[1::2]

    play(scene)


def test_without_types_only_the_default_ones_come() -> None:
    async def scene(hub: Hub) -> None:
        transport = subscribe(hub)
        hub.emit("bell", ONE)
        hub.emit("ai.stop", ONE)
        assert transport.types() == ["subscribed", "ai.stop"]

    play(scene)


def test_a_filter_of_surfaces_leaves_out_the_others_and_what_has_none() -> None:
    async def scene(hub: Hub) -> None:
        transport = subscribe(hub, ["*"], [1])
        hub.emit("bell", ONE)
        hub.emit("bell", TWO)
        hub.emit("workspace_changed", workspace_id=1)
        assert [frame.get("surface_id") for frame in transport.frames] == [None, 1]

    play(scene)


def test_changes_of_a_surface_become_one_frame_with_the_last_generation() -> None:
    async def scene(hub: Hub) -> None:
        transport = subscribe(hub)
        for generation in range(100):
            hub.surface_changed(ONE, generation)
        assert transport.types() == ["subscribed"]
        await asyncio.sleep(COALESCE * 3)
        assert [frame.get("output_generation") for frame in transport.frames[1:]] == [99]

    play(scene)


def test_output_is_told_before_the_exit_that_followed_it() -> None:
    async def scene(hub: Hub) -> None:
        transport = subscribe(hub, ["*"])
        hub.surface_changed(ONE, 5)
        hub.emit("surface_exited", ONE, exit_code=0)
        assert transport.types() == ["subscribed", "surface_changed", "surface_exited"]

    play(scene)


def test_since_replays_what_is_retained() -> None:
    async def scene(hub: Hub) -> None:
        hub.emit("bell", ONE)
        since = hub.seq
        hub.emit("bell", TWO)
        hub.emit("ai.stop", TWO)
        transport = subscribe(hub, ["bell"], since=since)
        assert transport.types() == ["subscribed", "bell"]
        assert transport.frames[1]["surface_id"] == 2

    play(scene)


def test_a_since_that_is_too_old_or_of_another_life_is_told() -> None:
    async def scene(hub: Hub) -> None:
        start = hub.seq
        assert subscribe(hub, since=start).types() == ["subscribed"]
        for _ in range(RETAINED + 10):
            hub.emit("bell", ONE)
        for since in (start, 3, hub.seq + 1):
            transport = subscribe(hub, ["title_changed"], since=since)
            assert transport.types() == ["subscribed", "dropped"]
            assert transport.frames[1]["count"] is None
        assert len(subscribe(hub, ["bell"], since=hub.seq - RETAINED).frames) == RETAINED + 1

    play(scene)


def test_a_slow_reader_loses_frames_and_is_told_how_many_where_they_are_missing() -> None:
    async def scene(hub: Hub) -> None:
        slow, quick = subscribe(hub, ["bell"]), subscribe(hub, ["bell"])
        assert slow.protocol is not None
        slow.protocol.pause_writing()
        for _ in range(MAX_QUEUE + 25):
            hub.emit("bell", ONE)
        assert len(quick.frames) == MAX_QUEUE + 26
        slow.protocol.resume_writing()
        hub.emit("bell", TWO)
        assert len(slow.frames) == 1 + MAX_QUEUE + 2
        assert slow.types()[-2:] == ["dropped", "bell"]
        assert slow.frames[-2]["count"] == 25
        assert slow.frames[-1]["seq"] == hub.seq

    play(scene)


def test_without_subscribers_no_timer_stays() -> None:
    async def scene(hub: Hub) -> None:
        transport = subscribe(hub)
        hub.surface_changed(ONE, 1)
        await asyncio.sleep(COALESCE * 3)
        assert transport.protocol is not None
        transport.protocol.connection_lost(None)
        waiting = [each for each in asyncio.get_running_loop()._scheduled if not each.cancelled()]  # type: ignore[attr-defined]
        assert waiting == []
        hub.emit("ai.stop", ONE)
        assert transport.types() == ["subscribed", "surface_changed"]

    play(scene)
