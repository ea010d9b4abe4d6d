"""Where a command's output stands, from its beginning on and after its end."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from operator import eq
from typing import Final, NamedTuple

from paneflow.runtime.waiting.difference import Remembered, common
from paneflow.runtime.waiting.new_text import Moment
from paneflow.runtime.waiting.seams import Piece
from paneflow.vt.engine import Engine, Mark

_NEAR: Final = 500  # rows that a program can still overwrite or erase: no screen is higher
_MAX_REST: Final = 65536  # characters of a last line
_MAX_TAIL: Final = 16384  # characters of the end of a long output


class Printed(NamedTuple):
    """The logical lines that a command printed, and whether their beginning is there."""

    lines: list[str]
    whole: bool


class Beginning:
    """Where the output of a command begins, and what stood on the screen then. A clear moves it: what follows stands elsewhere.

    `whole`: nothing that was printed is lost so far. `home` is the top of the screen, if the cursor was put there and that is
    higher up.
    """

    def __init__(self, engine: Engine) -> None:
        self.whole = True
        self._engine = engine
        self._lost = False  # by the clear that is on its way
        self._before: list[str] | None = None  # what stood there when lines are about to be taken
        self._begin()

    def _begin(self) -> None:
        self.moment = Moment(self._engine)
        self.mark = self._engine.mark()
        self.row = row_for_life(self._engine)
        self.home: Mark | None = None
        self._homed, self._home_row = False, 0

    def clearing(self, piece: Piece) -> None:
        """What may clear the screen is about to be fed."""
        self._lost = piece.resets if self._engine.modes().alternate_screen else self._has_text()

    def _has_text(self) -> bool:
        now = self.moment.lines()
        if now is None:
            return True
        then, cursor = self.moment.remembered
        if [*changed(then[:cursor], now[:cursor])] or any(more(then[cursor:], now[cursor:])):
            return True
        # Where it was put at the top, it may have drawn just what stood there.
        return self.home is not None and any(now) and self._left_home()

    def _left_home(self) -> bool:
        return self._engine.cursor().col > 0 or row_for_life(self._engine) != self._home_row

    def cleared(self, piece: Piece) -> None:
        """It was fed."""
        engine = self._engine
        if engine.modes().alternate_screen:
            return
        blank = not any(engine.screen())
        if not (blank or piece.blind or engine.text_since(self.mark) is None):
            return
        self.close()
        self._begin()
        if blank:
            self.whole = self.whole and not (self._lost or piece.blind)
            self.moment.blank()
        else:  # all of the screen is output
            self.whole = False
            self.mark.close()
            self.mark = engine.mark(row=0)
            self.moment.remembered = Remembered((), 0)

    def taking(self) -> None:
        """What may take lines from the screen is about to be fed."""
        self._before = self.moment.lines() if self.whole else None

    def taken(self, piece: Piece) -> None:
        """It was fed. Where a part of the screen scrolls alone, what is printed stands among old text, or scrolls away."""
        if self._engine.modes().alternate_screen:
            return
        if piece.missed or any(piece.part or ()) or self.moment.lost(self._before):
            self.whole = False

    def homed(self) -> None:
        """The cursor was put at the top of the screen. The first time is the highest place."""
        if self._homed or self._engine.modes().alternate_screen:
            return
        self._homed = True
        self._home_row = row_for_life(self._engine)
        if self._home_row < self.row:
            self.home = self._engine.mark()

    def close(self) -> None:
        """Forget the places."""
        self.moment.close()
        self.mark.close()
        if self.home is not None:
            self.home.close()


class Finished:
    """A command that has ended. Its output stays where it stands; whether it still does is found out when it is read."""

    def __init__(self, engine: Engine, begun: Beginning, exit_code: int | None) -> None:
        self.exit_code = exit_code
        self._engine, self._begun, self._end = engine, begun, engine.mark()
        # What stands on the last line, behind which a prompt may be drawn; none if the line is a new one.
        last = engine.text_since(self._end) or []
        self._rest = [line[:_MAX_REST] for line in last[:1] if line.strip()]
        self._whole = begun.whole
        self._start = begun.mark
        self._count: int | None = None  # of the lines above the end, where only that tells the beginning
        self._among = False  # some of it stands above the beginning, among old text
        self._near = row_for_life(engine) - begun.row <= _NEAR
        self._find_start(last)
        self._whole = self._whole and not self._goes_on(last)
        if self._rest and self._went_up and not engine.cursor().col:
            self._rest, self._whole = [], False  # it may be old
        # By what it is known again: all of it, or where that is long, its end, which is what can be overwritten.
        self._known = _text(self._found(last)[0]) if self._near else self._on_screen(last)[-_MAX_TAIL:]

    def _goes_on(self, last: list[str]) -> bool:
        """Whether there is text below the end which did not stand there before."""
        then, cursor = self._begun.moment.remembered
        return any(more(then[cursor:], last[1:]))

    @property
    def _went_up(self) -> bool:
        return self._start is not self._begun.mark or self._count is not None

    def _find_start(self, last: list[str]) -> None:
        """Find where it begins if the program went up, above the place where it began to print."""
        begun = self._begun
        then, cursor = begun.moment.remembered
        if begun.home is not None and not any(then[:cursor]):
            self._start = begun.home
        now = begun.moment.lines() if self._near else None
        if now is None or self._start is begun.home:
            return
        above = _without(now, last)
        kept = common(then[:cursor], above)
        if kept == cursor:
            return
        if len(above) >= cursor:
            self._among = True
            self._whole = self._whole and not any(map(eq, then[:cursor], above))  # as below
        elif begun.home is not None:
            self._start = begun.home
        else:
            self._count = len(above) - kept
            self._whole = self._whole and not kept  # what stood there it may have written just so

    def printed(self) -> Printed | None:
        """What it printed, as far as that is retained; None when it was erased or overwritten, or another screen is shown."""
        below = None if self._engine.modes().alternate_screen else self._engine.text_since(self._end)
        if below is None:
            return None
        found, whole = self._found(below)
        text = _text(found)
        if text != self._known if self._near else not text.endswith(self._known):
            return None
        found += self._rest
        while found and not found[-1]:
            found.pop()
        return Printed(found, whole) if found or whole else None

    def close(self) -> None:
        """Forget the places."""
        self._begun.close()
        self._end.close()

    def _found(self, below: Sequence[str]) -> tuple[list[str], bool]:
        """The lines above those at the end, and whether that is all of them."""
        moment = self._begun.moment
        lines = self._engine.text_since(self._start) if self._count is None else moment.lines()
        found = _without(self._engine.lines() if lines is None else lines, below)
        whole = self._whole and lines is not None
        if self._count is not None:
            found = found[len(found) - self._count :]
        if self._among:
            above = _without(_without(moment.lines() or [], below), found)
            then, cursor = moment.remembered
            found = [line for line in changed(then[:cursor], above) if line] + found
        return found, whole

    def _on_screen(self, below: Sequence[str]) -> str:
        top = self._engine.mark(row=0)
        lines = self._engine.text_since(top) or []
        top.close()
        return _text(_without(lines, below))


def row_for_life(engine: Engine) -> int:
    """The number for life of the cursor's row."""
    return engine.first_row() + engine.scrollbar().total - engine.rows + engine.cursor().row


def changed(then: Sequence[str], now: Sequence[str]) -> Iterator[str]:
    """The lines of now that stand where others stood."""
    return (new for old, new in zip_longest(then, now, fillvalue="") if new != old)


def more(then: Sequence[str], now: Sequence[str]) -> Iterator[str]:
    """The texts of now that did not stand there as often, wherever they did."""
    return (Counter(filter(None, now)) - Counter(then)).elements()


def _without(lines: Sequence[str], below: Sequence[str]) -> list[str]:
    """Lines but for those at their end."""
    return list(lines[: max(0, len(lines) - len(below))])


def _text(lines: Sequence[str]) -> str:
    """Lines as a text, without the blank ones at its end."""
    return "\n".join(lines).rstrip("\n")
