"""Bytes to and from the host on Qt's event loop."""

import socket
import sys
from collections.abc import Callable
from typing import Final, Protocol

from paneflow.gui.qt import QObject, QSocketNotifier

_AT_ONCE: Final = 1 << 20  # bytes read in one go: a full frame of a large pane


class Transport(Protocol):
    """An open connection. `received` and `closed` are called from the event loop; `closed` at most once."""

    received: Callable[[bytes], None]
    closed: Callable[[str], None]

    def send(self, data: bytes) -> None:
        """Write all of it, now or as the host takes it."""
        ...

    def close(self) -> None:
        """Let go; `closed` is not called."""
        ...


def _nothing(_: object) -> None: ...


def _unix_socket() -> socket.socket:
    if sys.platform == "win32":
        raise OSError("there are pipes here, no Unix sockets")
    return socket.socket(socket.AF_UNIX)


class UnixTransport(QObject):
    """A Unix socket. Raises OSError when nobody listens."""

    def __init__(self, path: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.received: Callable[[bytes], None] = _nothing
        self.closed: Callable[[str], None] = _nothing
        self._backlog = bytearray()
        self._socket = _unix_socket()
        try:
            self._socket.connect(path)
        except OSError:
            self._socket.close()
            raise
        self._socket.setblocking(False)
        self.destroyed.connect(self._socket.close)  # whoever holds it goes without a word
        self._reading = QSocketNotifier(self._socket.fileno(), QSocketNotifier.Type.Read, self)
        self._reading.activated.connect(self._read)
        self._writing = QSocketNotifier(self._socket.fileno(), QSocketNotifier.Type.Write, self)
        self._writing.setEnabled(False)
        self._writing.activated.connect(self._flush)

    def send(self, data: bytes) -> None:
        """See `Transport.send`."""
        if self._socket.fileno() < 0:
            return
        self._backlog += data
        if not self._writing.isEnabled():
            self._flush()

    def close(self) -> None:
        """See `Transport.close`."""
        self._reading.setEnabled(False)
        self._writing.setEnabled(False)
        self._socket.close()

    def _read(self) -> None:
        try:
            data = self._socket.recv(_AT_ONCE)
        except (BlockingIOError, InterruptedError):
            return
        except OSError as error:
            self._end(str(error))
            return
        if data:
            self.received(data)
        else:
            self._end("the host closed the connection")

    def _flush(self) -> None:
        try:
            sent = self._socket.send(self._backlog)
        except (BlockingIOError, InterruptedError):
            sent = 0
        except OSError as error:
            self._end(str(error))
            return
        del self._backlog[:sent]
        self._writing.setEnabled(bool(self._backlog))

    def _end(self, reason: str) -> None:
        if self._socket.fileno() >= 0:
            self.close()
            self.closed(reason)


class PipeTransport(QObject):
    """A named pipe through QLocalSocket. Raises OSError when nobody listens."""

    def __init__(self, path: str, parent: QObject | None = None) -> None:
        from PySide6.QtNetwork import QLocalSocket  # only Windows needs the module

        super().__init__(parent)
        self.received: Callable[[bytes], None] = _nothing
        self.closed: Callable[[str], None] = _nothing
        self._socket = QLocalSocket(self)
        self._socket.connectToServer(path)
        if not self._socket.waitForConnected(1000):
            raise OSError(self._socket.errorString())
        self._socket.readyRead.connect(self._read)
        self._socket.disconnected.connect(self._end)

    def send(self, data: bytes) -> None:
        """See `Transport.send`."""
        self._socket.write(data)
        self._socket.flush()

    def close(self) -> None:
        """See `Transport.close`."""
        self._socket.disconnected.disconnect(self._end)
        self._socket.abort()

    def _read(self) -> None:
        if data := bytes(self._socket.readAll().data()):
            self.received(data)

    def _end(self) -> None:
        self.closed("the host closed the connection")


def connect(path: str, parent: QObject | None = None) -> Transport:
    """Connect to the host's endpoint. Raises OSError."""
    return PipeTransport(path, parent) if sys.platform == "win32" else UnixTransport(path, parent)
