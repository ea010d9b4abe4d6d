"""Saves what changed, soon: the model within a second, a surface's text once it is quiet or every half minute.

Timers run only while something is unsaved. Files are written in a thread: a slow disk holds nobody up.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from paneflow.ids import SurfaceId
from paneflow.model.changes import SurfaceClosed
from paneflow.runtime.bus import Fact
from paneflow.runtime.facts import Crashed, Notice, Output, Reconfigured, Said
from paneflow.runtime.live_surface import LiveSurface
from paneflow.runtime.session import Session
from paneflow.runtime.store import Store
from paneflow.vt.snapshot import pack

MODEL_AFTER: Final = 0.5  # seconds from a change to its save
QUIET: Final = 2.0  # seconds without output after which a surface's text is saved
AT_LATEST: Final = 25.0  # seconds after which it is saved although output goes on
RESERVE: Final = 64  # ids of each kind that a crash may cost: a save lags behind what was handed out
COMPRESS_EVERY: Final = 0.02

log = logging.getLogger(__name__)


class Autosave:
    """Hears the session's facts and keeps the store up to date. Belongs to the loop's thread."""

    def __init__(self, session: Session, store: Store) -> None:
        self._session, self._store = session, store
        self._loop = asyncio.get_running_loop()
        self._writer = ThreadPoolExecutor(1, "store")
        self._model_timer: asyncio.TimerHandle | None = None
        self._text_timer: asyncio.TimerHandle | None = None
        self._unsaved: dict[SurfaceId, float] = {}  # since when
        self._saving: asyncio.Task[None] | None = None
        self._in_hand: SurfaceId | None = None  # whose text is being read
        self._failing = self._finished = False
        self._unsubscribe = session.bus.subscribe(self._hear)

    def _hear(self, fact: Fact) -> None:
        if isinstance(fact, Output):
            self._unsaved.setdefault(fact.surface, time.monotonic())
            if self._text_timer is None and self._saving is None:
                self._text_timer = self._loop.call_later(QUIET, self._begin_texts)
            return
        if isinstance(fact, SurfaceClosed) and (text := self._session.kept.get(fact.surface)):
            self._write(lambda: self._store.save_text(fact.surface, text))
        if not isinstance(fact, Said | Crashed | Notice | Reconfigured) and self._model_timer is None:
            self._model_timer = self._loop.call_later(MODEL_AFTER, self._save_model)

    def _save_model(self) -> None:
        self._model_timer = None
        model, texts = self._session.model, self._wanted_texts()

        def save() -> None:
            self._store.save_model(model, reserve=RESERVE)
            self._store.drop_texts(texts)

        self._write(save)

    def _wanted_texts(self) -> set[SurfaceId]:
        return {*self._session.model.surfaces, *self._session.kept}

    def _begin_texts(self) -> None:
        self._text_timer = None
        self._saving = self._loop.create_task(self._save_texts())
        self._saving.add_done_callback(self._saved_texts)

    def _saved_texts(self, _: "asyncio.Task[None]") -> None:
        self._saving = None
        if self._unsaved and not self._finished:
            self._text_timer = self._loop.call_later(self._next_look(time.monotonic()), self._begin_texts)

    async def _save_texts(self) -> None:
        now = time.monotonic()
        for surface, since in tuple(self._unsaved.items()):
            live = self._session.surfaces.get(surface)
            quiet = live is None or now - live.last_output >= QUIET
            if quiet or now - since >= AT_LATEST:
                del self._unsaved[surface]
                if live is not None:
                    self._session.learn_folder(live)
                    await self._save_text(live)
                    self._loop.call_later(0, self._compress, live, live.generation)

    def _next_look(self, now: float) -> float:
        waits = []
        for surface, since in self._unsaved.items():
            live = self._session.surfaces.get(surface)
            last = live.last_output if live else 0.0
            waits.append(min(last + QUIET, since + AT_LATEST) - now)
        return max(min(waits), COMPRESS_EVERY)

    async def _save_text(self, live: LiveSurface) -> None:
        """Save a surface's text; others have their turn between its parts, since a long one takes a while."""
        if not self._session.config.host.save_scrollback:
            return
        surface, parts = live.id, []
        self._in_hand = surface
        for part in live.engine.text_parts():
            parts.append(part)
            await asyncio.sleep(0)
            if self._session.surfaces.get(surface) is not live:
                break
        else:
            self._write(lambda: self._store.save_text(surface, pack(parts)))
        self._in_hand = None

    def _compress(self, live: LiveSurface, generation: int) -> None:
        quiet = live.generation == generation and self._session.surfaces.get(live.id) is live
        if quiet and live.engine.compress():
            self._loop.call_later(COMPRESS_EVERY, self._compress, live, generation)

    def _write(self, job: Callable[[], None]) -> None:
        self._writer.submit(self._run, job)

    def _run(self, job: Callable[[], None]) -> None:
        problem: str | None = None
        try:
            job()
        except OSError as error:
            problem = f"the state cannot be saved: {error}"
        self._loop.call_soon_threadsafe(self._wrote, problem)

    def _wrote(self, problem: str | None) -> None:
        if problem and not self._failing:
            log.warning("%s", problem)
            self._session.bus.publish(Notice("warning", problem))
        self._failing = problem is not None

    def finish(self) -> None:
        """Save everything that is not saved yet, now, and save no more."""
        self._finished = True
        self._unsubscribe()
        for timer in (self._model_timer, self._text_timer):
            if timer:
                timer.cancel()
        if self._saving:
            self._saving.cancel()
        self._writer.shutdown()
        for live in tuple(self._session.surfaces.values()):
            self._session.learn_folder(live)
        try:
            self._store.save_model(self._session.model, reserve=0)
            self._store.drop_texts(self._wanted_texts() if self._session.config.host.save_scrollback else ())
            in_hand = () if self._in_hand is None else (self._in_hand,)
            for surface in {*self._unsaved, *in_hand} & self._session.surfaces.keys():
                if self._session.config.host.save_scrollback:
                    self._store.save_text(surface, self._session.surfaces[surface].engine.snapshot())
        except OSError as error:
            log.error("the state cannot be saved: %s", error)
