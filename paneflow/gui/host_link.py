"""The window's connection to the host: the attach stream (`rpc/attach.py`), requests, and coming back after a loss."""

import json
from collections.abc import Callable, Mapping
from functools import partial
from itertools import count
from time import monotonic
from typing import Any, Final

from paneflow.gui.qt import QObject, QTimer, Signal, is_deleted
from paneflow.gui.transport import Transport, connect
from paneflow.rpc import attach

_RETRY_MS: Final = 25
_SLOW_RETRY_MS: Final = 1000
_SURFACE_AT: Final = slice(4, 8)  # of a frame: `vt.frame.HEADER`

Result = Callable[[dict[str, Any]], None]
Failure = Callable[[str, dict[str, Any]], None]  # message, data (with `kind`)


class HostLink(QObject):
    """One attach stream at a time; a new one is opened by itself when the host is back."""

    attached = Signal()
    lost = Signal(str)  # why
    refused = Signal(str)  # a host is there, but takes no such window: why
    told = Signal(object)  # a message: dict with "type"
    failed = Signal(str)  # a request nobody else waited for went wrong

    def __init__(self, path: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.path = path
        self.on_frame: Callable[[int, bytes], None] = lambda _surface, _data: None
        self.on_part: Callable[[bytes], None] = lambda _data: None
        self._transport: Transport | None = None
        self._reader = attach.Reader()
        self._greeting: bytearray | None = None  # the answer to the hand-shake as far as it came
        self._waiting: dict[int, tuple[Result | None, Failure | None]] = {}
        self._ids = count(2)
        self._patience = 0.0
        self._retry = QTimer(self)
        self._retry.setSingleShot(True)
        self._retry.timeout.connect(self._try)

    @property
    def is_attached(self) -> bool:
        """Whether the host listens to us."""
        return self._transport is not None and self._greeting is None

    def open(self, *, brisk_s: float = 15.0) -> None:
        """Connect as soon as a host answers; look often for `brisk_s` seconds, then once a second."""
        self._patience = monotonic() + brisk_s
        if self._transport is None:
            self._try()

    def close(self) -> None:
        """Leave; nothing is told any more."""
        self._retry.stop()
        if self._transport is not None:
            self._transport.close()
            self._transport = None

    # -- to the host ----------------------------------------------------------------------------------------------
    def op(self, op: str, surface: int, **fields: object) -> None:
        """Tell what a person did (`rpc/attach.py` lists the ops). Without a host it is lost."""
        if self.is_attached and self._transport is not None:
            self._transport.send(attach.pack_json(attach.MESSAGE, {"op": op, "surface": surface, **fields}))

    def use(self) -> None:
        """A person does something in this window: what it shows is meant where nothing is named."""
        if self.is_attached and self._transport is not None:
            self._transport.send(attach.pack_json(attach.MESSAGE, {"op": "use"}))

    def ask_part(self, surface: int, image: int, generation: int, offset: int) -> None:
        """Ask for pixels of a picture; `on_part` gets them."""
        self.op("picture", surface, image=image, generation=generation, offset=offset)

    def acknowledge(self, surface: int, cost_us: int) -> None:
        """A frame was painted."""
        if self.is_attached and self._transport is not None:
            self._transport.send(attach.pack(attach.ACKNOWLEDGE, attach.ACK.pack(surface, min(cost_us, 0xFFFFFFFF))))

    def request(
        self,
        method: str,
        params: Mapping[str, object] | None = None,
        then: Result | None = None,
        failed: Failure | None = None,
    ) -> None:
        """Ask; `then` gets the result. Without `failed`, a failure goes to the signal of that name."""
        if self._transport is None or not self.is_attached:
            self._refuse(failed, "the host does not answer", {"kind": "unavailable"})
            return
        number = next(self._ids)
        self._waiting[number] = (then, failed)
        given = {key: value for key, value in (params or {}).items() if value is not None}
        request = {"jsonrpc": "2.0", "id": number, "method": method, "params": given}
        self._transport.send(attach.pack_json(attach.RPC, request))

    def _refuse(self, failed: Failure | None, message: str, data: dict[str, Any]) -> None:
        if failed is not None:
            failed(message, data)
        else:
            self.failed.emit(message)

    # -- from the host --------------------------------------------------------------------------------------------
    def _try(self) -> None:
        try:
            transport = connect(self.path, self)
        except OSError:
            self._retry.start(_RETRY_MS if monotonic() < self._patience else _SLOW_RETRY_MS)
            return
        self._reader, self._greeting = attach.Reader(), bytearray()
        transport.received, transport.closed = self._received, self._closed
        self._transport = transport
        hello = {"jsonrpc": "2.0", "id": 1, "method": "window.attach", "params": {"protocol": attach.PROTOCOL}}
        transport.send(json.dumps(hello).encode() + b"\n")

    def _received(self, data: bytes) -> None:
        if self._greeting is not None:
            data = self._greet(data)
        try:
            messages = self._reader.feed(data) if data else []
        except ValueError as error:
            self._drop(str(error))
            return
        for kind, payload in messages:
            self._take(kind, payload)

    def _greet(self, data: bytes) -> bytes:
        """Take the hand-shake's answer off the front; what follows it is binary."""
        assert self._greeting is not None
        line, found, rest = data.partition(b"\n")
        self._greeting += line
        if not found:
            return b""
        answer = json.loads(bytes(self._greeting))
        self._greeting = None
        if "error" in answer:
            self.close()
            self.refused.emit(answer["error"]["message"])
            return b""
        self.attached.emit()
        return rest

    def _take(self, kind: bytes, payload: bytes) -> None:
        if kind == attach.FRAME:
            self.on_frame(int.from_bytes(payload[_SURFACE_AT], "little"), payload)
        elif kind == attach.PICTURE:
            self.on_part(payload)
        elif kind == attach.MESSAGE:
            self.told.emit(json.loads(payload))
        elif kind == attach.RPC:
            self._answered(json.loads(payload))

    def _answered(self, answer: dict[str, Any]) -> None:
        then, failed = self._waiting.pop(answer["id"] or 0, (None, None))
        if is_deleted(_receiver(then)):  # a pane that was closed meanwhile
            return
        if error := answer.get("error"):
            self._refuse(failed, error["message"], error.get("data") or {})
        elif then is not None:
            then(answer["result"])

    def _drop(self, reason: str) -> None:
        if self._transport is not None:
            self._transport.close()
        self._closed(reason)

    def _closed(self, reason: str) -> None:
        self._transport, self._greeting = None, None
        waiting, self._waiting = self._waiting, {}
        for _, failed in waiting.values():
            if failed is not None:
                failed("the host is gone", {"kind": "lost"})  # which the signal tells for all of them
        self.lost.emit(reason)
        self._retry.start(_SLOW_RETRY_MS)


def _receiver(callback: object) -> object:
    """The object whose method is called; None when it is a function."""
    while isinstance(callback, partial):
        callback = callback.func
    return getattr(callback, "__self__", None)
