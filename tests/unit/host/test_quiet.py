"""Quiet: counted from the last restart, and only while nothing is busy at any look."""

import asyncio

from paneflow.host.quiet import Quiet

SECONDS = 0.16


async def took(busy_for: float = 0, *, at: float = 0, restarts: int = 0) -> float:
    """Seconds until it is quiet, while something is busy for so long, `at` seconds after the beginning."""
    loop = asyncio.get_running_loop()
    over, began = asyncio.Event(), loop.time()
    quiet = Quiet(SECONDS, lambda: at <= loop.time() - began < at + busy_for, over.set)
    quiet.restart()
    for number in range(restarts):
        loop.call_later(SECONDS / 2 * (number + 1), quiet.restart)
    await asyncio.wait_for(over.wait(), 10)
    return loop.time() - began


def test_it_comes_once_nothing_has_happened_for_so_long() -> None:
    assert asyncio.run(took()) >= SECONDS


def test_it_counts_from_the_last_restart() -> None:
    assert asyncio.run(took(restarts=4)) >= SECONDS * 3


def test_it_counts_from_the_last_look_that_found_something_busy() -> None:
    assert asyncio.run(took(0.5)) >= 0.5 + SECONDS * 7 / 8


def test_what_is_busy_for_a_part_of_it_only_keeps_it_from_coming_too() -> None:
    assert asyncio.run(took(SECONDS / 4, at=SECONDS / 2)) >= SECONDS * 1.5


def test_it_does_not_come_once_it_is_stopped() -> None:
    async def stopped() -> bool:
        over = asyncio.Event()
        quiet = Quiet(0.02, lambda: False, over.set)
        quiet.restart()
        quiet.stop()
        await asyncio.sleep(0.1)
        return over.is_set()

    assert not asyncio.run(stopped())
