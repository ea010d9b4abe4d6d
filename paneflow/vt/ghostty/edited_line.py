"""The line that a shell lets a person edit, while the width changes.

Shells draw that line anew: they go up by the rows it had at the old width, clear from there, and draw. Had it been wrapped
anew before that, these rows would be others: output above a prompt was overwritten, or parts of it stayed.
"""

from paneflow.vt.events import MarkKind, ShellMark
from paneflow.vt.ghostty.library import CData, lib
from paneflow.vt.ghostty.terminal import Space, Terminal, tracked_position, untrack
from paneflow.vt.ghostty.text import Text


class EditedLine:
    """Knows by a shell's marks whether its line is on the screen, where it begins, and that the shell draws it anew."""

    def __init__(self, terminal: Terminal, text: Text) -> None:
        self._terminal, self._text = terminal, text
        self._redrawn = False
        self._start: CData | None = None

    def hear(self, mark: ShellMark) -> None:
        """Follow the marks. Only shells that say `redraw` are known to draw the line anew as described."""
        if mark.kind is MarkKind.PROMPT_START:
            self._redrawn = dict(mark.options).get("redraw", "0") != "0"
        self.free()
        if mark.kind is MarkKind.COMMAND_START and self._redrawn and not self._terminal.on_alternate():
            row, _ = self._terminal.cursor()  # what is typed begins here; a prompt's earlier lines are not drawn anew
            start = self._text.line_start(self._text.total() - self._text.height() + row)
            self._start = self._terminal.track(Space.SCREEN, start)

    def blank(self) -> None:
        """Empty the line's rows, the cursor stays in its row: blank rows are not wrapped anew."""
        terminal = self._terminal
        if self._start is None or terminal.on_alternate() or not terminal.flag(lib.GHOSTTY_TERMINAL_DATA_VT_GROUND):
            return
        start, (row, _) = tracked_position(self._start), terminal.cursor()
        if start is not None:
            first = max(0, start[0] - self._text.total() + self._text.height())
            terminal.write(b"\x1b[m\x1b[%d;1H\x1b[J\x1b[%d;1H" % (min(first, row) + 1, row + 1))

    def free(self) -> None:
        """Track nothing."""
        if self._start is not None:
            untrack(self._start)
            self._start = None
