"""Where output has to be looked at before it goes on: text that was on the screen for a moment only counts, too.

Pure. While somebody waits, output is cut into pieces so that no text is overwritten, cleared or scrolled out of the
scrollback between two looks, and so that shell marks are met exactly where they stand.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

# What can make text vanish: a carriage return without its line feed, cursor movement upwards or back, erasing, a change of
# screen, a reset. A shell mark (OSC 133) ends a piece behind itself, and so does what may clear the screen or begins a page.
# These are behind an escape. Numbers may have zeros before them and needless ones behind them.
_CLEARS: Final = rb"\[\??0*[0-3]?(?:;[0-9]*)*J|\[\?(?:[0-9]+;)*0*3(?:;[0-9]+)*[hl]|c"  # ED, DECSED, DECCOLM, RIS
_HOMES: Final = rb"\[0*1?(?:;0*1?)?[Hf]"  # CUP, HVP
_TAKES: Final = rb"\[[0-9;]{0,32}[LMSTr]|M"  # IL, DL, SU, SD, DECSTBM, RI
_PAGE: Final = re.compile(b"|".join((_CLEARS, _HOMES, _TAKES)))
_MARK: Final = rb"(?P<mark>\]133;[^\x07\x1b]{0,1024}(?:\x07|\x1b\\))"
_STOPS: Final = b"(?P<page>" + _PAGE.pattern + b")|" + _MARK
# What is a stop, or looks like one: all output is looked through with it. Colours, which there are most of, are passed at once.
_STOP: Final = re.compile(
    rb"\x1b(?!\[[0-9;:]*+m)(?:(?P<page>\[(?:[01;]*+[Hf]|[0-9;?]*+[JLMSTrhl])|[cM])|" + _MARK + rb")"
)
_SEAM: Final = re.compile(
    rb"\x1b(?:" + _STOPS + rb"|\[[0-9;]*[ADFGHJPXdf`]|\[[12]K|\[\?(?:1049|1047|47)[hl])"
    rb"|\r(?![\r\n])|(?<!\x08)\x08"
)
_UNFINISHED: Final = re.compile(rb"\x1b(?:\[[0-9;?]{0,32}|\]1?3?3?|\]133;[^\x07\x1b]{0,1024}\x1b?)?\Z")
LONGEST: Final = 1100  # bytes of a sequence that is waited for
_MAX_PIECES: Final = 48  # of one read; a program that moves the cursor or lines all the time is looked at this often

_RESET: Final = b"c"
_TAKE: Final = (b"L", b"M", b"S", b"T", b"r")
_DROP: Final = re.compile(rb"\[\??0*3(?:;[0-9]*)*J")


class Piece(NamedTuple):
    """Output that is fed at once.

    `page` is a sequence at its end that may clear the screen, may take lines from it or puts the cursor at its top, but for
    its escape; b"" if none is there. `blind`: text in it was cleared before anybody could look; `missed`: lines of it or before
    it may have been taken so.
    """

    data: bytes
    page: bytes = b""
    blind: bool = False
    missed: bool = False

    @property
    def clears(self) -> bool:
        """Whether it may clear the screen or drop the scrollback."""
        return self.page.endswith((_RESET, b"J", b"h", b"l"))

    @property
    def homes(self) -> bool:
        """Whether it ends with the cursor at the top."""
        return self.page.endswith((b"H", b"f"))

    @property
    def takes(self) -> bool:
        """Whether it may take lines from the screen, or begins to let them scroll out of a part of it."""
        return self.page.endswith(_TAKE)

    @property
    def part(self) -> tuple[int, int] | None:
        """The rows that it lets scroll, counted from 1, with 0 for the first and the last one; None if it sets none."""
        if not self.page.endswith(b"r"):
            return None
        top, bottom = [*(int(each or 0) for each in self.page[1:-1].split(b";")), 0][:2]
        return top if top > 1 else 0, bottom

    @property
    def drops(self) -> bool:
        """Whether it drops the scrollback."""
        return self.resets or _DROP.fullmatch(self.page) is not None

    @property
    def resets(self) -> bool:
        """Whether it resets the terminal."""
        return self.page == _RESET


def at_stops(fed: bytes, data: bytes) -> list[Piece]:
    """`data` in pieces that end behind a shell mark, before and behind a `page`, and its rest.

    `fed` is the end of what came before it.
    """
    head = _unfinished(fed)
    if not head and not _has_stop(data):
        return [Piece(data)]
    pieces: list[Piece] = []
    start = 0
    spare = _MAX_PIECES
    for stop in _STOP.finditer(head + data):
        before, end = max(stop.start() - len(head), 0), stop.end() - len(head)
        page = stop["page"] or b""
        takes = page.endswith(_TAKE)
        if end <= 0 or (takes and not spare) or (page and not _PAGE.fullmatch(page)):
            continue
        spare -= takes
        if page and before > start:
            pieces.append(Piece(data[start:before]))
            start = before
        pieces.append(Piece(data[start:end], page, missed=takes and not spare))
        start = end
    return [*pieces, Piece(data[start:])]


def _unfinished(fed: bytes) -> bytes:
    """The beginning of a sequence that the output so far ends with; b"" if it ends with none."""
    first = max(0, len(fed) - LONGEST)
    last = fed.rfind(b"\x1b", first)
    if last < 0:
        return b""
    begun = _UNFINISHED.search(fed, first if last == len(fed) - 1 else last)  # an escape may end a mark
    return begun[0] if begun else b""


def _has_stop(data: bytes) -> bool:
    """Whether there can be a stop: what all output pays, so a single byte is looked for first, which is much faster."""
    return b"\x1b" in data and _STOP.search(data) is not None


class Seams:
    """Cuts one surface's output. A sequence that is not whole yet is held back until its rest is there."""

    def __init__(self) -> None:
        self._held = b""
        self._fed = b""  # the beginning of a sequence, which the engine has already

    def begin(self, fed: bytes) -> None:
        """Somebody begins to wait; `fed` is the end of what the engine was fed before."""
        self._fed = _unfinished(fed)

    def cut(self, data: bytes, lines: int, cols: int) -> list[Piece]:
        """Pieces of the held and the new bytes; none fills more than about `lines` rows of `cols` cells."""
        fed, self._fed = self._fed, b""
        data, self._held = fed + self._held + data, b""
        if unfinished := _UNFINISHED.search(data, max(0, len(data) - LONGEST)):
            if unfinished.start() < len(fed):  # still the sequence whose beginning is away
                self._fed = data
                return [Piece(data[len(fed) :])]
            data, self._held = data[: unfinished.start()], data[unfinished.start() :]
        pieces = [piece for part in _at_seams(data) for piece in _by_lines(part, lines, lines * cols)]
        return list(_without_first(pieces, len(fed)))

    def rest(self) -> bytes:
        """What was held back, when nothing more comes or nobody waits any more."""
        held, self._held = self._held, b""
        return held


def _without_first(pieces: list[Piece], count: int) -> Iterator[Piece]:
    """The pieces without the first bytes, which have been fed."""
    for piece in pieces:
        if len(piece.data) > count:
            yield piece._replace(data=piece.data[count:])
        count = max(0, count - len(piece.data))


def _at_seams(data: bytes) -> list[Piece]:
    pieces: list[Piece] = []
    start = 0
    blind = missed = False
    for seam in _SEAM.finditer(data):
        mark, page = seam["mark"] is not None, seam["page"]
        text = seam.start() > start and _has_text(data, start, seam.start())
        # In a storm of cursor movements not each is worth a look, and between two of them text must have come. What stands
        # before a mark is looked at before the mark is heard.
        spare = len(pieces) < _MAX_PIECES
        if text and (mark or spare):
            pieces.append(Piece(data[start : seam.start()], b"", blind, missed))
            start, blind, missed = seam.start(), False, False
        if page and not spare:
            passed = Piece(b"", page)
            blind, missed = blind or (text and passed.clears), missed or passed.takes
        if mark or (page and spare):
            pieces.append(Piece(data[start : seam.end()], page or b"", blind, missed))
            start, blind, missed = seam.end(), False, False
    return [*pieces, Piece(data[start:], b"", blind, missed)] if start < len(data) else pieces


_CONTROL: Final = re.compile(
    rb"(?:\x1b\[[0-9;?<=>!$ ]*[@-~]|\x1b[\]P^_X].*?(?:\x07|\x1b\\)|\x1b.|[\x00-\x20\x7f])+", re.DOTALL
)


def _has_text(data: bytes, start: int, stop: int) -> bool:
    """Whether there is anything to see between two places."""
    control = _CONTROL.match(data, start, stop)
    return (control.end() if control else start) < stop


def _by_lines(piece: Piece, lines: int, size: int) -> list[Piece]:
    data = piece.data
    if data.count(b"\n") <= lines and len(data) <= size:
        return [piece]
    pieces: list[Piece] = []
    start = 0
    while start < len(data):
        stop = _end(data, start, min(start + size, len(data)), lines)
        pieces.append(Piece(data[start:stop]))
        start = stop
    pieces[-1] = piece._replace(data=pieces[-1].data)
    return pieces


def _end(data: bytes, start: int, most: int, lines: int) -> int:
    stop = start
    for _ in range(lines):
        stop = data.find(b"\n", stop, most) + 1
        if not stop:
            return most
    return stop
