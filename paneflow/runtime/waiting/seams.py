"""Where output has to be looked at before it goes on: text that was on the screen for a moment only counts, too.

Pure. While somebody waits, output is cut into pieces so that no text is overwritten, cleared or scrolled out of the
scrollback between two looks, and so that shell marks are met exactly where they stand.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

# What can make text vanish: a carriage return without its line feed, cursor movement upwards or back, erasing, a change of
# screen, a reset. A shell mark (OSC 133) ends a piece behind itself.
_SEAM: Final = re.compile(
    rb"\r(?![\r\n])"
    rb"|\x1b\[[0-9;]*[ADFGHJLMPSTXdfr`]|\x1b\[[12]K|(?<!\x08)\x08"
    rb"|\x1b\[\?(?:1049|1047|47)[hl]"
    rb"|\x1b[Mc]"
    rb"|(?P<mark>\x1b\]133;[^\x07\x1b]{0,1024}(?:\x07|\x1b\\))"
)
_UNFINISHED: Final = re.compile(rb"\x1b(?:\[[0-9;?]{0,32}|\]1?3?3?|\]133;[^\x07\x1b]{0,1024}\x1b?)?\Z")
LONGEST: Final = 1100  # bytes of a sequence that is waited for
_USUAL: Final = 128  # bytes of a shell mark, as far as our own go
_MAX_PIECES: Final = 48  # of one read; a program that moves the cursor all the time is looked at this often


_BEGIN: Final = b"\x1b]133;"
_MARK: Final = re.compile(rb"\x1b\]133;[^\x07\x1b]{0,1024}(?:\x07|\x1b\\)")


def at_marks(fed: bytes, data: bytes) -> list[bytes]:
    """`data` in pieces that each end behind a shell mark, and its rest; `fed` is the end of what came before it."""
    head = b""
    tail = fed[fed.rfind(b"\x1b", max(0, len(fed) - _USUAL)) :]  # without an escape, its last byte
    if tail and (_BEGIN.startswith(tail) or tail.startswith(_BEGIN)):
        begun = _UNFINISHED.search(fed, max(0, len(fed) - LONGEST))
        head = begun[0] if begun else b""
    if not head and (b"]" not in data or _BEGIN not in data):  # one byte is found much faster than several
        return [data]
    ends = [mark.end() - len(head) for mark in _MARK.finditer(head + data)]
    bounds = [0, *(end for end in ends if end > 0), len(data)]
    return [data[start:stop] for start, stop in pairwise(bounds)]


class Seams:
    """Cuts one surface's output. A sequence that is not whole yet is held back until its rest is there."""

    def __init__(self) -> None:
        self._held = b""
        self._fed = b""  # the beginning of a sequence, which the engine has already

    def begin(self, fed: bytes) -> None:
        """Somebody begins to wait; `fed` is the end of what the engine was fed before."""
        unfinished = _UNFINISHED.search(fed, max(0, len(fed) - LONGEST))
        self._fed = unfinished[0] if unfinished else b""

    def cut(self, data: bytes, lines: int, cols: int) -> list[bytes]:
        """Pieces of the held and the new bytes; none fills more than about `lines` rows of `cols` cells."""
        fed, self._fed = self._fed, b""
        data, self._held = fed + self._held + data, b""
        if unfinished := _UNFINISHED.search(data, max(0, len(data) - LONGEST)):
            if unfinished.start() < len(fed):  # still the sequence whose beginning is away
                self._fed = data
                return [data[len(fed) :]]
            data, self._held = data[: unfinished.start()], data[unfinished.start() :]
        pieces = [piece for part in _at_seams(data) for piece in _by_lines(part, lines, lines * cols)]
        return list(_without_first(pieces, len(fed)))

    def rest(self) -> bytes:
        """What was held back, when nothing more comes or nobody waits any more."""
        held, self._held = self._held, b""
        return held


def _without_first(pieces: list[bytes], count: int) -> Iterator[bytes]:
    """The pieces without the first bytes, which have been fed."""
    for piece in pieces:
        if len(piece) > count:
            yield piece[count:]
        count = max(0, count - len(piece))


def _at_seams(data: bytes) -> list[bytes]:
    pieces: list[bytes] = []
    start = 0
    for seam in _SEAM.finditer(data):
        mark = seam["mark"] is not None
        # In a storm of cursor movements not each is worth a look, and between two of them text must have come. What stands
        # before a mark is looked at before the mark is heard.
        if seam.start() > start and (mark or len(pieces) < _MAX_PIECES) and _has_text(data, start, seam.start()):
            pieces.append(data[start : seam.start()])
            start = seam.start()
        if mark:
            pieces.append(data[start : seam.end()])
            start = seam.end()
    return [*pieces, data[start:]] if start < len(data) else pieces


_CONTROL: Final = re.compile(
    rb"(?:\x1b\[[0-9;?<=>!$ ]*[@-~]|\x1b[\]P^_X].*?(?:\x07|\x1b\\)|\x1b.|[\x00-\x20\x7f])+", re.DOTALL
)


def _has_text(data: bytes, start: int, stop: int) -> bool:
    """Whether there is anything to see between two places."""
    control = _CONTROL.match(data, start, stop)
    return (control.end() if control else start) < stop


def _by_lines(data: bytes, lines: int, size: int) -> list[bytes]:
    if data.count(b"\n") <= lines and len(data) <= size:
        return [data]
    pieces: list[bytes] = []
    start = 0
    while start < len(data):
        stop = _end(data, start, min(start + size, len(data)), lines)
        pieces.append(data[start:stop])
        start = stop
    return pieces


def _end(data: bytes, start: int, most: int, lines: int) -> int:
    stop = start
    for _ in range(lines):
        stop = data.find(b"\n", stop, most) + 1
        if not stop:
            return most
    return stop
