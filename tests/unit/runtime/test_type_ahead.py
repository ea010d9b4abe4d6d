"""A first line is typed once, when the program is ready for it."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, cast

from paneflow.ids import SurfaceId, WorkspaceId
from paneflow.model.changes import SurfaceClosed
from paneflow.pty.child import PtyChild
from paneflow.runtime.bus import Bus
from paneflow.runtime.facts import Output, Said
from paneflow.runtime.type_ahead import Patience, TypeAhead
from paneflow.vt.events import MarkKind, ShellMark

ONE, TWO = SurfaceId(1), SurfaceId(2)
READY = ShellMark(MarkKind.COMMAND_START)


def play(scene: Callable[[Bus, list[float]], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        await scene(Bus(), [])

    asyncio.run(run())


def wait(bus: Bus, acted: list[float], patience: Patience) -> TypeAhead:
    loop = asyncio.get_running_loop()
    began = loop.time()
    return TypeAhead(bus, ONE, patience, lambda _: acted.append(loop.time() - began))


def test_a_prompt_mark_is_enough() -> None:
    async def scene(bus: Bus, acted: list[float]) -> None:
        wait(bus, acted, Patience(0, 5, 5, marks=True))
        bus.publish(Said(TWO, READY), Said(ONE, ShellMark(MarkKind.PROMPT_START)))
        assert acted == []
        bus.publish(Said(ONE, READY))
        bus.publish(Said(ONE, READY))
        assert len(acted) == 1

    play(scene)


def test_without_marks_quiet_after_output_is() -> None:
    async def scene(bus: Bus, acted: list[float]) -> None:
        wait(bus, acted, Patience(0, 0.1, 5, marks=False))
        for number in range(4):
            bus.publish(Output(ONE, number), Said(ONE, READY))
            await asyncio.sleep(0.05)
            assert acted == []
        await asyncio.sleep(0.15)
        assert len(acted) == 1

    play(scene)


def test_not_before_the_floor_and_at_the_ceiling_all_the_same() -> None:
    async def scene(bus: Bus, acted: list[float]) -> None:
        wait(bus, acted, Patience(0.2, 0.01, 5, marks=False))
        bus.publish(Output(ONE, 1))
        await asyncio.sleep(0.3)
        assert acted[0] >= 0.19
        wait(bus, acted, Patience(0, 5, 0.1, marks=True))
        await asyncio.sleep(0.2)
        assert len(acted) == 2

    play(scene)


class Terminal:
    """What a child's terminal is set to."""

    keys = False
    echoes = True

    def reads_keys(self) -> bool:
        return self.keys

    def echo(self) -> bool:
        return self.echoes


def test_where_marks_are_to_come_quiet_counts_only_once_keys_are_read() -> None:
    async def scene(bus: Bus, acted: list[float]) -> None:
        terminal = Terminal()
        patience = Patience(0, 0.02, 5, marks=True, keys=True)
        TypeAhead(bus, ONE, patience, acted.append, lambda: cast("PtyChild", terminal))
        bus.publish(Output(ONE, 1))
        await asyncio.sleep(0.1)
        assert acted == []  # its start-up files printed something
        terminal.keys = True
        await asyncio.sleep(0.1)
        assert acted == []
        bus.publish(Output(ONE, 2))  # a prompt without marks, of another shell
        await asyncio.sleep(0.1)
        assert acted == [True]

    play(scene)


def test_at_the_ceiling_nothing_is_typed_into_what_asks_for_a_secret() -> None:
    async def scene(bus: Bus, acted: list[float]) -> None:
        terminal = Terminal()
        terminal.echoes = False
        patience = Patience(0, 5, 0.05, marks=True, keys=True)
        TypeAhead(bus, ONE, patience, acted.append, lambda: cast("PtyChild", terminal))
        await asyncio.sleep(0.2)
        assert acted == []
        terminal.echoes = True
        await asyncio.sleep(0.2)
        assert acted == [False]

    play(scene)


def test_never_into_a_surface_that_is_gone() -> None:
    async def scene(bus: Bus, acted: list[float]) -> None:
        wait(bus, acted, Patience(0, 0.05, 0.1, marks=True))
        bus.publish(Output(ONE, 1), SurfaceClosed(ONE, "one", WorkspaceId(1)))
        bus.publish(Said(ONE, READY))
        await asyncio.sleep(0.2)
        assert acted == []

    play(scene)
