"""What runs in the foreground of a surface: its command line and folder, as far as the system tells.

A shell at its prompt is asked for only when its output went on since the last time, so listing fifty quiet ones costs
fifty ioctls. A program in front of one is asked for each time: it may have become another one without a word.
"""

import os
from typing import NamedTuple

from paneflow.pty.processes import command_line, folder_of
from paneflow.pty.shell_integration import as_started
from paneflow.runtime.live_surface import LiveSurface


class Foreground(NamedTuple):
    """A program in front: its process group, its command line ("" if unknown), its folder ("" if unknown)."""

    group: int | None
    cmd: str
    cwd: str


class ForegroundCache:
    """The last answer for each surface."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[tuple[int | None, int], Foreground]] = {}

    def of(self, live: LiveSurface) -> Foreground:
        """What runs in front of a surface."""
        child = live.child
        if child is None:
            self._known.pop(live.id, None)
            return Foreground(None, "", "")
        key = (child.foreground(), live.generation)
        pid = key[0] or child.pid
        known = self._known.get(live.id)
        if known is not None and known[0] == key and pid == child.pid:
            return known[1]
        cmd = command_line(pid)
        found = Foreground(key[0], as_started(cmd) if pid == child.pid else cmd, folder_of(pid))
        self._known[live.id] = (key, found)
        return found

    def forget(self, surface: int) -> None:
        """The surface is gone."""
        self._known.pop(surface, None)


def program(live: LiveSurface) -> str:
    """The bare name of the program in front of a surface, "" if unknown: "bash", also for a login shell's "-bash"."""
    if live.child is None:
        return ""
    words = command_line(live.child.foreground() or live.child.pid).split(maxsplit=1)
    return os.path.basename(words[0]).removeprefix("-").removesuffix(".exe") if words else ""
