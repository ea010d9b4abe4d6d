"""Waiting for output: armed at once, driven by output alone, bounded in time."""

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

from paneflow.errors import NotFound, PaneflowError, TimedOut
from paneflow.host.host import Host
from paneflow.host.quiet import Quiet
from paneflow.ids import SurfaceId
from paneflow.model.changes import SurfaceClosed, SurfaceExited
from paneflow.runtime.bus import Fact
from paneflow.runtime.facts import Crashed, Output
from paneflow.runtime.live_surface import LiveSurface
from paneflow.runtime.waiting.attention import Watch
from paneflow.runtime.waiting.new_text import NewText
from paneflow.runtime.waiting.pattern import Pattern

Row = dict[str, object]
MAX_UNSEARCHED: Final = 32


class Wait:
    """One wait over surfaces, for a pattern, for quiet, or for whichever comes first. A context manager: armed while open.

    While something is `busy`, quiet does not count.
    """

    def __init__(
        self,
        host: Host,
        surfaces: Sequence[LiveSurface],
        pattern: Pattern | None,
        *,
        every: bool = False,
        idle_ms: int | None = None,
        since: int | None = None,
        keep: bool = False,
        busy: Callable[[], bool] = lambda: False,
    ) -> None:
        self._keep, self._busy = keep, busy
        self._host, self._surfaces, self._pattern = host, list(surfaces), pattern
        self._every, self._since = every, since
        self._loop = asyncio.get_running_loop()
        self._end: asyncio.Future[bool] = self._loop.create_future()  # whether it was quiet that ended it
        self._matched: dict[SurfaceId, list[str]] = {}
        self._gone: dict[SurfaceId, PaneflowError] = {}
        self._watches: dict[SurfaceId, Watch] = {}
        self._slow: dict[SurfaceId, asyncio.Task[None]] = {}
        self._texts: dict[SurfaceId, str] = {}
        self._unsearched: dict[SurfaceId, deque[str]] = {}  # texts that a slow pattern has not got to
        self._quiet = None if idle_ms is None else Quiet(idle_ms / 1000, self._at_work, lambda: self._finish(idle=True))

    def __enter__(self) -> "Wait":
        bus = self._host.session.bus
        self._unsubscribe = [bus.subscribe_to(live.id, self._hear) for live in self._surfaces]
        try:
            for live in self._surfaces:
                self._arm(live)
        except PaneflowError:
            self.__exit__()
            raise
        self.restart_quiet()
        return self

    def __exit__(self, *_: object) -> None:
        for unsubscribe in self._unsubscribe:
            unsubscribe()
        if self._quiet:
            self._quiet.stop()
        for task in self._slow.values():
            task.cancel()
        for live in self._surfaces:
            if watch := self._watches.pop(live.id, None):
                live.stop_watching(watch)
        self._end.cancel()

    async def result(self, timeout_s: float) -> Row:
        """What ended it. Raises `TimedOut` (timed_out, pattern_too_slow), `NotFound` (surface_exited)."""
        try:
            async with asyncio.timeout(timeout_s):
                idle = await self._end
        except TimeoutError:
            starting = [live.id for live in self._surfaces if live.running and live.due is not None]
            raise TimedOut(
                f"nothing of what was waited for came within {timeout_s:g} s", timeout_s=timeout_s, starting=starting
            ) from None
        told = {surface: [self._host.told(line) for line in lines] for surface, lines in self._matched.items()}
        matches = [{"surface_id": surface, "lines": lines} for surface, lines in told.items()]
        return {"matched": bool(matches), "idle": idle, "panes": list(self._matched), "matches": matches}

    def restart_quiet(self) -> None:
        """Quiet counts from now."""
        if self._quiet:
            self._quiet.restart()

    async def quiet(self) -> None:
        """Until it is quiet, counted from now at the earliest, or all surfaces are gone."""
        self.restart_quiet()
        with contextlib.suppress(NotFound):
            await asyncio.shield(self._end)

    def truncated(self, live: LiveSurface) -> bool:
        """Whether `new_text` has lost its beginning."""
        return self._watches[live.id].text.truncated

    def new_text(self, live: LiveSurface) -> str:
        """What a surface has put out since the wait began, with `keep`; the end of it when the surface is closed."""
        watch = self._watches[live.id]
        return live.attention.whole(watch) if live.attention.has(watch) else self._texts.get(live.id, "")

    # -- arming ---------------------------------------------------------------------------------------------------
    def _arm(self, live: LiveSurface) -> None:
        if not live.running:
            self._lose(live.id)
            return
        moment = None if self._since is None else live.sent.from_generation(self._since)
        since = live.generation if self._since is None else self._since
        text = NewText(live.engine, moment.share() if moment else None, keep=self._keep)
        watch = Watch(text, since, lambda seen: self._seen(live, seen), past=moment is not None)
        self._watches[live.id] = watch
        live.watch(watch)
        if self._since is not None:
            live.attention.look_for(watch)  # the others have seen all there is

    def _at_work(self) -> bool:
        # A shell that has yet to begin is quiet, but not done.
        return self._busy() or any(live.running and live.due is not None for live in self._surfaces)

    # -- hearing --------------------------------------------------------------------------------------------------
    def _hear(self, fact: Fact) -> None:
        match fact:
            case Output(surface) if surface in self._watches:
                self.restart_quiet()
            case SurfaceExited(surface) | SurfaceClosed(surface) | Crashed(surface) if surface in self._watches:
                self._lose(surface)

    def _seen(self, live: LiveSurface, text: str) -> None:
        if self._texts.get(live.id) == text or live.id in self._matched:
            return
        self._texts[live.id] = text
        if self._pattern is None:
            return
        if live.id in self._slow:
            self._search_later(live.id, text)
            return
        found = self._pattern.at_once(text)
        if found is None:
            self._unsearched[live.id] = deque([text], maxlen=MAX_UNSEARCHED)
            self._slow[live.id] = self._loop.create_task(self._search(live.id))
        elif found:
            self._hit(live.id, text)

    def _search_later(self, surface: SurfaceId, text: str) -> None:
        waiting = self._unsearched[surface]
        if waiting and text.startswith(waiting[-1]):
            waiting.pop()  # it has grown
        waiting.append(text)

    async def _search(self, surface: SurfaceId) -> None:
        """Off the loop, again and again while text goes on coming."""
        assert self._pattern is not None
        waiting = self._unsearched[surface]
        try:
            while waiting:
                text = waiting.popleft()
                if await self._pattern.search(text):
                    self._hit(surface, text)
                    return
        except TimedOut as error:
            self._fail(error)
        finally:
            self._slow.pop(surface, None)
        if surface in self._gone:
            self._give_up_if_lost()

    def _hit(self, surface: SurfaceId, text: str) -> None:
        assert self._pattern is not None
        self._matched[surface] = self._pattern.lines(text)
        if not self._every or len(self._matched) == len(self._surfaces):
            self._finish(idle=False)

    def _lose(self, surface: SurfaceId) -> None:
        self._gone[surface] = NotFound(
            f"the program of surface {surface} has ended", kind="surface_exited", surface_id=surface
        )
        self._give_up_if_lost()

    def _give_up_if_lost(self) -> None:
        lost = [error for surface, error in self._gone.items() if surface not in self._matched]
        searching = any(surface in self._slow for surface in self._gone)
        if lost and not searching and (self._every or len(self._gone) == len(self._surfaces)):
            self._fail(lost[0])

    def _finish(self, *, idle: bool) -> None:
        if not self._end.done():
            self._end.set_result(idle)

    def _fail(self, error: PaneflowError) -> None:
        if not self._end.done():
            self._end.set_exception(error)
