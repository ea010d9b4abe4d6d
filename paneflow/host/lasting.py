"""What surfaces said that holds until they say otherwise: progress, and the command that runs or how the last one ended.

Windows are told when it is said, and again when they come later.
"""

from paneflow.ids import SurfaceId
from paneflow.model.changes import SurfaceClosed
from paneflow.runtime.bus import Fact
from paneflow.runtime.facts import Said
from paneflow.runtime.session import Session
from paneflow.vt import events as vt

Message = dict[str, object]  # of the attach stream: `rpc/attach.py`


class Lasting:
    """Of every surface, by kind. Belongs to the loop's thread."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._said: dict[SurfaceId, dict[str, Message]] = {}
        session.bus.subscribe(self._hear)

    def message(self, surface: SurfaceId, event: vt.EngineEvent) -> Message | None:
        """What windows are told of an event; None when it is nothing that lasts."""
        match event:
            case vt.Progress(state, percent):
                return {"type": "progress", "surface": surface, "state": state.value, "percent": percent}
            case vt.ShellMark(vt.MarkKind.OUTPUT_START):
                return self._command(surface, running=True)
            case vt.ShellMark(vt.MarkKind.COMMAND_END, exit_code):
                return self._command(surface, running=False, exit_code=exit_code)
        return None

    def messages(self) -> list[Message]:
        """Everything that holds now, for a window that has just come."""
        return [message for said in self._said.values() for message in said.values()]

    def _command(self, surface: SurfaceId, *, running: bool, exit_code: int | None = None) -> Message:
        record = self._session.model.surfaces.get(surface)
        title = record.title if record is not None else ""
        return {"type": "command", "surface": surface, "running": running, "exit_code": exit_code, "title": title}

    def _hear(self, fact: Fact) -> None:
        if isinstance(fact, SurfaceClosed):
            self._said.pop(fact.surface, None)
        elif isinstance(fact, Said) and (message := self.message(fact.surface, fact.event)) is not None:
            said = self._said.setdefault(fact.surface, {})
            said[str(message["type"])] = message
            if message["type"] == "command" and not message["running"]:
                said.pop("progress", None)  # it was the command's
