"""Cells that stand out: selected ones and hits of a search. One byte a cell, painted instead of the cell's own colours."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from paneflow.geometry import Point
from paneflow.gui.color import ColorScheme, readable_on
from paneflow.gui.compositor import Overrides
from paneflow.gui.grid import Grid
from paneflow.gui.selection import Selection

SELECTED, MATCH, CURRENT_MATCH = 1, 2, 3
_OPAQUE: Final = 0xFF000000

Marks = npt.NDArray[np.uint8]


def viewport_marks(
    grid: Grid,
    selection: Selection | None,
    matches: Sequence[Selection],
    current: Selection | None,
    caret: Point | None = None,
) -> Marks:
    """The marks of the rows on view; a selection lies over matches, and the place where it is extended over that."""
    marks = np.zeros((grid.rows, grid.cols), np.uint8)
    for match in matches:
        _mark(marks, grid, match, MATCH)
    if current is not None:
        _mark(marks, grid, current, CURRENT_MATCH)
    if selection is not None:
        _mark(marks, grid, selection, SELECTED)
    if caret is not None:
        _mark(marks, grid, Selection(caret, caret), CURRENT_MATCH)
    return marks


def overrides(marks: Marks, scheme: ColorScheme, *, hide_blinking: bool) -> Overrides:
    """Marks with a scheme's colours."""
    if not marks.any():
        return Overrides(hide_blinking=hide_blinking)
    selected = scheme.selection_foreground
    backgrounds = (scheme.selection_background, scheme.match_background, scheme.current_match_background)
    hits = (readable_on(background, scheme.match_foreground) | _OPAQUE for background in backgrounds[1:])
    fg = np.array((0, 0 if selected is None else selected | _OPAQUE, *hits), np.uint32)
    bg = np.array((0, *backgrounds), np.uint32) | np.uint32(_OPAQUE)
    return Overrides(marks, fg, bg, hide_blinking)


def _mark(marks: Marks, grid: Grid, span: Selection, value: int) -> None:
    offset = grid.scrollbar.offset
    for row in range(max(span.start.row, offset), min(span.end.row, offset + grid.rows - 1) + 1):
        first, last = span.columns(row, grid.cols)
        marks[row - offset, first:last] = value
