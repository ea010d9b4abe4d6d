"""Many surfaces on one loop: nobody starves."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from paneflow.runtime.pump import BRISK_TURN, HOLD, Pump


class Source:
    """Something to read: has `left` slices, each of which takes `cost` seconds."""

    def __init__(self, name: str, log: list[str], left: float = 1, cost: float = 0.0, viewers: int = 0) -> None:
        self.name, self.log, self.left, self.cost, self.viewers = name, log, left, cost, viewers
        self.errors: list[Exception] = []

    def fileno(self) -> int:
        return -1

    def step(self, deadline: float) -> bool:
        self.log.append(self.name)
        end = time.monotonic() + self.cost
        while time.monotonic() < end:
            pass
        self.left -= 1
        return self.left > 0

    def failed(self, error: Exception) -> None:
        self.errors.append(error)


class Broken(Source):
    def step(self, deadline: float) -> bool:
        self.log.append(self.name)
        raise RuntimeError("broken")


def play(scene: Callable[[Pump], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        await scene(Pump(asyncio.get_running_loop()))

    asyncio.run(run())


async def until(condition: Callable[[], object]) -> None:
    while not condition():
        await asyncio.sleep(0)


def start(pump: Pump, *sources: Source) -> None:
    for source in sources:
        pump.watch(source)
        pump.readable(source)


def test_surfaces_take_turns() -> None:
    async def scene(pump: Pump) -> None:
        log: list[str] = []
        start(pump, Source("a", log, 3), Source("b", log, 3))
        await until(lambda: len(log) == 6)
        assert log == ["a", "b", "a", "b", "a", "b"]

    play(scene)


def test_a_surface_on_view_goes_before_the_floods() -> None:
    async def scene(pump: Pump) -> None:
        log: list[str] = []
        start(pump, *(Source(f"flood{n}", log, float("inf"), 0.001) for n in range(8)))
        await until(lambda: len(log) > 20)
        at = len(log)
        start(pump, Source("shown", log, viewers=1))
        await until(lambda: "shown" in log)
        assert log.index("shown") <= at + 2

    play(scene)


def test_floods_leave_the_loop_to_others_every_few_milliseconds() -> None:
    async def scene(pump: Pump) -> None:
        log: list[str] = []
        start(pump, *(Source(f"flood{n}", log, float("inf"), 0.001) for n in range(8)))
        gaps = []
        for _ in range(50):
            began = time.thread_time()
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            gaps.append(time.thread_time() - began)
        assert sorted(gaps)[25] < 0.02
        assert len(log) >= 8

    play(scene)


def test_a_turn_is_shorter_right_after_a_key() -> None:
    async def scene(pump: Pump) -> None:
        log: list[str] = []
        start(pump, *(Source(f"flood{n}", log, float("inf"), BRISK_TURN / 2) for n in range(8)))

        async def steps_a_turn() -> int:
            before = len(log)
            await until(lambda: len(log) > before)
            return len(log) - before

        calm = max([await steps_a_turn() for _ in range(10)])
        pump.key_pressed()
        brisk = min([await steps_a_turn() for _ in range(5)])
        assert brisk < calm

    play(scene)


def test_one_that_raises_is_dropped_alone() -> None:
    async def scene(pump: Pump) -> None:
        log: list[str] = []
        broken, fine = Broken("broken", log), Source("fine", log, 5)
        start(pump, broken, fine)
        await until(lambda: log.count("fine") == 5)
        assert [str(error) for error in broken.errors] == ["broken"]
        pump.readable(broken)
        await asyncio.sleep(0.01)
        assert log.count("broken") == 1

    play(scene)


def test_one_that_is_forgotten_is_not_stepped() -> None:
    async def scene(pump: Pump) -> None:
        log: list[str] = []
        gone, other = Source("gone", log, 5), Source("other", log, 2)
        start(pump, gone, other)
        pump.forget(gone)
        pump.forget(gone)
        await until(lambda: log.count("other") == 2)
        assert "gone" not in log

    play(scene)


def test_an_idle_pump_sets_no_timer() -> None:
    async def scene(pump: Pump) -> None:
        log: list[str] = []
        start(pump, Source("a", log))
        await until(lambda: log)
        await asyncio.sleep(0.01)
        assert asyncio.get_running_loop()._scheduled == []  # type: ignore[attr-defined]

    play(scene)


def floods(pump: Pump, log: list[str]) -> None:
    start(pump, *(Source(f"flood{n}", log, float("inf"), BRISK_TURN / 4) for n in range(3)))


def test_until_what_was_typed_is_answered_nobody_else_is_read() -> None:
    async def scene(pump: Pump) -> None:
        log: list[str] = []
        floods(pump, log)
        await until(lambda: len(log) > 3)
        typed = Source("typed", log)
        pump.watch(typed)
        pump.asked(typed)
        log.clear()
        await asyncio.sleep(HOLD / 3)
        assert log == []
        pump.readable(typed)
        await until(lambda: log)
        await asyncio.sleep(HOLD / 6)
        assert log == ["typed"]
        pump.answered(typed)
        await until(lambda: len(log) > 3)

    play(scene)


@pytest.mark.alone
def test_an_answer_that_does_not_come_is_not_waited_for_long() -> None:
    async def scene(pump: Pump) -> None:
        log: list[str] = []
        floods(pump, log)
        await until(lambda: len(log) > 3)
        pump.asked(Source("silent", log))
        began = time.monotonic()
        log.clear()
        await until(lambda: log)
        assert time.monotonic() - began >= HOLD * 0.9

    play(scene)


@pytest.mark.alone
def test_who_writes_without_end_leaves_the_others_half_of_the_time() -> None:
    async def scene(pump: Pump) -> None:
        log: list[str] = []
        floods(pump, log)
        await until(lambda: len(log) > 3)
        silent = Source("silent", log)
        held = ran = 0.0
        before = time.monotonic()
        while held + ran < 10 * HOLD:
            pump.asked(silent)
            log.clear()
            await asyncio.sleep(HOLD / 10)
            now = time.monotonic()
            held, ran = (held, ran + now - before) if log else (held + now - before, ran)
            before = now
        assert ran > held / 2

    play(scene)


@pytest.mark.alone
def test_one_that_closes_before_it_answers_holds_nobody() -> None:
    async def scene(pump: Pump) -> None:
        log: list[str] = []
        floods(pump, log)
        typed = Source("typed", log)
        pump.watch(typed)
        pump.asked(typed)
        began = time.monotonic()
        pump.forget(typed)
        await until(lambda: len(log) > 3)
        assert time.monotonic() - began < HOLD

    play(scene)
