"""Whether something stands typed in a terminal that nobody has entered, told from every byte that is written to it. Pure.

What a program makes of a key only the program knows: a shell may have been emptied by ctrl-u, or a key may have gone to a
menu. So this errs to one side: what was typed stands until an Enter or an interrupt follows it.
"""

import re
from typing import Final

_PASTE_END: Final = b"\x1b[201~"
_MOUSE: Final = (b"\x1b[<", b"\x1b[M")
_ENDS: Final = re.compile(rb"[\r\n\x03]")
# Where the terminal itself reads lines, it hands an unfinished one over at ctrl-d, and drops it at ctrl-u, ctrl-z and ctrl-\\.
_ENDS_BY_LINE: Final = re.compile(rb"[\r\n\x03\x04\x15\x1a\x1c]")


_KILLS_LINE: Final = frozenset({b"\x15", b"\x1b[117;5u"})  # ctrl-u, also as programs get it that asked for all keys


def empties(key: bytes) -> bool:
    """Whether line editors take a key to empty their line, up to the cursor at least."""
    return key in _KILLS_LINE


class Draft:
    """What was typed since the last Enter, and to whom: the process group in front.

    None where that cannot be told; then it stands for whoever reads.
    """

    def __init__(self) -> None:
        self._stands = False
        self._group: int | None = None
        self._ahead = False
        self._left = False

    def typed(self, data: bytes, group: int | None, *, by_line: bool) -> bool:
        """Take in what is written; `by_line`: the terminal reads whole lines. Whether an Enter was in it."""
        if data.startswith(_MOUSE):
            return False
        keys = data.rpartition(_PASTE_END)[2]  # line ends within a paste are text
        ends = [found.end() for found in (_ENDS_BY_LINE if by_line else _ENDS).finditer(keys)]
        if ends:
            self._stands = self._left = False
        if keys[ends[-1] :] if ends else data:
            self._ahead = by_line or (self._stands and self._ahead)
            self._stands, self._group, self._left = True, group, False
        return b"\r" in keys or b"\n" in keys

    def leave(self, group: int | None) -> None:
        """A prompt was drawn after an Enter and nothing ran: shells may leave the line there, as with `histverify`."""
        if not self._stands:
            self._stands, self._group, self._ahead, self._left = True, group, False, True

    def begin(self) -> None:
        """A command begins: nothing is left of its line."""
        if self._left:
            self._stands = self._left = False

    def forget(self) -> None:
        """The line was seen to be empty."""
        self._stands = False

    @property
    def ahead(self) -> bool:
        """Whether it was typed while nobody read it, so that it stands at the next prompt."""
        return self._stands and self._ahead

    def stands_for(self, group: int | None) -> bool:
        """Whether it may stand where this process group reads."""
        return self.ahead or (self._stands and self._group in (None, group))
