"""Serves the client of the real tmux when it comes to our socket: the same commands, answered in its own protocol.

Sessions are shown in Paneflow's windows, so its client cannot attach, and has no control mode.
"""

import asyncio
import contextlib
import logging
import sys
from typing import Final

from paneflow.compat.tmux import wire
from paneflow.compat.tmux.buffers import SIZE_LIMIT
from paneflow.compat.tmux.endpoint import Endpoint
from paneflow.compat.tmux.errors import not_served
from paneflow.compat.tmux.wire import Message

assert sys.platform != "win32"  # there is no tmux there

SAYS_AT_MOST: Final = 4 << 20  # bytes a client may say before its command is there
OUT, ERR, IN = 1, 2, 3  # numbers of streams
PATIENCE_S: Final = 10.0  # for a client that has its answer and does not go

log = logging.getLogger(__name__)


class NativeClient(asyncio.Protocol):
    """One connection: one command line."""

    def __init__(self, endpoint: Endpoint, transport: asyncio.Transport, pid: int | None) -> None:
        self._endpoint, self._transport, self._pid = endpoint, transport, pid
        self._reader = wire.Reader()
        self._said = 0
        self._is_new = False  # it writes to its streams what the server gives it, as 3.2 and later do
        self._is_control = False
        self._cwd = "/"
        self._env: dict[str, str] = {}
        self._words: list[str] | None = None
        self._stdin = bytearray()
        self._task: asyncio.Task[None] | None = None
        transport.set_protocol(self)

    def data_received(self, data: bytes) -> None:
        """Work on what it says. Who breaks the protocol is dropped."""
        try:
            for message in self._reader.feed(data):
                self._take(message)
        except (wire.BadMessage, ValueError) as error:
            log.warning("a client of tmux sent what it must not, and is dropped: %s", error)
            self._transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is left to answer."""
        if self._task:
            self._task.cancel()

    def _take(self, message: Message) -> None:
        if message.version != wire.PROTOCOL:
            self._transport.write(wire.encode(wire.VERSION))
        elif message.kind == wire.EXITING:
            self._transport.write(wire.encode(wire.EXITED))
            self._transport.close()
        elif self._words is None:
            self._identify(message)
        elif self._task is None:
            self._read(message)

    def _identify(self, message: Message) -> None:
        self._said += len(message.data)
        if self._said > SAYS_AT_MOST:
            raise wire.BadMessage("it says too much of itself")
        if message.kind == wire.CWD:
            self._cwd = wire.text(message.data) or "/"
        elif message.kind == wire.ENVIRON:
            name, equals, value = wire.text(message.data).partition("=")
            if equals:
                self._env[name] = value
        elif message.kind == wire.FLAGS:
            self._is_control = bool(wire.number(message.data) & wire.CONTROL)
        elif message.kind == wire.STDOUT:
            self._is_new = True
        elif message.kind == wire.COMMAND:
            self._words = wire.words(message.data)
            self._begin()

    def _begin(self) -> None:
        from paneflow.compat.tmux.client import wants_stdin  # which on Windows has nothing

        assert self._words is not None
        if not self._is_new:
            self._exit(1)  # it would show nothing of an answer
        elif self._is_control:
            self._exit(1, not_served("-C", "control mode").message)
        elif wants_stdin(self._words):
            self._transport.write(wire.encode(wire.READ_OPEN, IN, 0, data=b"-\0"))
        else:
            self._run()

    def _read(self, message: Message) -> None:
        if message.kind == wire.READ:
            self._stdin += message.data[4:]
            if len(self._stdin) > SIZE_LIMIT:
                raise wire.BadMessage("it reads too much")
        elif message.kind == wire.READ_DONE:
            self._run()

    def _run(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._answer())

    async def _answer(self) -> None:
        # It has looked up -L and -S itself: that it is here says which server it means.
        argv = ["-S", self._endpoint.shim.host.socket_path, *(self._words or [])]
        answer = await self._endpoint.run(
            self._pid, argv, cwd=self._cwd, env=self._env, stdin=bytes(self._stdin), terminal=False
        )
        self._write(OUT, bytes(answer.stdout))
        self._write(ERR, bytes(answer.stderr))
        self._exit(answer.code)

    def _write(self, stream: int, data: bytes) -> None:
        if data:
            self._transport.write(wire.encode(wire.WRITE_OPEN, stream, stream, 0, data=b"-\0"))
            self._transport.writelines(list(wire.encode_output(stream, data)))
            self._transport.write(wire.encode(wire.WRITE_CLOSE, stream))

    def _exit(self, code: int, message: str = "") -> None:
        data = message.encode("utf-8", "surrogateescape") + b"\0" if message else b""
        self._transport.write(wire.encode(wire.EXIT, code, data=data))
        with contextlib.suppress(RuntimeError):
            asyncio.get_running_loop().call_later(PATIENCE_S, self._transport.abort)
