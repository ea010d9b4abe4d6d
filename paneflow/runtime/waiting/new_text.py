"""The text that one surface has put out since a moment, kept up to date look by look.

Works on the engine's logical lines, so styles, wraps and resizes do not show. The end of what has been read and has scrolled
on is carried along, so that a pattern may span lines that came apart.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from paneflow.runtime.waiting.difference import Remembered, difference
from paneflow.runtime.waiting.echo import Echoes, without_echo
from paneflow.runtime.waiting.ending import ending
from paneflow.runtime.waiting.seams import Piece
from paneflow.vt.engine import Engine, Mark

MAX_CARRIED: Final = 16 << 10  # characters a pattern can look back
MAX_KEPT: Final = 1 << 20  # characters of all that came, for who wants that
_MANY: Final = 400  # rows after which the place to read from is moved on
_FEW: Final = 20  # the same where next to nothing is retained
OWN_LINES: Final = 5000  # that a screen of one's own retains: more than a piece of output can hold


class Moment:
    """A place in a surface's text and what stood there: where new text begins. To be closed by each who holds it."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._holders = 1
        self.alternate = engine.modes().alternate_screen
        self.top: Mark = engine.mark(row=0)
        self.remembered = self._remember()

    def _remember(self) -> Remembered:
        return self._with_cursor(self._engine.text_since(self.top) or ())

    def _with_cursor(self, lines: Sequence[str]) -> Remembered:
        cursor = self._engine.mark()
        below = self._engine.text_since(cursor) or []
        cursor.close()
        return Remembered(tuple(lines), len(lines) - len(below))

    @property
    def prompt(self) -> str:
        """What stood on the cursor's line."""
        lines, cursor = self.remembered
        return lines[cursor] if cursor < len(lines) else ""

    def left(self) -> Sequence[str]:
        """The lines from the cursor's one then on, once the cursor is below that; none before, or where they are gone."""
        now = self._with_cursor(self.lines() or ())
        row = self.remembered.cursor
        return now.lines[row:] if now.cursor > row else ()

    @property
    def last(self) -> bool:
        """Whether nothing stood below the cursor's line."""
        lines, cursor = self.remembered
        return not any(lines[cursor + 1 :])

    def blank(self) -> None:
        """Nothing stands on the screen but for what was printed since."""
        row = self._engine.cursor().row
        self.remembered = Remembered(("",) * row, row)

    def lines(self) -> list[str] | None:
        """The lines from the place on; None when the text there is gone, or another screen is shown."""
        if self._engine.modes().alternate_screen != self.alternate:
            return None
        return self._engine.text_since(self.top)

    def lost(self, before: Sequence[str] | None) -> bool:
        """Whether lines that came since and stood there `before` do not stand there any more."""
        now = self.lines()
        if before is None or now is None:
            return before is not None
        gone = Counter(before) - Counter(now) - Counter(self.remembered.lines)
        return any(map(str.strip, gone))

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
        self._engine = self._shown = engine
        self._keep = keep
        self._kept = ""
        self._moment = moment or Moment(engine)
        self._primary: Moment | None = None  # put aside while the alternate screen is shown
        self._aside = ""  # what was found there, as far as that is not carried
        self._before: list[str] | None = None  # what stood there when lines are about to be taken
        self._carried = ""
        # The shell is at its prompt: what stands on the cursor's line was typed there, by whomever, or is the shell's guess at
        # what will be. None of it is output.
        self.typing = False
        self.truncated = False  # `whole` has lost its beginning, or what was erased
        self._looked = ""  # what the last look found since the place was moved
        self.unseen = False  # nothing is of interest yet

    def look(self, sent: Echoes) -> str:
        """New text up to now: what was not there at the last move of the place, behind the end of what was read before."""
        if self.unseen:
            return self._carried
        lines = self._lines()
        fresh = self._fresh(self._above_cursor(lines) if self.typing else lines, sent)
        self._looked = fresh
        text = self._carried + fresh
        if self._rows(lines) > self._engine.rows + self._limit():
            self._move_on(lines, sent)
        return text

    def alone(self) -> None:
        """Go on with a screen of one's own, which is blank and is fed what comes.

        What a program draws over old text cannot be mistaken for that text there, and the other way round.
        """
        row, col = self._shown.cursor()[:2]
        own = self._shown.another(OWN_LINES)
        own.feed(b"\x1b[%d;%dH" % (row + 1, col + 1))
        self._begin_blank(own)

    def save(self, sent: Echoes) -> None:
        """The scrollback is about to be dropped: the place must not be in it."""
        if not self.unseen and not self._engine.modes().alternate_screen:
            self._move_on(self._lines(), sent)
            self._looked = self._fresh(self._lines(), sent)

    def feed(self, piece: Piece) -> None:
        """A piece is about to be fed to the engine."""
        self._before = self._moment.lines() if self._may_lose(piece) else None
        own = self._engine
        if own is not self._shown:
            if (own.cols, own.rows) != (self._shown.cols, self._shown.rows):
                own.resize(self._shown.cols, self._shown.rows)
            own.feed(piece.data)
            own.take_replies()
            own.take_events()

    def _may_lose(self, piece: Piece) -> bool:
        watched = not self.unseen and not self.truncated
        return watched and piece.takes and not self._engine.modes().alternate_screen

    def fed(self, piece: Piece) -> None:
        """It was fed. When it cleared the screen, all that comes is new, and what stood there was read by the last look."""
        if self.unseen or self._engine.modes().alternate_screen:
            return
        if piece.takes or piece.missed:
            lost = piece.missed or bool(piece.part and piece.part[0]) or self._moment.lost(self._before)
            self.truncated = self.truncated or lost
        if not (piece.clears or piece.blind):
            return
        hidden = piece.resets and self._moment.alternate  # the primary screen, which went unread
        self.truncated = self.truncated or piece.blind or hidden
        if not self.typing and (piece.blind or not any(self._engine.screen())):
            self._carry("" if self._moment.alternate else self._looked)
            self._part()
            self._begin_blank()

    def settle(self, sent: Echoes, *, skip: bool = False) -> None:
        """Take what is there as read and go on from the cursor; with `skip`, without keeping it."""
        if not skip and not self.unseen:
            self._carry(self._fresh(self._lines(), sent))
        self._part()
        self._moment.close()
        self._moment = Moment(self._engine)

    def whole(self, sent: Echoes) -> str:
        """All new text up to now, or as many of its last lines as have `MAX_KEPT` characters.

        While the alternate screen is shown, what scrolled out of that is not there.
        """
        fresh = self._fresh(self._lines(), sent)
        if self._primary is not None:
            self.truncated = True
            fresh = f"{self._aside.rstrip()}\n{fresh}" if self._aside.strip() else fresh
        return self._cut(self._kept + fresh)

    def close(self) -> None:
        """Forget the places."""
        self._close()
        if self._engine is not self._shown:
            self._engine.close()

    def _begin_blank(self, engine: Engine | None = None) -> None:
        """Go on from a blank screen, of another engine perhaps."""
        self._close()
        self._engine = engine or self._engine
        self._moment, self._primary = Moment(self._engine), None
        self._moment.blank()

    def _close(self) -> None:
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

    def _part(self) -> None:
        """What comes now begins a line of its own."""
        self._carry("" if not self._carried or self._carried.endswith("\n") else "\n")

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
            self._primary, self._aside = self._moment, self._looked
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
