"""A window's end of the attach stream, without a window."""

import json
import socket
from typing import Any

from paneflow.rpc import attach


class AttachClient:
    """Speaks the stream; `frames` and `messages` are what came so far."""

    def __init__(self, path: str, timeout: float = 15.0) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(timeout)
        self.socket.connect(path)
        request = {"jsonrpc": "2.0", "id": 1, "method": "window.attach", "params": {"protocol": attach.PROTOCOL}}
        self.socket.sendall(json.dumps(request).encode() + b"\n")
        answer = bytearray()
        while not answer.endswith(b"\n"):  # byte by byte: what follows is binary
            answer += self.socket.recv(1)
        self.handshake = json.loads(answer)
        self._reader = attach.Reader()
        self._waiting: list[tuple[bytes, bytes]] = []
        self._ids = 100
        self._passed: list[dict[str, Any]] = []

    def op(self, op: str, surface: int, **fields: Any) -> None:
        """Say what a person did."""
        self.socket.sendall(attach.pack_json(attach.MESSAGE, {"op": op, "surface": surface, **fields}))

    def use(self) -> None:
        """A person does something in this window."""
        self.socket.sendall(attach.pack_json(attach.MESSAGE, {"op": "use"}))

    def show(self, surface: int, cols: int = 80, rows: int = 24) -> None:
        self.op("show", surface, cols=cols, rows=rows, cell_w=8, cell_h=16)

    def acknowledge(self, surface: int, cost_us: int = 100) -> None:
        self.socket.sendall(attach.pack(attach.ACKNOWLEDGE, attach.ACK.pack(surface, cost_us)))

    def receive(self) -> tuple[bytes, bytes]:
        """The next message: its type and payload."""
        while not self._waiting:
            data = self.socket.recv(1 << 20)
            if not data:
                raise EOFError("the host closed the stream")
            self._waiting += self._reader.feed(data)
        kind, payload = self._waiting.pop(0)
        if kind == attach.MESSAGE:
            self._passed.append(json.loads(payload))
        return kind, payload

    def changes(self) -> list[dict[str, Any]]:
        """The changes of the model that have come so far."""
        return self.told("changed")

    def told(self, *kinds: str) -> list[dict[str, Any]]:
        """The messages of some types that have come so far."""
        return [each for each in self._passed if each["type"] in kinds]

    def until_active(self, workspace: int) -> None:
        """Wait until the window is told to show a workspace."""
        while self.message("changed").get("active") != workspace:
            pass

    def frame(self) -> bytes:
        """The next frame; other messages before it are dropped."""
        while True:
            kind, payload = self.receive()
            if kind == attach.FRAME:
                return payload

    def message(self, kind: str) -> dict[str, Any]:
        """The next JSON message of a type; others before it are dropped."""
        while True:
            tag, payload = self.receive()
            if tag == attach.MESSAGE:
                value: dict[str, Any] = json.loads(payload)
                if value["type"] == kind:
                    return value

    def call(self, method: str, /, **params: Any) -> dict[str, Any]:
        """A JSON-RPC request over the stream; the whole answer."""
        self._ids += 1
        request = {"jsonrpc": "2.0", "id": self._ids, "method": method, "params": params}
        self.socket.sendall(attach.pack_json(attach.RPC, request))
        while True:
            kind, payload = self.receive()
            if kind == attach.RPC:
                value: dict[str, Any] = json.loads(payload)
                return value

    def close(self) -> None:
        self.socket.close()

    def __enter__(self) -> "AttachClient":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
