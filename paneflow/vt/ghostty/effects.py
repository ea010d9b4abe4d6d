"""The library's callbacks, which say what a terminal does besides changing its screen.

It calls back while it parses. The callbacks are shared by all terminals and find theirs by the handle that was registered
with it; they only take notes, for nothing may raise or call the terminal from inside a parse.
"""

from typing import Final

from paneflow import __version__
from paneflow.vt.effects import MAX_CLIPBOARD, Effects
from paneflow.vt.ghostty.library import CData, ffi, lib, text_of
from paneflow.vt.ghostty.terminal import Terminal

_VERSION: Final = ffi.new("char[]", f"paneflow {__version__}".encode())


class LibraryEffects(Effects):
    """The notes of one library terminal."""

    def __init__(self, terminal: Terminal, host_name: str) -> None:
        super().__init__(host_name)
        self.size = (80, 24, 8, 16)  # cols, rows, and a cell's width and height in pixels, for programs that ask
        self.dark = True
        self._terminal = terminal
        self._self = ffi.new_handle(self)  # the terminal keeps only its address
        terminal.set("USERDATA", self._self)
        for option, callback in _CALLBACKS:
            terminal.set(option, callback)

    def end_feed(self) -> None:
        """Read what the library only says has changed."""
        if self._title_changed:
            self.retitled(self._terminal.text(lib.GHOSTTY_TERMINAL_DATA_TITLE))
        if self._cwd_changed:
            self.moved(self._terminal.text(lib.GHOSTTY_TERMINAL_DATA_PWD))
        super().end_feed()

    def _start_feed(self) -> None:
        super()._start_feed()
        self._title_changed = self._cwd_changed = False

    def title_changed(self) -> None:
        """OSC 0 or 2."""
        self._title_changed = True

    def cwd_changed(self) -> None:
        """OSC 7, OSC 9;9 or OSC 1337;CurrentDir."""
        self._cwd_changed = True


def _effects(userdata: CData) -> LibraryEffects:
    found: LibraryEffects = ffi.from_handle(userdata)
    return found


@ffi.callback("GhosttyTerminalWritePtyFn")  # type: ignore[untyped-decorator]  # cffi's decorator has no types
def _on_reply(_terminal: CData, userdata: CData, data: CData, size: int) -> None:
    _effects(userdata).reply(bytes(ffi.buffer(data, size)))


@ffi.callback("GhosttyTerminalBellFn")  # type: ignore[untyped-decorator]  # as above
def _on_bell(_terminal: CData, userdata: CData) -> None:
    _effects(userdata).rang()


@ffi.callback("GhosttyTerminalTitleChangedFn")  # type: ignore[untyped-decorator]  # as above
def _on_title(_terminal: CData, userdata: CData) -> None:
    _effects(userdata).title_changed()


@ffi.callback("GhosttyTerminalPwdChangedFn")  # type: ignore[untyped-decorator]  # as above
def _on_pwd(_terminal: CData, userdata: CData) -> None:
    _effects(userdata).cwd_changed()


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
