"""Copying and pasting: soft wraps joined, HTML too, the primary selection, pastes that are asked about, dropped files."""

import os
import time
from functools import partial
from pathlib import Path
from typing import Any, Final

from paneflow import paths
from paneflow.geometry import Point
from paneflow.gui.asking import ask_about
from paneflow.gui.host_link import Result
from paneflow.gui.paste_check import doubt
from paneflow.gui.qt import QApplication, QClipboard, QImage, QMimeData
from paneflow.gui.question import Question
from paneflow.gui.selection import Selection
from paneflow.gui.shell_quote import dropped
from paneflow.gui.terminal_view import TerminalView
from paneflow.gui.workbench import Handler, Workbench

MAX_CLIPBOARD: Final = 100 * 1024  # characters that a program may put there (OSC 52)
_MAX_PASTE: Final = 8 << 20


class ClipboardCommands:
    """Made for one window."""

    def __init__(self, bench: Workbench) -> None:
        self._bench = bench
        bench.terminal_made.connect(self._terminal_made)
        bench.panes.dropped.connect(self._dropped)
        bench.surface_told.connect(self._told)

    def handlers(self) -> dict[str, Handler]:
        """What each action does."""
        return {
            "terminal_copy": self.copy,
            "copy_html": partial(self.copy, html=True),
            "terminal_paste": self.paste,
            "paste_selection": partial(self.paste, QClipboard.Mode.Selection),
            "select_all": self._select_all,
            "copy_last_output": self._copy_last_output,
        }

    def _terminal_made(self, terminal: TerminalView) -> None:
        view = terminal.grid_view
        view.selection_finished.connect(partial(self._selected, terminal))
        view.primary_paste_requested.connect(partial(self._middle_click, terminal))

    # -- copying --------------------------------------------------------------------------------------------------
    def copy(self, *, html: bool = False) -> None:
        """Copy the selection; with colours as well when asked."""
        terminal = self._bench.terminal
        if terminal is not None and terminal.grid_view.selection is not None:
            self.copy_from(terminal, terminal.grid_view.selection, html=html)
            terminal.grid_view.select(None)

    def copy_from(self, terminal: TerminalView, selection: Selection, *, html: bool = False) -> None:
        """Copy what lies between two cells."""

        def take(plain: dict[str, str]) -> None:
            if html:
                self._ask_text(terminal, selection, lambda rich: _put(plain["text"], rich["text"]), html=True)
            else:
                _put(plain["text"])

        self._ask_text(terminal, selection, take)

    def _ask_text(self, terminal: TerminalView, selection: Selection, then: Result, *, html: bool = False) -> None:
        start, end = selection.start, selection.end
        params = {"row": start.row, "col": start.col, "end_row": end.row, "end_col": end.col}
        flags = {"block": selection.block, "html": html}
        self._bench.link.request("window.text", {"surface_id": terminal.surface, **params, **flags}, then)

    def _selected(self, terminal: TerminalView, selection: Selection) -> None:
        board = QApplication.clipboard()
        if board.supportsSelection():
            self._ask_text(terminal, selection, lambda answer: board.setText(answer["text"], QClipboard.Mode.Selection))
        if self._bench.look.config.terminal.copy_on_select:
            self.copy_from(terminal, selection)

    def _select_all(self) -> None:
        terminal = self._bench.terminal
        if terminal is not None:
            grid = terminal.grid_view.grid
            end = Point(max(grid.scrollbar.total, 1) - 1, max(grid.cols, 1) - 1)
            terminal.grid_view.select(Selection(Point(grid.first_row, 0), end))

    def _copy_last_output(self) -> None:
        """What the command that ended last has printed, by the shell's marks: neither its prompt nor what was typed."""
        terminal = self._bench.terminal
        if terminal is None:
            return

        def take(answer: dict[str, Any]) -> None:
            _put(answer["text"])
            self._bench.notice("Copied" if answer["eof"] else f"Copied the last {answer['lines']:,} lines")

        def failed(message: str, _data: dict[str, Any]) -> None:
            self._bench.tell("copy", f"There is no output of a command to copy: {message}.")

        asked = {"surface_id": terminal.surface, "last": True, "fenced": False}
        self._bench.link.request("surface.read", asked, take, failed)

    # -- pasting --------------------------------------------------------------------------------------------------
    def paste(self, mode: QClipboard.Mode = QClipboard.Mode.Clipboard) -> None:
        """Paste into the focused pane."""
        terminal = self._bench.terminal
        if terminal is not None:
            self._paste_data(terminal, QApplication.clipboard().mimeData(mode))

    def paste_text(self, terminal: TerminalView, text: str) -> bool:
        """Paste a text after asking if it is doubtful; whether it was pasted."""
        if not text:
            return False
        if len(text) > _MAX_PASTE:
            self._bench.tell("paste", f"A paste of {len(text):,} characters is too large.")
            return False
        bracketed = terminal.grid_view.grid.modes.bracketed_paste
        protected = self._bench.look.config.terminal.paste_protection
        found = doubt(text, bracketed=bracketed) if protected else None
        if found is not None:
            question = Question(
                self._bench.window,
                "Paste this?",
                reasons=found.reasons,
                details=found.shown,
                choices=("Paste",),
                remember="Do not ask again",
            )
            answer = ask_about(self._bench, question, [terminal.surface])
            if answer.choice is None:
                return False
            if answer.remember:
                self._bench.look.set(("terminal", "paste_protection"), value=False)
        terminal.paste(text)
        return True

    def _paste_data(self, terminal: TerminalView, data: QMimeData) -> None:
        if data.hasUrls() and any(url.isLocalFile() for url in data.urls()):
            self._paste_files(terminal, data)
        elif data.hasText():
            self.paste_text(terminal, data.text())
        elif data.hasImage():
            self._paste_image(terminal, QImage(data.imageData()))

    def _middle_click(self, terminal: TerminalView) -> None:
        if self._bench.look.config.terminal.middle_click_paste:
            board = QApplication.clipboard()
            mode = QClipboard.Mode.Selection if board.supportsSelection() else QClipboard.Mode.Clipboard
            self.paste_text(terminal, board.text(mode))

    def _dropped(self, terminal: TerminalView, data: QMimeData) -> None:
        terminal.setFocus()
        self._paste_data(terminal, data)

    def _paste_files(self, terminal: TerminalView, data: QMimeData) -> None:
        files = [url.toLocalFile() for url in data.urls() if url.isLocalFile()]
        self.paste_text(terminal, dropped(files, self._shell()))

    def _shell(self) -> str:
        return self._bench.look.config.default_shell or os.environ.get("SHELL") or os.environ.get("COMSPEC") or "sh"

    def _paste_image(self, terminal: TerminalView, image: QImage) -> None:
        """Agents take pictures by their path."""
        folder = Path(paths.runtime_dir(), "pasted")
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = folder / f"image-{time.time_ns()}.png"
        if image.save(str(file)):
            file.chmod(0o600)
            self.paste_text(terminal, dropped([str(file)], self._shell()))

    # -- programs -------------------------------------------------------------------------------------------------
    def _told(self, message: dict[str, object]) -> None:
        """A program sets the clipboard: never silently."""
        if message["type"] != "clipboard":
            return
        text = str(message["text"])[:MAX_CLIPBOARD]
        mode = QClipboard.Mode.Selection if message["selection"] == "p" else QClipboard.Mode.Clipboard
        put = partial(QApplication.clipboard().setText, text, mode)
        if message["ask"]:
            said = f"A program wants to put {len(text):,} characters on the clipboard."
            self._bench.tell("clipboard", said, {"Allow": put})
        else:
            put()
            self._bench.notice(f"A program put {len(text):,} characters on the clipboard")


def _put(plain: str, html: str = "") -> None:
    data = QMimeData()
    data.setText(plain)
    if html:
        data.setHtml(html)
    QApplication.clipboard().setMimeData(data)
