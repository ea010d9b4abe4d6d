"""Types into panes without losing what a shell that is still starting cannot take yet.

Until a shell has put its terminal into raw mode, the kernel keeps at most one line of 4095 bytes (1024 on macOS) and
drops the rest. Long lines therefore wait until the terminal is raw, or for `PATIENCE_S`: some programs never do that.
"""

import asyncio
import contextlib
import sys
import time
from collections import deque
from collections.abc import Callable
from typing import Final

from paneflow.compat.tmux.errors import TmuxError

LONG_LINE: Final = 1000  # bytes that every kernel keeps
PATIENCE_S: Final = 6.0  # a slow shell's start
LOOK_EVERY_S: Final = 0.02
MAX_WAITING: Final = 4 << 20  # bytes held back for one pane


class Typist:
    """The queue in front of one pane. `write` is what types; `descriptor` is the terminal's, -1 if there is none."""

    def __init__(self, write: Callable[[bytes], None], descriptor: Callable[[], int]) -> None:
        self._write = write
        self._descriptor = descriptor
        self._waiting: deque[bytes] = deque()
        self._until = 0.0

    def type(self, data: bytes) -> bool:
        """Type now, or after what waits already. False if too much waits."""
        if not self._waiting and not self._has_to_wait(data):
            self._write(data)
            return True
        if sum(map(len, self._waiting)) + len(data) > MAX_WAITING:
            return False
        if not self._waiting:
            self._until = time.monotonic() + PATIENCE_S
            self._look_later()
        self._waiting.append(data)
        return True

    def _has_to_wait(self, data: bytes) -> bool:
        longest = max(map(len, data.replace(b"\r", b"\n").split(b"\n")))
        return longest > LONG_LINE and is_canonical(self._descriptor())

    def _look_later(self) -> None:
        asyncio.get_running_loop().call_later(LOOK_EVERY_S, self._look)

    def _look(self) -> None:
        if is_canonical(self._descriptor()) and time.monotonic() < self._until:
            self._look_later()
            return
        with contextlib.suppress(TmuxError):  # nobody waits for an answer any more
            while self._waiting:
                self._write(self._waiting.popleft())


if sys.platform == "win32":

    def is_canonical(descriptor: int) -> bool:
        """Whether the terminal collects lines itself; Windows' never loses any."""
        return False

else:
    import termios

    def is_canonical(descriptor: int) -> bool:
        """Whether the terminal collects lines itself."""
        try:
            return descriptor >= 0 and bool(termios.tcgetattr(descriptor)[3] & termios.ICANON)
        except (OSError, termios.error):
            return False
