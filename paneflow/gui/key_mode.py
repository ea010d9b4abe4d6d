"""A mode that takes keys before any action does: one at a time, over one pane, with a line that says how it is left."""

from collections.abc import Callable
from typing import Final, NamedTuple

from paneflow.gui.qt import QLabel, QObject
from paneflow.gui.terminal_view import TerminalView
from paneflow.vt.input import KeyEvent

_MARGIN: Final = 24


class _Mode(NamedTuple):
    terminal: TerminalView
    take: Callable[[KeyEvent], bool]
    ended: Callable[[], None]


class KeyModes(QObject):
    """At most one mode is on. It ends with its pane: nothing may speak to a terminal that Qt has deleted."""

    def __init__(self, line: QLabel) -> None:
        super().__init__(line)
        self._mode: _Mode | None = None
        self.line = line
        line.setObjectName("notice")
        line.hide()

    @property
    def active(self) -> bool:
        """Whether a mode is on."""
        return self._mode is not None

    def begin(
        self,
        terminal: TerminalView,
        take: Callable[[KeyEvent], bool],
        ended: Callable[[], None],
        *,
        text: str = "",
    ) -> None:
        """Give keys to `take` until `end`, which calls `ended`; a mode that is on ends first. `text` stays on view."""
        self.end()
        self._mode = _Mode(terminal, take, ended)
        self.line.setText(text)
        self.line.setVisible(bool(text))
        self.place()

    def end(self) -> None:
        """Back to typing."""
        mode, self._mode = self._mode, None
        self.line.hide()
        if mode is not None:
            mode.ended()

    def take(self, event: KeyEvent) -> bool:
        """Give a key to the mode; False when none is on."""
        return self._mode is not None and self._mode.take(event)

    def follow(self, front: TerminalView | None) -> None:
        """End when the pane that the mode is for is no longer the one in front."""
        if self._mode is not None and self._mode.terminal is not front:
            self.end()

    def place(self, *, at_top: bool = False) -> None:
        """Put the line over the panes, where it hides nothing that is looked at: it takes no room from them."""
        self.line.adjustSize()
        window = self.line.window()
        below = window.height() - self.line.height() - _MARGIN
        self.line.move(max(0, (window.width() - self.line.width()) // 2), _MARGIN if at_top else below)
        self.line.raise_()
