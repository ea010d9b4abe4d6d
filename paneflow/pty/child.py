"""What the runtime needs of a child on a PTY, on every system.

`unix.py` and `windows.py` implement it; `tests/contract/test_pty.py` is the one suite for both.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

from paneflow.geometry import Size


class Exit(NamedTuple):
    """How a child ended: by an exit code or by a signal, never both."""

    code: int | None
    signal: int | None


class Spawn(NamedTuple):
    """What to start: an argv (never a shell line), a whole environment, a folder and a size."""

    argv: Sequence[str]
    env: Mapping[str, str]
    cwd: str
    size: Size


class PtyChild(Protocol):
    """One child process and the master side of its PTY. Nothing here blocks, except `close` for its grace."""

    pid: int
    on_readable: Callable[[], None] | None  # called from another thread when output is there and `fileno` is -1

    def fileno(self) -> int:
        """The descriptor to watch for reading; -1 where there is none (Windows: `on_readable` instead)."""
        ...

    def read(self, limit: int) -> bytes | None:
        """Up to `limit` bytes; None when nothing is there now; b"" at the end of output."""
        ...

    def write(self, data: bytes) -> int:
        """Write what fits now and say how many bytes that was; 0 when the PTY's buffer is full."""
        ...

    def resize(self, size: Size, cell: tuple[int, int] = (0, 0)) -> None:
        """Tell the kernel, and so the child, the new size in cells; `cell` is a cell's width and height in pixels."""
        ...

    def echo(self) -> bool | None:
        """False at a password prompt: lines are read, and not echoed. None when it cannot be told (Windows)."""
        ...

    def reads_keys(self) -> bool | None:
        """Whether who reads takes key by key, as line editors do, and not whole lines. None when it cannot be told."""
        ...

    def foreground(self) -> int | None:
        """Process group (Unix) or process (Windows) in the foreground, if it can be told."""
        ...

    def signal_group(self, signum: int) -> None:
        """Send a signal to the child's process group and the foreground job's; a group that is gone is no error."""
        ...

    def poll(self) -> Exit | None:
        """How it ended, or None while it runs. Reaps the child; may be called again."""
        ...

    def close(self) -> None:
        """Give the descriptor back. Does not signal the child (the kernel's hang-up does)."""
        ...
