"""Notifications through the desktop's own service, which Linux's desktops have also where there is no tray for icons.

Nothing here waits: the bus and the service answer on the event loop, or do not.
"""

import os
import sys
from collections.abc import Callable, Mapping
from functools import partial
from itertools import count
from typing import Final, NamedTuple
from urllib.parse import unquote

from paneflow.gui.dbus_wire import ERROR, RETURN, SIGNAL, Message, Value, call, parse
from paneflow.gui.qt import QObject, QTimer, Signal
from paneflow.gui.transport import UnixTransport

_SERVICE: Final = "org.freedesktop.Notifications"
_PATH: Final = "/org/freedesktop/Notifications"
_BUS: Final = ("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus")
_WHAT_IS_CLICKED: Final = f"type='signal',sender='{_SERVICE}',interface='{_SERVICE}',member='ActionInvoked'"
_ANSWER_MS: Final = 3_000  # after which it is told in another way
_MOST: Final = 64  # notifications whose click is still known

Otherwise = Callable[[], None]


class _Waiting(NamedTuple):
    surface: int
    otherwise: Otherwise
    limit: QTimer


class DesktopNotices(QObject):
    """Connects when there is the first thing to tell; `clicked` has the surface that a notification was about."""

    clicked = Signal(int)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._transport: UnixTransport | None = None
        self._ready = False  # the bus knows us
        self._data = bytearray()
        self._serials = count(1)
        self._unsent: list[bytes] = []
        self._waiting: dict[int, _Waiting] = {}  # by the serial of the call
        self._shown: dict[int, int] = {}  # surfaces by the service's number

    def tell(self, title: str, text: str, surface: int, otherwise: Otherwise) -> None:
        """Show a notification; `otherwise` is called when no service takes it."""
        if not self._connect():
            otherwise()
            return
        limit = QTimer(self)
        limit.setSingleShot(True)
        serial = self._call(
            (_SERVICE, _PATH, _SERVICE), "Notify",
            ("s", "Paneflow"), ("u", 0), ("s", "paneflow"), ("s", title), ("s", text),
            ("as", ["default", "Show it"]), ("a{sv}", {"desktop-entry": "paneflow"}), ("i", -1),
        )  # fmt: skip
        self._waiting[serial] = _Waiting(surface, otherwise, limit)
        limit.timeout.connect(partial(self._failed, serial))
        limit.start(_ANSWER_MS)

    # -- to the bus -----------------------------------------------------------------------------------------------
    def _connect(self) -> bool:
        if self._transport is not None:
            return True
        address = bus_address(os.environ)
        if address is None or sys.platform == "win32":
            return False
        try:
            self._transport = UnixTransport(address, self)
        except OSError:
            return False
        self._transport.received, self._transport.closed = self._received, self._closed
        self._transport.send(b"\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\r\n")
        self._call(_BUS, "Hello")
        self._call(_BUS, "AddMatch", ("s", _WHAT_IS_CLICKED))
        return True

    def _call(self, target: tuple[str, str, str], member: str, *arguments: tuple[str, Value]) -> int:
        serial = next(self._serials)
        self._unsent.append(call(serial, *target, member, *arguments))
        self._flush()
        return serial

    def _flush(self) -> None:
        if self._ready and self._transport is not None:
            unsent, self._unsent = self._unsent, []
            self._transport.send(b"".join(unsent))

    # -- from the bus ---------------------------------------------------------------------------------------------
    def _received(self, data: bytes) -> None:
        self._data += data
        if not self._ready and not self._greeted():
            return
        try:
            while (found := parse(bytes(self._data)))[0] is not None:
                message, size = found
                del self._data[:size]
                if message is not None:
                    self._take(message)
        except (ValueError, IndexError) as error:
            self._drop(str(error))

    def _greeted(self) -> bool:
        line, found, rest = bytes(self._data).partition(b"\r\n")
        if not found:
            return False
        if not line.startswith(b"OK") or self._transport is None:
            self._drop("refused")
            return False
        self._data = bytearray(rest)
        self._transport.send(b"BEGIN\r\n")
        self._ready = True
        self._flush()
        return True

    def _take(self, message: Message) -> None:
        number = message.values[0] if message.values and isinstance(message.values[0], int) else None
        if message.kind == ERROR:
            self._failed(message.reply_to)
        elif message.kind == RETURN and number is not None and message.reply_to in self._waiting:
            waiting = self._waiting.pop(message.reply_to)
            waiting.limit.deleteLater()
            self._shown[number] = waiting.surface
            if len(self._shown) > _MOST:
                del self._shown[next(iter(self._shown))]
        elif message.kind == SIGNAL and message.member == "ActionInvoked" and number in self._shown:
            self.clicked.emit(self._shown.pop(number))

    def _failed(self, serial: int) -> None:
        waiting = self._waiting.pop(serial, None)
        if waiting is not None:
            waiting.limit.deleteLater()
            waiting.otherwise()

    def _drop(self, reason: str) -> None:
        if self._transport is not None:
            self._transport.close()
        self._closed(reason)

    def _closed(self, _reason: str) -> None:
        """The next one to tell connects anew."""
        self._transport, self._ready = None, False
        self._data.clear()
        self._unsent.clear()
        self._shown.clear()
        for serial in list(self._waiting):
            self._failed(serial)


def bus_address(environment: Mapping[str, str]) -> str | None:
    """The session bus's socket; None where there is none that can be reached."""
    if sys.platform != "linux":
        return None
    for address in environment.get("DBUS_SESSION_BUS_ADDRESS", "").split(";"):
        transport, _, rest = address.partition(":")
        pairs = dict(part.split("=", 1) for part in rest.split(",") if "=" in part)
        if transport == "unix" and "path" in pairs:
            return unquote(pairs["path"])
        if transport == "unix" and "abstract" in pairs:
            return "\0" + unquote(pairs["abstract"])
    return None
