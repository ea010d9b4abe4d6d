"""Where output has to be looked at before it goes on: text that was on the screen for a moment only counts, too.

Pure. While somebody waits, output is cut into pieces so that no text is overwritten, cleared or scrolled out of the
scrollback between two looks, and so that shell marks are met exactly where they stand.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

# What can make text vanish: a carriage return without its line feed, cursor movement upwards or back, erasing, a change of
# screen, a reset. A shell mark (OSC 133) ends a piece behind itself, and so does what may clear the screen or begins a page.
# These are behind an escape.
_STOPS: Final = rb"(?P<page>\[[0-3]?J|c|\[[01]?(?:;[01]?)?H)|(?P<mark>\]133;[^\x07\x1b]{0,1024}(?:\x07|\x1b\\))"
_STOP: Final = re.compile(rb"\x1b(?:" + _STOPS + rb")")
_SEAM: Final = re.compile(
    rb"\x1b(?:" + _STOPS + rb"|\[[0-9;]*[ADFGHJLMPSTXdfr`]|\[[12]K|\[\?(?:1049|1047|47)[hl]|M)"
    rb"|\r(?![\r\n])|(?<!\x08)\x08"
)
_UNFINISHED: Final = re.compile(rb"\x1b(?:\[[0-9;?]{0,32}|\]1?3?3?|\]133;[^\x07\x1b]{0,1024}\x1b?)?\Z")
LONGEST: Final = 1100  # bytes of a sequence that is waited for
_MAX_PIECES: Final = 48  # of one read; a program that moves the cursor all the time is looked at this often

_RESET: Final = b"c"


class Piece(NamedTuple):
    """Output that is fed at once.

    `page` is a sequence at its end that may clear the screen or puts the cursor at its top, but for its escape; b"" if
    none is there. `blind`: text in it was cleared before anybody could look.
    """

    data: bytes
    page: bytes = b""
    blind: bool = False

    @property
    def clears(self) -> bool:
        """Whether it may clear the screen or drop the scrollback."""
        return self.resets or self.page.endswith(b"J")

    @property
    def homes(self) -> bool:
        """Whether it ends with the cursor at the top."""
        return self.page.endswith(b"H")

    @property
    def drops(self) -> bool:
        """Whether it drops the scrollback."""
        return self.resets or self.page == b"[3J"

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
    for stop in _STOP.finditer(head + data):
        before, end = max(stop.start() - len(head), 0), stop.end() - len(head)
        if end <= 0:
            continue
        if stop["page"] and before > start:
            pieces.append(Piece(data[start:before]))
            start = before
        pieces.append(Piece(data[start:end], stop["page"] or b""))
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
    """Whether there can be a stop: what all output pays, so single bytes are looked for first, which is much faster."""
    if b"\x1b" not in data:
        return False
    return b"J" in data or b"H" in data or b"\x1bc" in data or (b"]" in data and b"\x1b]133;" in data)


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
    blind = False
    for seam in _SEAM.finditer(data):
        mark, page = seam["mark"] is not None, seam["page"]
        text = seam.start() > start and _has_text(data, start, seam.start())
        # In a storm of cursor movements not each is worth a look, and between two of them text must have come. What stands
        # before a mark is looked at before the mark is heard.
        spare = len(pieces) < _MAX_PIECES
        if text and (mark or spare):
            pieces.append(Piece(data[start : seam.start()], blind=blind))
            start, blind = seam.start(), False
        blind = blind or (text and not spare and page is not None and page.endswith((b"J", _RESET)))
        if mark or (page and spare):
            pieces.append(Piece(data[start : seam.end()], page or b"", blind))
            start, blind = seam.end(), False
    return [*pieces, Piece(data[start:], blind=blind)] if start < len(data) else pieces


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
