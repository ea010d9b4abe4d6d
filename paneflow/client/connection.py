"""A line-wise connection to the host's endpoint: bytes out, lines in, each within a time. Knows nothing of JSON.

`_socket` instead of `socket`: the latter loads `enum` and `selectors`, which costs a verb as much as Python itself.
"""

import _socket
import sys
from time import monotonic, sleep

from paneflow.errors import Refused, TimedOut, Unavailable

CHUNK = 1 << 16
_QUEUED = 0.02  # seconds between two tries to get into a full queue
MAX_ANSWER = 64 << 20  # bytes; far above any answer, so that a host gone wild cannot fill our memory


class Connection:
    """One connection. Raises `Unavailable` when nobody answers there, `Refused` when another user does."""

    def __init__(self, path: str, timeout_s: float | None = 10.0) -> None:
        self.path = path
        self._rest = bytearray()
        self._stream = _open(path, timeout_s)

    def write(self, line: bytes, timeout_s: float | None = None) -> None:
        """Send a whole line."""
        try:
            self._stream.settimeout(timeout_s)
            self._stream.sendall(line)
        except OSError as error:
            raise Unavailable(f"the host closed the connection: {_reason(error)}", path=self.path) from None

    def read_line(self, timeout_s: float | None = None) -> bytes:
        """The next line without its end. Raises `TimedOut` (no_answer; the connection stays good), `Unavailable` at its end."""
        deadline = None if timeout_s is None else monotonic() + timeout_s
        searched = 0
        while (end := self._rest.find(b"\n", searched)) < 0:
            searched = len(self._rest)
            self._fill(deadline)
        line = bytes(self._rest[:end])
        del self._rest[: end + 1]
        return line

    def read_some(self) -> bytes:
        """Whatever comes next, b"" at the end; for who passes it on. Do not mix with `read_line`."""
        self._stream.settimeout(None)
        try:
            return self._stream.recv(CHUNK)
        except OSError:
            return b""

    def end(self) -> None:
        """Say that nothing more will be written; what is still answered can be read. A pipe cannot be half closed."""
        if isinstance(self._stream, _socket.socket):
            self._stream.shutdown(_socket.SHUT_WR)

    def _fill(self, deadline: float | None) -> None:
        left = None if deadline is None else deadline - monotonic()
        if left is not None and left <= 0:
            raise TimedOut("the host did not answer in time", kind="no_answer", path=self.path)
        try:
            self._stream.settimeout(left)
            chunk = self._stream.recv(CHUNK)
        except TimeoutError:
            raise TimedOut("the host did not answer in time", kind="no_answer", path=self.path) from None
        except OSError as error:
            raise Unavailable(f"the host closed the connection: {_reason(error)}", path=self.path) from None
        if not chunk or len(self._rest) > MAX_ANSWER:
            raise Unavailable("the host closed the connection", path=self.path)
        self._rest += chunk

    def is_quiet(self) -> bool:
        """Whether it is open with nothing to read, as it should be between a call and the next; else it is of no use."""
        try:
            self._stream.settimeout(0)
            self._rest += self._stream.recv(1)
        except (BlockingIOError, TimeoutError):
            return not self._rest
        except OSError:
            pass
        return False

    def close(self) -> None:
        """End the connection; closing twice is fine."""
        self._stream.close()


if sys.platform == "win32":
    from paneflow.client.pipe import Pipe as _Stream

    def _open(path: str, timeout_s: float | None) -> _Stream:
        return _Stream(path, timeout_s)

else:
    _Stream = _socket.socket

    def _open(path: str, timeout_s: float | None) -> _Stream:
        stream = _Stream(_socket.AF_UNIX, _socket.SOCK_STREAM)
        try:
            _connect(stream, path, timeout_s)
            _check_peer(stream, path)
        except OSError as error:
            stream.close()
            raise unavailable(path, _reason(error)) from None
        except BaseException:
            stream.close()
            raise
        return stream

    def _connect(stream: _Stream, path: str, timeout_s: float | None) -> None:
        """Connect, and wait for a place in the queue where it is full: with a time-out Linux does not by itself."""
        deadline = monotonic() + (timeout_s or 0)
        stream.settimeout(timeout_s)
        while True:
            try:
                stream.connect(path)
                return
            except BlockingIOError:
                if monotonic() >= deadline:
                    raise
                sleep(_QUEUED)

    def _check_peer(stream: _Stream, path: str) -> None:
        """Refuse a host of another user: it would be given what is typed, and its answers would be believed."""
        from os import geteuid

        uid = _peer_uid(stream)
        if uid is not None and uid != geteuid():
            raise Refused(f"{path} is served by user {uid}, not by you", kind="peer_refused", path=path, uid=uid)

    def _peer_uid(stream: _Stream) -> int | None:
        if sys.platform == "linux":  # struct ucred {pid, uid, gid}
            return int.from_bytes(stream.getsockopt(_socket.SOL_SOCKET, _socket.SO_PEERCRED, 12)[4:8], sys.byteorder)
        if sys.platform == "darwin":  # SOL_LOCAL, LOCAL_PEERCRED: struct xucred {version, uid, …}
            return int.from_bytes(stream.getsockopt(0, 1, 76)[4:8], sys.byteorder)
        return None


def unavailable(path: str, reason: str) -> Unavailable:
    """The error for an endpoint that nobody serves."""
    return Unavailable(f"no host answers on {path} ({reason}); start one with: paneflow host start", path=path)


def _reason(error: OSError) -> str:
    return error.strerror or str(error) or type(error).__name__
