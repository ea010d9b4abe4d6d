"""A client of the CustomPaneBackend, as others write theirs: answers by id, pushes aside.

with running_host(env={}) as host, BackendClient.connect(host) as backend:
    backend.initialize()
    pane = backend.call("spawn_agent", command=["cat"])["context_id"]
    backend.pushed("context_ready", context_id=pane)
"""

import contextlib
import itertools
import json
import os
import queue
import socket
import threading
from typing import Any, Self

from tests.support.host import HostProcess

PATIENCE = 20.0


class BackendFailure(Exception):
    """The backend answered with an error."""

    def __init__(self, error: dict[str, Any]) -> None:
        super().__init__(f"{error['code']}: {error['message']}")
        self.code: int = error["code"]
        self.data: dict[str, Any] | None = error.get("data")


def backend_path(host: HostProcess) -> str:
    """The endpoint's socket."""
    return os.path.join(os.path.dirname(host.socket_path), "pane-backend.sock")


class BackendClient:
    """One connection and a thread that sorts what comes."""

    def __init__(self, connection: socket.socket) -> None:
        self.socket = connection
        self.lines: list[dict[str, Any]] = []  # everything, in order
        self._answers: dict[object, queue.Queue[dict[str, Any]]] = {}
        self._happened = threading.Condition()
        self._ids = itertools.count(1)
        self._closed = False
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    @classmethod
    def connect(cls, host: HostProcess) -> "BackendClient":
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(PATIENCE)
        connection.connect(backend_path(host))
        connection.settimeout(None)
        return cls(connection)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)
        self._reader.join(5)
        self.socket.close()

    def _read(self) -> None:
        rest = b""
        while True:
            try:
                data = self.socket.recv(1 << 16)
            except OSError:
                data = b""
            if not data:
                break
            *lines, rest = (rest + data).split(b"\n")
            with self._happened:
                self.lines += [json.loads(line) for line in lines]
                self._happened.notify_all()
        with self._happened:
            self._closed = True
            self._happened.notify_all()

    def _find(self, wanted: Any, start: int = 0, patience: float = PATIENCE) -> dict[str, Any]:
        with self._happened:
            found: list[dict[str, Any]] = []

            def there() -> bool:
                found[:] = [line for line in self.lines[start:] if wanted(line)]
                return bool(found) or self._closed

            assert self._happened.wait_for(there, patience), f"it did not come; there is {self.lines}"
            assert found, f"the connection was closed; there is {self.lines}"
            return found[0]

    # -- asking ---------------------------------------------------------------------------------------------------
    def send(self, method: str, /, **params: Any) -> int:
        """A request, without waiting for its answer; its id."""
        request_id = next(self._ids)
        self.send_raw(json.dumps({"id": request_id, "method": method, "params": params}).encode() + b"\n")
        return request_id

    def send_raw(self, data: bytes) -> None:
        """Any bytes."""
        self.socket.sendall(data)

    def answer(self, request_id: object, patience: float = PATIENCE) -> dict[str, Any]:
        """The whole answer to a request."""
        return self._find(lambda line: "id" in line and line["id"] == request_id, patience=patience)

    def result(self, request_id: object, patience: float = PATIENCE) -> Any:
        """The result of a request. Raises `BackendFailure`."""
        answer = self.answer(request_id, patience)
        if "error" in answer:
            raise BackendFailure(answer["error"])
        return answer["result"]

    def call(self, method: str, /, **params: Any) -> Any:
        """A request and its result."""
        return self.result(self.send(method, **params))

    def initialize(self, version: str = "2") -> Any:
        """The handshake."""
        return self.call("initialize", protocol_version=version, capabilities=["events"])

    def pushed(self, method: str, patience: float = PATIENCE, **members: Any) -> dict[str, Any]:
        """The params of a push with these members; waits for it."""

        def fits(line: dict[str, Any]) -> bool:
            params = line.get("params", {})
            return line.get("method") == method and all(params.get(key) == value for key, value in members.items())

        params: dict[str, Any] = self._find(fits, patience=patience)["params"]
        return params

    def pushes(self, method: str) -> list[dict[str, Any]]:
        """The params of the pushes that have come."""
        return [line["params"] for line in self.lines if line.get("method") == method]
