"""Starting a host that outlives us, and waiting until it answers."""

import os
import sys
from time import monotonic, sleep

from paneflow.client.client import Client
from paneflow.client.patience import NO_ROOM
from paneflow.errors import Failed, PaneflowError, Unavailable

START_S = 15.0
_TICK_S = 0.02


def ensure_host(path: str | None = None, *, timeout_s: float = START_S) -> Client:
    """A client of the host that runs, started first if none does. Raises `Failed` when none comes up."""
    client = Client(path)
    if not is_answering(client):
        start_host(client.path, timeout_s=timeout_s)
    return client


def start_host(path: str | None = None, *, timeout_s: float = START_S) -> int:
    """Start a host and wait until one answers; returns the process id of the one that does.

    It gets none of our streams, and a session of its own, so that it lives on when our terminal closes. Of several that
    are started at once, one stays. Raises `Failed`.
    """
    client = Client(path, timeout_s=2.0)
    child = spawn_host(client.path)
    deadline = monotonic() + timeout_s
    while not is_answering(client):
        if child.has_failed():
            raise Failed("the host ended at once; to see why: paneflow host run", path=client.path)
        if monotonic() > deadline:
            raise Failed(f"the host does not answer after {timeout_s:g} s", path=client.path)
        sleep(_TICK_S)
    with client:
        identity: dict[str, int] = client.call("system.identify")
        return identity["pid"]


def spawn_host(path: str) -> "_Child":
    """Start a host process for an endpoint, and wait for nothing."""
    return _spawn({**os.environ, "PANEFLOW_SOCKET_PATH": path})


def is_answering(client: Client) -> bool:
    """Whether a host answers; the client's connection stays open if so. Raises `Refused` for another user's."""
    try:
        client.request("system.ping", {}, patience_s=0)
    except Unavailable:
        return False
    except PaneflowError as error:
        if error.kind in ("no_answer", "busy", "shutting_down"):
            return False
        if error.kind not in NO_ROOM:  # one that has no room says so, and runs
            raise
    return True


class _Child:
    """A process that was started and is not ours to keep."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def has_failed(self) -> bool:
        """Whether it ended with an error (it ends without one when another host was first)."""
        if sys.platform == "win32":
            return False
        try:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
        except ChildProcessError:
            return False
        return pid != 0 and status != 0


def program() -> list[str]:
    """How this program is started again: as a module, or itself when it was bundled into one."""
    return [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "paneflow"]


def command() -> list[str]:
    """The command line of a host."""
    return [*program(), "host", "run"]


if sys.platform == "win32":
    import subprocess

    def _spawn(env: dict[str, str]) -> _Child:
        flags = subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP
        null = subprocess.DEVNULL
        child = subprocess.Popen(command(), env=env, stdin=null, stdout=null, stderr=null, creationflags=flags)
        child.returncode = 0  # it is let go of: no warning that it still runs
        return _Child(child.pid)

else:

    def _spawn(env: dict[str, str]) -> _Child:
        argv = command()
        null = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDWR, 0) for number in (0, 1, 2)]
        return _Child(os.posix_spawn(argv[0], argv, env, file_actions=null, setsid=True))
