"""The endpoint: one socket that only its user can reach, bound by one host at a time.

A lock file beside the socket decides who binds. A dead socket is replaced only when it is ours and nobody answers; one that
was removed or replaced behind our back is bound again as soon as the folder's watcher tells.
"""

import asyncio
import contextlib
import errno
import fcntl
import logging
import os
import socket
import stat
import sys
from typing import Final

from paneflow.errors import Failed, Refused
from paneflow.host.endpoint import Acceptor
from paneflow.host.folder_watch import FolderWatch
from paneflow.host.private import private_folder

assert sys.platform != "win32"  # nothing here exists there, for type checkers too

PATH_LIMIT: Final = 107 if sys.platform == "linux" else 103  # bytes of sun_path without its final zero
BACKLOG: Final = 128

log = logging.getLogger(__name__)


class Listener:
    """Binds a path and keeps it. Belongs to the loop's thread."""

    def __init__(self, path: str, connections: Acceptor) -> None:
        self.path = path
        self._folder = os.path.dirname(path)
        self._connections = connections
        self._lock: int | None = None
        self._inode: tuple[int, int] | None = None
        self._server: asyncio.Server | None = None
        self._watch: FolderWatch | None = None
        self._rebinding: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Bind. Raises `Refused` (unsafe_folder, already_running, socket_taken) and `Failed` (path_too_long)."""
        if len(os.fsencode(self.path)) > PATH_LIMIT:
            raise Failed(f"{self.path} is too long for a socket: {PATH_LIMIT} bytes at most", kind="path_too_long")
        private_folder(self._folder)
        self._lock = _take_lock(self.path + ".lock")
        try:
            await self._bind()
        except BaseException:
            self._unlock()
            raise
        self._watch = FolderWatch(self._folder, self._folder_changed)

    async def close(self) -> None:
        """Stop listening, remove the socket if it is still ours, let go of the lock."""
        if self._watch:
            self._watch.close()
        if self._rebinding:
            self._rebinding.cancel()
        if self._server:
            self._server.close()
        if self._bound_here():
            with contextlib.suppress(OSError):
                os.unlink(self.path)
        self._unlock()

    async def _bind(self) -> None:
        _clear_dead(self.path)
        listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            listening.setblocking(False)
            listening.bind(self.path)  # the folder is 0700, so nobody gets in before the chmod
            os.chmod(self.path, 0o600)
            listening.listen(BACKLOG)
        except BaseException:
            listening.close()
            raise
        self._inode = _inode(self.path)
        old, self._server = (
            self._server,
            await asyncio.get_running_loop().create_unix_server(self._connections.accept, sock=listening),
        )
        if old:
            old.close()

    def _bound_here(self) -> bool:
        return self._inode is not None and _inode(self.path) == self._inode

    def _folder_changed(self) -> None:
        if not self._bound_here() and self._rebinding is None:
            self._rebinding = asyncio.ensure_future(self._bind_again())

    async def _bind_again(self) -> None:
        try:
            log.warning("the socket was removed or replaced; binding it again")
            private_folder(self._folder)
            if _inode(self.path + ".lock") != _inode_of(self._lock):
                self._unlock()
                self._lock = _take_lock(self.path + ".lock")
            await self._bind()
            if self._watch:
                self._watch.renew()
        except (OSError, Refused) as error:
            log.error("the socket cannot be bound again: %s", error)
        finally:
            self._rebinding = None

    def _unlock(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def _take_lock(path: str) -> int:
    flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
    lock = os.open(path, flags, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(lock)
        if error.errno in (errno.EAGAIN, errno.EACCES):
            raise Refused("a host is already running here", kind="already_running", lock=path) from None
        raise
    return lock


def _clear_dead(path: str) -> None:
    try:
        found = os.lstat(path)
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(found.st_mode) or found.st_uid != os.geteuid():
        raise Refused(f"{path} is not a socket of ours", kind="socket_taken", path=path)
    if _answers(path):
        raise Refused(f"another program answers at {path}", kind="socket_taken", path=path)
    os.unlink(path)


def _answers(path: str) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(0.3)
        try:
            probe.connect(path)
        except (ConnectionRefusedError, FileNotFoundError):
            return False
        except OSError:  # full, or not for us: somebody is there
            return True
        return True


def _inode(path: str) -> tuple[int, int] | None:
    try:
        found = os.lstat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _inode_of(file: int | None) -> tuple[int, int] | None:
    if file is None:
        return None
    found = os.fstat(file)
    return found.st_dev, found.st_ino
