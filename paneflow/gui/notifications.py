"""Notifications of the desktop: only for panes that nobody sees, several at once as one, a click goes there."""

import sys
from functools import cached_property, partial
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from paneflow.gui.labels import agent_text, now_ms, title_of
from paneflow.gui.model_view import Agent, SurfaceView
from paneflow.gui.qt import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QApplication,
    QObject,
    QSystemTrayIcon,
    QTimer,
    Signal,
)
from paneflow.gui.workbench import Workbench

if TYPE_CHECKING:
    from paneflow.gui.desktop_notices import DesktopNotices

_GATHER_MS: Final = 300  # what comes together is told together
_LATEST_MS: Final = 2_000  # after the first one: a storm that never ends is told, too
_MOST: Final = 64  # panes that are told of together
_LONGEST: Final = 240


class _Wanted(NamedTuple):
    title: str
    text: str
    surface: int
    agent: bool  # an agent's state rather than what a program printed


class Notifications(QObject):
    """Decides what is told; `shown` carries it (title, text, surface) also where the desktop has no place for it."""

    shown = Signal(str, str, int)

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        self._bench = bench
        self._tray: QSystemTrayIcon | None = None  # where the desktop has no service of its own
        self._pending: dict[int, _Wanted] = {}  # by surface: of each its last word
        self._states: dict[int, str] = {}
        self._began: dict[int, float] = {}
        self._target: int | None = None
        self._quiet, self._latest = self._timer(_GATHER_MS), self._timer(_LATEST_MS)
        bench.surface_told.connect(self._told)
        bench.refreshed.connect(self._look_at_agents)

    @cached_property
    def _desktop(self) -> "DesktopNotices":
        from paneflow.gui.desktop_notices import DesktopNotices

        desktop = DesktopNotices(self)
        desktop.clicked.connect(self.go_to)
        return desktop

    def _timer(self, milliseconds: int) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(milliseconds)
        timer.timeout.connect(self._show)
        return timer

    # -- what is worth it -----------------------------------------------------------------------------------------
    def _told(self, message: dict[str, Any]) -> None:
        surface = self._bench.model.surfaces.get(message["surface"])
        if surface is None:
            return
        wanted, kind = self._bench.look.config.notifications, message["type"]
        if kind == "bell":
            self._ring(surface)
            if wanted.bell:
                self.want(surface, title_of(surface) or "Bell", "The bell rang")
        elif kind == "notify" and wanted.programs and not self._asks(surface):
            self.want(surface, message["title"] or title_of(surface) or "Paneflow", message["body"])
        elif kind == "command":
            self._command(surface, message)

    def _ring(self, surface: SurfaceView) -> None:
        bell = self._bench.look.config.terminal.bell
        terminal = self._bench.panes.terminal_of(surface.id)
        if bell in ("visual", "both") and terminal is not None:
            terminal.grid_view.flash()
        if bell in ("sound", "both"):
            QApplication.beep()
        if self._bench.leads and not self._bench.window.isActiveWindow():
            QApplication.alert(self._bench.window)

    def _command(self, surface: SurfaceView, message: dict[str, Any]) -> None:
        """A command that took long has ended."""
        if message["running"]:
            self._began[surface.id] = monotonic()
            return
        began = self._began.pop(surface.id, None)
        least = self._bench.look.config.notifications.long_command_secs
        if began is not None and least and monotonic() - began >= least:
            code = message["exit_code"]
            ended = "It succeeded" if code == 0 else "It ended" if code is None else f"It failed with {code}"
            self.want(surface, f"A command has ended in {title_of(surface) or surface.cwd}", ended)

    def _asks(self, surface: SurfaceView) -> bool:
        """Whether its agent's question is told anyway: what the agent prints about it would tell it twice."""
        waiting = surface.agent is not None and surface.agent.state == "waiting_for_input"
        return waiting and self._bench.look.config.notifications.agent_waiting

    def _look_at_agents(self) -> None:
        before, self._states = self._states, {}
        for surface in self._bench.model.surfaces.values():
            if surface.agent is not None:
                self._states[surface.id] = surface.agent.state
                self._look_at(surface, surface.agent, before.get(surface.id))

    def _look_at(self, surface: SurfaceView, agent: Agent, before: str | None) -> None:
        """Tell a state that is new; of an agent that was not known yet only that it waits."""
        if agent.state == before or (before is None and not agent.waits):
            return
        text, wanted = agent_text(agent, now_ms()), self._bench.look.config.notifications
        self._announce(f"{text}, {title_of(surface)}")
        if (agent.waits and wanted.agent_waiting) or (agent.state == "finished" and wanted.agent_finished):
            self.want(surface, text, agent.message or title_of(surface), agent=True)

    def _announce(self, text: str) -> None:
        """Say it to a screen reader when that has nothing else to say."""
        if QAccessible.isActive() and self._bench.leads:
            event = QAccessibleAnnouncementEvent(self._bench.window, text)
            event.setPoliteness(QAccessible.AnnouncementPoliteness.Polite)
            QAccessible.updateAccessibility(event)

    # -- telling --------------------------------------------------------------------------------------------------
    def want(self, surface: SurfaceView, title: str, text: str, *, agent: bool = False) -> None:
        """Tell it, unless the person sees that pane anyway; an agent's state goes before what its pane printed.

        Of several windows the one that was used last tells it: if a person sees the pane, then there.
        """
        if not (self._bench.leads and self._bench.look.config.notifications.enabled) or self._bench.sees(surface.id):
            return
        before = self._pending.pop(surface.id, None)
        wanted = _Wanted(_plain(title), _marked_up(_plain(text)), surface.id, agent)
        self._pending[surface.id] = before if before is not None and before.agent and not agent else wanted
        if len(self._pending) > _MOST:
            del self._pending[next(iter(self._pending))]
        self._quiet.start()
        if not self._latest.isActive():
            self._latest.start()

    def _show(self) -> None:
        """Tell what was gathered and that nobody has looked at since."""
        self._quiet.stop()
        self._latest.stop()
        pending = [each for each in self._pending.values() if not self._bench.sees(each.surface)]
        self._pending = {}
        if not pending:
            return
        title, text, surface, _ = pending[-1]
        if len(pending) > 1:
            title, text = f"{len(pending)} notifications", "\n".join(each.title for each in pending[-4:])
        self.shown.emit(title, text, surface)
        otherwise = partial(self._tell_otherwise, title, text, surface)
        if sys.platform == "linux":
            self._desktop.tell(title, text, surface, otherwise)
        else:
            otherwise()

    def _tell_otherwise(self, title: str, text: str, surface: int) -> None:
        self._target = surface
        if QSystemTrayIcon.isSystemTrayAvailable():
            self._tray_icon().showMessage(title, text)
        else:
            QApplication.alert(self._bench.window)

    def _tray_icon(self) -> QSystemTrayIcon:
        if self._tray is None:
            self._tray = QSystemTrayIcon(self._bench.window.windowIcon(), self)
            self._tray.messageClicked.connect(self.go)
            self._tray.activated.connect(lambda _reason: self.go())
            self._tray.show()
        return self._tray

    def go(self) -> None:
        """Go to what the tray's icon told last."""
        if self._target is not None:
            self.go_to(self._target)

    def go_to(self, surface: int) -> None:
        """Go to a surface that was told of, if it is still there."""
        if surface in self._bench.model.surfaces:
            self._bench.window.showNormal() if self._bench.window.isMinimized() else self._bench.window.raise_()
            self._bench.go_to(surface)


def _plain(text: str) -> str:
    """One short line."""
    return "".join(char for char in text.replace("\n", " ") if char.isprintable())[:_LONGEST]


def _marked_up(text: str) -> str:
    """The text under a title, which desktops on Linux read as mark-up."""
    return text.replace("&", "&amp;").replace("<", "&lt;") if sys.platform == "linux" else text
