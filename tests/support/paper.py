"""What a program's output comes to on a terminal that has nothing else on it: a reference, written without the engines.

It knows just what `Script` prints: words of ASCII that fit in a row, line ends, clears, and moves.
"""

from typing import Final

BLANKS: Final = {  # what leaves the screen blank wherever the cursor is, and the row that the cursor is on then, if it moves
    "home-erase": ("\x1b[H\x1b[2J", 0),
    "erase-home": ("\x1b[2J\x1b[H", 0),
    "erase": ("\x1b[2J", None),
    "home-below": ("\x1b[H\x1b[J", 0),
    "all": ("\x1b[H\x1b[2J\x1b[3J", 0),
    "reset": ("\x1bc", 0),
}


class Paper:
    """A screen of some rows whose text is kept: what scrolls off it, and what stood on it when it was cleared."""

    def __init__(self, rows: int, row: int) -> None:
        self._rows, self.row, self._col = rows, row, 0
        self._screen = [""] * rows
        self._above: list[str] = []
        self._cleared: list[str] = []
        self.bytes = ""
        self.clears = 0  # that took something away
        self._ever: list[str] = []
        self.first = row  # the highest row that is the program's own

    def _leave(self) -> None:
        self._ever.append(self._screen[self.row])

    def shown(self) -> list[str]:
        """All that was shown, and neither drawn over nor erased in part; without blank lines."""
        return self._cleared + self.left()

    def ever(self) -> list[str]:
        """Each line as it was when the program went elsewhere."""
        return [*self._ever, self._screen[self.row]]

    def left(self) -> list[str]:
        """What is left of that since the last clear."""
        return [line for line in self._above + self._screen if line]

    def word(self, word: str) -> None:
        """Print a word."""
        self.bytes += word
        line = self._screen[self.row].ljust(self._col)
        self._screen[self.row] = line[: self._col] + word + line[self._col + len(word) :]
        self._col += len(word)

    def end(self) -> None:
        """Go to the next line."""
        self.bytes += "\r\n"
        self._leave()
        self._col = 0
        if self.row < self._rows - 1:
            self.row += 1
            return
        self._above.append(self._screen.pop(0))
        self._screen.append("")
        self.first = max(0, self.first - 1)

    def blank(self, how: str) -> None:
        """Clear the screen."""
        sequence, row = BLANKS[how]
        self._leave()
        self.bytes += sequence
        self.clears += any(self.left())
        self._cleared += self.left()
        self._above, self._screen = [], [""] * self._rows
        self.row, self._col = (self.row, self._col) if row is None else (row, 0)
        self.first = self.row

    def up(self, count: int, word: str) -> None:
        """Go up, though not above what is the program's own, and put a word in the place of that line."""
        self._leave()
        count = min(count, self.row - self.first)
        self.bytes += "\r" + (f"\x1b[{count}A" if count else "") + "\x1b[2K"
        self.row, self._col = self.row - count, 0
        self._screen[self.row] = ""
        self.word(word)

    def page(self, words: list[str]) -> None:
        """Draw lines from the top of the screen on, over what stands there, and empty the rest of it."""
        self._leave()
        self._ever += words
        self.bytes += "\x1b[H" + "".join(f"{word}\x1b[K\r\n" for word in words) + "\x1b[J"
        self._screen = words + [""] * (self._rows - len(words))
        self.row, self._col, self.first = len(words), 0, 0
