"""The host that a flow runs at: one process from its first step to its last.

One that is started after it brings panes back under the same numbers, with fresh shells. It must not be taken for the one
that the flow's programs run in, and nothing may be typed there.
"""

import contextlib
import time
from typing import Final

from paneflow.client.client import Client
from paneflow.client.connection import Connection
from paneflow.client.wire import answer_of, request_line
from paneflow.errors import PaneflowError, Unavailable

ENDED: Final = "the host has ended, and what ran in the flow's panes with it"
RETRY_S: Final = 0.5  # between two tries to hear of its end


class FlowHost:
    """The host that answers when a flow begins. Raises what `Client.call` raises."""

    def __init__(self) -> None:
        with Client() as client:
            self._pid = client.call("system.identify")["pid"]

    def client(self) -> Client:
        """A client of this host alone. It raises `Unavailable` (host_ended) when another one answers."""
        return _ClientOf(self._pid)

    def await_end(self) -> None:
        """Return once it has ended."""
        with self.client() as client:
            while True:
                with contextlib.suppress(PaneflowError), client.watch(types=["workspace_changed"]) as events:
                    if self._has_ended(client):  # asked after the stream was opened: so the stream is not another's
                        return
                    for _ in events:
                        pass
                if self._has_ended(client):
                    return
                time.sleep(RETRY_S)

    @staticmethod
    def _has_ended(client: Client) -> bool:
        try:
            client.call("system.ping")
        except PaneflowError as error:  # others say that it has too much to do
            return isinstance(error, Unavailable)
        return False


class _ClientOf(Client):
    """Asks each host it is connected to who it is, before it asks for anything else."""

    def __init__(self, pid: int) -> None:
        super().__init__()
        self._pid = pid
        self._known: Connection | None = None

    def _connected(self) -> Connection:
        connection = super()._connected()
        if connection is not self._known:
            connection.write(request_line("system.identify", {}, 0), self.timeout_s)
            found = answer_of(connection.read_line(self.timeout_s), 0)
            if not isinstance(found, dict) or found.get("pid") != self._pid:
                raise Unavailable("another host answers now", kind="host_ended")
            self._known = connection
        return connection
