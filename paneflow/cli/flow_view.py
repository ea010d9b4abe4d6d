"""What a person sees of a flow under way: a table drawn again and again on a terminal, else one line a change."""

import sys
from collections.abc import Callable
from typing import TextIO

from paneflow.cli import output
from paneflow.flow.report import live_lines, summary_lines, transition_line, transitions
from paneflow.flow.run import Run

UP_AND_CLEAR = "\x1b[{}F\x1b[J"


class LinesView:
    """One line a change, and a table at the end."""

    refresh_s: float | None = None

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def change(self, before: Run, after: Run, now: float) -> None:
        """Tell what changed."""
        for transition in transitions(before, after, now):
            self._print(transition_line(transition))

    def tick(self, run: Run, now: float) -> None:
        """Time passed: nothing to tell."""

    def note(self, text: str) -> None:
        """Something of a worktree or its setup."""
        output.complain(text.rstrip("\n"))

    def end(self, run: Run, now: float) -> None:
        """The table."""
        for line in summary_lines(run):
            self._print(line)

    def _print(self, line: str) -> None:
        output.show(self._stream, output.visible(line) + "\n")


class LiveView:
    """One line a task that stays in place on a terminal."""

    refresh_s: float | None = 0.2

    def __init__(self, stream: TextIO, size: Callable[[], tuple[int, int]]) -> None:
        self._stream, self._size = stream, size
        self._drawn = 0

    def change(self, before: Run, after: Run, now: float) -> None:
        """Draw it again."""
        self._draw(after, now)

    def tick(self, run: Run, now: float) -> None:
        """Draw it again: ages have grown."""
        self._draw(run, now)

    def note(self, text: str) -> None:
        """Above the table, where it scrolls away."""
        self._erase()
        output.show(self._stream, output.visible(text.rstrip("\n")) + "\n")

    def end(self, run: Run, now: float) -> None:
        """The table stays, whole."""
        self._erase()
        for line in summary_lines(run):
            output.show(self._stream, output.visible(line) + "\n")

    def _draw(self, run: Run, now: float) -> None:
        cols, rows = self._size()
        lines = [output.one_line(line)[: cols - 1] for line in live_lines(run, now)]
        if len(lines) >= rows:  # what has scrolled away cannot be drawn again
            lines = [*lines[: rows - 2], f"… and {len(lines) - rows + 2} more"]
        self._erase()
        output.show(self._stream, "".join(line + "\n" for line in lines))
        self._drawn = len(lines)

    def _erase(self) -> None:
        if self._drawn:
            output.show(self._stream, UP_AND_CLEAR.format(self._drawn))
        self._drawn = 0


View = LinesView | LiveView


def view_for(*, json: bool) -> View:
    """The view that fits where stdout goes. With `json` stdout is the report's, and changes go to stderr."""
    import shutil

    if json:
        return LinesView(sys.stderr)
    if not sys.stdout.isatty():
        return LinesView(sys.stdout)
    return LiveView(sys.stdout, shutil.get_terminal_size)
