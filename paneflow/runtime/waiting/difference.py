"""Which lines are new: the logical lines of now against those of a moment that was remembered. Pure.

In a plain flow of output all that was there stays, and the new text follows the cursor's line. A program that repaints
moves old lines about; those cancel out, each as often as it was there.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple


class Remembered(NamedTuple):
    """Logical lines at a moment, and which of them the cursor was on (one past the end: on a blank line)."""

    lines: tuple[str, ...]
    cursor: int


class New(NamedTuple):
    """New lines. `continues`: the first one goes on with the line that the cursor was on."""

    lines: list[str]
    continues: bool


def difference(then: Remembered, now: Sequence[str]) -> New:
    """The lines of `now` that were not there then."""
    above = then.lines[: then.cursor]
    kept = common(above, now)
    if kept < len(above):
        return New(_without(now[kept:], then.lines[kept:]), continues=False)
    rest = now[kept:]
    if not rest:
        return New([], continues=True)
    line = then.lines[then.cursor] if then.cursor < len(then.lines) else ""
    if not line:
        return New(_without(rest, then.lines[then.cursor + 1 :]), continues=True)
    below = _without(rest[1:], then.lines[then.cursor + 1 :])
    if rest[0].startswith(line):
        return New([rest[0][len(line) :], *below], continues=True)
    if rest[0] in then.lines[then.cursor :]:
        return New(below, continues=False)
    return New([rest[0], *below], continues=False)


def common(first: Sequence[str], second: Sequence[str]) -> int:
    """How many lines at the beginning are the same."""
    count = 0
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        count += 1
    return count


def _without(lines: Sequence[str], old: Sequence[str]) -> list[str]:
    """The lines less the old ones, which are taken for the earliest of their kind."""
    left = Counter(line for line in old if line)
    new: list[str] = []
    for line in lines:
        if left[line] > 0:
            left[line] -= 1
        else:
            new.append(line)
    return new
