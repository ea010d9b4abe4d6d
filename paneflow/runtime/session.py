"""The session: the model, the surfaces that live, and the one way to act on both.

`do` applies an action, performs its effects and tells its changes. Whatever runs here runs on the host's loop.
"""

import asyncio
import contextlib
import logging
import os
from collections.abc import Sequence
from typing import Final

from paneflow.errors import Busy, Failed, InvalidParams, NotFound
from paneflow.ids import SurfaceId
from paneflow.model.actions import Action, CloseSurface, ReportCwd, ReportExit, ReportTitle
from paneflow.model.apply import apply
from paneflow.model.effects import (
    Effect,
    ForgetScrollback,
    ReleaseWorktrees,
    ResizeSurface,
    RespawnSurface,
    SpawnSurface,
    StopSurface,
)
from paneflow.model.outcome import Made
from paneflow.model.records import Model, Surface
from paneflow.pty.child import Exit
from paneflow.pty.processes import folder_of
from paneflow.runtime.bus import Bus
from paneflow.runtime.facts import Crashed, Ending, Notice, Output, Said, WorktreesLeft, late
from paneflow.runtime.live_surface import LiveSurface
from paneflow.runtime.pump import Pump
from paneflow.runtime.spawning import Launching, Spawner
from paneflow.runtime.type_ahead import COMMAND, PROMPT, TypeAhead
from paneflow.spec.config import Config
from paneflow.vt.events import CwdChanged, EngineEvent, TitleChanged
from paneflow.vt.paste import plain

GRACE: Final = 3.0  # seconds between the hang-up and the kill of a closed surface's processes

log = logging.getLogger(__name__)


class Session:
    """What is running."""

    def __init__(self, spawner: Spawner, config: Config, model: Model | None = None) -> None:
        self.model = model or Model()
        self.config = config
        self.bus = Bus()
        self.surfaces: dict[SurfaceId, LiveSurface] = {}
        self.spawner = spawner
        self.kept: dict[SurfaceId, bytes] = {}  # text of surfaces that may come back
        self.spawn_errors: dict[SurfaceId, Failed] = {}  # why a surface that was just made has no child
        self.pump = Pump(asyncio.get_running_loop())
        self._first_env: dict[SurfaceId, dict[str, str]] = {}
        self._colors: tuple[int, int, int, Sequence[int]] | None = None

    # -- asking ---------------------------------------------------------------------------------------------------
    def surface(self, surface: SurfaceId) -> Surface:
        """A surface's record. Raises `NotFound` (surface_not_found)."""
        try:
            return self.model.surfaces[surface]
        except KeyError:
            raise NotFound(f"there is no surface {surface}", kind="surface_not_found", surface_id=surface) from None

    def live(self, surface: SurfaceId) -> LiveSurface:
        """A surface at work, or one that stays after its program ended. Raises `NotFound` (surface_not_found)."""
        self.surface(surface)
        try:
            return self.surfaces[surface]
        except KeyError:
            raise NotFound(f"surface {surface} has no terminal", kind="surface_not_found", surface_id=surface) from None

    def configure(self, config: Config) -> None:
        """Another configuration is in force; terminals that are there follow it where they can."""
        before, self.config = self.config, config
        if (lines := config.terminal.scrollback_lines) != before.terminal.scrollback_lines:
            for live in self.surfaces.values():
                live.engine.set_scrollback(lines)

    # -- acting ---------------------------------------------------------------------------------------------------
    def do(self, action: Action) -> Made:
        """Apply an action, perform what follows from it, tell what changed. Raises what `apply` raises; then nothing did."""
        outcome = apply(self.model, action)
        self.model = outcome.model
        failed: list[SurfaceId] = []
        for effect in outcome.effects:
            try:
                self._perform(effect)
            except Failed as error:
                if isinstance(effect, SpawnSurface | RespawnSurface):
                    self.spawn_errors[effect.surface] = error
                    failed.append(effect.surface)
                log.warning("%s: %s", type(effect).__name__, error)
        self.bus.publish(*outcome.changes)
        for surface in failed:
            self.do(ReportExit(surface, 127))
        return outcome.result

    def set_colors(self, foreground: int, background: int, cursor: int, palette: Sequence[int]) -> None:
        """The colours that programs are told when they ask, 0xRRGGBB each; for new surfaces too."""
        self._colors = (foreground, background, cursor, palette)
        for live in self.surfaces.values():
            live.engine.set_colors(*self._colors)

    def learn_folder(self, live: LiveSurface) -> None:
        """Look where a shell is that does not say so itself."""
        child = live.child
        if child is not None and not live.tells_cwd and (cwd := folder_of(child.pid)):
            with contextlib.suppress(NotFound, InvalidParams):
                if cwd != self.surface(live.id).cwd:
                    self.do(ReportCwd(live.id, cwd))

    def _perform(self, effect: Effect) -> None:
        match effect:
            case SpawnSurface():
                self._spawn(effect)
            case RespawnSurface():
                self._respawn(effect)
            case StopSurface():
                self._stop(effect)
            case ForgetScrollback():
                self.kept.pop(effect.surface, None)
            case ResizeSurface():
                if live := self.surfaces.get(effect.surface):
                    live.resize(effect.size)
            case ReleaseWorktrees():
                self.bus.publish(WorktreesLeft(effect.worktrees))

    def _spawn(self, order: SpawnSurface) -> None:
        engine = self.spawner.engine(order.size, self.config)
        live = LiveSurface(order.surface, engine, self.pump, self)
        self.surfaces[order.surface] = live
        if self._colors is not None:
            engine.set_colors(*self._colors)
        if order.scrollback_of is not None and (text := self.kept.get(order.scrollback_of)):
            with contextlib.suppress(ValueError):
                engine.restore(text)
            self.kept.pop(order.scrollback_of)
        self._first_env[order.surface] = dict(order.env)
        self._start(live, order)

    def _start(self, live: LiveSurface, order: SpawnSurface | RespawnSurface) -> None:
        record = self.model.surfaces.get(live.id)
        cwd = order.cwd
        if isinstance(order, SpawnSurface) and order.scrollback_of is not None and not os.path.isdir(cwd):
            cwd = os.path.expanduser("~")  # a folder that went while nobody looked must not cost the pane
        workspace = self.model.panes[record.pane].workspace if record else None
        env = self._first_env[live.id]
        child, tells_prompts = self.spawner.start(
            Launching(live.id, workspace, cwd, live.size, order.argv, env, live.nonce), self.config
        )
        live.start(child, tells_prompts)
        live.sent.moment(live.generation)  # whoever asked for the surface may wait for output from its beginning
        live.due = [] if order.command or tells_prompts else None
        if live.due is not None:
            line = order.command.rstrip("\r\n") if order.command else None
            patience = PROMPT if tells_prompts else COMMAND
            TypeAhead(
                self.bus, live.id, patience, lambda ready: self._open(live, line, ready=ready), lambda: live.child
            )

    def _open(self, live: LiveSurface, line: str | None, *, ready: bool) -> None:
        """A surface's shell takes a line now, or nobody knows when it will."""
        due, live.due = live.due, None
        if not ready and (line is not None or due):
            self.bus.publish(late(self.model, live.id))
        if line is not None:
            live.sent.text(live.generation, line)
            with contextlib.suppress(NotFound, Busy):  # it ended meanwhile
                live.write(plain(line) + b"\r")
        for act in due or ():
            act(line is not None)

    def _respawn(self, order: RespawnSurface) -> None:
        live = self.surfaces[order.surface]
        live.stop(GRACE)
        live.engine.reset()
        self._first_env.setdefault(order.surface, {}).update(order.env)
        self._start(live, order)

    def _stop(self, order: StopSurface) -> None:
        live = self.surfaces.pop(order.surface, None)
        self._first_env.pop(order.surface, None)
        if live is None:
            return
        if order.keep_scrollback:
            self.kept[order.surface] = live.engine.snapshot()
        live.stop(GRACE)
        live.close()

    # -- hearing (Listener) ---------------------------------------------------------------------------------------
    def on_output(self, live: LiveSurface) -> None:
        """See `Listener`."""
        self.bus.publish(Output(live.id, live.generation))

    def on_event(self, live: LiveSurface, event: EngineEvent) -> None:
        """See `Listener`."""
        with contextlib.suppress(NotFound, InvalidParams):
            if isinstance(event, TitleChanged):
                self.do(ReportTitle(live.id, event.title))
            elif isinstance(event, CwdChanged):
                live.tells_cwd = True
                self.do(ReportCwd(live.id, event.path))
        self.bus.publish(Said(live.id, event))

    def on_exit(self, live: LiveSurface, end: Exit) -> None:
        """See `Listener`."""
        self.bus.publish(Ending(live.id))
        with contextlib.suppress(NotFound):
            self.do(ReportExit(live.id, end.code, end.signal))

    def on_failure(self, live: LiveSurface, error: Exception) -> None:
        """See `Listener`: one surface failed, and is closed alone."""
        message = f"surface {live.id} failed and was closed: {error}"
        self.bus.publish(Crashed(live.id, str(error)), Notice("error", message))
        with contextlib.suppress(NotFound):
            self.do(CloseSurface(live.id, undo=False))

    def reap(self) -> None:
        """Some child ended (SIGCHLD): find out which."""
        for live in tuple(self.surfaces.values()):
            live.reap()

    # -- the end --------------------------------------------------------------------------------------------------
    async def close(self, grace: float = GRACE) -> None:
        """End every child: hang-up, then kill what is left after `grace` seconds. Tells nothing."""
        children = [live.child for live in self.surfaces.values() if live.child is not None]
        for live in self.surfaces.values():
            live.stop(grace)
        end = asyncio.get_running_loop().time() + grace
        while any(child.poll() is None for child in children) and asyncio.get_running_loop().time() < end:
            await asyncio.sleep(0.02)  # only while the host goes down
        for child in children:
            child.signal_group(9)
            child.poll()
        for live in self.surfaces.values():
            live.close()
        self.surfaces.clear()
