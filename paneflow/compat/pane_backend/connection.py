"""One client: lines in, answers and pushes out, with bounds on all it can make the host hold.

Requests run side by side, each as a task of its own; they start in the order in which they came.
"""

import asyncio
import logging
import os
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, cast

from paneflow.compat.pane_backend import envelope
from paneflow.compat.pane_backend.client import Client
from paneflow.compat.pane_backend.ended import Told
from paneflow.compat.pane_backend.errors import INTERNAL, INVALID_REQUEST, BackendError, from_host
from paneflow.compat.pane_backend.methods import method
from paneflow.compat.pane_backend.params import Params
from paneflow.errors import PaneflowError
from paneflow.runtime.long_answer import encoded

if TYPE_CHECKING:  # it holds the connections, and so knows this module
    from paneflow.compat.pane_backend.backend import Backend

MAX_CONNECTIONS: Final = 64
MAX_RUNNING: Final = 64  # requests of one client that are worked on; past that it is not read
MAX_PUSHES: Final = 1024  # that may wait for a client which does not read; past that it is dropped

PeerOf = Callable[[asyncio.BaseTransport], tuple[int | None, int | None]]
"""The process and the user at the other end; None where the system does not tell."""

log = logging.getLogger(__name__)


class Connection(asyncio.Protocol):
    """See the module."""

    def __init__(self, backend: "Backend") -> None:
        self.client = Client(None, None)
        self._backend = backend
        self._transport = cast("asyncio.Transport", None)  # set before anything else is called
        self._buffer = bytearray()
        self._searched = 0
        self._skipping = False  # the rest of a line that was too long
        self._tasks: set[asyncio.Task[None]] = set()
        self._pushes: deque[bytes] = deque()  # while the client does not take what it is sent
        self._late: deque[bytes] = deque()  # pushes for after the answer in hand
        self._blocked = self._ended = False

    # -- asyncio --------------------------------------------------------------------------------------------------
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Check who it is before a byte is read."""
        self._transport = cast("asyncio.Transport", transport)
        pid, uid = self._backend.peer_of(transport)
        own = os.geteuid() if hasattr(os, "geteuid") else None
        refusal = "this endpoint is another user's" if uid != own else ""
        if len(self._backend.connections) >= MAX_CONNECTIONS:
            refusal = f"{MAX_CONNECTIONS} connections are open"
        if refusal:
            log.warning("refused a connection of user %s, process %s: %s", uid, pid, refusal)
            self._transport.write(envelope.failure(BackendError(INTERNAL, refusal)))
            self._transport.close()
            return
        self.client = Client(pid, self._backend.surface_of(pid))
        self._backend.connections.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """What it asked for is not waited for any more; panes stay."""
        self._backend.connections.discard(self)
        for task in self._tasks:
            task.cancel()

    def eof_received(self) -> bool:
        """It asks no more; what it asked is answered."""
        self._ended = True
        if self._buffer.strip():
            self._take(bytes(self._buffer))
        self._buffer.clear()
        return bool(self._tasks)

    def data_received(self, data: bytes) -> None:
        """Cut what came into lines."""
        if self not in self._backend.connections:
            return
        self._buffer += data
        while (end := self._buffer.find(b"\n", self._searched)) >= 0:
            line = bytes(self._buffer[:end])
            del self._buffer[: end + 1]
            self._searched = 0
            self._take(line)
        self._searched = len(self._buffer)
        if len(self._buffer) > envelope.MAX_LINE:
            self._buffer.clear()
            self._searched = 0
            if not self._skipping:
                self._skipping = True
                self._too_long()

    def pause_writing(self) -> None:
        """It does not take what it is sent: ask for no more of its requests."""
        self._blocked = True
        self._transport.pause_reading()

    def resume_writing(self) -> None:
        """It does again."""
        self._blocked = False
        while self._pushes and not self._blocked:
            self._transport.write(self._pushes.popleft())
        self._read_on()

    # -- requests -------------------------------------------------------------------------------------------------
    def _take(self, line: bytes) -> None:
        if self._skipping:
            self._skipping = False
        elif len(line) > envelope.MAX_LINE:
            self._too_long()
        elif line.strip():
            task = asyncio.get_running_loop().create_task(self._answer(line))
            self._tasks.add(task)
            task.add_done_callback(self._done)
            if len(self._tasks) >= MAX_RUNNING:
                self._transport.pause_reading()

    def _too_long(self) -> None:
        error = BackendError(INVALID_REQUEST, f"a line has at most {envelope.MAX_LINE} bytes")
        self._transport.write(envelope.failure(error))

    async def _answer(self, line: bytes) -> None:
        request = None
        try:
            request = envelope.parse(line)
            value = await method(request.method)(self._backend, self.client, Params(request.params))
            answer = await encoded(envelope.result(request, value), envelope.write) + b"\n"
        except BackendError as error:
            answer = envelope.failure(error, request)
        except PaneflowError as error:
            answer = envelope.failure(from_host(error), request)
        except Exception:
            log.exception("internal error in %s", request.method if request is not None else "a request")
            answer = envelope.failure(BackendError(INTERNAL, "internal error; the host's log has more"), request)
        self._transport.write(answer)
        while self._late:
            self.push(self._late.popleft())

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if self._ended and not self._tasks:
            self._transport.close()
        self._read_on()

    def _read_on(self) -> None:
        if not self._blocked and not self._ended and len(self._tasks) < MAX_RUNNING:
            self._transport.resume_reading()

    # -- pushes ---------------------------------------------------------------------------------------------------
    def push(self, line: bytes) -> None:
        """Send what nobody asked for. A client that lets too much of it wait is dropped."""
        if not self._blocked:
            self._transport.write(line)
        elif len(self._pushes) < MAX_PUSHES:
            self._pushes.append(line)
        else:
            log.warning("dropped a client, process %s, that does not read", self.client.pid)
            self.drop()

    def catch_up(self, ends: list[Told]) -> None:
        """Tell, after the answer that is being made, of panes that ended before the client came."""
        self._late.extend(envelope.push("context_exited", told) for told in ends)

    def drop(self) -> None:
        """End the connection now."""
        self._transport.abort()
