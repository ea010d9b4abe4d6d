"""Tells when something in a folder changed, without looking at it again and again.

inotify on Linux, kqueue on macOS; where neither is to be had, a look every five seconds.
"""

import asyncio
import ctypes
import logging
import os
import select
import sys
from collections.abc import Callable
from typing import Final

LOOK_EVERY: Final = 5.0  # seconds, without help of the system
SETTLE: Final = 0.1  # seconds of calm after a change before it is told: files are written in several steps

# sys/inotify.h: modified, closed after writing, moved, created, deleted, the folder itself gone
_MASK: Final = 0x2 | 0x8 | 0x40 | 0x80 | 0x100 | 0x200 | 0x400 | 0x800

log = logging.getLogger(__name__)


class FolderWatch:
    """Calls `changed` a moment after anything in the folder did. Belongs to the loop."""

    def __init__(self, folder: str, changed: Callable[[], None]) -> None:
        self._folder, self._changed = folder, changed
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._fds: list[int] = []
        self._open()

    def renew(self) -> None:
        """Watch the folder that has the name now."""
        self.close()
        self._open()

    def close(self) -> None:
        """Watch no more."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        for fd in self._fds:
            self._loop.remove_reader(fd)
        for fd in reversed(self._fds):
            os.close(fd)
        self._fds = []

    def _open(self) -> None:
        try:
            self._fds = _kqueue(self._folder) if sys.platform == "darwin" else _inotify(self._folder)
        except (OSError, AttributeError) as error:
            log.info("%s cannot be watched (%s); looking at it now and then", self._folder, error)
            self._timer = self._loop.call_later(LOOK_EVERY, self._look)
            return
        self._loop.add_reader(self._fds[0], self._readable)

    def _readable(self) -> None:
        try:
            os.read(self._fds[0], 65536)
        except OSError:  # a kqueue is not read but asked; its event is cleared by renewing
            self.renew()
        if self._timer is None:
            self._timer = self._loop.call_later(SETTLE, self._tell)

    def _tell(self) -> None:
        self._timer = None
        self._changed()

    def _look(self) -> None:
        self._timer = self._loop.call_later(LOOK_EVERY, self._look)
        self._changed()


def _inotify(folder: str) -> list[int]:
    if sys.platform == "win32":
        raise OSError("no inotify")
    libc = ctypes.CDLL(None, use_errno=True)
    fd = libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
    if fd < 0:
        raise OSError(ctypes.get_errno(), "inotify_init1")
    if libc.inotify_add_watch(fd, os.fsencode(folder), _MASK) < 0:
        os.close(fd)
        raise OSError(ctypes.get_errno(), "inotify_add_watch")
    return [fd]


def _kqueue(folder: str) -> list[int]:
    if sys.platform != "darwin":
        raise OSError("no kqueue")
    watched = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    queue = select.kqueue()
    notes = select.KQ_NOTE_WRITE | select.KQ_NOTE_DELETE | select.KQ_NOTE_RENAME | select.KQ_NOTE_EXTEND
    event = select.kevent(watched, select.KQ_FILTER_VNODE, select.KQ_EV_ADD | select.KQ_EV_CLEAR, notes)
    queue.control([event], 0)
    return [os.dup(queue.fileno()), watched]
