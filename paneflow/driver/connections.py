"""A process's connections to its host, shared by all sessions it drives: a host serves only so many, a fleet may be larger."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, sleep
from typing import Any

from paneflow.client.client import Client
from paneflow.client.patience import NO_ROOM
from paneflow.errors import Busy

AT_ONCE = 24  # calls of one process that are being answered; others need room, too
PATIENCE_S = 30.0  # for a host that has no room
RETRY_S = 0.5


class Connections:
    """Those to the host at one endpoint. `opened` and `closed` count who uses them; the last one ends them."""

    def __init__(self) -> None:
        self._room = threading.BoundedSemaphore(AT_ONCE)
        self._lock = threading.Lock()
        self._idle: list[Client] = []
        self._users = 0

    def opened(self, client: Client | None = None) -> None:
        """Somebody will call; a client that is there already is taken over."""
        with self._lock:
            self._users += 1
        if client is not None:
            self._put_back(client)

    def closed(self) -> None:
        """Somebody calls no more."""
        with self._lock:
            self._users -= 1
            idle, self._idle = (self._idle, []) if not self._users else ([], self._idle)
        for client in idle:
            client.close()

    def request(self, path: str, method: str, params: object, timeout_s: float) -> Any:  # noqa: ANN401 - JSON
        """Call a method, and again while the host has no room. Raises what `Client.request` does."""
        deadline = monotonic() + PATIENCE_S
        while True:
            try:
                with self._taken(path) as client:
                    return client.request(method, params, timeout_s=timeout_s, patience_s=0)
            except Busy as error:
                if error.kind not in NO_ROOM or monotonic() >= deadline:
                    raise
                sleep(RETRY_S)

    @contextmanager
    def _taken(self, path: str) -> Iterator[Client]:
        with self._room:
            with self._lock:
                client = self._idle.pop() if self._idle else Client(path)
            try:
                yield client
            finally:
                self._put_back(client)

    def _put_back(self, client: Client) -> None:
        with self._lock:
            kept = self._users > len(self._idle)  # no more than could be wanted at once
            if kept:
                self._idle.append(client)
        if not kept:
            client.close()


_ALL: dict[str, Connections] = {}
_LOCK = threading.Lock()


def connections(path: str) -> Connections:
    """Those of this process to the host at an endpoint."""
    with _LOCK:
        return _ALL.setdefault(path, Connections())
