"""Knowing that nothing has happened for a while: no output, and nothing at work that may have some yet."""

import asyncio
from collections.abc import Callable
from typing import Final

_LOOKS: Final = 8  # at what is busy, during one quiet: nothing tells when that changes, and it may pause for a moment


class Quiet:
    """Calls back once, after `seconds` without a `restart` in which no look found anything busy."""

    def __init__(self, seconds: float, busy: Callable[[], bool], over: Callable[[], None]) -> None:
        self._step = seconds / _LOOKS
        self._busy, self._over = busy, over
        self._loop = asyncio.get_running_loop()
        self._since, self._left = 0.0, _LOOKS
        self._timer: asyncio.TimerHandle | None = None

    def restart(self) -> None:
        """Count from now."""
        self.stop()
        self._since, self._left = self._loop.time(), _LOOKS
        self._next()

    def stop(self) -> None:
        """Count no more."""
        if self._timer:
            self._timer.cancel()

    def _next(self) -> None:
        self._left -= 1
        self._timer = self._loop.call_at(self._since + (_LOOKS - self._left) * self._step, self._look)

    def _look(self) -> None:
        if self._busy():
            self.restart()
        elif self._left:
            self._next()
        else:
            self._over()
