"""Fuzzy matching of what a person types: all letters in order, better when they start words and stand together."""

from typing import NamedTuple


class Hit(NamedTuple):
    """How well a name fits, and which of its characters did."""

    score: int
    positions: tuple[int, ...]


_START, _WORD, _TOGETHER, _GAP = 12, 8, 6, -1


def match(query: str, name: str) -> Hit | None:
    """The best way to find `query` in `name`, or None. Spaces in the query are ignored; case too. An empty query fits all."""
    wanted = [char for char in query.casefold() if not char.isspace()]
    text = name.casefold()
    if not wanted:
        return Hit(0, ())
    if len(text) != len(name):  # casefold can lengthen a string; positions must fit the name as it is shown
        text = name.lower() if len(name.lower()) == len(name) else name
    return _best(wanted, text, name)


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


def ranked(query: str, names: list[str]) -> list[tuple[int, Hit]]:
    """Indexes of the names that fit with their hits, best first; ties keep the given order."""
    hits = [(index, hit) for index, name in enumerate(names) if (hit := match(query, name)) is not None]
    return sorted(hits, key=lambda pair: (-pair[1].score, len(names[pair[0]]) if query.strip() else 0, pair[0]))
