"""The driver's words to the host: `agent.*` about one session, with the driver's errors."""

import os
from time import monotonic
from typing import Any, NamedTuple

from paneflow import paths
from paneflow.client.client import Client
from paneflow.driver.connections import Connections, connections
from paneflow.driver.errors import told
from paneflow.errors import PaneflowError

NAMESPACE = "agents"
TOKEN = "PANEFLOW_SURFACE_TOKEN"  # noqa: S105 - a variable's name
_GRACE_S = 15.0
_SEEN_S = 1.0  # how long a screen is taken for what is shown while nothing was printed: a resize prints nothing


class Facts(NamedTuple):
    """What the host knows of a session; see `agent.get` in `specs/protocol.md`."""

    surface_id: int
    tool: str
    agent_session_id: str | None
    pid: int | None
    age_ms: int
    state: str | None
    reason: str | None
    state_ms: int | None
    hooked: bool
    turns: int
    active_tool: str | None
    transcript_path: str | None
    cursor: str | None
    interrupted: bool
    writer: dict[str, Any] | None
    asked: dict[str, Any] | None
    output_generation: int
    quiet_ms: int
    serial: int
    text: str = ""

    @property
    def claim(self) -> int | None:
        """The number of the present claim of the pen."""
        number = (self.writer or {}).get("claim")
        return number if isinstance(number, int) else None

    @property
    def answered(self) -> bool:
        """The agent took a prompt, or at least printed something, since it was last asked."""
        asked = self.asked or {"turns": self.turns, "output_generation": self.output_generation}
        if self.hooked:
            return self.turns > int(asked["turns"])
        return self.output_generation > int(asked["output_generation"])


def facts(row: dict[str, Any]) -> Facts:
    """A row of the host."""
    return Facts(**{name: row[name] for name in Facts._fields if name in row})


class Link:
    """One session's calls. Safe for several threads."""

    def __init__(self, namespace: str, name: str, client: Client | None = None) -> None:
        self.namespace, self.name = namespace, name
        self._path = client.path if client is not None else paths.socket_path()
        self._connections: Connections | None = connections(self._path)
        self._connections.opened(client)
        self._token = os.environ.get(TOKEN)
        self._seen: tuple[int, float, str] | None = None  # the last screen: its generation, when it was read, its text

    def call(self, verb: str, *, timeout_s: float = _GRACE_S, **params: object) -> dict[str, Any]:
        """`agent.<verb>` for this session. Raises `DriverError` and its kinds."""
        given = {"namespace": self.namespace, "name": self.name, "token": self._token, **params}
        wanted = {name: value for name, value in given.items() if value is not None}
        over = self._connections or connections(self._path)
        try:
            answer: dict[str, Any] = over.request(self._path, f"agent.{verb}", wanted, timeout_s)
        except PaneflowError as error:
            raise told(error, self.name) from None
        return answer

    def facts(self, **params: Any) -> Facts:  # noqa: ANN401 - as `agent.get` takes them
        """What the host knows now. Raises `SessionGone`."""
        return facts(self.call("get", **params))

    def look(self, since: int | None = None, within_ms: int | None = None) -> Facts:
        """The same with the screen, styled; once something changed or the time is up."""
        seen = self._seen
        fresh = seen is not None and monotonic() - seen[1] < _SEEN_S
        known = self.facts(screen="styled", seen=seen[0] if seen and fresh else None, since=since, within_ms=within_ms)
        if seen is not None and seen[0] == known.output_generation and fresh:
            return known._replace(text=seen[2])
        self._seen = (known.output_generation, monotonic(), known.text)
        return known

    def press(self, *keys: str, interrupt: bool = False) -> None:
        """Press keys."""
        self.call("press", keys=list(keys), interrupt=interrupt or None)

    def close(self) -> None:
        """Let go of the connection; the session goes on."""
        over, self._connections = self._connections, None
        if over is not None:
            over.closed()
