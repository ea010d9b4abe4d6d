"""A stream of events: `events.subscribe` on a connection of its own."""

from paneflow.client.connection import Connection
from paneflow.client.wire import failure, parsed, request_line
from paneflow.errors import Busy, PaneflowError, TimedOut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Self


SUBSCRIBED_S = 10.0


class Events:
    """Frames as they come, the acknowledging `subscribed` first; an iterator that ends only with an error.

    A host sends a `heartbeat` when nothing else happens, so a stream that stays silent past `silence_s` is taken for dead.
    """

    silence_s = 120.0

    def __init__(self, path: str, params: object, *, timeout_s: float = SUBSCRIBED_S) -> None:
        self._connection = Connection(path, timeout_s)
        try:
            self._connection.write(request_line("events.subscribe", params, 1), timeout_s)
            self._first: dict[str, Any] | None = _acknowledged(self._connection.read_line(timeout_s))
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> "Self":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> "Self":
        return self

    def __next__(self) -> "dict[str, Any]":
        frame = self.next_within(self.silence_s)
        if frame is None:
            raise TimedOut(f"the host has been silent for {self.silence_s:g} s")
        return frame

    def next_within(self, timeout_s: float) -> "dict[str, Any] | None":
        """The next frame, or None when none comes in time. Raises `Unavailable` when the host is gone."""
        if self._first is not None:
            frame, self._first = self._first, None
            return frame
        try:
            return parsed(self._connection.read_line(timeout_s))
        except TimedOut:
            return None

    def close(self) -> None:
        """End the stream."""
        self._connection.close()


def subscribe(path: str, surfaces: list[int], types: list[str], since: int | None) -> Events:
    """The events of some surfaces and types, of all if there are none, from a `seq` on. Asks again while the host is full."""
    wanted = {"surfaces": surfaces or None, "types": types or None, "since": since}
    params = {name: value for name, value in wanted.items() if value is not None}
    try:
        return Events(path, params)
    except Busy as error:
        from paneflow.client.patience import ask_again  # only when the host is full

        return ask_again(lambda: Events(path, params), error, SUBSCRIBED_S)


def _acknowledged(line: bytes) -> "dict[str, Any]":
    """The first frame, whether it comes bare or as the result of the request. Raises the host's error."""
    frame = parsed(line)
    if "error" in frame:
        raise failure(frame["error"])
    if "result" in frame:
        inner = frame["result"]
        if not isinstance(inner, dict) or isinstance(inner.get("error"), str):
            raise PaneflowError(f"the host refused the subscription: {inner}"[:300], kind="protocol")
        return inner
    return frame
