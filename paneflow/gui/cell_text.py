"""Text that is in no grid yet, in the cells that it will take there."""

from typing import Final, NamedTuple
from unicodedata import category, east_asian_width

_JOINER: Final = "\u200d"
_NO_WIDTH: Final = ("Mn", "Me", "Cf")  # categories of marks and of what is not seen


class Placed(NamedTuple):
    """A cluster, the cell it begins in (counted from the text's beginning) and how many it takes."""

    text: str
    cell: int
    cells: int


def placed(text: str) -> list[Placed]:
    """The clusters of a line of text, side by side."""
    found: list[Placed] = []
    for char in text:
        width, last = _width(char), found[-1] if found else None
        if last is not None and (not width or last.text.endswith(_JOINER)):
            found[-1] = last._replace(text=last.text + char)
        else:
            found.append(Placed(char, last.cell + last.cells if last else 0, width))
    return found


def _width(char: str) -> int:
    return 0 if category(char) in _NO_WIDTH else 2 if east_asian_width(char) in "WF" else 1


def cells_of(text: str) -> int:
    """How many cells a line of text takes."""
    return sum(each.cells for each in placed(text))
