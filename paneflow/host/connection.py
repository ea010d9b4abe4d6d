"""One client on the socket: lines in, answers out, in order, with bounds on everything it can make the host hold."""

import asyncio
import contextlib
import logging
import socket
from collections import deque
from collections.abc import Awaitable
from typing import Final, cast

from paneflow.errors import Busy, Refused
from paneflow.host.caller import Caller, Foreign
from paneflow.host.dispatcher import Answer, Dispatcher
from paneflow.host.peer import own_uid, peer_of
from paneflow.rpc import jsonrpc

MAX_CONNECTIONS: Final = 64
MAX_WAITING: Final = 64  # lines one connection may have waiting while a request is worked on; past that it is not read
MAX_HELD: Final = jsonrpc.MAX_LINE  # bytes of such lines, with the same end

REFUSED_FOR: Final = 1.0  # seconds a refused client has to read why
HEARD_FOR: Final = 0.05  # seconds until it is told so: what it sent at once may be an agent's report
IDLE: Final = (
    2.0  # seconds until a client that has its answers and asks no more is let go: some, like nc, wait for that
)

log = logging.getLogger(__name__)


class Connections:
    """The connections there are, and what they share."""

    def __init__(self, dispatcher: Dispatcher, foreign: Foreign | None = None) -> None:
        self.dispatcher = dispatcher
        self.foreign = foreign
        self.uid = own_uid()
        self._open: set[asyncio.Transport] = set()  # those that became streams count as well

    def accept(self) -> asyncio.Protocol:
        """A protocol for a new connection."""
        return Connection(self)

    def take(self, transport: asyncio.Transport) -> bool:
        """Count a connection in, if there is room for one more."""
        self._open = {each for each in self._open if not each.is_closing()}
        if len(self._open) >= MAX_CONNECTIONS:
            return False
        self._open.add(transport)
        return True


class Connection(asyncio.Protocol):
    """Requests one after another, answered in their order."""

    def __init__(self, connections: Connections) -> None:
        self.transport = cast("asyncio.Transport", None)  # set before anything else is called
        self._all = connections
        self._dispatcher = connections.dispatcher
        self._caller = Caller()
        self._buffer = bytearray()
        self._skipping = False  # the rest of a line that was too long
        self._lines: deque[bytes] = deque()
        self._held = 0  # bytes of them
        self._task: asyncio.Task[None] | None = None
        self._blocked = False  # the client does not take its answers
        self._ended = False  # the client sends no more
        self._refused: Busy | Refused | None = None
        self._told = False  # why it was refused
        self._loop = asyncio.get_running_loop()
        self._idle_since = 0.0
        self._idle_timer: asyncio.TimerHandle | None = None

    # -- asyncio --------------------------------------------------------------------------------------------------
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Check who it is before a byte is read."""
        self.transport = cast("asyncio.Transport", transport)
        self._refused = self._refusal()
        if self._refused is None:
            return
        # A hook is gone by now: writing to it would end the connection before its report has been read.
        self._loop.call_later(HEARD_FOR if self._hears_reports() else 0, self._tell_refusal)
        # Closed with something unread, the client would see a reset instead of the answer.
        self._loop.call_later(REFUSED_FOR, self.transport.abort)

    def _hears_reports(self) -> bool:
        return isinstance(self._refused, Busy)  # rather than another user's

    def _tell_refusal(self) -> None:
        if self._refused is not None and not self._told and not self.transport.is_closing():
            self._told = True
            self.transport.write(jsonrpc.failure(None, self._refused))
            self.transport.write_eof()

    def _refusal(self) -> Busy | Refused | None:
        peer = peer_of(self.transport)
        self._caller = Caller(peer.pid)
        if peer.uid != self._all.uid:  # also when the kernel does not tell
            log.warning("refused a connection of user %s, process %s", peer.uid, peer.pid)
            return Refused("this socket is another user's", kind="peer_refused")
        if not self._all.take(self.transport):
            return Busy(f"{MAX_CONNECTIONS} connections are open", kind="too_many_connections", retry_after_ms=500)
        return None

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is left to answer."""
        self._dispatcher.load -= len(self._lines)
        self._lines.clear()
        self._held = 0
        if self._task:
            self._task.cancel()
        if self._idle_timer:
            self._idle_timer.cancel()
            self._idle_timer = None

    def eof_received(self) -> bool:
        """The client sends no more; what it asked is still answered, a last line without its end too."""
        self._ended = True
        line, self._buffer = bytes(self._buffer), bytearray()
        self._take(line)
        self._work()
        self._tell_refusal()
        return not (self._refused or self._is_idle())

    def _is_idle(self) -> bool:
        return self._task is None and not self._lines

    def pause_writing(self) -> None:
        """The client does not take its answers: work on no more of its requests, read no more of them."""
        self._blocked = True
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        """It took them."""
        self._blocked = False
        self._work()
        self._read_on()

    def data_received(self, data: bytes) -> None:
        """Cut what came into lines."""
        if self._refused and not self._hears_reports():
            return
        if not self._refused:
            self._expect_more()
        self._buffer += data
        foreign = self._all.foreign
        if foreign is not None and foreign.is_meant(self._buffer):
            self._give(lambda transport, rest: foreign.take(transport, self._caller.pid, rest))
            return
        start = 0
        while (end := self._buffer.find(b"\n", start)) >= 0:
            line = bytes(self._buffer[start:end])
            start = end + 1
            self._take(line)
        del self._buffer[:start]
        if len(self._buffer) > jsonrpc.MAX_LINE:
            self._buffer.clear()
            if not self._skipping:
                self._skipping = True
                self._too_long()
        self._work()

    def _expect_more(self) -> None:
        self._idle_since = self._loop.time()
        if self._idle_timer is None:
            self._idle_timer = self._loop.call_later(IDLE, self._let_go)

    def _let_go(self) -> None:
        """Hear no more of a client that has been idle; it may connect again. Streams and slow requests are not idle."""
        self._idle_timer = None
        left = self._idle_since + IDLE - self._loop.time()
        heard = self.transport.get_extra_info("socket")
        if not self._is_idle() or self._buffer or heard is None:  # a pipe cannot be half closed, nor its client tell
            return
        if left > 0:
            self._idle_timer = self._loop.call_later(left, self._let_go)
            return
        with contextlib.suppress(OSError):
            # Not closed: a request that is just coming is still answered, and one that comes later fails to be written.
            heard.shutdown(socket.SHUT_RD)

    # -- lines ----------------------------------------------------------------------------------------------------
    def _take(self, line: bytes) -> None:
        if self._skipping:
            self._skipping = False
        elif len(line) > jsonrpc.MAX_LINE:
            self._too_long()
        elif line.strip():
            self._lines.append(line)
            self._held += len(line)
            self._dispatcher.load += 1

    def _too_long(self) -> None:
        error = jsonrpc.BadRequest(f"a line has at most {jsonrpc.MAX_LINE} bytes", "line_too_long")
        if not self._refused:  # one that was refused has had its answer
            self.transport.write(jsonrpc.failure(None, error))

    def _work(self) -> None:
        while self._lines and self._task is None and not self._blocked:
            line = self._lines.popleft()
            self._held -= len(line)
            refusal = self._dispatcher.busy()
            self._dispatcher.load -= 1
            if self._refused or refusal is not None:
                self._turn_away(line, refusal)
                continue
            answer = self._dispatcher.answer(line, self._caller)
            if isinstance(answer, Awaitable):
                self._task = asyncio.ensure_future(self._wait_for(answer))
            else:
                self._give(answer)
        if self._holds_much():
            self.transport.pause_reading()

    def _turn_away(self, line: bytes, refusal: Busy | None) -> None:
        """There is no room for a request; what an agent reports takes none."""
        if not self._dispatcher.take_report(line, self._caller) and refusal is not None and not self._refused:
            self.transport.write(jsonrpc.failure(_id_of(line), refusal))

    async def _wait_for(self, answer: Awaitable[Answer]) -> None:
        self._give(await answer)
        self._task = None
        self._expect_more()
        self._work()
        self._read_on()
        if self._ended and self._is_idle():
            self.transport.close()

    def _give(self, answer: Answer) -> None:
        if isinstance(answer, bytes):
            self.transport.write(answer)
        elif answer is not None:
            rest = b"".join(line + b"\n" for line in self._lines) + bytes(self._buffer)
            self.connection_lost(None)  # it is somebody else's from here on
            answer(self.transport, rest)

    def _read_on(self) -> None:
        if not self._blocked and not self._holds_much() and not self._ended:
            self.transport.resume_reading()

    def _holds_much(self) -> bool:
        return len(self._lines) > MAX_WAITING or self._held > MAX_HELD


def _id_of(line: bytes) -> object:
    try:
        return jsonrpc.parse(line).id
    except jsonrpc.BadRequest as error:
        return error.request_id
