"""When a window gets the next frame."""

import asyncio
from collections.abc import Callable, Coroutine
from itertools import pairwise
from typing import Any

from paneflow.geometry import Size
from paneflow.host.frames import INTERVAL, SLOW_INTERVAL, SYNC_TIME, Shown
from paneflow.ids import SurfaceId
from paneflow.runtime.live_surface import LiveSurface
from paneflow.runtime.pump import Pump
from paneflow.vt.choose import new_engine
from tests.support.fakes import FakeChild, FakeListener

SIZE = Size(20, 5)


def play(scene: Callable[[LiveSurface, Shown, list[float]], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        loop = asyncio.get_running_loop()
        live = LiveSurface(SurfaceId(1), new_engine(SIZE, 100), Pump(loop), FakeListener())
        frames: list[float] = []
        shown = Shown(live, SIZE, (8, 16), lambda _: frames.append(loop.time()))
        shown.focused = True
        shown.changed()
        assert len(frames) == 1
        frames.clear()
        try:
            await scene(live, shown, frames)
        finally:
            if live.viewers:
                shown.close()
            live.close()

    asyncio.run(run())


def print_(live: LiveSurface, shown: Shown, text: bytes = b"x") -> None:
    live.engine.feed(text)
    shown.changed()


def test_the_first_change_after_idle_goes_out_at_once() -> None:
    async def scene(live: LiveSurface, shown: Shown, frames: list[float]) -> None:
        shown.acknowledged(0)
        await asyncio.sleep(INTERVAL * 2)
        print_(live, shown)
        assert len(frames) == 1

    play(scene)


def test_the_answer_to_a_key_is_shown_without_waiting_for_the_next_frames_time() -> None:
    async def scene(live: LiveSurface, shown: Shown, frames: list[float]) -> None:
        shown.acknowledged(0.1)
        child = FakeChild()
        live.start(child)
        child.output.append(b"unasked")
        live.step(0)
        shown.changed()
        assert frames == []
        live.write(b"k")
        child.output.append(b"k")
        live.step(0)
        shown.changed()
        assert len(frames) == 1

    play(scene)


def test_without_the_windows_word_no_frame_follows_and_then_one_has_it_all() -> None:
    async def scene(live: LiveSurface, shown: Shown, frames: list[float]) -> None:
        for _ in range(5):
            print_(live, shown)
            await asyncio.sleep(INTERVAL)
        assert frames == []
        shown.acknowledged(0)
        await asyncio.sleep(INTERVAL)
        assert len(frames) == 1
        shown.acknowledged(0)
        await asyncio.sleep(INTERVAL * 2)
        assert len(frames) == 1  # nothing changed since

    play(scene)


async def rate(live: LiveSurface, shown: Shown, frames: list[float], text: bytes = b"\x1b[Hx\x1b[Hy") -> float:
    """Seconds between frames under a flood, at least."""
    for _ in range(200):
        print_(live, shown, text)
        shown.acknowledged(0)
        await asyncio.sleep(0.001)
    return min(later - earlier for earlier, later in pairwise(frames[1:]))


def test_a_flood_is_shown_at_most_sixty_times_a_second_and_thirty_without_the_keyboard() -> None:
    async def focused(live: LiveSurface, shown: Shown, frames: list[float]) -> None:
        assert INTERVAL * 0.9 <= await rate(live, shown, frames) < SLOW_INTERVAL * 0.9

    async def unfocused(live: LiveSurface, shown: Shown, frames: list[float]) -> None:
        shown.focused = False
        assert await rate(live, shown, frames) >= SLOW_INTERVAL * 0.9

    play(focused)
    play(unfocused)


def test_text_that_races_by_is_shown_thirty_times_a_second() -> None:
    async def scene(live: LiveSurface, shown: Shown, frames: list[float]) -> None:
        assert await rate(live, shown, frames, b"line\r\n" * 40) >= SLOW_INTERVAL * 0.9

    play(scene)


def test_a_window_that_paints_slowly_is_given_twice_the_time() -> None:
    async def scene(live: LiveSurface, shown: Shown, frames: list[float]) -> None:
        shown.acknowledged(0.1)
        print_(live, shown)
        await asyncio.sleep(0.1)
        assert frames == []
        await asyncio.sleep(0.15)
        assert len(frames) == 1

    play(scene)


def test_a_picture_that_is_held_back_goes_out_when_it_is_whole() -> None:
    async def scene(live: LiveSurface, shown: Shown, frames: list[float]) -> None:
        shown.acknowledged(0)
        await asyncio.sleep(INTERVAL * 2)
        print_(live, shown, b"\x1b[?2026hhalf")
        await asyncio.sleep(INTERVAL * 2)
        assert frames == []
        print_(live, shown, b" whole\x1b[?2026l")
        assert len(frames) == 1

    play(scene)


def test_a_picture_is_not_held_back_for_ever() -> None:
    async def scene(live: LiveSurface, shown: Shown, frames: list[float]) -> None:
        shown.acknowledged(0)
        await asyncio.sleep(INTERVAL * 2)
        print_(live, shown, b"\x1b[?2026hhalf")
        await asyncio.sleep(SYNC_TIME * 1.5)
        assert len(frames) == 1

    play(scene)


def test_one_that_is_hidden_costs_nothing() -> None:
    async def scene(live: LiveSurface, shown: Shown, frames: list[float]) -> None:
        shown.acknowledged(0)
        print_(live, shown)
        shown.close()
        assert live.viewers == 0
        await asyncio.sleep(INTERVAL * 2)
        assert frames == []

    play(scene)
