"""Paste buffers: named ones, and automatic ones of which the oldest goes when there are too many. Pure."""

from dataclasses import dataclass
from typing import Final

from paneflow.compat.tmux.errors import TmuxError
from paneflow.compat.tmux.quoting import visible

SIZE_LIMIT: Final = 16 << 20  # bytes in one buffer
NAMED_LIMIT: Final = 1000


@dataclass(eq=False, slots=True)
class Buffer:
    """Bytes under a name. `order` rises; the highest is the latest."""

    name: str
    data: bytes
    automatic: bool
    order: int
    created: int  # seconds since the epoch

    def sample(self, width: int = 200) -> str:
        """The beginning, with control characters made visible, for listings."""
        text = visible(self.data[:width].decode("utf-8", "surrogateescape"))
        return text + "..." if len(self.data) > width else text


class Buffers:
    """All of one server's."""

    def __init__(self) -> None:
        self._buffers: dict[str, Buffer] = {}
        self._next = 0

    def latest_first(self) -> list[Buffer]:
        """All of them."""
        return sorted(self._buffers.values(), key=lambda buffer: -buffer.order)

    def top(self) -> Buffer | None:
        """The latest automatic one, which a paste without a name takes."""
        return next((buffer for buffer in self.latest_first() if buffer.automatic), None)

    def get(self, name: str) -> Buffer | None:
        """By name."""
        return self._buffers.get(name)

    def add(self, data: bytes, now: float, *, limit: int = 50) -> None:
        """Keep bytes under the next automatic name; empty ones are not worth a buffer."""
        if not data:
            return
        _check(data)
        automatic = [buffer for buffer in self.latest_first() if buffer.automatic]
        for old in automatic[max(limit - 1, 0) :]:
            del self._buffers[old.name]
        while f"buffer{self._next}" in self._buffers:
            self._next += 1
        self._put(f"buffer{self._next}", data, now, automatic=True)
        self._next += 1

    def set(self, name: str, data: bytes, now: float) -> None:
        """Keep bytes under a name, instead of what was there."""
        if not name:
            raise TmuxError("empty buffer name")
        if not data:
            return
        _check(data)
        if len(self._buffers) >= NAMED_LIMIT and name not in self._buffers:
            raise TmuxError("too many buffers")
        self._put(name, data, now, automatic=False)

    def bring_back(self, name: str, data: bytes, created: float, *, automatic: bool) -> None:
        """Keep what was kept before, as the latest so far."""
        self._put(name, data, created, automatic=automatic)

    def _put(self, name: str, data: bytes, now: float, *, automatic: bool) -> None:
        order = max((buffer.order for buffer in self._buffers.values()), default=-1) + 1
        self._buffers[name] = Buffer(name, data, automatic, order, int(now))

    def rename(self, old: str, new: str) -> None:
        """Give a buffer another name, which makes it a named one; it replaces what had that name."""
        if not new:
            raise TmuxError("new name is empty")
        buffer = self._buffers.get(old)
        if buffer is None:
            raise TmuxError(f"no buffer {old}")
        del self._buffers[old]
        buffer.name, buffer.automatic = new, False
        self._buffers[new] = buffer

    def delete(self, name: str) -> None:
        """Forget a buffer."""
        self._buffers.pop(name, None)


def _check(data: bytes) -> None:
    if len(data) > SIZE_LIMIT:
        raise TmuxError(f"buffer is too big: at most {SIZE_LIMIT} bytes")
