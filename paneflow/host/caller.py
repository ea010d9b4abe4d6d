"""Who asks: the process at the other end of a connection, and whether that is a person at a window."""

import asyncio
from collections.abc import Callable
from typing import NamedTuple


class Caller(NamedTuple):
    """The origin of one request. `pid` is the peer's; None where the system does not tell."""

    pid: int | None = None
    person: bool = False  # it came through a window's attach stream


class Upgrade(NamedTuple):
    """A handler's answer that turns the connection into something else.

    `take(transport, request_id, rest)` owns the transport from then on; `rest` are bytes that were read beyond the request.
    """

    take: Callable[[asyncio.Transport, object, bytes], None]


Switch = Callable[[asyncio.Transport, bytes], None]
"""An upgrade that knows the request it answers; takes the transport and what was read beyond the request."""


class Foreign(NamedTuple):
    """Another protocol on the same socket: who speaks it is known by the first bytes, and handed over with them."""

    is_meant: Callable[[bytes | bytearray], bool]
    take: Callable[[asyncio.Transport, int | None, bytes], None]  # with the peer's process
