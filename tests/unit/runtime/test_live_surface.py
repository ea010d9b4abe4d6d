"""One child, one engine, and the byte path between them."""

import asyncio
import signal
import zlib
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from paneflow.errors import Busy, NotFound
from paneflow.geometry import Size
from paneflow.ids import SurfaceId
from paneflow.pty.child import Exit
from paneflow.runtime.live_surface import EXIT_DRAIN, FOCUS_REPORTS, MAX_BACKLOG, RESIZE_EVERY, LiveSurface
from paneflow.runtime.pump import Pump
from paneflow.vt.choose import new_engine
from paneflow.vt.events import Bell, TitleChanged
from tests.support.fakes import FakeChild, FakeListener
from tests.support.graphics import chunks
from tests.support.vt import ENGINES

# A picture of 1.2 MB, four rows high.
LARGE = chunks("a=T,i=1,f=24,s=800,v=500,r=4,c=4,o=z", zlib.compress(bytes(range(240)) * 5000))
Scene = tuple[LiveSurface, FakeChild, FakeListener]
Play = Callable[[LiveSurface, FakeChild, FakeListener], Coroutine[Any, Any, None]]


def play(scene: Play) -> None:
    async def run() -> None:
        pump, listener, child = Pump(asyncio.get_running_loop()), FakeListener(), FakeChild()
        live = LiveSurface(SurfaceId(1), new_engine(Size(20, 5), 100), pump, listener)
        live.start(child)
        try:
            await scene(live, child, listener)
        finally:
            live.close()

    asyncio.run(run())


def deliver(live: LiveSurface) -> None:
    live.step(float("inf"))


def test_output_is_fed_and_counted_and_told() -> None:
    async def scene(live: LiveSurface, child: FakeChild, listener: FakeListener) -> None:
        child.output.extend([b"one\r\n", b"two"])
        deliver(live)
        assert live.engine.lines() == ["one", "two"]
        assert live.generation == 2
        assert listener.outputs == 1

    play(scene)


def test_events_of_the_engine_are_passed_on() -> None:
    async def scene(live: LiveSurface, child: FakeChild, listener: FakeListener) -> None:
        child.output.append(b"\x1b]2;title\x07\x07")
        deliver(live)
        assert TitleChanged("title") in listener.events
        assert Bell() in listener.events

    play(scene)


def test_a_question_of_the_program_is_answered() -> None:
    async def scene(live: LiveSurface, child: FakeChild, listener: FakeListener) -> None:
        child.output.append(b"ab\x1b[6n")
        deliver(live)
        assert child.written == b"\x1b[1;3R"

    play(scene)


def test_what_the_child_does_not_take_waits_and_the_rest_is_refused() -> None:
    async def scene(live: LiveSurface, child: FakeChild, listener: FakeListener) -> None:
        child.room = 3
        live.write(b"abcdef")
        assert child.written == b"abc"
        live.write(b"x" * (MAX_BACKLOG + 1))
        with pytest.raises(Busy):
            live.write(b"y")
        child.output.append(b"\x1b[6n" * 1000)
        deliver(live)  # a program that only asks cannot fill the memory either
        child.room = None
        live._flush()
        assert child.written.startswith(b"abcdefxxx")

    play(scene)


def test_the_exit_is_told_after_the_last_output_whichever_comes_first() -> None:
    async def exit_first(live: LiveSurface, child: FakeChild, listener: FakeListener) -> None:
        child.end = Exit(3, None)
        live.reap()
        assert listener.exits == []
        child.output.append(b"last words")  # arrives after the child is reaped
        await asyncio.sleep(EXIT_DRAIN * 2)
        assert listener.exits == [Exit(3, None)]
        assert listener.text_at_exit == ["last words"]

    async def end_of_output_first(live: LiveSurface, child: FakeChild, listener: FakeListener) -> None:
        child.output.append(b"last words")
        child.ended_output = True
        deliver(live)
        assert listener.exits == []
        child.end = Exit(None, 9)
        live.reap()
        assert listener.exits == [Exit(None, 9)]
        assert listener.text_at_exit == ["last words"]

    play(exit_first)
    play(end_of_output_first)


@pytest.mark.skipif("ghostty" not in ENGINES, reason="only this engine shows pictures")
def test_a_large_picture_takes_turns_and_what_comes_behind_it_comes_after_it() -> None:
    async def scene(live: LiveSurface, child: FakeChild, listener: FakeListener) -> None:
        child.output.append(b"before\x1b[H" + LARGE + b"\x1b[6n")
        steps = 1
        while live.step(0.0):
            steps += 1
        assert steps > 4
        assert child.written == b"\x1b_Gi=1;OK\x1b\\\x1b[4;5R"

    play(scene)


@pytest.mark.skipif("ghostty" not in ENGINES, reason="only this engine shows pictures")
def test_the_exit_is_told_after_a_large_picture_and_what_is_behind_it() -> None:
    async def scene(live: LiveSurface, child: FakeChild, listener: FakeListener) -> None:
        child.end = Exit(0, None)
        live.reap()
        child.output.extend([LARGE, LARGE + b"last words"])
        while not listener.exits:
            await asyncio.sleep(EXIT_DRAIN)
        assert listener.text_at_exit[-1].strip() == "last words"
        assert child.written == b"\x1b_Gi=1;OK\x1b\\" * 2

    play(scene)


def test_a_surface_whose_child_ended_takes_nothing() -> None:
    async def scene(live: LiveSurface, child: FakeChild, listener: FakeListener) -> None:
        child.end, child.ended_output = Exit(0, None), True
        deliver(live)
        assert not live.running
        with pytest.raises(NotFound) as error:
            live.write(b"x")
        assert error.value.kind == "surface_exited"

    play(scene)


def test_sizes_that_come_in_a_hurry_are_told_once_and_the_last_for_sure() -> None:
    async def scene(live: LiveSurface, child: FakeChild, listener: FakeListener) -> None:
        for cols in range(30, 60):
            live.resize(Size(cols, 10))
        assert child.sizes == [Size(30, 10)]
        await asyncio.sleep(RESIZE_EVERY * 3)
        assert child.sizes == [Size(30, 10), Size(59, 10)]
        assert (live.engine.cols, live.engine.rows) == (59, 10)
        live.resize(Size(59, 10))
        await asyncio.sleep(RESIZE_EVERY * 2)
        assert len(child.sizes) == 2  # the same size is no news

    play(scene)


def test_stopping_hangs_up_and_kills_after_the_grace() -> None:
    async def scene(live: LiveSurface, child: FakeChild, listener: FakeListener) -> None:
        live.stop(0.05)
        assert child.signals[0] == signal.SIGHUP
        assert child.closed
        assert signal.SIGKILL not in child.signals
        await asyncio.sleep(0.1)
        assert child.signals[-1] == signal.SIGKILL
        assert listener.exits == []

    play(scene)


def test_a_new_child_starts_clean() -> None:
    async def scene(live: LiveSurface, child: FakeChild, listener: FakeListener) -> None:
        child.room = 0
        live.write(b"left over")
        child.end, child.ended_output = Exit(0, None), True
        deliver(live)
        second = FakeChild()
        live.start(second)
        assert live.running
        live.write(b"fresh")
        assert second.written == b"fresh"

    play(scene)


def test_output_answers_what_was_written_until_it_is_seen() -> None:
    async def scene(live: LiveSurface, child: FakeChild, listener: FakeListener) -> None:
        live.viewers = 1
        child.output.append(b"unasked")
        deliver(live)
        assert not live.answers
        live.write(b"k")
        assert not live.answers
        live.seen(live.generation)  # of a picture from before the key
        child.output.append(b"k")
        deliver(live)
        assert live.answers
        live.seen(live.generation)
        assert not live.answers
        live.write(FOCUS_REPORTS[0])  # nobody typed that
        child.output.append(b"redrawn")
        deliver(live)
        assert not live.answers

    play(scene)
