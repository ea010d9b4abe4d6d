"""The fallback engine's cells and rows: sparse, so that a blank screen holds nothing."""

from collections.abc import Iterable
from typing import Final, NamedTuple


class Cell(NamedTuple):
    """A cell: its text ("" for the second half of a wide character) and the number of its style."""

    data: str
    style: int = 0


BLANK: Final = Cell(" ")


class Row(dict[int, Cell]):
    """A row: cells by column, those never written left out; whether it goes on in the next one, and starts a prompt."""

    __slots__ = ("prompt", "wrapped")

    def __init__(self, cells: Iterable[tuple[int, Cell]] = ()) -> None:
        super().__init__(cells)
        self.wrapped = self.prompt = False

    def __missing__(self, _col: int) -> Cell:
        return BLANK


class Rows(dict[int, Row]):
    """A screen's rows by number; a row that is asked for is there from then on."""

    def __missing__(self, y: int) -> Row:
        row = self[y] = Row()
        return row
