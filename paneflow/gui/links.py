"""Addresses and files' names in plain text: where they begin and end, over soft wraps."""

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from paneflow.geometry import Point
from paneflow.gui.logical_line import LogicalLine

_ADDRESS: Final = re.compile(r"(?:https?|ftp|file)://[^\s\0<>\"'`│|\\^{}]+|mailto:[^\s\0<>\"'`]+", re.IGNORECASE)
# A word as programs print places: `src/a.py:12:3`, also before the text that grep puts after it.
_FILE: Final = re.compile(r"(?:[A-Za-z]:(?=[\\/]))?[^\s\0<>\"'`│|()\[\]{},;:*?]+(?::\d{1,9}(?::\d{1,9})?)?")
_TRAILING: Final = ".,;:!?'\"*_~"  # ends a sentence around the address, not the address
_BRACKETS: Final = {")": "(", "]": "["}


class Link(NamedTuple):
    """An address and the cells it covers, both ends inclusive."""

    address: str
    start: Point
    end: Point


def find_links(line: LogicalLine) -> list[Link]:
    """Every address in a line."""
    found = []
    for match in _ADDRESS.finditer(line.text):
        address = trimmed(match[0])
        end = line.point(match.start() + len(address) - 1)
        found.append(Link(address, line.point(match.start()), end))
    return found


def link_at(line: LogicalLine, point: Point) -> Link | None:
    """The address that covers a cell."""
    return next((link for link in find_links(line) if link.start <= point <= link.end), None)


def file_at_cell(line: LogicalLine, point: Point, is_file: Callable[[str], bool]) -> Link | None:
    """The file's name, with a line and column if they follow, that covers a cell; `is_file` says what exists."""
    for match in _FILE.finditer(line.text):
        for named in (match[0], match[0].rstrip(_TRAILING)):
            link = Link(named, line.point(match.start()), line.point(match.start() + max(len(named) - 1, 0)))
            if named and link.start <= point <= link.end and is_file(named):
                return link
    return None


def trimmed(address: str) -> str:
    """Without the punctuation and the closing bracket that belong to the sentence around it."""
    while address:
        last = address[-1]
        unopened = last in _BRACKETS and address.count(last) > address.count(_BRACKETS[last])
        if last not in _TRAILING and not unopened:
            break
        address = address[:-1]
    return address
