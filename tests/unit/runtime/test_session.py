"""A session performs what actions order, with real shells."""

import asyncio
import os
import signal
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from paneflow.errors import NotFound
from paneflow.ids import SurfaceId
from paneflow.model.actions import CloseSurface, CreateWorkspace, Launch, Respawn, SetRemain, UndoClose
from paneflow.model.changes import SurfaceClosed, SurfaceExited
from paneflow.model.records import Remain
from paneflow.runtime.bus import Fact
from paneflow.runtime.facts import Crashed, Notice
from paneflow.runtime.session import Session
from paneflow.runtime.spawning import Spawner
from paneflow.spec.config import Config

Scene = Callable[[Session, list[Fact]], Coroutine[Any, Any, None]]


def play(scene: Scene, home: Path) -> None:
    async def run() -> None:
        env = {"PATH": os.environ["PATH"], "HOME": str(home), "SHELL": "/bin/sh", "LANG": "C.UTF-8"}
        session = Session(Spawner(env, "/nowhere", None, "/nowhere"), Config())
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGCHLD, session.reap)
        facts: list[Fact] = []
        session.bus.subscribe(facts.append)
        try:
            await scene(session, facts)
        finally:
            await session.close(1)

    asyncio.run(run())


async def until(condition: Callable[[], object]) -> None:
    for _ in range(1000):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise TimeoutError


def make(session: Session, *argv: str, remain: Remain = Remain.OFF) -> SurfaceId:
    return session.do(CreateWorkspace("w", "/", (Launch("/", argv=argv, remain=remain),))).surfaces[0]


def shows(session: Session, surface: SurfaceId, text: str) -> bool:
    return text in "\n".join(session.live(surface).engine.lines())


def test_a_program_is_run_and_its_end_closes_the_surface(tmp_path: Path) -> None:
    async def scene(session: Session, facts: list[Fact]) -> None:
        surface = make(session, "sh", "-c", "exit 3")
        await until(lambda: surface not in session.surfaces)
        assert SurfaceExited(surface, 3, None) in facts
        assert [type(fact) for fact in facts].index(SurfaceExited) < [type(fact) for fact in facts].index(SurfaceClosed)
        with pytest.raises(NotFound):
            session.live(surface)

    play(scene, tmp_path)


def test_a_surface_that_remains_keeps_its_text_and_can_be_started_again(tmp_path: Path) -> None:
    async def scene(session: Session, facts: list[Fact]) -> None:
        surface = make(session, "sh", "-c", "echo first", remain=Remain.ON)
        await until(lambda: session.surface(surface).exited)
        assert shows(session, surface, "first")
        assert not session.live(surface).running
        session.do(Respawn(surface, argv=("sh", "-c", "echo second; sleep 100")))
        await until(lambda: shows(session, surface, "second"))
        assert not shows(session, surface, "first")
        assert session.live(surface).running
        session.do(SetRemain(surface, Remain.OFF))

    play(scene, tmp_path)


def test_an_undo_brings_the_text_back_above_a_fresh_shell(tmp_path: Path) -> None:
    async def scene(session: Session, facts: list[Fact]) -> None:
        make(session)
        surface = make(session, "sh", "-c", "echo precious; sleep 100")
        await until(lambda: shows(session, surface, "precious"))
        session.do(CloseSurface(surface))
        (back,) = session.do(UndoClose()).surfaces
        assert shows(session, back, "precious")
        assert session.kept == {}

    play(scene, tmp_path)


def test_a_terminal_that_fails_is_closed_alone_and_a_person_is_told(tmp_path: Path) -> None:
    async def scene(session: Session, facts: list[Fact]) -> None:
        broken, fine = make(session, "sh", "-c", "sleep 0.2; echo now; sleep 100"), make(session)

        def fail(_: bytes) -> None:
            raise RuntimeError("parser")

        session.live(broken).engine.feed = fail  # type: ignore[method-assign, assignment]
        await until(lambda: broken not in session.surfaces)
        assert Crashed(broken, "parser") in facts
        assert any(isinstance(fact, Notice) and "parser" in fact.message for fact in facts)
        session.live(fine).write(b"echo still-$((1+1))\r")
        await until(lambda: shows(session, fine, "still-2"))

    play(scene, tmp_path)


def test_a_program_that_is_not_there_leaves_no_surface_and_says_why(tmp_path: Path) -> None:
    async def scene(session: Session, facts: list[Fact]) -> None:
        surface = make(session, "no-such-program")
        assert surface not in session.model.surfaces
        assert "no-such-program" in session.spawn_errors[surface].message

    play(scene, tmp_path)
