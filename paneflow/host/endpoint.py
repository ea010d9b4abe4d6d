"""The endpoint of this system: a Unix socket or a named pipe."""

import asyncio
import sys
from typing import Protocol


class Acceptor(Protocol):
    """Who takes the clients of an endpoint."""

    def accept(self) -> asyncio.Protocol:
        """A protocol for a new connection."""
        ...


class Endpoint(Protocol):
    """Where clients reach the host."""

    async def open(self) -> None:
        """Serve. Raises `Refused` (already_running, …) and `Failed`."""
        ...

    async def close(self) -> None:
        """Serve no more."""
        ...


def endpoint(path: str, connections: Acceptor) -> Endpoint:
    """An endpoint at a socket's path or a pipe's name."""
    if sys.platform == "win32":
        from paneflow.host.pipe_windows import PipeListener

        return PipeListener(path, connections)
    else:  # noqa: RET505 - for type checkers, who leave out the other system's branch
        from paneflow.host.listener import Listener

        return Listener(path, connections)
