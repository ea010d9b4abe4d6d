"""The shim's view of the running session: facts about panes, and the few things it does to them."""

import socket
import sys
import time
from collections.abc import Callable, Mapping
from typing import Final

import psutil

from paneflow.compat.tmux.errors import TmuxError
from paneflow.compat.tmux.facts import Process, Screen
from paneflow.compat.tmux.glob import regex_match
from paneflow.compat.tmux.typist import Typist
from paneflow.errors import PaneflowError
from paneflow.ids import SurfaceId
from paneflow.model.actions import Action
from paneflow.model.outcome import Made
from paneflow.model.records import Model
from paneflow.runtime.live_surface import LiveSurface
from paneflow.runtime.session import Session

TIOCGPTN: Final = 0x80045430  # Linux: the number of a PTY
FRESH_S: Final = 0.05  # how long what was read of a process holds: one listing asks several times


class PaneHost:
    """Implements `facts.Facts`. `gate_open` says whether others' panes may be written to."""

    def __init__(self, session: Session, socket_path: str, gate_open: Callable[[], bool]) -> None:
        self.session = session
        self.socket_path = socket_path
        self.gate_open = gate_open
        self.piped: set[int] = set()
        self._processes: dict[int, tuple[float, Process | None]] = {}
        self._typists: dict[int, Typist] = {}

    @property
    def model(self) -> Model:
        """What there is now."""
        return self.session.model

    def do(self, action: Action) -> Made:
        """Change it. Raises TmuxError where the model refuses."""
        try:
            return self.session.do(action)
        except PaneflowError as error:
            raise TmuxError(error.message) from None

    def spawn_error(self, pane: int) -> str:
        """Why a pane that was just made has no program."""
        error = self.session.spawn_errors.pop(SurfaceId(pane), None)
        return error.message if error is not None else "the program ended at once"

    def live(self, pane: int) -> LiveSurface | None:
        """A pane's terminal."""
        return self.session.surfaces.get(SurfaceId(pane))

    def write(self, pane: int, data: bytes) -> None:
        """Type into a pane. Raises TmuxError if it does not take it."""
        if pane not in self._typists:
            self._typists = {each: typist for each, typist in self._typists.items() if self.live(each)}
            self._typists[pane] = Typist(lambda data: self._write(pane, data), lambda: self._descriptor(pane))
        if not self._typists[pane].type(data):
            raise TmuxError(f"pane %{pane} does not take its input")

    def _write(self, pane: int, data: bytes) -> None:
        live = self.live(pane)
        if live is None or not live.running:
            return  # tmux drops what is typed into a dead pane
        try:
            live.write(data)
        except PaneflowError as error:
            raise TmuxError(error.message) from None

    def _descriptor(self, pane: int) -> int:
        live = self.live(pane)
        return live.child.fileno() if live is not None and live.child is not None else -1

    # -- facts.Facts ---------------------------------------------------------------------------------------------
    def process(self, pane: int) -> Process | None:
        """The foreground process, as far as the system tells."""
        read, process = self._processes.get(pane, (0.0, None))
        if time.monotonic() - read > FRESH_S:
            process = self._read_process(pane)
            self._processes[pane] = (time.monotonic(), process)
        return process

    def _read_process(self, pane: int) -> Process | None:
        live = self.live(pane)
        record = self.model.surfaces.get(SurfaceId(pane))
        if live is None or record is None:
            return None
        started = record.argv[0] if record.argv else ""
        if live.child is None:
            return Process(None, "", started, record.cwd)
        pid = live.child.pid
        leader = live.child.foreground() or pid
        return Process(
            pid, _terminal(live.child.fileno(), pid), _command(leader) or started, _folder(leader) or record.cwd
        )

    def screen(self, pane: int) -> Screen | None:
        """The terminal's state."""
        live = self.live(pane)
        if live is None:
            return None
        engine, cursor, bar = live.engine, live.engine.cursor(), live.engine.scrollbar()
        history = max(bar.total - engine.rows, 0)
        return Screen((cursor.row, cursor.col), cursor.visible, engine.modes(), history, engine.memory())

    def title(self, pane: int) -> str:
        """The title; tmux begins with the host's name."""
        record = self.model.surfaces.get(SurfaceId(pane))
        return (record.title if record is not None else "") or socket.gethostname()

    def last_output(self, pane: int) -> float:
        """From a clock that only counts to one that knows the day."""
        live = self.live(pane)
        if live is None or not live.last_output:
            return 0.0
        return time.time() - (time.monotonic() - live.last_output)

    def is_piped(self, pane: int) -> bool:
        """Whether `pipe-pane` is on."""
        return pane in self.piped

    def find_text(self, pane: int, text: str, *, regex: bool, ignore_case: bool) -> int:
        """The row that holds the text."""
        live = self.live(pane)
        for row, line in enumerate(live.engine.screen() if live is not None else (), 1):
            if regex:
                found = regex_match(text, line, ignore_case=ignore_case)
            else:
                found = text.lower() in line.lower() if ignore_case else text in line
            if found:
                return row
        return 0

    def next_group(self) -> int:
        """See the model's counters."""
        return self.model.counters.group

    def environment(self) -> Mapping[str, str]:
        """What the host was started with."""
        return self.session.spawner.inherited


def _terminal(descriptor: int, pid: int) -> str:
    """The name of the terminal behind a PTY's master; psutil only knows the terminals of when it first looked."""
    if sys.platform == "linux":
        import fcntl

        try:
            number = fcntl.ioctl(descriptor, TIOCGPTN, bytes(4))
        except OSError:
            return ""
        return f"/dev/pts/{int.from_bytes(number, sys.byteorder)}"
    try:
        return psutil.Process(pid).terminal() or ""  # type: ignore[attr-defined, unused-ignore]  # not on Windows
    except (psutil.Error, OSError, AttributeError):
        return ""


def _command(pid: int) -> str:
    try:
        process = psutil.Process(pid)
        line = process.cmdline()
        return line[0] if line else process.name()
    except (psutil.Error, OSError):
        return ""


def _folder(pid: int) -> str:
    try:
        return psutil.Process(pid).cwd()
    except (psutil.Error, OSError):
        return ""
