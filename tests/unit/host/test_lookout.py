"""The process table is looked at when something happened, and not otherwise."""

import asyncio
from collections.abc import Callable, Coroutine
from types import SimpleNamespace
from typing import cast

import pytest

from paneflow.host import lookout
from paneflow.host.lookout import Lookout
from paneflow.ids import SurfaceId
from paneflow.runtime.detection import Table
from paneflow.runtime.session import Session

ONE, TWO = SurfaceId(1), SurfaceId(2)


class Scene:
    """Two surfaces whose foregrounds can be set; counts looks at the table and surfaces seen."""

    def __init__(self) -> None:
        self.groups: dict[SurfaceId, int] = {ONE: 10, TWO: 20}
        surfaces = {
            each: SimpleNamespace(child=SimpleNamespace(foreground=self._foreground(each))) for each in self.groups
        }
        self.saw: list[SurfaceId] = []
        self.looks = 0
        session = cast("Session", SimpleNamespace(surfaces=surfaces))
        self.lookout = Lookout(session, lambda surface, *_: self.saw.append(surface), dict)

    def _foreground(self, surface: SurfaceId) -> Callable[[], int]:
        return lambda: self.groups[surface]

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(10):
            while not condition():
                await asyncio.sleep(0.005)


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Scene], Coroutine[None, None, None]]], None]:
    monkeypatch.setattr(lookout, "SOON_S", 0.01)
    monkeypatch.setattr(lookout, "PACE_S", 0.05)
    monkeypatch.setattr(lookout, "SAME_S", 0.3)

    def run(scene: Callable[[Scene], Coroutine[None, None, None]]) -> None:
        async def whole() -> None:
            each = Scene()

            def look(more: object) -> Table:
                each.looks += 1
                return Table(iter(()))

            monkeypatch.setattr(Table, "now", look)
            await scene(each)
            each.lookout.close()

        asyncio.run(whole())

    return run


Play = Callable[[Callable[[Scene], Coroutine[None, None, None]]], None]


def test_output_is_a_reason_and_surfaces_share_a_look(play: Play) -> None:
    async def scene(scene: Scene) -> None:
        for _ in range(100):
            scene.lookout.want(ONE)
            scene.lookout.want(TWO)
        await scene.until(lambda: len(scene.saw) == 2)
        assert scene.looks == 1

    play(scene)


def test_without_a_reason_nothing_is_looked_at(play: Play) -> None:
    async def scene(scene: Scene) -> None:
        scene.lookout.want(ONE)
        await scene.until(lambda: scene.saw == [ONE])
        await asyncio.sleep(0.5)
        assert scene.looks == 1

    play(scene)


def test_the_same_foreground_is_looked_at_again_only_after_a_while(play: Play) -> None:
    async def scene(scene: Scene) -> None:
        scene.lookout.want(ONE)
        await scene.until(lambda: scene.looks == 1)
        began = asyncio.get_running_loop().time()
        scene.lookout.want(ONE)
        await scene.until(lambda: scene.looks == 2)
        assert asyncio.get_running_loop().time() - began > 0.2

    play(scene)


def test_another_foreground_is_looked_at_soon(play: Play) -> None:
    async def scene(scene: Scene) -> None:
        scene.lookout.want(ONE)
        await scene.until(lambda: scene.looks == 1)
        began = asyncio.get_running_loop().time()
        scene.groups[ONE] = 11
        scene.lookout.want(ONE)
        await scene.until(lambda: scene.looks == 2)
        assert asyncio.get_running_loop().time() - began < 0.28

    play(scene)


def test_the_end_of_a_command_does_not_wait(play: Play) -> None:
    async def scene(scene: Scene) -> None:
        for looks in (1, 2, 3):
            scene.lookout.want_now(ONE)
            await scene.until(lambda looks=looks: scene.looks == looks)  # type: ignore[misc]

    play(scene)


def test_a_surface_that_went_is_not_looked_at(play: Play) -> None:
    async def scene(scene: Scene) -> None:
        scene.lookout.want(ONE)
        scene.lookout.forget(ONE)
        scene.lookout.want(TWO)
        await scene.until(lambda: bool(scene.saw))
        assert scene.saw == [TWO]

    play(scene)
