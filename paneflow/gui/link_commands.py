"""Following links: where they lead is shown before, and asked about when it is doubtful (`link_policy.py`)."""

import os
from collections.abc import Callable
from functools import partial

from paneflow.gui.editor import editor_command
from paneflow.gui.hover import Hover
from paneflow.gui.link_policy import FilePlace, Verdict, decide, file_at
from paneflow.gui.qt import QDesktopServices, QProcess, QUrl
from paneflow.gui.question import Question
from paneflow.gui.terminal_view import TerminalView
from paneflow.gui.workbench import Workbench


class LinkCommands:
    """Made for one window."""

    def __init__(self, bench: Workbench) -> None:
        self._bench = bench
        bench.terminal_made.connect(self._terminal_made)
        bench.sidebar.link_chosen.connect(self.open)

    def _terminal_made(self, terminal: TerminalView) -> None:
        terminal.grid_view.is_file = lambda named: self._place(terminal, named) is not None
        terminal.grid_view.link_activated.connect(partial(self._activated, terminal))
        terminal.grid_view.link_hovered.connect(partial(self._hovered, terminal))

    def _activated(self, terminal: TerminalView, hover: Hover) -> None:
        if hover.file:
            self.open_text(terminal, hover.file)
        elif hover.address:
            self.open(hover.address)
        else:
            self._ask_target(terminal, hover, self.open)

    def _hovered(self, terminal: TerminalView, hover: Hover | None) -> None:
        """Say where a link leads that only shows its text."""
        if hover is None:
            terminal.grid_view.setToolTip("")
        elif hover.address or hover.file:
            place = self._place(terminal, hover.file)
            terminal.grid_view.setToolTip(place.path if place else hover.address)
        else:
            self._ask_target(terminal, hover, terminal.grid_view.setToolTip)

    def _ask_target(self, terminal: TerminalView, hover: Hover, then: Callable[[str], None]) -> None:
        params = {"surface_id": terminal.surface, "row": hover.cell.row, "col": hover.cell.col}

        def take(answer: dict[str, str]) -> None:
            if answer["target"]:
                then(answer["target"])

        self._bench.link.request("window.link", params, take, lambda *_: None)

    def open(self, address: str) -> None:
        """Open an address, ask, or say why not."""
        decision = decide(address)
        if decision.verdict is Verdict.REFUSE:
            self._bench.tell("link", f"Not opened: {decision.target}. {decision.reason}")
            return
        if decision.verdict is Verdict.ASK:
            question = Question(
                self._bench.window, "Open this?", reasons=[decision.reason], details=decision.target, choices=("Open",)
            )
            if question.ask().choice is None:
                return
        QDesktopServices.openUrl(QUrl(address))

    def open_text(self, terminal: TerminalView, text: str) -> None:
        """Open an address, or a file that a word names."""
        place = self._place(terminal, text)
        if "://" in text:
            self.open(text)
        elif place is None:
            self._bench.notice(f"There is no file {text[:60]} here")
        elif os.path.isdir(place.path) or not self._edit(terminal, place):
            self.open(QUrl.fromLocalFile(place.path).toString())

    def _place(self, terminal: TerminalView, named: str) -> FilePlace | None:
        """The file that a word of a pane names, seen from the folder that its shell reports."""
        record = self._bench.model.surfaces.get(terminal.surface)
        return file_at(named, record.cwd if record else "") if named else None

    def _edit(self, terminal: TerminalView, place: FilePlace) -> bool:
        """Show a place in the person's editor, beside the pane if it needs a terminal; False when there is none."""
        command = editor_command(self._bench.look.config.editor, os.environ, place)
        if command is None:
            return False
        argv = list(command.argv)
        if not command.has_window:
            self._bench.request("surface.split", surface_id=terminal.surface, direction="v", argv=argv, focus=True)
        elif not QProcess.startDetached(argv[0], argv[1:], os.path.dirname(place.path))[0]:
            self._bench.tell("link", f"{argv[0]} cannot be started")
        return True
