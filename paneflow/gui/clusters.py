"""Numbers for grapheme clusters, so that every cell's text is one integer.

Code points stand for themselves; clusters count from `FIRST_CLUSTER`. The table is a ring: a program that invents
clusters without end reuses the numbers of the oldest ones instead of taking memory.
"""

from typing import Final

FIRST_CLUSTER: Final = 0x110000  # the first number that is no code point
CAPACITY: Final = 0x8000
LIMIT: Final = FIRST_CLUSTER + CAPACITY
MAX_CODE_POINTS: Final = 32  # of a cluster that is drawn; stacks of combining marks beyond it are cut


class ClusterTable:
    """Text of more than one code point ↔ number. One table serves all panes."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._texts: list[str] = []
        self._next = 0
        self.reuses = 0  # how often a number changed its text

    def reused_since(self, reuses: int) -> list[int]:
        """The numbers that changed their text since there were so many reuses; glyph caches drop these."""
        first = max(reuses, self.reuses - CAPACITY)
        return [FIRST_CLUSTER + each % CAPACITY for each in range(first, self.reuses)]

    def number(self, text: str) -> int:
        """The number of a cluster; a single code point's is itself."""
        if len(text) == 1:
            return ord(text)
        number = self._numbers.get(text)
        return self._add(text[:MAX_CODE_POINTS]) if number is None else number

    def text(self, number: int) -> str:
        """What a number stands for."""
        return chr(number) if number < FIRST_CLUSTER else self._texts[number - FIRST_CLUSTER]

    def _add(self, text: str) -> int:
        if text in self._numbers:
            return self._numbers[text]
        place = self._next
        self._next = (place + 1) % CAPACITY
        if place < len(self._texts):
            del self._numbers[self._texts[place]]
            self._texts[place] = text
            self.reuses += 1
        else:
            self._texts.append(text)
        self._numbers[text] = FIRST_CLUSTER + place
        return FIRST_CLUSTER + place
