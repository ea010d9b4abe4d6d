"""The text that one surface has put out since a moment, kept up to date look by look.

Works on the engine's logical lines, so styles, wraps and resizes do not show. The end of what has been read and has scrolled
on is carried along, so that a pattern may span lines that came apart.
"""

from collections.abc import Sequence
from typing import Final

from paneflow.runtime.waiting.difference import Remembered, difference
from paneflow.runtime.waiting.echo import Echoes, without_echo
from paneflow.runtime.waiting.ending import ending
from paneflow.vt.engine import Engine, Mark

MAX_CARRIED: Final = 16 << 10  # characters a pattern can look back
MAX_KEPT: Final = 1 << 20  # characters of all that came, for who wants that
_MANY: Final = 400  # rows after which the place to read from is moved on
_FEW: Final = 20  # the same where next to nothing is retained


class Moment:
    """A place in a surface's text and what stood there: where new text begins. To be closed by each who holds it."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._holders = 1
        self.alternate = engine.modes().alternate_screen
        self.top: Mark = engine.mark(row=0)
        self.remembered = self._remember()

    def _remember(self) -> Remembered:
        lines = tuple(self._engine.text_since(self.top) or ())
        cursor = self._engine.mark()
        below = self._engine.text_since(cursor) or []
        cursor.close()
        return Remembered(lines, len(lines) - len(below))

    @property
    def prompt(self) -> str:
        """What stood on the cursor's line."""
        lines, cursor = self.remembered
        return lines[cursor] if cursor < len(lines) else ""

    def lines(self) -> list[str] | None:
        """The lines from the place on; None when the text there is gone, or another screen is shown."""
        if self._engine.modes().alternate_screen != self.alternate:
            return None
        return self._engine.text_since(self.top)

    def share(self) -> "Moment":
        """The same moment, for one holder more."""
        self._holders += 1
        return self

    def close(self) -> None:
        """One holder less; the last one forgets the place."""
        self._holders -= 1
        if not self._holders:
            self.top.close()


class NewText:
    """What came since a moment, less the echo of what was sent. With `keep`, `whole` has all of it, cut to `MAX_KEPT`."""

    def __init__(self, engine: Engine, moment: Moment | None = None, *, keep: bool = False) -> None:
        self._engine = engine
        self._keep = keep
        self._kept = ""
        self._moment = moment or Moment(engine)
        self._primary: Moment | None = None  # put aside while the alternate screen is shown
        self._carried = ""
        # The shell is at its prompt: what stands on the cursor's line was typed there, by whomever, or is the shell's guess at
        # what will be. None of it is output.
        self.typing = False
        self.truncated = False  # `whole` has lost its beginning, or what was erased
        self._looked = self._looked_before = ""  # what the last two looks found since the place was moved
        self.unseen = False  # nothing is of interest yet

    def look(self, sent: Echoes) -> str:
        """New text up to now: what was not there at the last move of the place, behind the end of what was read before."""
        if self.unseen:
            return self._carried
        lines = self._lines()
        fresh = self._fresh(self._above_cursor(lines) if self.typing else lines, sent)
        self._looked, self._looked_before = fresh, self._looked
        text = self._carried + fresh
        if self._rows(lines) > self._engine.rows + self._limit():
            self._move_on(lines, sent)
        return text

    def erased(self) -> None:
        """The screen was cleared before the last look: what the look before it found is lost, unless it is there still."""
        first = next(filter(str.strip, self._looked_before.split("\n")), "")
        if first not in self._looked and not self._moment.alternate:
            self.truncated = True

    def settle(self, sent: Echoes, *, skip: bool = False) -> None:
        """Take what is there as read and go on from the cursor; with `skip`, without keeping it."""
        if not skip and not self.unseen:
            self._carry(self._fresh(self._lines(), sent))
        self._carry("" if not self._carried or self._carried.endswith("\n") else "\n")
        self._moment.close()
        self._moment = Moment(self._engine)

    def whole(self, sent: Echoes) -> str:
        """All new text up to now, or as many of its last lines as have `MAX_KEPT` characters."""
        return self._cut(self._kept + self._fresh(self._lines(), sent))

    def close(self) -> None:
        """Forget the places."""
        self._moment.close()
        if self._primary is not None:
            self._primary.close()

    def _lines(self) -> list[str]:
        lines = self._moment.lines()
        return self._turn_screen() if lines is None else lines

    def _fresh(self, lines: list[str], sent: Echoes) -> str:
        """What of the lines comes behind the carried text."""
        found = difference(self._moment.remembered, lines)
        before = self._moment.prompt if found.continues else ""
        text = "\n".join(without_echo(found.lines, sent, typing=self.typing, before=before))
        apart = self._carried and text and not found.continues and not self._carried.endswith("\n")
        return "\n" + text if apart else text

    def _rows(self, lines: Sequence[str]) -> int:
        cols = self._engine.cols
        return sum(1 + len(line) // cols for line in lines)

    def _limit(self) -> int:
        """Rows after which the place is moved on, before its text can scroll out of what is retained."""
        return min(_MANY, max(_FEW, self._engine.scrollbar().total // 8))

    def _move_on(self, lines: list[str], sent: Echoes) -> None:
        """Move the place on. The cursor's line goes on, and what is on it may be overwritten yet: it is new once more.

        Not so a line that is too long to be read again and again.
        """
        above = self._above_cursor(lines)
        endless = self._rows(lines[len(above) :]) > max(self._engine.rows, self._limit() // 2)
        text = self._fresh(lines if endless else above, sent)
        self._carry(text if endless or not text or text.endswith("\n") else text + "\n")
        self._moment.close()
        self._moment = Moment(self._engine)
        if not endless:
            before, cursor = self._moment.remembered
            self._moment.remembered = Remembered(before[:cursor], cursor)

    def _carry(self, text: str) -> None:
        if self._keep:
            self._kept = self._cut(self._kept + text)
        self._carried = ending(self._carried + text, MAX_CARRIED)
        self._looked = ""

    def _cut(self, text: str) -> str:
        self.truncated = self.truncated or len(text) > MAX_KEPT
        return ending(text, MAX_KEPT)

    def _above_cursor(self, lines: list[str]) -> list[str]:
        cursor = self._engine.mark()
        below = self._engine.text_since(cursor) or []
        cursor.close()
        return lines[: len(lines) - len(below)]

    def _turn_screen(self) -> list[str]:
        """Another screen is shown, or the text was cleared: what is on the screen now came since."""
        alternate = self._engine.modes().alternate_screen
        if alternate and not self._moment.alternate:
            self._primary = self._moment
        else:
            self._moment.close()
        if not alternate and self._primary is not None:
            self._moment, self._primary = self._primary, None
            lines = self._moment.lines()
            if lines is not None:
                return lines
            self._moment.close()
        self._moment = Moment(self._engine)
        self._moment.remembered = Remembered((), 0)  # nothing of it is old
        return self._moment.lines() or []
