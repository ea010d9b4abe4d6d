"""A child on a Windows pseudo console (ConPTY), through pywinpty.

ConPTY has no descriptor to watch and reads block, so a thread reads into a bounded queue and says `on_readable`. A full
queue is the back-pressure the child feels.
"""

import queue
import subprocess
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from paneflow.errors import Failed
from paneflow.geometry import Size, clamp
from paneflow.pty.child import Exit, Spawn

if TYPE_CHECKING:
    import winpty

QUEUED: Final = 32  # reads that may wait
CHUNK: Final = 65536
END_TIME: Final = 5.0  # seconds between the end of output and the end of the process
LOOK_EVERY: Final = 0.02


class WindowsPty:
    """See `PtyChild`."""

    on_readable: Callable[[], None] | None = None

    def __init__(self, pty: "winpty.PTY") -> None:
        self.pid: int = pty.pid
        self._pty: Any = pty  # winpty has no types
        self._exit: Exit | None = None
        self._closed = False
        self._waiting: queue.Queue[bytes] = queue.Queue(QUEUED)
        self._rest = b""
        self._ended = False
        threading.Thread(target=self._read_on, name=f"pty {self.pid}", daemon=True).start()

    def _read_on(self) -> None:
        while not self._closed:
            try:
                text: str = self._pty.read(CHUNK, blocking=True)
            except (EOFError, OSError, Exception):  # noqa: BLE001 - winpty raises its own types, all of which mean the end
                break
            if text:
                self._hand_over(text.encode("utf-8", "surrogatepass"))
            elif not self._pty.isalive():
                break
        deadline = time.monotonic() + END_TIME
        while self._pty.isalive() and time.monotonic() < deadline and not self._closed:
            time.sleep(LOOK_EVERY)
        self._hand_over(b"")

    def _hand_over(self, data: bytes) -> None:
        while not self._closed:
            try:
                self._waiting.put(data, timeout=1.0)
            except queue.Full:
                continue
            if self.on_readable is not None:
                self.on_readable()
            return

    def fileno(self) -> int:
        """See `PtyChild.fileno`: there is none."""
        return -1

    def read(self, limit: int) -> bytes | None:
        """See `PtyChild.read`."""
        if self._ended or self._closed:
            return b""
        if not self._rest:
            try:
                self._rest = self._waiting.get_nowait()
            except queue.Empty:
                return None
            self._ended = not self._rest
        data, self._rest = self._rest[:limit], self._rest[limit:]
        return data

    def write(self, data: bytes) -> int:
        """See `PtyChild.write`."""
        if not self._closed and self._pty.isalive():
            self._pty.write(data.decode("utf-8", "replace"))
        return len(data)

    def resize(self, size: Size, cell: tuple[int, int] = (0, 0)) -> None:
        """See `PtyChild.resize`."""
        if not self._closed and self._pty.isalive():
            self._pty.set_size(*clamp(size))

    def echo(self) -> bool | None:
        """See `PtyChild.echo`: Windows does not tell."""
        return None

    def reads_keys(self) -> bool | None:
        """See `PtyChild.reads_keys`: Windows does not tell."""
        return None

    def foreground(self) -> int | None:
        """See `PtyChild.foreground`: the youngest process below the child."""
        import psutil

        try:
            below = psutil.Process(self.pid).children(recursive=True)
        except psutil.Error:
            return None
        return max(below, key=lambda each: each.create_time()).pid if below else self.pid

    def signal_group(self, signum: int) -> None:
        """See `PtyChild.signal_group`: Windows has no hang-up, so whatever the signal, the processes are ended."""
        import psutil

        try:
            root = psutil.Process(self.pid)
            family = [*root.children(recursive=True), root]
        except psutil.Error:
            return
        for each in family:
            try:
                each.terminate()
            except psutil.Error:
                continue

    def poll(self) -> Exit | None:
        """See `PtyChild.poll`."""
        if self._exit is None and not self._pty.isalive():
            code = self._pty.get_exitstatus()
            self._exit = Exit(code if isinstance(code, int) else None, None)
        return self._exit

    def close(self) -> None:
        """See `PtyChild.close`."""
        self._closed = True


def start(spawn: Spawn) -> WindowsPty:
    """Start a child. Raises `Failed` (spawn_failed)."""
    import winpty

    cols, rows = clamp(spawn.size)
    environment = "".join(f"{key}={value}\0" for key, value in spawn.env.items()) + "\0"
    try:
        pty = winpty.PTY(cols, rows)
        started = pty.spawn(
            spawn.argv[0], cmdline=subprocess.list2cmdline(spawn.argv[1:]), cwd=spawn.cwd, env=environment
        )
    except Exception as error:  # winpty raises its own types
        raise Failed(f"{spawn.argv[0]!r} cannot be started: {error}", kind="spawn_failed") from error
    if not started:
        raise Failed(f"{spawn.argv[0]!r} cannot be started", kind="spawn_failed", program=spawn.argv[0])
    return WindowsPty(pty)
