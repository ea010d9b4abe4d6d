"""Texts are saved part by part, and a host that stops in the middle loses none."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from paneflow.geometry import Size
from paneflow.ids import SurfaceId
from paneflow.model.actions import CloseSurface, CreateWorkspace, Launch
from paneflow.runtime import autosave
from paneflow.runtime.autosave import Autosave
from paneflow.runtime.session import Session
from paneflow.runtime.spawning import Spawner
from paneflow.runtime.store import Store
from paneflow.spec.config import Config
from paneflow.vt.choose import new_engine

LINES = 3000


def play(scene: Callable[[Session, Autosave, SurfaceId], Coroutine[Any, Any, None]], folder: Path) -> None:
    async def run() -> None:
        session = Session(Spawner({"PATH": "/bin:/usr/bin", "HOME": "/"}, "/nowhere", None, "/nowhere"), Config())
        saving = Autosave(session, Store(str(folder)))
        program = ("sh", "-c", f"seq {LINES}; exec sleep 60")
        surface = session.do(CreateWorkspace("w", "/", (Launch("/", argv=program),))).surfaces[0]
        try:
            while str(LINES) not in session.live(surface).engine.tail(2)[0]:
                await asyncio.sleep(0.01)
            await scene(session, saving, surface)
        finally:
            await session.close(1)

    asyncio.run(run())


def saved_lines(folder: Path, surface: SurfaceId) -> list[str]:
    text = Store(str(folder)).text(surface)
    assert text is not None
    engine = new_engine(Size(80, 24), 10_000)
    engine.restore(text)
    return engine.lines()


async def until_reading(saving: Autosave) -> None:
    while saving._in_hand is None:
        await asyncio.sleep(0)


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(autosave, "QUIET", 0.05)


def test_a_long_text_is_saved_whole(tmp_path: Path) -> None:
    kept: list[SurfaceId] = []

    async def scene(session: Session, saving: Autosave, surface: SurfaceId) -> None:
        await until_reading(saving)
        while Store(str(tmp_path)).text(surface) is None:
            await asyncio.sleep(0.01)
        kept.append(surface)

    play(scene, tmp_path)
    assert saved_lines(tmp_path, kept[0]) == [str(n) for n in range(1, LINES + 1)]


def test_a_host_that_stops_while_a_text_is_read_saves_it(tmp_path: Path) -> None:
    kept: list[SurfaceId] = []

    async def scene(session: Session, saving: Autosave, surface: SurfaceId) -> None:
        await until_reading(saving)
        assert Store(str(tmp_path)).text(surface) is None
        saving.finish()
        kept.append(surface)

    play(scene, tmp_path)
    assert saved_lines(tmp_path, kept[0]) == [str(n) for n in range(1, LINES + 1)]


def test_a_surface_that_closes_while_its_text_is_read_is_left(tmp_path: Path) -> None:
    async def scene(session: Session, saving: Autosave, surface: SurfaceId) -> None:
        await until_reading(saving)
        session.do(CloseSurface(surface, undo=False))
        while saving._in_hand is not None:
            await asyncio.sleep(0)
        saving.finish()
        assert Store(str(tmp_path)).text(surface) is None

    play(scene, tmp_path)
