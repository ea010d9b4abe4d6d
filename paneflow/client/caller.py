"""Calls over one connection: what `Client` adds names and types to."""

from paneflow import paths
from paneflow.client.connection import Connection
from paneflow.client.wire import answer_of, request_line
from paneflow.errors import Busy, PaneflowError, Unavailable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Self

ANSWER_S = 10.0


class Caller:
    """A connection to a host, opened at the first call and again after the host has gone away.

    A host without room for one more is asked again for up to `timeout_s` seconds.
    """

    def __init__(self, path: str | None = None, *, timeout_s: float = ANSWER_S) -> None:
        self.path = path or paths.socket_path()
        self.timeout_s = timeout_s
        self._connection: Connection | None = None
        self._last_id = 0

    def __enter__(self) -> "Self":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the connection. A later call opens another."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def call(self, method: str, /, **params: object) -> "Any":  # noqa: ANN401 - JSON
        """Call a method and return its result; a param that is None is left out.

        >>> from paneflow.client import Client
        >>> with Client() as client:
        ...     client.call("surface.list", workspace=None)
        {'surfaces': []}
        """
        return self.request(method, {name: value for name, value in params.items() if value is not None})

    def request(
        self, method: str, params: object, *, timeout_s: float | None = None, patience_s: float | None = None
    ) -> "Any":  # noqa: ANN401
        """Call a method with params as they are. Raises what the host answers, `TimedOut`, or `Unavailable`.

        `patience_s` is how long a host without room is asked again, in seconds; the client's own time-out by default.
        """
        try:
            return self._request(method, params, timeout_s)
        except Busy as error:
            from paneflow.client.patience import ask_again  # only when the host is full

            patience_s = self.timeout_s if patience_s is None else patience_s
            return ask_again(lambda: self._request(method, params, timeout_s), error, patience_s)

    def _request(self, method: str, params: object, timeout_s: float | None) -> "Any":  # noqa: ANN401
        self._last_id += 1
        line = request_line(method, params, self._last_id)
        try:
            connection = self._send(line)
            return answer_of(connection.read_line(timeout_s or self.timeout_s), self._last_id)
        except PaneflowError as error:
            if error.kind in ("no_answer", "unavailable", "protocol"):
                self.close()  # an answer that comes late would be taken for the next one's
            elif isinstance(error, Busy):
                self.close()  # whoever has to wait leaves the place to others
            raise
        except BaseException:
            self.close()
            raise

    def _send(self, line: bytes) -> Connection:
        """Write a request; once more on a new connection if the host let go of the old one just now and so took nothing."""
        again = self._connection is not None
        connection = self._connected()
        try:
            connection.write(line, self.timeout_s)
        except Unavailable:
            if not again:
                raise
            self.close()
            connection = self._connected()
            connection.write(line, self.timeout_s)
        return connection

    def _connected(self) -> Connection:
        if self._connection is not None and not self._connection.is_quiet():
            self.close()
        if self._connection is None:
            self._connection = Connection(self.path, self.timeout_s)
        return self._connection
