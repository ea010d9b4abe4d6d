"""Who is at work on a worktree. A claim ends with its process, however that ends: what is left of one is nobody's."""

import contextlib
import hashlib
import os
import sys
from typing import Self

from paneflow.errors import Failed


class Claim:
    """Held from when it is made until `release`. `records` is the folder of owner records.

    One process at a time has it alone: who makes or removes the worktree. Any number may have it `shared`: who is about to
    start panes in it.
    """

    def __init__(self, records: str, path: str, *, shared: bool = False) -> None:
        """Raises `Failed` (worktree_busy) when another process has it."""
        os.makedirs(records, mode=0o700, exist_ok=True)
        self._file = os.path.join(records, hashlib.sha256(os.fsencode(path)).hexdigest()[:32] + ".lock")
        while True:
            self._fd = os.open(self._file, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                _lock(self._fd, shared=shared)
            except OSError as error:
                os.close(self._fd)
                raise Failed(
                    f"another paneflow is at work on {path} right now", kind="worktree_busy", path=path
                ) from error
            if self._is_current():
                return
            os.close(self._fd)

    def release(self) -> None:
        """Let others have it."""
        with contextlib.suppress(OSError):  # others share it; Windows removes no open file, and it locks nobody out
            _lock(self._fd, shared=False)
            os.unlink(self._file)
        os.close(self._fd)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def _is_current(self) -> bool:
        """Whether the file is still there under its name: its last holder removes it."""
        try:
            return os.path.samestat(os.fstat(self._fd), os.stat(self._file))
        except FileNotFoundError:
            return False


def _lock(fd: int, *, shared: bool) -> None:
    if sys.platform == "win32":
        import msvcrt

        if not shared:  # there is no shared one: there a worktree may go while panes are about to start in it
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(fd, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
