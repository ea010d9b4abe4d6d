"""What happens to panes without a command: programs end, and panes with them, or they stay and say so."""

import asyncio
import time
from typing import Final

from paneflow.compat.tmux.formats import expand
from paneflow.compat.tmux.host import PaneHost
from paneflow.compat.tmux.mirror import Mirror
from paneflow.compat.tmux.pipes import Pipes
from paneflow.compat.tmux.state import Pane, ServerState
from paneflow.compat.tmux.targets import from_pane
from paneflow.compat.tmux.variables import Context
from paneflow.ids import SurfaceId
from paneflow.model.changes import SurfaceClosed, SurfaceExited, SurfaceRespawned
from paneflow.runtime.bus import Fact
from paneflow.vt.paste import label

MESSAGE_LIMIT: Final = 500  # characters


class Hearing:
    """Listens to the session's bus."""

    def __init__(self, host: PaneHost, mirror: Mirror, pipes: Pipes) -> None:
        self._host = host
        self._mirror = mirror
        self._pipes = pipes
        self._scheduled = False
        host.session.bus.subscribe(self.hear)

    def hear(self, fact: Fact) -> None:
        """One fact."""
        if isinstance(fact, SurfaceExited):
            self._exited(fact)
        elif isinstance(fact, SurfaceRespawned):
            _, pane = self._find(fact.surface)
            if pane is not None:
                pane.dead_status = pane.dead_signal = pane.dead_time = None
        elif isinstance(fact, SurfaceClosed):
            self._pipes.close(fact.surface)
            self._sync_later()

    def _sync_later(self) -> None:
        if not self._scheduled:
            # Not now: whoever closed it may be a command that has not finished with its own records.
            self._scheduled = True
            asyncio.get_running_loop().call_soon(self._sync)

    def _sync(self) -> None:
        self._scheduled = False
        self._mirror.sync()

    def _find(self, surface: SurfaceId) -> tuple[ServerState | None, Pane | None]:
        for state in self._mirror.servers.values():
            if surface in state.panes:
                return state, state.panes[surface]
        return None, None

    def _exited(self, fact: SurfaceExited) -> None:
        state, pane = self._find(fact.surface)
        live = self._host.live(fact.surface)
        if state is None or pane is None or live is None or fact.surface not in self._host.model.surfaces:
            return
        pane.dead_status, pane.dead_signal, pane.dead_time = fact.code, fact.signal, int(time.time())
        context = Context(state, self._host).of_found(from_pane(state, pane))
        message = label(expand(pane.options.text("remain-on-exit-format"), context), MESSAGE_LIMIT)
        if message:
            live.engine.feed(f"\x1b[m\x1b[r\x1b[{live.engine.rows};1H\n{message}\x1b[?25l".encode())
            self._host.session.on_output(live)
