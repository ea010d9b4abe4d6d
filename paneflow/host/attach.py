"""The host's end of a window's attach stream (`rpc/attach.py` says what goes over it)."""

import asyncio
import json
import logging
from collections.abc import Awaitable
from dataclasses import replace
from typing import Final

from paneflow.host.attach_input import Input
from paneflow.host.caller import Caller
from paneflow.host.dispatcher import Answer, Dispatcher
from paneflow.host.frames import Shown
from paneflow.host.host import Host
from paneflow.ids import SurfaceId, WorkspaceId
from paneflow.model import view
from paneflow.model.actions import SelectWorkspace
from paneflow.model.changes import ActiveChanged, Change, SurfaceClosed
from paneflow.model.records import Model
from paneflow.rpc import attach, jsonrpc
from paneflow.runtime.bus import Fact
from paneflow.runtime.facts import Notice, Output, Reconfigured, RuntimeFact, Said
from paneflow.vt import events as vt
from paneflow.vt.images import Part

MAX_INPUT: Final = 16 << 20  # bytes of one message from a window: a paste
MAX_BEHIND: Final = 32 << 20  # bytes a window may leave unread; then it is taken for dead

log = logging.getLogger(__name__)


class AttachStream(asyncio.Protocol):
    """One window. Frames go out when it asks for them, changes of the model once a loop turn."""

    shown: dict[SurfaceId, Shown]

    def __init__(self, host: Host, dispatcher: Dispatcher, transport: asyncio.Transport, pid: int | None) -> None:
        self.transport, self.shown = transport, {}
        self.unread: set[SurfaceId] = set()  # hidden surfaces that printed since, which the window was told
        self._host, self._dispatcher = host, dispatcher
        self._caller = Caller(pid, person=True)
        self._reader = attach.Reader(MAX_INPUT)
        self._input = Input(host, self)
        self._tasks: set[asyncio.Task[None]] = set()
        self._space = host.session.model.active  # each window shows a workspace of its own
        self._told = self._seen()
        self._telling = False
        self._unsubscribe = host.session.bus.subscribe(self._hear)
        transport.set_protocol(self)
        transport.set_write_buffer_limits(1 << 20)
        self.tell(self._state())
        for message in host.lasting.messages():
            self.tell(message)
        host.windows.add(self)

    # -- asyncio --------------------------------------------------------------------------------------------------
    def data_received(self, data: bytes) -> None:
        """Work on what the window says. One that breaks the protocol is dropped."""
        try:
            for kind, payload in self._reader.feed(data):
                self._take(kind, payload)
        except (ValueError, KeyError, TypeError) as error:
            log.warning("a window sent what it must not, and is dropped: %r", error)
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """The window is gone; nothing it showed ends."""
        self._unsubscribe()
        for shown in self.shown.values():
            shown.close()
        self.shown.clear()
        self._host.windows.remove(self)
        for task in self._tasks:
            task.cancel()

    # -- the window a person uses ---------------------------------------------------------------------------------
    def use(self) -> None:
        """A person works in this window: its workspace is the active one now."""
        self._host.windows.used(self)
        self._activate()

    def lead(self, *, leads: bool) -> None:
        """See `Window.lead`."""
        self.tell({"type": "leads", "leads": leads})
        if leads:
            self._activate()

    def _activate(self) -> None:
        session, space = self._host.session, self._space
        if space is not None and space != session.model.active and space in session.model.workspaces:
            session.do(SelectWorkspace(space))

    def _seen(self) -> Model:
        """The model with this window's workspace as the active one."""
        return replace(self._host.session.model, active=self._space)

    # -- from the window ------------------------------------------------------------------------------------------
    def _take(self, kind: bytes, payload: bytes) -> None:
        if kind == attach.ACKNOWLEDGE:
            surface, cost = attach.ACK.unpack(payload)
            if shown := self.shown.get(SurfaceId(surface)):
                shown.acknowledged(cost / 1e6)
        elif kind == attach.MESSAGE:
            self._input.take(json.loads(payload))
        elif kind == attach.RPC:
            self._answer(payload)
        else:
            raise ValueError(f"an unknown type of message: {kind!r}")

    def _answer(self, line: bytes) -> None:
        answer = self._dispatcher.answer(line, self._caller)
        if isinstance(answer, Awaitable):
            task = asyncio.ensure_future(self._answer_later(answer))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        else:
            self._send_answer(answer)

    async def _answer_later(self, answer: Awaitable[Answer]) -> None:
        self._send_answer(await answer)

    def _send_answer(self, answer: Answer) -> None:
        if isinstance(answer, bytes):
            self._send(attach.pack(attach.RPC, answer.rstrip(b"\n")))
        elif answer is not None:
            refusal = jsonrpc.BadRequest("a window's stream is not turned into another one", "invalid_request")
            self._send(attach.pack(attach.RPC, jsonrpc.failure(None, refusal).rstrip(b"\n")))

    # -- to the window --------------------------------------------------------------------------------------------
    def tell(self, message: dict[str, object]) -> None:
        """See `Window.tell`."""
        self._send(attach.pack_json(attach.MESSAGE, message))

    def shows(self, surface: SurfaceId) -> bool:
        """See `Window.shows`."""
        return surface in self.shown

    def send_frame(self, frame: bytes) -> None:
        """Send a frame in one write."""
        self._send(attach.pack(attach.FRAME, frame))

    def send_part(self, generation: int, part: Part | None) -> None:
        """Send pixels of a picture; None: there is none of that generation."""
        header = (part.width, part.height, part.offset, part.format) if part is not None else (0, 0, 0, 0)
        self._send(attach.pack(attach.PICTURE, attach.PART.pack(generation, *header) + (part.data if part else b"")))

    def _send(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self.transport.get_write_buffer_size() > MAX_BEHIND:
            log.warning("a window reads nothing, and is dropped")
            self.transport.abort()
            return
        self.transport.write(data)

    def _state(self) -> dict[str, object]:
        host = self._host
        return {
            **view.state(self._seen(), host.agent_of),
            "config_problems": host.settings.as_wire(),
            "notices": [{"level": each.level, "message": each.message} for each in host.notices],
            "engine": host.session.spawner.engine_name,
        }

    def _hear(self, fact: Fact) -> None:
        match fact:
            case Output(surface):
                self._printed(surface)
            case Said(surface, event):
                self._said(surface, event)
            case Notice(level, message):
                self.tell({"type": "hint", "level": level, "message": message})
            case Reconfigured():
                self.tell({"type": "config", "problems": self._host.settings.as_wire()})
            case _:
                self._changed(fact)

    def _printed(self, surface: SurfaceId) -> None:
        if shown := self.shown.get(surface):
            shown.changed()
        elif surface not in self.unread:
            self.unread.add(surface)
            self.tell({"type": "activity", "surface": surface})

    def _changed(self, change: Change | RuntimeFact) -> None:
        if isinstance(change, SurfaceClosed) and (shown := self.shown.pop(change.surface, None)):
            shown.close()
            self._host.windows.forget(change.surface)
        if isinstance(change, ActiveChanged) and self._leads():
            self._space = change.workspace
        if not self._telling:
            self._telling = True
            asyncio.get_running_loop().call_soon(self._tell_changes)

    def _tell_changes(self) -> None:
        self._telling = False
        before, now = self._told, self._host.session.model
        if self._space not in now.workspaces:
            self._space = _neighbour(before, now)
        self._told = self._seen()
        for message in view.deltas(before, self._told, self._host.agent_of):
            self.tell(message)

    def _leads(self) -> bool:
        return self._host.windows.last_used() is self

    def _said(self, surface: SurfaceId, event: vt.EngineEvent) -> None:
        match event:
            case vt.Bell():
                self.tell({"type": "bell", "surface": surface})
            case vt.Notified(title, body):
                self.tell({"type": "notify", "surface": surface, "title": title, "body": body})
            case vt.ClipboardWrite(selection, text) if self._leads():
                policy = self._host.settings.config.terminal.osc52
                if policy != "off":
                    told = {"surface": surface, "selection": selection, "text": text, "ask": policy == "ask"}
                    self.tell({"type": "clipboard", **told})
            case _:
                if (lasting := self._host.lasting.message(surface, event)) is not None:
                    self.tell(lasting)


def _neighbour(before: Model, now: Model) -> WorkspaceId | None:
    """What a window shows whose workspace was closed: the one before it in the list, else the active one."""
    at = before.order.index(before.active) if before.active in before.order else 0
    return next((each for each in reversed(before.order[:at]) if each in now.workspaces), now.active)
