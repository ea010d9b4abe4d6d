"""A child and a listener without a process, for what a real one cannot be made to do at will."""

from collections import deque
from collections.abc import Callable

from paneflow.geometry import Size
from paneflow.pty.child import Exit
from paneflow.runtime.live_surface import LiveSurface
from paneflow.vt.events import EngineEvent


class FakeChild:
    """A `PtyChild` whose output, appetite and end are set by the test."""

    pid = 4_000_000  # beyond any real one

    def __init__(self) -> None:
        self.on_readable: Callable[[], None] | None = None
        self.output: deque[bytes] = deque()
        self.ended_output = False
        self.end: Exit | None = None
        self.written = bytearray()
        self.room: int | None = None  # bytes it still takes; None: all
        self.sizes: list[Size] = []
        self.signals: list[int] = []
        self.closed = False

    def fileno(self) -> int:
        return -1

    def read(self, limit: int) -> bytes | None:
        if self.output:
            data = self.output.popleft()
            if len(data) > limit:
                self.output.appendleft(data[limit:])
            return data[:limit]
        return b"" if self.ended_output else None

    def write(self, data: bytes) -> int:
        count = len(data) if self.room is None else min(len(data), self.room)
        if self.room is not None:
            self.room -= count
        self.written += data[:count]
        return count

    def resize(self, size: Size, cell: tuple[int, int] = (0, 0)) -> None:
        self.sizes.append(size)

    def reads_keys(self) -> bool | None:
        return True

    def echo(self) -> bool | None:
        return True

    def foreground(self) -> int | None:
        return self.pid

    def signal_group(self, signum: int) -> None:
        self.signals.append(signum)

    def poll(self) -> Exit | None:
        return self.end

    def close(self) -> None:
        self.closed = True


class FakeListener:
    """Writes down what it is told."""

    def __init__(self) -> None:
        self.outputs = 0
        self.events: list[EngineEvent] = []
        self.exits: list[Exit] = []
        self.failures: list[Exception] = []
        self.text_at_exit: list[str] = []

    def on_output(self, live: LiveSurface) -> None:
        self.outputs += 1

    def on_event(self, live: LiveSurface, event: EngineEvent) -> None:
        self.events.append(event)

    def on_exit(self, live: LiveSurface, end: Exit) -> None:
        self.exits.append(end)
        self.text_at_exit = live.engine.lines()

    def on_failure(self, live: LiveSurface, error: Exception) -> None:
        self.failures.append(error)
