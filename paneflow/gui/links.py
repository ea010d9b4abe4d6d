"""Addresses in plain text: where they begin and end, over soft wraps."""

import re
from typing import Final, NamedTuple

from paneflow.geometry import Point
from paneflow.gui.selection import LogicalLine

_ADDRESS: Final = re.compile(r"(?:https?|ftp|file)://[^\s\0<>\"'`│|\\^{}]+|mailto:[^\s\0<>\"'`]+", re.IGNORECASE)
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


def trimmed(address: str) -> str:
    """Without the punctuation and the closing bracket that belong to the sentence around it."""
    while address:
        last = address[-1]
        unopened = last in _BRACKETS and address.count(last) > address.count(_BRACKETS[last])
        if last not in _TRAILING and not unopened:
            break
        address = address[:-1]
    return address
