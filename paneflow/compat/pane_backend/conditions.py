"""`wait_for`: a file, a process's end, a pane's output, a pane at its prompt. What goes wrong is a result, too."""

import asyncio
import os
import time
from collections.abc import Callable, Mapping
from typing import Final

import psutil

from paneflow.compat.pane_backend.watching import PaneGone, until, until_ready
from paneflow.errors import PaneflowError
from paneflow.ids import SurfaceId
from paneflow.model.changes import SurfaceExited
from paneflow.runtime.bus import Fact
from paneflow.runtime.live_surface import LiveSurface
from paneflow.runtime.session import Session
from paneflow.runtime.waiting.pattern import Pattern

FILE_EVERY: Final = 0.05  # seconds between two looks for a file
PROCESS_EVERY: Final = 0.1
MAX_PATTERN: Final = 4096  # characters; a longer one takes seconds to be compiled
PANE_GONE: Final = "the pane's program ended"

Result = dict[str, object]


class Impossible(Exception):
    """The condition cannot come true, or is none; the message says why."""


class Conditions:
    """Waits for one client. `exits` are the exit codes of panes' programs that ended lately, by process id."""

    def __init__(self, session: Session, exits: Mapping[int, int]) -> None:
        self._session, self._exits = session, exits

    async def wait(self, condition: str, arg: str | None, surface: SurfaceId | None, timeout_s: float) -> Result:
        """What came of it; always a result, never an error."""
        begun = time.monotonic()

        def elapsed() -> int:
            return round((time.monotonic() - begun) * 1000)

        try:
            async with asyncio.timeout(timeout_s):
                code = await self._wait(condition, arg, surface)
        except TimeoutError:
            return {"kind": "timeout", "elapsed_ms": elapsed()}
        except PaneGone:
            return {"kind": "error", "reason": PANE_GONE}
        except (Impossible, PaneflowError) as error:
            return {"kind": "error", "reason": str(error)}
        if condition == "exit":
            return {"kind": "exit_success", "elapsed_ms": elapsed(), "exit_code": code}
        return {"kind": "success", "elapsed_ms": elapsed()}

    async def _wait(self, condition: str, arg: str | None, surface: SurfaceId | None) -> int | None:
        match condition:
            case "file":
                await self._file(_given(arg, "arg, the path"))
            case "exit":
                return await self._exit(_given(arg, "arg, the process id"))
            case "output":
                await self._output(_pane(surface), _given(arg, "arg, the pattern"))
            case "ready":
                await until_ready(self._session, _pane(surface))
            case _:
                raise Impossible(f"there is no condition {condition!r}; there are exit, file, output and ready")
        return None

    async def _file(self, path: str) -> None:
        if not os.path.isabs(path):
            raise Impossible("arg must be an absolute path")
        if "\0" in path:
            raise Impossible("arg holds a zero byte, which no path does")
        while not os.path.lexists(path):
            await asyncio.sleep(FILE_EVERY)

    async def _output(self, surface: SurfaceId, text: str) -> None:
        if len(text) > MAX_PATTERN:
            raise Impossible(f"a pattern has at most {MAX_PATTERN} characters")
        pattern = Pattern(text)

        async def shows(live: LiveSurface) -> bool:
            return await pattern.search("\n".join(live.engine.screen()))

        await until(self._session, surface, shows)

    async def _exit(self, text: str) -> int:
        if not (text.isascii() and text.isdigit() and 0 < int(text) < 2**31):
            raise Impossible(f"{text!r} is not a process id")
        pid = int(text)
        if pid in self._exits:
            return self._exits[pid]
        for live in self._session.surfaces.values():
            if live.child is not None and live.child.pid == pid:
                return await self._child_exit(live.id)
        return await _other_exit(pid)

    async def _child_exit(self, surface: SurfaceId) -> int:
        ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def hear(fact: Fact) -> None:
            if getattr(fact, "surface", None) != surface or ended.done():
                return
            if isinstance(fact, SurfaceExited):
                ended.set_result(-1 if fact.code is None else fact.code)
            elif surface not in self._session.surfaces:  # it was closed: the program is ended, and tells no code
                ended.set_result(-1)

        unsubscribe: Callable[[], None] = self._session.bus.subscribe(hear)
        try:
            return await ended
        finally:
            unsubscribe()


async def _other_exit(pid: int) -> int:
    """Wait for a process that is not ours; its code is not told to us."""
    try:
        process = psutil.Process(pid)
        while process.is_running() and process.status() != psutil.STATUS_ZOMBIE:
            await asyncio.sleep(PROCESS_EVERY)
    except psutil.Error:
        pass
    return -1


def _given(arg: str | None, what: str) -> str:
    if not arg:
        raise Impossible(f"it needs {what}")
    return arg


def _pane(surface: SurfaceId | None) -> SurfaceId:
    if surface is None:
        raise Impossible("it needs pane_id")
    return surface
