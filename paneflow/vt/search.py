"""Finds text in logical lines. Pure, and bounded: a pattern that back-tracks for ever ends in an error, not in a hang."""

import re
import time
from bisect import bisect_right
from itertools import accumulate
from typing import Any, Final, NamedTuple

TIME_LIMIT_S: Final = 0.1  # whoever searches holds up everybody meanwhile
MAX_PATTERN: Final = 4096
_LINE_TIME_LIMIT_S: Final = 0.01
_BLOCK: Final = 2048  # lines of a literal search in one call
_ALL: Final = 1 << 20  # hits of one block
_MAX_SINGLE_LINES: Final = 4096  # that are searched one by one after a match had run over a line's end


class TooSlow(ValueError):
    """The pattern is sound, but takes too long on this text."""


class Hit(NamedTuple):
    """A match within one line: [start, end) in characters."""

    line: int
    start: int
    end: int


def find(
    lines: list[str], pattern: str, *, regex: bool, case: bool, limit: int, time_limit_s: float = TIME_LIMIT_S
) -> tuple[list[Hit], bool]:
    """Hits in order, empty matches left out, and whether some were cut off. Raises ValueError on a bad pattern, `TooSlow`.

    A regular expression gives the interpreter's lock up while it is matched, so in a thread it may take its time.
    """
    if not pattern or len(pattern) > MAX_PATTERN:
        raise ValueError(f"a pattern has 1 to {MAX_PATTERN} characters")
    if not regex:
        return _find_text(lines, re.compile(re.escape(pattern), 0 if case else re.IGNORECASE), limit)
    import regex as engine  # not before it is needed: its import takes 30 ms

    try:
        compiled = engine.compile(pattern, engine.MULTILINE | (0 if case else engine.IGNORECASE))
        limits = {"timeout": time_limit_s, "concurrent": True}
        return _Search(lines, limit).run(compiled, limits, {**limits, "timeout": _LINE_TIME_LIMIT_S})
    except engine.error as error:
        raise ValueError(f"bad regular expression: {error}") from error
    except TimeoutError as error:
        raise TooSlow("the regular expression takes too long on this text") from error


def find_last(
    lines: list[str], pattern: str, *, regex: bool, case: bool, limit: int, time_limit_s: float = TIME_LIMIT_S
) -> tuple[list[Hit], bool]:
    """The last hits, in order, and whether there are older ones: what was printed last is what a person looks at.

    Raises what `find` does.
    """
    hits: list[Hit] = []
    end = time.monotonic() + time_limit_s
    for stop in range(max(len(lines), 1), 0, -_BLOCK):  # once at least: the pattern may be wrong
        if len(hits) >= limit:
            return hits[-limit:], True
        first = max(0, stop - _BLOCK)
        left = max(end - time.monotonic(), _LINE_TIME_LIMIT_S)
        found, _ = find(lines[first:stop], pattern, regex=regex, case=case, limit=_ALL, time_limit_s=left)
        hits[:0] = [hit._replace(line=hit.line + first) for hit in found]
    return hits[-limit:], len(hits) > limit


def _find_text(lines: list[str], pattern: re.Pattern[str], limit: int) -> tuple[list[Hit], bool]:
    """Block by block: one call holds the interpreter's lock, and whoever searches in a thread shall hold nobody up."""
    hits: list[Hit] = []
    for first in range(0, len(lines), _BLOCK):
        found, cut = _Search(lines[first : first + _BLOCK], limit - len(hits)).run(pattern, {}, {})
        hits += [hit._replace(line=hit.line + first) for hit in found]
        if cut:
            return hits, True
    return hits, False


class _Search:
    """One pass over the text as a whole: a call a line would take longer, and only one call can have one time limit."""

    def __init__(self, lines: list[str], limit: int) -> None:
        self._lines = lines
        self._limit = limit
        self._starts = [0, *accumulate(len(line) + 1 for line in lines)]
        self._hits: list[Hit] = []

    def run(self, pattern: Any, limits: dict[str, float], line_limits: dict[str, float]) -> tuple[list[Hit], bool]:  # noqa: ANN401  # re's or regex's
        """All hits of a compiled pattern."""
        next_line, singles = 0, 0
        for match in pattern.finditer("\n".join(self._lines), **limits):
            first, last = self._line_of(match.start()), self._line_of(match.end())
            if first == last:
                if first >= next_line:
                    self._add(first, match.start() - self._starts[first], match.end() - self._starts[first])
            else:  # a hit ends with its line: look at each line for itself
                for line in range(max(first, next_line), last + 1):
                    self._search_line(pattern, line, line_limits)
                singles += last + 1 - first
                next_line = last + 1
            if len(self._hits) > self._limit or singles > _MAX_SINGLE_LINES:
                return self._hits[: self._limit], True
        return self._hits, False

    def _search_line(self, pattern: Any, line: int, limits: dict[str, float]) -> None:  # noqa: ANN401  # as above
        while self._hits and self._hits[-1].line == line:
            self._hits.pop()
        for match in pattern.finditer(self._lines[line], **limits):
            self._add(line, match.start(), match.end())

    def _line_of(self, offset: int) -> int:
        return bisect_right(self._starts, offset) - 1

    def _add(self, line: int, start: int, end: int) -> None:
        if end > start and len(self._hits) <= self._limit:
            self._hits.append(Hit(line, start, end))
