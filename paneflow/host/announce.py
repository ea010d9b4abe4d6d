"""Which fact becomes which event frame."""

from paneflow.host.subscriptions import Hub
from paneflow.model import changes
from paneflow.runtime.bus import Fact
from paneflow.runtime.facts import Output, Said
from paneflow.runtime.session import Session
from paneflow.vt import events as vt


class Announcer:
    """Hears the session's facts and emits events."""

    def __init__(self, session: Session, hub: Hub) -> None:
        self._session, self._hub = session, hub
        session.bus.subscribe(self.hear)

    def hear(self, fact: Fact) -> None:
        """Tell one fact, if the world hears of its kind."""
        match fact:
            case Output(surface, generation):
                self._hub.surface_changed(surface, generation)
            case Said():
                self._said(fact)
            case _:
                self._surface(fact)
                self._workspace(fact)

    def _said(self, said: Said) -> None:
        match said.event:
            case vt.Bell():
                self._hub.emit("bell", said.surface)
            case vt.Notified(title, body):
                self._hub.emit("notification", said.surface, title=title, body=body)
            case vt.Progress(state, percent):
                self._hub.emit("progress", said.surface, state=state.value, percent=percent)
            case vt.ShellMark(vt.MarkKind.OUTPUT_START):
                self._hub.emit("command_started", said.surface)
            case vt.ShellMark(vt.MarkKind.COMMAND_END, exit_code):
                self._hub.emit("command_finished", said.surface, exit_code=exit_code)

    def _surface(self, fact: Fact) -> None:
        emit = self._hub.emit
        match fact:
            case changes.SurfaceCreated(surface):
                record = self._session.model.surfaces.get(surface)
                emit("surface_created", surface, name=record.name if record else "")
            case changes.SurfaceExited(surface, code, signal):
                emit("surface_exited", surface, exit_code=code, signal=signal)
            case changes.SurfaceClosed(surface, name, workspace):
                emit("surface_closed", surface, name=name, workspace_id=workspace)
            case changes.SurfaceRenamed(surface, name, before):
                emit("surface_renamed", surface, name=name, before=before)
            case changes.TitleChanged(surface, title):
                emit("title_changed", surface, title=title)
            case changes.CwdChanged(surface, cwd):
                emit("cwd_changed", surface, cwd=cwd)

    def _workspace(self, fact: Fact) -> None:
        match fact:
            case changes.WorkspaceCreated(workspace):
                self._changed(workspace, "created")
            case changes.WorkspaceClosed(workspace):
                self._changed(workspace, "closed")
            case changes.WorkspaceChanged(workspace):
                self._changed(workspace, "changed")
            case changes.LayoutChanged(workspace):
                self._changed(workspace, "layout")
            case changes.ActiveChanged(workspace):
                self._changed(workspace, "active")
            case changes.FocusMoved(workspace, _, surface):
                self._hub.emit("workspace_changed", surface, workspace_id=workspace, change="focus")
            case changes.OrderChanged():
                self._changed(None, "order")

    def _changed(self, workspace: int | None, change: str) -> None:
        self._hub.emit("workspace_changed", workspace_id=workspace, change=change)
