"""Notifications through the desktop's own service, which Linux's desktops have also where there is no tray for icons.

Nothing here waits: the bus and the service answer on the event loop, or do not. Imported with the first notification.
"""

import os
from collections.abc import Callable, Mapping
from functools import partial
from itertools import count
from typing import Any, Final, NamedTuple

from jeepney import DBusAddress, HeaderFields, Message, MessageType, Parser, new_method_call
from jeepney.auth import BEGIN, Authenticator
from jeepney.bus import get_connectable_addresses

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
        self._login: Any = None  # until the bus knows us
        self._parser: Any = None
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
        said = (
            "Paneflow",
            0,
            "paneflow",
            title,
            text,
            ["default", "Show it"],
            {"desktop-entry": ("s", "paneflow")},
            -1,
        )
        serial = self._call((_SERVICE, _PATH, _SERVICE), "Notify", "susssasa{sv}i", said)
        self._waiting[serial] = _Waiting(surface, otherwise, limit)
        limit.timeout.connect(partial(self._failed, serial))
        limit.start(_ANSWER_MS)

    # -- to the bus -----------------------------------------------------------------------------------------------
    def _connect(self) -> bool:
        if self._transport is not None:
            return True
        address = bus_address(os.environ)
        if address is None:
            return False
        try:
            self._transport = UnixTransport(address, self)
        except OSError:
            return False
        self._login, self._parser = Authenticator(), Parser()
        self._transport.received, self._transport.closed = self._received, self._closed
        self._transport.send(self._login.data_to_send())
        self._call(_BUS, "Hello")
        self._call(_BUS, "AddMatch", "s", (_WHAT_IS_CLICKED,))
        return True

    def _call(
        self, target: tuple[str, str, str], member: str, signature: str = "", body: tuple[object, ...] = ()
    ) -> int:
        name, path, interface = target
        serial = next(self._serials)
        message = new_method_call(DBusAddress(path, name, interface), member, signature or None, body)
        self._unsent.append(message.serialise(serial))
        self._flush()
        return serial

    def _flush(self) -> None:
        if self._login is None and self._transport is not None:
            unsent, self._unsent = self._unsent, []
            self._transport.send(b"".join(unsent))

    # -- from the bus ---------------------------------------------------------------------------------------------
    def _received(self, data: bytes) -> None:
        try:
            if self._login is not None:
                self._greeted(data)
                return
            self._parser.add_data(data)
            while self._parser is not None and (message := self._parser.get_next_message()) is not None:
                self._take(message)
        except Exception as error:  # noqa: BLE001 - the library has many types for it, and no bus ends a window
            self._drop(str(error))

    def _greeted(self, data: bytes) -> None:
        """The bus answers the log-in. It says nothing more before it is spoken to."""
        self._login.feed(data)
        if self._login.authenticated and self._transport is not None:
            self._transport.send(BEGIN)
            self._login = None
            self._flush()

    def _take(self, message: Message) -> None:
        fields, kind = message.header.fields, message.header.message_type
        reply_to = fields.get(HeaderFields.reply_serial)
        number: Any = message.body[0] if message.body else None
        if kind is MessageType.error:
            self._failed(reply_to)
        elif kind is MessageType.method_return and reply_to in self._waiting:
            waiting = self._waiting.pop(reply_to)
            waiting.limit.deleteLater()
            self._shown[number] = waiting.surface
            if len(self._shown) > _MOST:
                del self._shown[next(iter(self._shown))]
        elif (
            kind is MessageType.signal and fields.get(HeaderFields.member) == "ActionInvoked" and number in self._shown
        ):
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
        self._transport = self._login = self._parser = None
        self._unsent.clear()
        self._shown.clear()
        for serial in list(self._waiting):
            self._failed(serial)


def bus_address(environment: Mapping[str, str]) -> str | None:
    """The session bus's socket; None where there is none that can be reached."""
    folder = environment.get("XDG_RUNTIME_DIR", "")
    named = environment.get("DBUS_SESSION_BUS_ADDRESS") or (f"unix:path={folder}/bus" if folder else "")
    try:
        return next(iter(get_connectable_addresses(named)), None)
    except (RuntimeError, ValueError):
        return None
