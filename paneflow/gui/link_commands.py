"""Following links: where they lead is shown before, and asked about when it is doubtful (`link_policy.py`)."""

import os
import shlex
from functools import partial

from paneflow.gui.hover import Hover
from paneflow.gui.link_policy import FilePlace, Verdict, decide, file_at
from paneflow.gui.qt import QDesktopServices, QUrl
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
        terminal.grid_view.link_activated.connect(partial(self._activated, terminal))
        terminal.grid_view.link_hovered.connect(partial(self._hovered, terminal))

    def _activated(self, terminal: TerminalView, hover: Hover) -> None:
        if hover.address:
            self.open(hover.address)
        else:
            self._ask_target(terminal, hover, self.open)

    def _hovered(self, terminal: TerminalView, hover: Hover | None) -> None:
        """Say where a link leads that only shows its text."""
        if hover is None:
            terminal.grid_view.setToolTip("")
        elif hover.address:
            terminal.grid_view.setToolTip(hover.address)
        else:
            self._ask_target(terminal, hover, terminal.grid_view.setToolTip)

    def _ask_target(self, terminal: TerminalView, hover: Hover, then: object) -> None:
        params = {"surface_id": terminal.surface, "row": hover.cell.row, "col": hover.cell.col}

        def take(answer: dict[str, str]) -> None:
            if answer["target"]:
                then(answer["target"])  # type: ignore[operator] # a function of one string

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
        """Open an address, or a file that a word names, in the editor when there is one."""
        record = self._bench.model.surfaces.get(terminal.surface)
        place = file_at(text, record.cwd if record else "") if "://" not in text else None
        if place is None:
            self.open(text)
        else:
            self._edit(terminal, place)

    def _edit(self, terminal: TerminalView, place: FilePlace) -> None:
        editor = os.environ.get("VISUAL") or os.environ.get("EDITOR")
        if editor is None or os.path.isdir(place.path):
            self.open(QUrl.fromLocalFile(place.path).toString())
            return
        line = f"+{place.line} " if place.line else ""
        command = f"{editor} {line}{shlex.quote(place.path)}"
        self._bench.request("surface.new", surface_id=terminal.surface, command=command, focus=True)
