"""The link under the mouse: an OSC 8 link by its cells' flag, or an address or a file's name in plain text."""

from collections.abc import Callable
from typing import NamedTuple

from paneflow.geometry import Point
from paneflow.gui.grid import Grid
from paneflow.gui.grid_text import GridText
from paneflow.gui.links import file_at_cell, link_at
from paneflow.gui.logical_line import line_at, logical_line
from paneflow.gui.selection import Selection


class Hover(NamedTuple):
    """A link on view. `address` is "" for a file, and for an OSC 8 link: its target is the host's to tell."""

    address: str
    cell: Point  # of the viewport
    spans: tuple[tuple[int, int, int], ...]  # viewport row, first column, column behind the last
    file: str = ""  # as the text names it, `src/a.py:12:3`


def hover_at(grid: Grid, cell: Point, is_file: Callable[[str], bool]) -> Hover | None:
    """The link that covers a viewport cell; `is_file` says of a word whether it names a file."""
    if not (0 <= cell.row < grid.rows and 0 <= cell.col < grid.cols):
        return None
    if grid.link[cell.row, cell.col]:
        return Hover("", *_marked_link(grid, cell))
    text, offset = GridText(grid), grid.scrollbar.offset
    line, place = logical_line(cell.row + offset, text), Point(cell.row + offset, cell.col)
    address = link_at(line, place)
    found = address or file_at_cell(line, place, is_file)
    if found is None:
        return None
    covered = Selection(found.start, found.end)
    rows = range(found.start.row, found.end.row + 1)
    spans = tuple((row - offset, *covered.columns(row, grid.cols)) for row in rows if 0 <= row - offset < grid.rows)
    start = Point(spans[0][0], spans[0][1])
    return Hover(found.address, start, spans) if address else Hover("", start, spans, found.address)


def _marked_link(grid: Grid, cell: Point) -> tuple[Point, tuple[tuple[int, int, int], ...]]:
    """The run of marked cells around a cell, over soft wraps."""
    offset = grid.scrollbar.offset
    (first_row, _), (last_row, _) = line_at(cell.row + offset, GridText(grid))
    first_row, last_row = first_row - offset, last_row - offset
    marked = grid.link[first_row : last_row + 1].ravel()
    at = (cell.row - first_row) * grid.cols + cell.col
    start, end = at, at + 1
    while start > 0 and marked[start - 1]:
        start -= 1
    while end < len(marked) and marked[end]:
        end += 1
    span = Selection(
        Point(first_row + start // grid.cols, start % grid.cols),
        Point(first_row + (end - 1) // grid.cols, (end - 1) % grid.cols),
    )
    rows = range(span.start.row, span.end.row + 1)
    return span.start, tuple((row, *span.columns(row, grid.cols)) for row in rows)
