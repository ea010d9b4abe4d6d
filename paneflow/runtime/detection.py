"""Which agents run in a surface: the process table, looked at only when somebody has a reason to.

A process is named by pid and start time, since pids come back. On Linux `/proc` is read directly, which is ten times
cheaper than psutil; elsewhere psutil tells.
"""

import os
import sys
from collections import deque
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Final, NamedTuple

import psutil

from paneflow.agents.launchers import tool_of
from paneflow.agents.session import Process
from paneflow.ids import SurfaceId

MAX_PROCESSES: Final = 512  # of one surface's tree
MAX_PARENTS: Final = 32
LINUX: Final = sys.platform == "linux"

Programs = Mapping[str, str]
NO_MORE: Final[Programs] = MappingProxyType({})
Found = tuple[tuple[Process, str], ...]


class Entry(NamedTuple):
    """A row of the process table. `name` is what the system calls it, often the file name of the program."""

    process: Process
    parent: int
    name: str


class Table:
    """The process table as it was at one moment."""

    def __init__(self, entries: Iterator[Entry], more: Programs = NO_MORE) -> None:
        self._more = more
        self._entries = {entry.process.pid: entry for entry in entries}
        self._children: dict[int, list[int]] = {}
        for pid, entry in self._entries.items():
            self._children.setdefault(entry.parent, []).append(pid)

    @classmethod
    def now(cls, more: Programs = NO_MORE) -> "Table":
        """A look at the system. `more` are programs → agents beside the known ones."""
        return cls(_linux_entries() if LINUX else _entries(), more)

    def agents_below(self, root: int) -> Found:
        """The agents in the tree of a process, itself included, nearest first; not what runs below an agent."""
        found: list[tuple[Process, str]] = []
        queue, seen = deque([root]), {root}
        while queue and len(seen) <= MAX_PROCESSES:
            pid = queue.popleft()
            entry = self._entries.get(pid)
            tool = _tool(entry, self._more) if entry else None
            if entry and tool:
                found.append((entry.process, tool))
                continue
            below = [child for child in self._children.get(pid, ()) if child not in seen]
            seen.update(below)
            queue.extend(below)
        return tuple(found)

    def has(self, process: Process) -> bool:
        """Whether the very process was there."""
        entry = self._entries.get(process.pid)
        return entry is not None and entry.process == process


class Place(NamedTuple):
    """Where a hook was run from: the agent, if it could be told, and the surface that it runs in."""

    process: Process | None
    surface: SurfaceId | None


def place_of(
    tool: str, pid: int | None, hook_parent: int | None, roots: Mapping[int, SurfaceId], more: Programs = NO_MORE
) -> Place:
    """Find the agent that ran a hook.

    `pid` is what its launcher said, which a nested agent inherits; so the nearest process of that tool above the hook goes
    first. `roots` are the surfaces' own children.
    """
    line = list(_line(hook_parent, roots)) if hook_parent else []
    agent = _nearest(tool, line, pid, more)
    if agent is None and pid:
        line = list(_line(pid, roots))
        agent = line[0] if line else None
    surface = next((roots[entry.process.pid] for entry in line if entry.process.pid in roots), None)
    return Place(agent.process if agent else None, surface)


def is_alive(process: Process) -> bool:
    """Whether the very process still runs."""
    entry = _entry(process.pid)
    return entry is not None and entry.process == process


def parent_of(pid: int) -> int | None:
    """The process that started another one, which may have ended but must still be in the table."""
    if LINUX:
        stat = _linux_stat(pid)
        return int(stat[1][1]) if stat else None
    with suppress(psutil.Error, OSError):
        return psutil.Process(pid).ppid()
    return None


def _line(pid: int, roots: Collection[int]) -> Iterator[Entry]:
    """A process and those above it, up to a surface's own child: what started the host is no agent of its surfaces."""
    for _ in range(MAX_PARENTS):
        entry = _entry(pid)
        if entry is None:
            return
        yield entry
        if pid in roots:
            return
        pid = entry.parent


def _nearest(tool: str, line: list[Entry], pid: int | None, more: Programs) -> Entry | None:
    """The first process of the tool; of several right above each other the one that was launched, `pid`, else the topmost.

    They are a launcher and what that starts, or one agent that another one started without a shell in between.
    """
    found = None
    for entry in line:
        if _tool(entry, more) == tool:
            found = entry
            if entry.process.pid == pid:
                break
        elif found:
            break
    return found


def _tool(entry: Entry, more: Programs) -> str | None:
    return tool_of(entry.name, (), more) or tool_of(entry.name, _argv(entry.process.pid), more)


def _argv(pid: int) -> list[str]:
    if LINUX:
        with suppress(OSError), open(f"/proc/{pid}/cmdline", "rb") as file:
            return file.read(4096).decode(errors="replace").split("\0")
        return []
    with suppress(psutil.Error, OSError):
        return psutil.Process(pid).cmdline()
    return []


def _entry(pid: int) -> Entry | None:
    if LINUX:
        return _linux_entry(pid)
    with suppress(psutil.Error, OSError):
        process = psutil.Process(pid)
        if process.status() != psutil.STATUS_ZOMBIE:
            return Entry(Process(pid, process.create_time()), process.ppid(), process.name())
    return None


def _linux_entry(pid: int) -> Entry | None:
    stat = _linux_stat(pid)
    if stat is None or stat[1][0] in (b"Z", b"X"):
        return None
    name, fields = stat
    return Entry(Process(pid, float(fields[19])), int(fields[1]), name.decode(errors="replace"))


def _linux_stat(pid: int) -> tuple[bytes, list[bytes]] | None:
    """`/proc/<pid>/stat`: the name, which is in parentheses and may hold any character, even those; and what follows."""
    try:
        with open(f"/proc/{pid}/stat", "rb", buffering=0) as file:
            text = file.read()
    except OSError:
        return None
    end = text.rindex(b")")
    return text[text.index(b"(") + 1 : end], text[end + 2 :].split()


def _linux_entries() -> Iterator[Entry]:
    for name in os.listdir("/proc"):
        if name.isdigit():
            entry = _linux_entry(int(name))
            if entry:
                yield entry


def _entries() -> Iterator[Entry]:
    for process in psutil.process_iter():
        with suppress(psutil.Error, OSError), process.oneshot():
            yield Entry(Process(process.pid, process.create_time()), process.ppid(), process.name())
