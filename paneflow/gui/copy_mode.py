"""Selecting by keyboard: a cursor of its own over the text, moved as in vi or with arrows."""

from paneflow.geometry import Point
from paneflow.gui.clipboard_commands import ClipboardCommands
from paneflow.gui.grid_text import GridText
from paneflow.gui.logical_line import line_at
from paneflow.gui.selection import Selection, word_at
from paneflow.gui.terminal_view import TerminalView
from paneflow.gui.workbench import Handler, Workbench
from paneflow.vt.input import KeyEvent, Mods

HELP = (
    "Copy mode: arrows or h j k l move · v or Shift selects · V lines · Ctrl+V block · Enter or y copies · Esc leaves"
)
_STEPS = {
    "left": (0, -1), "h": (0, -1), "right": (0, 1), "l": (0, 1),
    "up": (-1, 0), "k": (-1, 0), "down": (1, 0), "j": (1, 0),
}  # fmt: skip


class CopyMode:
    """On or off for the focused pane."""

    def __init__(self, bench: Workbench, clipboard: ClipboardCommands) -> None:
        self._bench, self._clipboard = bench, clipboard
        self.terminal: TerminalView | None = None
        self.place = Point(0, 0)  # stable row, column
        self._anchor: Point | None = None
        self._lines = self._block = False

    def handlers(self) -> dict[str, Handler]:
        """What each action does."""
        return {"toggle_copy_mode": self.toggle}

    def toggle(self) -> None:
        """Begin at the cursor, or end."""
        terminal = self._bench.terminal
        if self.terminal is not None or terminal is None:
            self.leave()
            return
        self._bench.key_modes.begin(terminal, self._key, self._ended, text=HELP)
        self.terminal = terminal
        grid = terminal.grid_view.grid
        cursor = grid.cursor
        row, col = (cursor.row, cursor.col) if cursor else (max(grid.rows - 1, 0), 0)
        self.place = Point(grid.scrollbar.offset + row, min(col, max(grid.cols - 1, 0)))
        self._anchor, self._lines, self._block = None, False, False
        self._show()

    def leave(self) -> None:
        """Back to typing."""
        if self.terminal is not None:
            self._bench.key_modes.end()

    def _ended(self) -> None:
        terminal, self.terminal = self.terminal, None
        if terminal is not None:
            terminal.grid_view.set_caret(None)
            terminal.grid_view.select(None)
            terminal.scroll_to(None)

    # -- keys -----------------------------------------------------------------------------------------------------
    def _key(self, event: KeyEvent) -> bool:
        terminal, shift = self.terminal, bool(event.mods & Mods.SHIFT)
        if terminal is None or event.key in ("escape", "q"):
            self.leave()
        elif event.key in ("enter", "y"):
            self._copy(terminal)
        elif event.key == "v":
            self._begin(lines=shift, block=bool(event.mods & Mods.CTRL))
        else:
            self._move(event.key, terminal, shift=shift, control=bool(event.mods & Mods.CTRL))
        return True

    def _begin(self, *, lines: bool, block: bool) -> None:
        same = self._anchor is not None and (lines, block) == (self._lines, self._block)
        self._anchor = None if same else self._anchor or self.place
        self._lines, self._block = lines, block
        self._show()

    def _move(self, key: str, terminal: TerminalView, *, shift: bool, control: bool) -> None:
        before = self.place
        target = self._target(key, terminal, shift=shift, control=control)
        if target is None:
            return
        if shift and key in ("left", "right", "up", "down", "home", "end", "page_up", "page_down"):
            self._anchor = self._anchor or before
        grid = terminal.grid_view.grid
        row = min(max(target.row, grid.first_row), max(grid.scrollbar.total, 1) - 1)
        self.place = Point(row, min(max(target.col, 0), max(grid.cols, 1) - 1))
        self._scroll_to_place(terminal)
        self._show()

    def _target(self, key: str, terminal: TerminalView, *, shift: bool, control: bool) -> Point | None:
        (row, col), grid = self.place, terminal.grid_view.grid
        page, last = max(grid.rows - 1, 1), max(grid.cols, 1) - 1
        if control and key in ("u", "d", "b", "f"):
            return Point(row + {"u": -page // 2, "d": page // 2, "b": -page, "f": page}[key], col)
        if key in _STEPS and not (shift and len(key) == 1):
            return Point(row + _STEPS[key][0], col + _STEPS[key][1])
        places = {
            "home": Point(row, 0), "0": Point(row, 0), "end": Point(row, last), "4": Point(row, last),
            "page_up": Point(row - page, col), "page_down": Point(row + page, col),
            "g": Point(max(grid.scrollbar.total, 1) - 1, col) if shift else Point(grid.first_row, 0),
        }  # fmt: skip
        if key in ("w", "b", "e"):
            return self._word(key, terminal)
        return places.get(key)

    def _word(self, key: str, terminal: TerminalView) -> Point:
        text, (row, col) = GridText(terminal.grid_view.grid), self.place
        if text.cells(row) is None:
            return self.place
        start, end = word_at(row, col, text)
        if key == "b":
            return start if start < self.place else Point(start.row, start.col - 1) if start.col else start
        following = Point(end.row, end.col + 1)
        return following if key == "w" or end == self.place else end

    def _scroll_to_place(self, terminal: TerminalView) -> None:
        bar = terminal.grid_view.grid.scrollbar
        if self.place.row < bar.offset:
            terminal.scroll_to(self.place.row)
        elif self.place.row >= bar.offset + bar.length:
            terminal.scroll_to(self.place.row - bar.length + 1)

    # -- showing --------------------------------------------------------------------------------------------------
    def selection(self) -> Selection:
        """What is selected; the cursor's own cell when nothing is."""
        start, end = sorted((self._anchor or self.place, self.place))
        if self._lines and self._anchor is not None and self.terminal is not None:
            text = GridText(self.terminal.grid_view.grid)
            return Selection(line_at(start.row, text)[0], line_at(end.row, text)[1])
        return Selection(start, end, block=self._block and self._anchor is not None)

    def _show(self) -> None:
        if self.terminal is not None:
            self.terminal.grid_view.select(None if self._anchor is None else self.selection())
            self.terminal.grid_view.set_caret(self.place)
            bar = self.terminal.grid_view.grid.scrollbar
            self._bench.key_modes.place(at_top=self.place.row - bar.offset > bar.length // 2)

    def _copy(self, terminal: TerminalView) -> None:
        if self._anchor is not None:
            self._clipboard.copy_from(terminal, self.selection())
            self._bench.notice("Copied")
        self.leave()
