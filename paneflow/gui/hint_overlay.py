"""Shows the hints over a pane, and takes the keys that pick one."""

from paneflow.gui.grid_text import GridText
from paneflow.gui.hints import Hint, find_hints
from paneflow.gui.link_commands import LinkCommands
from paneflow.gui.qt import QApplication, QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QRectF, Qt, QWidget
from paneflow.gui.terminal_view import TerminalView
from paneflow.gui.workbench import Handler, Workbench
from paneflow.vt.input import KeyEvent, Mods


class HintOverlay(QWidget):
    """Lower-case letters copy, upper-case ones open."""

    def __init__(self, bench: Workbench, links: LinkCommands) -> None:
        super().__init__(bench.window)
        self._bench, self._links = bench, links
        self.hints: list[Hint] = []
        self.typed = ""
        self._terminal: TerminalView | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        bench.window.resized.connect(self.leave)
        self.hide()

    def handlers(self) -> dict[str, Handler]:
        """What each action does."""
        return {"open_hints": self.open}

    def open(self) -> None:
        """Label what is on view."""
        terminal = self._bench.terminal
        if terminal is None:
            return
        grid = terminal.grid_view.grid
        hints = find_hints(GridText(grid), grid.scrollbar.offset, grid.rows)
        if not hints:
            self._bench.notice("Nothing to pick here")
            return
        self.move(terminal.mapTo(self._bench.window, terminal.rect().topLeft()))
        self.resize(terminal.size())
        self._bench.key_modes.begin(terminal, self._key, self._ended)
        self._terminal, self.typed, self.hints = terminal, "", hints
        self.show()
        self.raise_()

    def leave(self) -> None:
        """Take the labels away."""
        if self._terminal is not None:
            self._bench.key_modes.end()

    def _ended(self) -> None:
        self.hide()
        self._terminal, self.hints = None, []

    def _key(self, event: KeyEvent) -> bool:
        if event.key.startswith(("shift", "control", "alt", "super")):
            return True
        if event.key == "backspace":
            self.typed = self.typed[:-1]
        elif len(event.key) == 1:
            self.typed += event.key
        else:
            self.leave()
            return True
        exact = [hint for hint in self.hints if hint.label == self.typed]
        if exact:
            self._pick(exact[0], opens=bool(event.mods & Mods.SHIFT))
        elif not any(hint.label.startswith(self.typed) for hint in self.hints):
            self.leave()
        else:
            self.update()
        return True

    def _pick(self, hint: Hint, *, opens: bool) -> None:
        terminal = self._terminal
        self.leave()
        if opens and terminal is not None and hint.kind in ("url", "path"):
            self._links.open_text(terminal, hint.text)
        else:
            QApplication.clipboard().setText(hint.text)
            self._bench.notice(f"Copied {hint.text[:60]}")

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102, N802 - Qt's name
        terminal = self._terminal
        if terminal is None:
            return
        painter, chrome = QPainter(self), self._bench.look.theme.chrome
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        veil = QColor(chrome.base)
        veil.setAlpha(120)
        painter.fillRect(self.rect(), veil)
        font = QFont(painter.font())
        font.setBold(True)
        painter.setFont(font)
        metrics, view = QFontMetrics(font), terminal.grid_view
        geometry, offset = view.geometry_of_grid(), view.grid.scrollbar.offset
        for hint in self.hints:
            if hint.label.startswith(self.typed):
                cell = geometry.rect(hint.span.start.row - offset, hint.span.start.col)
                rest = hint.label[len(self.typed) :].upper()
                box = QRectF(cell.left(), cell.top() + 1, metrics.horizontalAdvance(rest) + 8, cell.height() - 2)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(chrome.warning))
                painter.drawRoundedRect(box, 3, 3)
                painter.setPen(QColor(chrome.base))
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, rest)
        painter.end()
