"""Who is at work on a worktree: one process at a time. A claim ends with its process, however that ends."""

import contextlib
import hashlib
import os
import sys

from paneflow.errors import Failed


class Claim:
    """Held from when it is made until `release`. `records` is the folder of owner records."""

    def __init__(self, records: str, path: str) -> None:
        """Raises `Failed` (worktree_busy) when another process has it."""
        os.makedirs(records, mode=0o700, exist_ok=True)
        self._file = os.path.join(records, hashlib.sha256(os.fsencode(path)).hexdigest()[:32] + ".lock")
        while True:
            self._fd = os.open(self._file, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                _lock(self._fd)
            except OSError as error:
                os.close(self._fd)
                raise Failed(f"another paneflow is making {path} right now", kind="worktree_busy", path=path) from error
            if self._is_current():
                return
            os.close(self._fd)

    def release(self) -> None:
        """Let others have it."""
        with contextlib.suppress(OSError):  # Windows removes no open file; then it stays, and locks nobody out
            os.unlink(self._file)
        os.close(self._fd)

    def _is_current(self) -> bool:
        """Whether the file is still there under its name: its last holder removes it."""
        try:
            return os.path.samestat(os.fstat(self._fd), os.stat(self._file))
        except FileNotFoundError:
            return False


def _lock(fd: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
