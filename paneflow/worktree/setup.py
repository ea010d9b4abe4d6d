"""The setup command of a new worktree: bounded in time, its output shown as it comes and bounded too."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

MAX_OUTPUT: Final = 256 * 1024  # bytes shown; what comes after is read and dropped, so that the command can go on
GRACE_S: Final = 2.0  # between asking the process group to end and making it
REST_S: Final = 0.5  # how long the last output may take once the command has ended
LOOK_S: Final = 0.2  # how often it is looked whether it is to be ended
_CHUNK: Final = 16_384


@dataclass(frozen=True, slots=True)
class SetupResult:
    """How it ended; `code` None: it was ended, because the time was up or somebody said so."""

    code: int | None
    cut: bool  # whether output was dropped

    @property
    def problem(self) -> str | None:
        """What to warn of; None when all went well."""
        if self.code is None:
            return "took too long and was ended"
        return None if self.code == 0 else f"ended with code {self.code}"


def run_setup(
    command: str,
    folder: str,
    *,
    env: Mapping[str, str],
    timeout_s: float,
    show: Callable[[bytes], object],
    cancelled: Callable[[], bool] = lambda: False,
) -> SetupResult:
    """Run a command line in the system's shell. `show` gets its output, both streams, from a thread while it runs.

    It is ended soon after `cancelled` says so.
    """
    source, sink = os.pipe()
    output = _Output(source, show)
    try:
        child = subprocess.Popen(
            ["cmd", "/C", command] if sys.platform == "win32" else ["sh", "-c", command],
            cwd=folder,
            env={**os.environ, **env},
            stdin=subprocess.DEVNULL,
            stdout=sink,
            stderr=sink,
            start_new_session=True,
        )
    finally:
        os.close(sink)
        output.start()
    try:
        code = _wait(child, time.monotonic() + timeout_s, cancelled)
    except BaseException:
        _end(child)
        raise
    if code is None:
        _end(child)
    return SetupResult(code, output.finish())


def _wait(child: "subprocess.Popen[bytes]", end: float, cancelled: Callable[[], bool]) -> int | None:
    while not cancelled() and (left := end - time.monotonic()) > 0:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return child.wait(min(left, LOOK_S))
    return None


class _Output(threading.Thread):
    """Reads a pipe to its end; a thread, because pipes cannot be waited for on every system.

    A program that the command left in the background may hold the pipe open: then the thread goes on reading, and shows
    nothing any more.
    """

    def __init__(self, source: int, show: Callable[[bytes], object]) -> None:
        super().__init__(daemon=True)
        self._source, self._show = source, show
        self._left = MAX_OUTPUT
        self._cut = False
        self._over = False

    def run(self) -> None:
        try:
            while chunk := os.read(self._source, _CHUNK):
                self._cut = self._cut or len(chunk) > self._left
                if self._left and not self._over:
                    self._show(chunk[: self._left])
                self._left = max(0, self._left - len(chunk))
        finally:
            os.close(self._source)

    def finish(self) -> bool:
        """Wait for the last output; whether any was dropped."""
        self.join(REST_S)
        self._over = True
        return self._cut


def _end(child: "subprocess.Popen[bytes]") -> None:
    """End the whole process group."""
    if sys.platform == "win32":
        subprocess.run(["taskkill", "/T", "/F", "/PID", str(child.pid)], capture_output=True, check=False)
    else:
        _signal(child.pid, signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(GRACE_S)
        _signal(child.pid, signal.SIGKILL)
    child.wait()


def _signal(group: int, number: int) -> None:
    if sys.platform != "win32":
        with contextlib.suppress(ProcessLookupError, PermissionError):  # it is gone already
            os.killpg(group, number)
