"""What a double click selects. Pure: works on the texts of a logical line's cells."""

import re
from collections.abc import Sequence
from itertools import accumulate
from typing import Final

# What belongs to a word besides letters and digits: parts of paths, options, URLs and versions.
_WORD_CHARACTERS: Final = frozenset("_-./~:@%+#=&?")
_URL: Final = re.compile(r"(?:https?|ftp|file|ssh|git|mailto|news):(?://)?[^\s<>\"'`{}|\\^\x00-\x1f]+", re.IGNORECASE)
_PAIRS: Final = {")": "(", "]": "[", "}": "{"}


def span_at(cells: Sequence[str], index: int) -> tuple[int, int]:
    """First and last cell of the word, URL, blank or run of punctuation that a cell belongs to.

    `cells` is a logical line; the second half of a wide character is "".
    """
    starts = [0, *accumulate(map(len, cells))]
    text = "".join(cells)
    url = _url_at(text, starts[index])
    if url is not None:
        first, last = url
        inside = [cell for cell in range(len(cells)) if starts[cell] < last and starts[cell + 1] > first]
        return inside[0], _with_tail(cells, inside[-1])
    return _run_at(cells, index)


def _url_at(text: str, offset: int) -> tuple[int, int] | None:
    for match in _URL.finditer(text):
        start, end = match.start(), match.start() + len(trim_url(match.group()))
        if start <= offset < end:
            return start, end
    return None


def trim_url(url: str) -> str:
    """A URL without what the sentence around it added: punctuation, and brackets it did not open."""
    while url:
        last = url[-1]
        if last in ".,;:!?*_'" or (last in _PAIRS and url.count(_PAIRS[last]) < url.count(last)):
            url = url[:-1]
        else:
            break
    return url


def _run_at(cells: Sequence[str], index: int) -> tuple[int, int]:
    while index > 0 and cells[index] == "":
        index -= 1
    kind = _kind(cells[index])
    first = last = index
    while first > 0 and _kind(cells[first - 1]) in (kind, ""):
        first -= 1
    while last + 1 < len(cells) and _kind(cells[last + 1]) in (kind, ""):
        last += 1
    while first < index and cells[first] == "":
        first += 1
    return first, _with_tail(cells, last)


def _with_tail(cells: Sequence[str], last: int) -> int:
    while last + 1 < len(cells) and cells[last + 1] == "":
        last += 1
    return last


def _kind(cell: str) -> str:
    if cell == "":
        return ""
    if cell.isspace():
        return "blank"
    return (
        "word"
        if cell[0].isalnum() or cell[0] in _WORD_CHARACTERS or (not cell.isascii() and cell[0].isalpha())
        else "other"
    )
