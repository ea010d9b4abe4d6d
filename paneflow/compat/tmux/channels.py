"""`wait-for`: channels that can be waited for, signalled once, and locked."""

import asyncio
from collections import deque

from paneflow.compat.tmux.errors import TmuxError

LIMIT = 1000  # channels at once


class Channel:
    """One channel; `woken` remembers a signal that nobody was waiting for."""

    def __init__(self) -> None:
        self.woken = False
        self.locked = False
        self.waiters: list[asyncio.Future[None]] = []
        self.lockers: deque[asyncio.Future[None]] = deque()

    @property
    def is_idle(self) -> bool:
        """Whether it can be forgotten."""
        return not (self.woken or self.locked or self.waiters or self.lockers)


class Channels:
    """All of one host's, by name."""

    def __init__(self) -> None:
        self._channels: dict[str, Channel] = {}

    def _channel(self, name: str) -> Channel:
        if name not in self._channels and len(self._channels) >= LIMIT:
            raise TmuxError("too many channels")
        return self._channels.setdefault(name, Channel())

    def _forget_idle(self, name: str) -> None:
        if self._channels[name].is_idle:
            del self._channels[name]

    async def wait(self, name: str) -> None:
        """Until somebody signals; at once if somebody has."""
        channel = self._channel(name)
        if channel.woken:
            channel.woken = False
            self._forget_idle(name)
            return
        waiter = asyncio.get_running_loop().create_future()
        channel.waiters.append(waiter)
        try:
            await waiter
        finally:
            if waiter in channel.waiters:
                channel.waiters.remove(waiter)

    def signal(self, name: str) -> None:
        """Let all who wait go on, or the next who will."""
        channel = self._channel(name)
        waiters, channel.waiters = channel.waiters, []
        channel.woken = not waiters
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)
        self._forget_idle(name)

    async def lock(self, name: str) -> None:
        """Take the lock, after those who asked before."""
        channel = self._channel(name)
        if not channel.locked:
            channel.locked = True
            return
        locker = asyncio.get_running_loop().create_future()
        channel.lockers.append(locker)
        try:
            await locker
        except asyncio.CancelledError:
            if locker in channel.lockers:
                channel.lockers.remove(locker)
            elif locker.done() and not locker.cancelled():
                self.unlock(name)  # it was handed over just now: pass it on
            raise

    def unlock(self, name: str) -> None:
        """Give the lock to the next one."""
        channel = self._channels.get(name)
        if channel is None or not channel.locked:
            raise TmuxError(f"channel {name} not locked")
        while channel.lockers:
            locker = channel.lockers.popleft()
            if not locker.done():
                locker.set_result(None)
                return
        channel.locked = False
        self._forget_idle(name)
