"""What a terminal does besides changing its screen: replies to the child and events for us. Shared by the engines.

Pure. Everything a program says here is bounded and cleaned on its way in, so that no reader has to.
"""

import re
from typing import Final

from paneflow.vt.events import (
    Bell,
    ClipboardWrite,
    CwdChanged,
    EngineEvent,
    Notified,
    Progress,
    ProgressState,
    TitleChanged,
)
from paneflow.vt.paste import clean, label

MAX_EVENTS: Final = 1024  # between two `take_events`: a program that floods loses the rest, nothing else
MAX_REPLIES: Final = 64 << 10  # a program that asks and asks without reading gets no more
MAX_CLIPBOARD: Final = 1 << 20
MAX_NOTIFICATIONS: Final = 16  # a feed
MAX_BODY: Final = 1024
MAX_TITLE: Final = 256
MAX_PATH: Final = 4096
_ESCAPED: Final = re.compile(rb"%([0-9A-Fa-f]{2})")  # urllib would load a dozen modules for it

_PROGRESS: Final = tuple(ProgressState)  # in the order of OSC 9;4's numbers


class Effects:
    """The notes of one terminal."""

    def __init__(self, host_name: str = "") -> None:
        self.title = ""
        self.cwd = ""
        self._local_hosts = {"", "localhost", host_name.lower()}
        self._replies = bytearray()
        self._events: list[EngineEvent] = []
        self._muted = False
        self._start_feed()

    def take_replies(self) -> bytes:
        """Bytes for the child, emptied by the call."""
        replies, self._replies = bytes(self._replies), bytearray()
        return replies

    def take_events(self) -> list[EngineEvent]:
        """Events, emptied by the call."""
        events, self._events = self._events, []
        return events

    def add(self, event: EngineEvent) -> None:
        """Note an event, unless there are too many or the terminal is muted."""
        if len(self._events) < MAX_EVENTS and not self._muted:
            self._events.append(event)

    def mute(self, *, muted: bool) -> None:
        """Ignore all that follows: restored text must not act again."""
        self._muted = muted

    def end_feed(self) -> None:
        """Note what may happen often in a feed and counts once: the bell, the title, the folder."""
        if self._bell:
            self.add(Bell())
        if self._new_title is not None and self._new_title != self.title:
            self.title = self._new_title
            self.add(TitleChanged(self.title))
        if self._new_cwd and self._new_cwd != self.cwd:
            self.cwd = self._new_cwd
            self.add(CwdChanged(self.cwd))
        self._start_feed()

    def _start_feed(self) -> None:
        self._bell = False
        self._new_title: str | None = None
        self._new_cwd = ""
        self._notifications = 0

    def reply(self, data: bytes) -> None:
        """The terminal answers a query."""
        if not self._muted and len(self._replies) + len(data) <= MAX_REPLIES:
            self._replies += data

    def rang(self) -> None:
        """BEL."""
        self._bell = True

    def retitled(self, title: bytes) -> None:
        """OSC 0 or 2."""
        self._new_title = _label(title, MAX_TITLE)

    def moved(self, uri: bytes) -> None:
        """OSC 7."""
        self._new_cwd = local_path(uri.decode("utf-8", "replace"), self._local_hosts) or self._new_cwd

    def copied(self, selection: str, data: bytes) -> None:
        """OSC 52, a write."""
        if 0 < len(data) <= MAX_CLIPBOARD:
            self.add(ClipboardWrite(selection, clean(data.decode("utf-8", "replace"))))

    def notified(self, title: bytes, body: bytes) -> None:
        """OSC 9, 99 or 777."""
        self._notifications += 1
        if self._notifications <= MAX_NOTIFICATIONS:
            self.add(Notified(_label(title, MAX_BODY), _label(body, MAX_BODY)))

    def progressed(self, state: int, percent: int) -> None:
        """OSC 9;4."""
        known = _PROGRESS[state] if 0 <= state < len(_PROGRESS) else ProgressState.NONE
        self.add(Progress(known, percent if 0 <= percent <= 100 else None))


def _label(text: bytes, limit: int) -> str:
    return label(text[: limit * 4].decode("utf-8", "replace"), limit)


def local_path(uri: str, local_hosts: set[str]) -> str:
    """The path of a `file:` URI or of a plain path; "" when it is another host's or no path at all."""
    scheme, separator, rest = uri.partition("://")
    host, path = "", uri
    if separator:
        host, slash, path = rest.partition("/")
        path = slash + path
    if scheme.lower() == "file" and separator:
        path = _ESCAPED.sub(lambda match: bytes([int(match[1], 16)]), path.encode()).decode("utf-8", "replace")
    elif separator and scheme != "kitty-shell-cwd":  # the same, unescaped
        return ""
    if host.lower() not in local_hosts or not path.startswith("/") or len(path) > MAX_PATH:
        return ""
    return path if path == label(path, MAX_PATH) else ""
