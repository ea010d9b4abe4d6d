"""Fuzzy matching of what a person types: all letters in order, better when they start words and stand together."""

from collections.abc import Iterable
from typing import NamedTuple


class Hit(NamedTuple):
    """How well a name fits, and which of its characters did."""

    score: int
    positions: tuple[int, ...]


_START, _WORD, _TOGETHER, _GAP = 12, 8, 6, -1
_OTHER_WORDS = 1000


def match(query: str, name: str) -> Hit | None:
    """The best way to find `query` in `name`, or None. Spaces in the query are ignored; case too. An empty query fits all."""
    wanted = [char for char in query.casefold() if not char.isspace()]
    text = name.casefold()
    if not wanted:
        return Hit(0, ())
    if len(text) != len(name):  # casefold can lengthen a string; positions must fit the name as it is shown
        text = name.lower() if len(name.lower()) == len(name) else name
    rest = iter(text)
    return _best(wanted, text, name) if all(char in rest for char in wanted) else None


def _best(wanted: list[str], text: str, name: str) -> Hit | None:
    # best[j]: the best hit for the letters so far that ends at j. O(letters × length), both short.
    best: dict[int, Hit] = {j: Hit(_value(name, j), (j,)) for j, char in enumerate(text) if char == wanted[0]}
    for letter in wanted[1:]:
        following: dict[int, Hit] = {}
        for j, char in enumerate(text):
            if char == letter:
                earlier = [_joined(hit, i, j, name) for i, hit in best.items() if i < j]
                if earlier:
                    following[j] = max(earlier)
        best = following
    return max(best.values(), default=None, key=lambda hit: (hit.score, [-p for p in hit.positions]))


def _joined(hit: Hit, i: int, j: int, name: str) -> Hit:
    bonus = _TOGETHER if j == i + 1 else max(_GAP * (j - i - 1), -6)
    return Hit(hit.score + bonus + _value(name, j), (*hit.positions, j))


def _value(name: str, j: int) -> int:
    if j == 0:
        return _START
    before, here = name[j - 1], name[j]
    return _WORD if not before.isalnum() or (here.isupper() and before.islower()) else 1


def ranked(query: str, names: Iterable[tuple[str, str]]) -> list[tuple[int, Hit]]:
    """What fits as (index, hit), best first; ties keep the given order.

    A name is a title and other words for the same thing, which count after all titles and have no positions to show.
    """
    hits = [
        (index, hit) for index, (title, words) in enumerate(names) if (hit := _either(query, title, words)) is not None
    ]
    return sorted(hits, key=lambda pair: -pair[1].score)


def _either(query: str, title: str, words: str) -> Hit | None:
    hit = match(query, title)
    if hit is None and words and (other := match(query, words)) is not None:
        return Hit(other.score - _OTHER_WORDS, ())
    return hit
