"""A child on a Unix PTY."""

import contextlib
import fcntl
import os
import shutil
import signal
import struct
import sys
import termios
from collections.abc import Callable, Iterator

from ptyprocess import PtyProcess

from paneflow.errors import Failed
from paneflow.geometry import Size, clamp
from paneflow.pty.child import Exit, Spawn

assert sys.platform != "win32"  # nothing here exists there, for type checkers too

# Python ignores these and ptyprocess passes that on; a child must start with what every program expects.
_RESET = (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGCHLD)


class UnixPty:
    """See `PtyChild`. The child leads a session, and so a process group, of its own."""

    on_readable: Callable[[], None] | None = None  # never called: there is a descriptor

    def __init__(self, pid: int, fd: int) -> None:
        self.pid = pid
        self._fd = fd
        self._exit: Exit | None = None
        self._last_foreground: int | None = None
        os.set_blocking(fd, False)
        os.set_inheritable(fd, False)

    def fileno(self) -> int:
        """See `PtyChild.fileno`; -1 once closed."""
        return self._fd

    def read(self, limit: int) -> bytes | None:
        """See `PtyChild.read`. EIO is how Linux says that no slave is open any more."""
        try:
            return os.read(self._fd, limit)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    def write(self, data: bytes) -> int:
        """See `PtyChild.write`. What nobody can read any more counts as written."""
        try:
            return os.write(self._fd, data)
        except BlockingIOError:
            return 0
        except OSError:
            return len(data)

    def resize(self, size: Size, cell: tuple[int, int] = (0, 0)) -> None:
        """See `PtyChild.resize`."""
        cols, rows = clamp(size)
        pixels = (min(cols * cell[0], 0xFFFF), min(rows * cell[1], 0xFFFF))
        with contextlib.suppress(OSError, ValueError):  # the child is gone, or this is closed
            fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, cols, *pixels))

    def echo(self) -> bool | None:
        """See `PtyChild.echo`. Whoever reads key by key (ICANON off) draws what is typed; password prompts read lines."""
        local = self._local_modes()
        return None if local is None else bool(local & termios.ECHO) or not local & termios.ICANON

    def reads_keys(self) -> bool | None:
        """See `PtyChild.reads_keys`."""
        local = self._local_modes()
        return None if local is None else not local & termios.ICANON

    def _local_modes(self) -> int | None:
        try:
            modes: int = termios.tcgetattr(self._fd)[3]
        except (OSError, ValueError, termios.error):  # ValueError: it is closed
            return None
        return modes

    def foreground(self) -> int | None:
        """See `PtyChild.foreground`."""
        try:
            group = os.tcgetpgrp(self._fd)
        except OSError:
            return None
        return group if group > 0 else None

    def signal_group(self, signum: int) -> None:
        """See `PtyChild.signal_group`. No recycled id is hit: the child is not reaped, the job is still of its session."""
        if self._exit is None:
            _signal_group(self.pid, signum)
        job = self.foreground() or self._last_foreground
        if job is not None and job != self.pid and _session_of(job) == self.pid:
            _signal_group(job, signum)

    def poll(self) -> Exit | None:
        """See `PtyChild.poll`."""
        if self._exit is None:
            try:
                pid, status = os.waitpid(self.pid, os.WNOHANG)
            except ChildProcessError:  # somebody else reaped it: how it ended is lost
                self._exit = Exit(None, None)
            else:
                self._exit = _exit_of(status) if pid else None
        return self._exit

    def close(self) -> None:
        """See `PtyChild.close`."""
        if self._fd >= 0:
            self._last_foreground = self.foreground()
            os.close(self._fd)
            self._fd = -1


def start(spawn: Spawn) -> UnixPty:
    """Start a child. Raises `Failed` (spawn_failed) when the program or the folder cannot be used."""
    argv = list(spawn.argv)
    program = shutil.which(argv[0], path=spawn.env.get("PATH", os.defpath))
    if program is None:
        raise Failed(f"there is no program {argv[0]!r}", kind="spawn_failed", program=argv[0])
    if not os.access(spawn.cwd, os.X_OK) or not os.path.isdir(spawn.cwd):
        raise Failed(f"{spawn.cwd!r} cannot be entered", kind="spawn_failed", cwd=spawn.cwd)
    return _fork([program, *argv[1:]], spawn)


def _fork(argv: list[str], spawn: Spawn) -> UnixPty:
    try:
        return _spawned(argv, spawn) if sys.platform == "linux" else _forked(argv, spawn)
    except Exception as error:
        raise Failed(f"{argv[0]!r} cannot be started: {error}", kind="spawn_failed", program=argv[0]) from error


def _spawned(argv: list[str], spawn: Spawn) -> UnixPty:
    """A child by posix_spawn(3), of which no Python runs between fork and exec: a sixth of the time of a fork.

    A session's leader gets the first terminal that it opens as its controlling one.
    """
    cols, rows = clamp(spawn.size)
    fd, slave = os.openpty()
    try:
        termios.tcsetwinsize(fd, (rows, cols))
        terminal = (os.POSIX_SPAWN_OPEN, 0, os.ttyname(slave), os.O_RDWR, 0)
        streams = [terminal, (os.POSIX_SPAWN_DUP2, 0, 1), (os.POSIX_SPAWN_DUP2, 0, 2)]
        others = [(os.POSIX_SPAWN_CLOSE, each) for each in _inheritable()]
        with _in_folder(spawn.cwd):
            pid = os.posix_spawn(
                argv[0],
                argv,
                spawn.env,
                file_actions=[*streams, *others],
                setsid=True,
                setsigmask=(),
                setsigdef=_RESET,
            )
    except BaseException:
        os.close(fd)
        raise
    finally:
        os.close(slave)
    return UnixPty(pid, fd)


def _inheritable() -> list[int]:
    """Descriptors beyond the three streams that a child would get."""
    open_ = [int(name) for name in os.listdir("/proc/self/fd")]
    return [fd for fd in open_ if fd > 2 and _is_inheritable(fd)]


def _is_inheritable(fd: int) -> bool:
    try:
        return os.get_inheritable(fd)
    except OSError:  # it was the listing's own
        return False


@contextlib.contextmanager
def _in_folder(path: str) -> Iterator[None]:
    """Be in a folder for a moment; all paths of this process are absolute."""
    here = os.open(".", getattr(os, "O_PATH", os.O_RDONLY))
    try:
        os.chdir(path)
        try:
            yield
        finally:
            os.fchdir(here)
    finally:
        os.close(here)


def _forked(argv: list[str], spawn: Spawn) -> UnixPty:
    parent = os.getpid()
    cols, rows = clamp(spawn.size)
    try:
        process = PtyProcess.spawn(
            argv, cwd=spawn.cwd, env=dict(spawn.env), dimensions=(rows, cols), preexec_fn=_reset_signals
        )
    except BaseException:
        if os.getpid() != parent:  # what fails in the child before exec must not run on as a second host
            os._exit(127)
        raise
    # The descriptor becomes ours: PtyProcess would sleep and signal when it is collected.
    fd = os.dup(process.fd)
    process.fileobj.close()
    process.closed = True
    return UnixPty(process.pid, fd)


def _reset_signals() -> None:
    for signum in _RESET:
        signal.signal(signum, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())


def _exit_of(status: int) -> Exit:
    code = os.waitstatus_to_exitcode(status)
    return Exit(code, None) if code >= 0 else Exit(None, -code)


def _signal_group(group: int, signum: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signum)


def _session_of(pid: int) -> int | None:
    try:
        return os.getsid(pid)
    except OSError:
        return None
