"""What a terminal does besides changing its screen: replies to the child and events for us.

The library calls back while it parses. The callbacks are shared by all terminals and find theirs by the handle that was
registered with it; they only take notes, for nothing may raise or call the terminal from inside a parse.
"""

from typing import Final
from urllib.parse import unquote, urlsplit

from paneflow import __version__
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
from paneflow.vt.ghostty.library import CData, ffi, lib, text_of
from paneflow.vt.ghostty.terminal import Terminal
from paneflow.vt.paste import clean, label

MAX_EVENTS: Final = 1024  # between two `take_events`: a program that floods loses the rest, nothing else
MAX_REPLIES: Final = 64 << 10  # a program that asks and asks without reading gets no more
MAX_CLIPBOARD: Final = 1 << 20
MAX_NOTIFICATIONS: Final = 16  # a feed
MAX_BODY: Final = 1024
MAX_TITLE: Final = 256
MAX_PATH: Final = 4096

_VERSION: Final = ffi.new("char[]", f"paneflow {__version__}".encode())

_PROGRESS: Final = {
    lib.GHOSTTY_TERMINAL_PROGRESS_STATE_REMOVE: ProgressState.NONE,
    lib.GHOSTTY_TERMINAL_PROGRESS_STATE_SET: ProgressState.NORMAL,
    lib.GHOSTTY_TERMINAL_PROGRESS_STATE_ERROR: ProgressState.ERROR,
    lib.GHOSTTY_TERMINAL_PROGRESS_STATE_INDETERMINATE: ProgressState.INDETERMINATE,
    lib.GHOSTTY_TERMINAL_PROGRESS_STATE_PAUSE: ProgressState.PAUSED,
}


class Effects:
    """The notes of one terminal."""

    def __init__(self, terminal: Terminal, host_name: str) -> None:
        self.title = ""
        self.cwd = ""
        self.size = (80, 24, 8, 16)  # cols, rows, and a cell's width and height in pixels, for programs that ask
        self.dark = True
        self._terminal = terminal
        self._local_hosts = {"", "localhost", host_name.lower()}
        self._replies = bytearray()
        self._events: list[EngineEvent] = []
        self._muted = False
        self._start_feed()
        self._self = ffi.new_handle(self)  # the terminal keeps only its address
        terminal.set("USERDATA", self._self)
        for option, callback in _CALLBACKS:
            terminal.set(option, callback)

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
        """Turn what changed during a feed into events."""
        if self._bell:
            self.add(Bell())
        if self._title_changed:
            self._read_title()
        if self._pwd_changed:
            self._read_cwd()
        self._start_feed()

    def _start_feed(self) -> None:
        self._bell = self._title_changed = self._pwd_changed = False
        self._notifications = 0

    def _read_title(self) -> None:
        raw = self._terminal.text(lib.GHOSTTY_TERMINAL_DATA_TITLE)
        title = label(raw[: MAX_TITLE * 4].decode("utf-8", "replace"), MAX_TITLE)
        if title != self.title:
            self.title = title
            self.add(TitleChanged(title))

    def _read_cwd(self) -> None:
        raw = self._terminal.text(lib.GHOSTTY_TERMINAL_DATA_PWD)
        path = local_path(raw.decode("utf-8", "replace"), self._local_hosts)
        if path and path != self.cwd:
            self.cwd = path
            self.add(CwdChanged(path))

    # -- called by the library ------------------------------------------------------------------------------------
    def reply(self, data: bytes) -> None:
        """The terminal answers a query."""
        if not self._muted and len(self._replies) + len(data) <= MAX_REPLIES:
            self._replies += data

    def rang(self) -> None:
        """BEL."""
        self._bell = True

    def retitled(self) -> None:
        """OSC 0 or 2."""
        self._title_changed = True

    def moved(self) -> None:
        """OSC 7."""
        self._pwd_changed = True

    def copied(self, selection: str, data: bytes) -> None:
        """OSC 52, a write."""
        if 0 < len(data) <= MAX_CLIPBOARD:
            self.add(ClipboardWrite(selection, clean(data.decode("utf-8", "replace"))))

    def notified(self, title: bytes, body: bytes) -> None:
        """OSC 9, 99 or 777."""
        self._notifications += 1
        if self._notifications <= MAX_NOTIFICATIONS:
            self.add(
                Notified(*(label(text[: MAX_BODY * 4].decode("utf-8", "replace"), MAX_BODY) for text in (title, body)))
            )

    def progressed(self, state: int, percent: int) -> None:
        """OSC 9;4."""
        self.add(Progress(_PROGRESS.get(state, ProgressState.NONE), percent if 0 <= percent <= 100 else None))


def local_path(uri: str, local_hosts: set[str]) -> str:
    """The path of a `file:` URI or of a plain path; "" when it is another host's or no path at all."""
    path, host = uri, ""
    if uri.startswith(("file:", "kitty-shell-cwd:")):
        try:
            parts = urlsplit(uri)
        except ValueError:
            return ""
        path, host = parts.path, parts.netloc.lower()
        path = path if uri.startswith("kitty") else unquote(path, errors="replace")
    if host not in local_hosts or not path.startswith("/") or len(path) > MAX_PATH:
        return ""
    return path if path == label(path, MAX_PATH) else ""


def _effects(userdata: CData) -> Effects:
    found: Effects = ffi.from_handle(userdata)
    return found


@ffi.callback("GhosttyTerminalWritePtyFn")  # type: ignore[untyped-decorator]  # cffi's decorator has no types
def _on_reply(_terminal: CData, userdata: CData, data: CData, size: int) -> None:
    _effects(userdata).reply(bytes(ffi.buffer(data, size)))


@ffi.callback("GhosttyTerminalBellFn")  # type: ignore[untyped-decorator]  # as above
def _on_bell(_terminal: CData, userdata: CData) -> None:
    _effects(userdata).rang()


@ffi.callback("GhosttyTerminalTitleChangedFn")  # type: ignore[untyped-decorator]  # as above
def _on_title(_terminal: CData, userdata: CData) -> None:
    _effects(userdata).retitled()


@ffi.callback("GhosttyTerminalPwdChangedFn")  # type: ignore[untyped-decorator]  # as above
def _on_pwd(_terminal: CData, userdata: CData) -> None:
    _effects(userdata).moved()


@ffi.callback("GhosttyTerminalDesktopNotificationFn")  # type: ignore[untyped-decorator]  # as above
def _on_notification(_terminal: CData, userdata: CData, note: CData) -> None:
    _effects(userdata).notified(text_of(note.title), text_of(note.body))


@ffi.callback("GhosttyTerminalProgressReportFn")  # type: ignore[untyped-decorator]  # as above
def _on_progress(_terminal: CData, userdata: CData, report: CData) -> None:
    _effects(userdata).progressed(report.state, report.progress)


@ffi.callback("GhosttyTerminalClipboardWriteFn")  # type: ignore[untyped-decorator]  # as above
def _on_clipboard(_terminal: CData, userdata: CData, write: CData) -> None:
    selection = "c" if write.location == lib.GHOSTTY_CLIPBOARD_LOCATION_STANDARD else "p"
    for index in range(min(write.contents_len, 8)):
        content = write.contents[index]
        if text_of(content.mime).startswith(b"text/plain") and content.data.len <= MAX_CLIPBOARD:
            _effects(userdata).copied(selection, text_of(content.data))
            break
    answer = ffi.new("GhosttyClipboardWriteReply*")
    answer.size = ffi.sizeof("GhosttyClipboardWriteReply")
    write.reply(write, answer)


@ffi.callback("GhosttyTerminalXtversionFn")  # type: ignore[untyped-decorator]  # as above
def _on_version(_terminal: CData, _userdata: CData) -> CData:
    string = ffi.new("GhosttyString*")
    string.ptr, string.len = ffi.cast("uint8_t*", _VERSION), len(_VERSION) - 1
    return string[0]


@ffi.callback("GhosttyTerminalSizeFn")  # type: ignore[untyped-decorator]  # as above
def _on_size(_terminal: CData, userdata: CData, out: CData) -> bool:
    out.columns, out.rows, out.cell_width, out.cell_height = _effects(userdata).size
    return True


@ffi.callback("GhosttyTerminalColorSchemeFn")  # type: ignore[untyped-decorator]  # as above
def _on_color_scheme(_terminal: CData, userdata: CData, out: CData) -> bool:
    out[0] = lib.GHOSTTY_COLOR_SCHEME_DARK if _effects(userdata).dark else lib.GHOSTTY_COLOR_SCHEME_LIGHT
    return True


# Not among them: the answer to ENQ and reads of the clipboard. Both stay unanswered.
_CALLBACKS: Final = (
    ("WRITE_PTY", _on_reply),
    ("BELL", _on_bell),
    ("TITLE_CHANGED", _on_title),
    ("PWD_CHANGED", _on_pwd),
    ("DESKTOP_NOTIFICATION", _on_notification),
    ("PROGRESS_REPORT", _on_progress),
    ("CLIPBOARD_WRITE", _on_clipboard),
    ("XTVERSION", _on_version),
    ("SIZE", _on_size),
    ("COLOR_SCHEME", _on_color_scheme),
)
