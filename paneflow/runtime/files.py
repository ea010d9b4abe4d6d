"""Reads files that somebody else names, on the loop: nothing that is no file may hold the host up."""

import errno
import os
import stat


def read_file(path: str, limit: int) -> bytes:
    """At most `limit` bytes of a file or device. Raises OSError; also for a pipe or socket, whose data may never come."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
    handle = os.open(path, flags)
    try:
        kind = os.fstat(handle).st_mode
        if stat.S_ISDIR(kind):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
        if not stat.S_ISREG(kind) and not stat.S_ISCHR(kind):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), path)
        with open(handle, "rb", closefd=False) as file:
            return file.read(limit) or b""
    finally:
        os.close(handle)
