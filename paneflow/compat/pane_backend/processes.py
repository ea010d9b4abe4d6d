"""Runs a program for a client, off any terminal: both its pipes are drained, and all of its group ends with its time."""

import asyncio
import contextlib
import os
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from paneflow.compat.pane_backend.errors import COMMAND_FAILED, BackendError

KEPT: Final = 8 << 20  # bytes of each pipe that are kept; the rest is read and dropped
STRAGGLE: Final = 0.25  # seconds for output that is still in the pipes; a child left behind may hold them for ever


class Ran(NamedTuple):
    """How it ended: -1 for a signal or the time-out."""

    exit_code: int
    stdout: str
    stderr: str
    elapsed_ms: int
    timed_out: bool


class _Child(asyncio.SubprocessProtocol):
    """Collects what one program says, and its end."""

    def __init__(self) -> None:
        self.pipes = {1: bytearray(), 2: bytearray()}
        self.open = {1, 2}
        self.ended, self.drained = asyncio.Event(), asyncio.Event()

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        kept = self.pipes[fd]
        kept += data[: KEPT - len(kept)]

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        self.open.discard(fd)
        if not self.open & {1, 2}:
            self.drained.set()

    def process_exited(self) -> None:
        self.ended.set()


async def run(
    argv: Sequence[str],
    *,
    cwd: str,
    env: Mapping[str, str],
    timeout_s: float,
    started: Callable[[int], object] = lambda pid: None,
) -> Ran:
    """Run a program to its end; `started` is told its process id. Raises `BackendError` (-32008) when it cannot start."""
    begun = time.monotonic()
    transport, child = await _start(argv, cwd, env)
    pid = transport.get_pid()
    started(pid)
    timed_out = False
    try:
        async with asyncio.timeout(timeout_s):
            await child.ended.wait()
    except TimeoutError:
        timed_out = True
    finally:
        if not child.ended.is_set():
            kill_group(pid)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(STRAGGLE):
                await asyncio.gather(child.ended.wait(), child.drained.wait())
        transport.close()
    code = transport.get_returncode()
    out, err = (bytes(child.pipes[fd]).decode("utf-8", "replace") for fd in (1, 2))
    return Ran(-1 if timed_out or code is None or code < 0 else code, out, err, _ms(begun), timed_out)


async def _start(argv: Sequence[str], cwd: str, env: Mapping[str, str]) -> tuple[asyncio.SubprocessTransport, _Child]:
    try:
        made = await asyncio.get_running_loop().subprocess_exec(
            _Child, *argv, cwd=cwd, env=env, stdin=asyncio.subprocess.DEVNULL, start_new_session=True
        )
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BackendError(COMMAND_FAILED, f"{argv[0]} cannot be started: {reason}", command=list(argv)) from None
    return made


def kill_group(pid: int) -> None:
    """End a program that leads its group, and all of the group."""
    if sys.platform == "win32":
        import psutil

        with contextlib.suppress(psutil.Error):
            process = psutil.Process(pid)
            for each in (*process.children(recursive=True), process):
                with contextlib.suppress(psutil.Error):
                    each.kill()
    else:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)


def _ms(begun: float) -> int:
    return round((time.monotonic() - begun) * 1000)
