"""The host's parts in one place, as handlers see them."""

import asyncio
import os
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from paneflow.host.announce import Announcer
from paneflow.host.audit import Audit
from paneflow.host.caller import Foreign
from paneflow.host.dispatcher import Dispatcher
from paneflow.host.driving import Driving
from paneflow.host.exits import Exits
from paneflow.host.fleet import Fleet
from paneflow.host.foreground import ForegroundCache
from paneflow.host.gate import Gates, gates
from paneflow.host.lasting import Lasting
from paneflow.host.settings import Settings
from paneflow.host.subscriptions import Hub
from paneflow.host.windows import Windows
from paneflow.model.changes import SurfaceClosed
from paneflow.model.view import AgentOf
from paneflow.runtime.bus import Fact
from paneflow.runtime.callers import Callers
from paneflow.runtime.facts import Notice, Reconfigured
from paneflow.runtime.session import Session

PROTOCOL: Final = "jsonrpc-2.0"
TmuxServer = Callable[..., Awaitable[dict[str, object]]]


class Host:
    """What handlers work with. Belongs to the loop's thread."""

    agent_of: AgentOf  # a surface's agent as plain data for windows
    tmux: TmuxServer | None = None  # put in by the composition root
    foreign: Foreign | None = None  # the same

    def __init__(
        self, session: Session, settings: Settings, *, env: Mapping[str, str], state_dir: str, socket_path: str
    ) -> None:
        self.session = session
        self.settings = settings
        self.env = env
        self.state_dir = state_dir
        self.socket_path = socket_path
        self.callers = Callers(session)
        self.hub = Hub()
        self.announcer = Announcer(session, self.hub)
        self.audit = Audit(os.path.join(state_dir, "audit.log"))
        self.exits = Exits(session.bus)
        self.foreground = ForegroundCache()
        self.stopping = asyncio.Event()
        self.fleet = Fleet(session, self.hub, self.stall_ms)
        self.driving = Driving(session, self.fleet)
        self.agent_of = self.fleet.for_windows
        self.windows = Windows()
        self.lasting = Lasting(session)
        self.notices: deque[Notice] = deque(maxlen=16)  # for windows that come later
        session.bus.subscribe(self._hear)
        self.dispatcher = Dispatcher(self)

    def _hear(self, fact: Fact) -> None:
        if isinstance(fact, Notice):
            self.notices.append(fact)
        elif isinstance(fact, SurfaceClosed):
            self.foreground.forget(fact.surface)

    def stall_ms(self) -> int | None:
        """How long an agent may be silent in a turn before that is called a stall; None: for ever."""
        config = self.settings.config
        return config.agent_stall_threshold_secs * 1000 if config.agent_stall_detection else None

    def told(self, text: str) -> str:
        """A terminal's text as scripts and models get it: with secrets masked, if the configuration says so."""
        return "\n".join(self.told_lines(text.split("\n"))) if self.settings.config.reads.mask_secrets else text

    def told_lines(self, lines: list[str]) -> list[str]:
        """The same for lines; there are as many. Many take a while: it may be called in a thread."""
        if not self.settings.config.reads.mask_secrets:
            return lines
        from paneflow.rpc.masking import masked  # no host needs it to start; see `launch.later`

        return masked(lines)

    def gates(self) -> Gates:
        """Which gates are open right now."""
        return gates(self.env, unrestricted=self.settings.config.ai_unrestricted)

    def reload(self) -> bool:
        """Read the configuration again; whether it is in force."""
        loaded = self.settings.load()
        if loaded:
            self.session.configure(self.settings.config)
        self.session.bus.publish(Reconfigured())  # also of a wrong file: windows show what is wrong with it
        return loaded
