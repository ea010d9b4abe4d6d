"""Who is at the other end of a local socket, as the kernel says."""

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


def peer_of(connection: socket.socket) -> Peer:
    """The peer of a connected Unix socket."""
    try:
        if sys.platform == "linux":
            pid, uid, _ = struct.unpack("iII", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
            return Peer(pid or None, uid)
        if sys.platform == "darwin":
            credentials = connection.getsockopt(_SOL_LOCAL, _LOCAL_PEERCRED, _XUCRED.size)
            (pid,) = struct.unpack("i", connection.getsockopt(_SOL_LOCAL, _LOCAL_PEERPID, 4))
            return Peer(pid or None, struct.unpack_from("II", credentials)[1])
    except OSError:  # it is gone already
        return Peer(None, None)
    return Peer(None, None)
