"""The host's comings and goings as a window sees them, and further windows."""

import os
import sys
from functools import partial

from paneflow.client.start import program, spawn_host
from paneflow.errors import PaneflowError
from paneflow.gui.qt import QObject, QTimer
from paneflow.gui.workbench import Handler, Workbench

_SCAN_MS = (600, 4000)  # after a command began: what it is called, and which ports it listens on


class Life(QObject):
    """Made for one window."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        self._bench = bench
        bench.link.lost.connect(self._lost)
        bench.link.refused.connect(self._refused)
        bench.surface_told.connect(self._told)

    def handlers(self) -> dict[str, Handler]:
        """What each action does."""
        return {"new_window": self._new_window}

    def _lost(self, _reason: str) -> None:
        text = (
            "The host is gone, and with it the programs it ran. What it had saved comes back when it is started again."
        )
        self._bench.tell("host", text, {"Start it again": self._start})

    def _refused(self, reason: str) -> None:
        self._bench.tell("host", f"The host does not take this window: {reason}.", {"Try again": self._bench.link.open})

    def _start(self) -> None:
        try:
            spawn_host(self._bench.link.path)
        except (OSError, PaneflowError) as error:
            self._bench.tell("host", f"The host cannot be started: {error}", {"Try again": self._start})
            return
        self._bench.link.open()

    @staticmethod
    def _new_window() -> None:
        """Another process: one window's trouble is not another's."""
        command = [*program(), "gui"]
        if sys.platform == "win32":
            os.spawnv(os.P_NOWAIT, command[0], command)  # noqa: S606 - our own program
        else:
            os.posix_spawn(command[0], command, dict(os.environ), setsid=True)

    # -- what runs ------------------------------------------------------------------------------------------------
    def _told(self, message: dict[str, object]) -> None:
        if message["type"] != "command":
            return
        surface = message["surface"]
        if message["running"]:
            for wait in _SCAN_MS:
                QTimer.singleShot(wait, self, partial(self._look_at, surface))
        else:
            self._look_at(surface)

    def _look_at(self, surface: object) -> None:
        self._bench.link.request("surface.info", {"surface_id": surface}, self._take_info, lambda *_: None)

    def _take_info(self, info: dict[str, object]) -> None:
        surface = info["surface_id"]
        if isinstance(surface, int) and surface in self._bench.model.surfaces:
            note = self._bench.model.note(surface)
            ports = info["ports"]
            found = tuple(ports) if isinstance(ports, list) else ()
            program = str(info["cmd"]) if note.running else ""
            if (found, program) != (note.ports, note.program):
                note.ports, note.program = found, program
                self._bench.refresh_labels()
