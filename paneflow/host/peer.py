"""Who is at the other end of a local connection, as the kernel says."""

import asyncio
import os
import socket
import struct
import sys
from typing import NamedTuple

_LOCAL_PEERCRED, _LOCAL_PEERPID, _SOL_LOCAL = 1, 2, 0  # macOS, sys/un.h
_XUCRED = struct.Struct("IIh16I")


class Peer(NamedTuple):
    """A process and its user; None where the system does not tell."""

    pid: int | None
    uid: int | None


def own_uid() -> int | None:
    """The user this process acts as; None on Windows, where the pipe's own protection decides."""
    if sys.platform == "win32":
        return None
    return os.geteuid()


def peer_of(transport: asyncio.BaseTransport) -> Peer:
    """The peer of a connected Unix socket or pipe."""
    try:
        if sys.platform == "win32":
            from paneflow.host.pipe_windows import client_pid

            return Peer(client_pid(transport.get_extra_info("pipe")), None)
        return _of_socket(transport.get_extra_info("socket"))
    except OSError:  # it is gone already
        return Peer(None, None)


def _of_socket(connection: socket.socket) -> Peer:
    if sys.platform == "linux":
        pid, uid, _ = struct.unpack("iII", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
        return Peer(pid or None, uid)
    if sys.platform == "darwin":
        credentials = connection.getsockopt(_SOL_LOCAL, _LOCAL_PEERCRED, _XUCRED.size)
        (pid,) = struct.unpack("i", connection.getsockopt(_SOL_LOCAL, _LOCAL_PEERPID, 4))
        return Peer(pid or None, struct.unpack_from("II", credentials)[1])
    return Peer(None, None)
