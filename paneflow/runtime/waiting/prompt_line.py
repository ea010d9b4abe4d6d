"""The line at a shell's prompt, told from the cursor: whether anything stands on it behind the prompt.

Shells draw a prompt once more with what is typed behind it, after ctrl-l or another size, so a new prompt is no empty one.
"""

from typing import NamedTuple

from paneflow.vt.engine import Engine


class _Blank(NamedTuple):
    """How wide the terminal was and where the cursor stood with nothing typed; what stood on its line, None if unknown."""

    cols: int
    col: int
    line: str | None = None


class PromptLine:
    """One surface's. Told of the shell's marks right where they stand, and of what is typed before it is written."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._blank: _Blank | None = None

    @property
    def begun(self) -> bool:
        """Whether anything was typed at this prompt, or before it."""
        return self._blank is not None

    def gone(self) -> None:
        """No prompt stands."""
        self._blank = None

    def drawn(self, *, drafted: bool) -> None:
        """The prompt has just been drawn, and nothing behind it yet; `drafted`: something may be to follow."""
        self._blank = _Blank(self._engine.cols, self._engine.cursor().col, self._line()) if drafted else None

    def typed(self) -> None:
        """Something is about to be typed at the prompt."""
        if self._blank is None:
            self._blank = _Blank(self._engine.cols, self._engine.cursor().col)

    def moved(self) -> bool:
        """Whether the cursor is not where it was with nothing typed, or that cannot be told."""
        return self._blank is None or (self._blank.cols, self._blank.col) != (
            self._engine.cols,
            self._engine.cursor().col,
        )

    def as_drawn(self) -> bool:
        """Whether the line is what it was when the prompt had been drawn, and the cursor is there."""
        return self._blank is not None and not self.moved() and self._blank.line == self._line()

    def _line(self) -> str:
        mark = self._engine.mark()
        lines = self._engine.text_since(mark) or [""]
        mark.close()
        return lines[0].rstrip()
