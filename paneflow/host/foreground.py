"""What runs in the foreground of a surface: its command line and folder, as far as the system tells.

A shell at its prompt is asked for only when its output went on since the last time, so listing fifty quiet ones costs
fifty ioctls. A program in front of one is asked for each time: it may have become another one without a word.
"""

import os
import sys
from typing import Final, NamedTuple

from paneflow.pty.processes import command_line, folder_of
from paneflow.pty.shell_integration import as_started
from paneflow.runtime.detection import parent_of
from paneflow.runtime.live_surface import LiveSurface

_MAX_PARENTS: Final = 32  # between a program in front and the surface's own child


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


class Reader:
    """Who reads the line that is typed into a surface next, to tell later whether what that started has the terminal.

    A shell with job control gives each command a process group of its own, and takes the terminal back at its end. That
    shell may itself be one within another, which gets the terminal when the inner one ends. Where there are no groups (a
    shell without job control, one of its builtins, Windows) nothing tells, and `gave_way` says no.
    """

    def __init__(self, live: LiveSurface) -> None:
        self._live = live
        self._groups = _in_turn(live)

    def gave_way(self) -> bool:
        """Whether another program is in front now than who read the line, and those that this one gives the terminal to."""
        child = self._live.child
        front = child.foreground() if child is not None and self._groups else None
        return front is not None and front not in self._groups


def _in_turn(live: LiveSurface) -> frozenset[int]:
    """The process group in front, and those of the programs that it was started by, up to the surface's own."""
    if sys.platform == "win32":
        return frozenset()
    child = live.child
    front = child.foreground() if child is not None else None
    if child is None or front is None:
        return frozenset()
    groups, pid = {child.pid, front}, parent_of(front)
    for _ in range(_MAX_PARENTS):
        if pid is None or pid == child.pid:
            break
        groups.add(_group_of(pid))
        pid = parent_of(pid)
    return frozenset(groups)


def _group_of(pid: int) -> int:
    if sys.platform == "win32":
        return pid
    try:
        return os.getpgid(pid)
    except OSError:  # it has just ended
        return pid
