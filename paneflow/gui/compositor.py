"""A pane's picture: cells to pixels of one image, by numpy, a row at a time or a screen at a time.

Rows of ordinary text are gathers of finished tiles. Rows where nearly every cell has colours of its own (gradients,
pictures made of cells) would fill the tile cache with things met once, so they are computed from alpha levels instead:
the same cost whatever the colours.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from paneflow.geometry import Size
from paneflow.gui import blending, sparse
from paneflow.gui.atlas import LEVELS, Slots
from paneflow.gui.decorations import Line
from paneflow.gui.grid import Grid
from paneflow.gui.palette import PaintStyles, with_contrast
from paneflow.gui.qt import QImage
from paneflow.gui.renderer import GridRenderer
from paneflow.vt import frame

Pixels = npt.NDArray[np.uint32]

_ROWS_AT_ONCE: Final = 4  # of tiles written by one call: fewer calls, and the piece still fits the cache
_RAMPS_AT_ONCE: Final = 8  # rows whose ramps are computed by one call
_STORM_SHARE: Final = 4  # a row with more than cols / 4 changes of colour
_STORM_LEAST: Final = 24  # … and more than this many is computed
_MARKED_CONTRAST: Final = 4.0  # of selected text with the selection's colour


class Overrides(NamedTuple):
    """Colours laid over the cells' own: marks by number (0 is none), and whether blinking text is hidden now."""

    marks: npt.NDArray[np.uint8] | None = None  # (rows, cols) of the grid
    fg: Pixels = np.zeros(1, np.uint32)  # by mark; 0 keeps the text's colour as far as it is readable
    bg: Pixels = np.zeros(1, np.uint32)
    hide_blinking: bool = False


class _Cells(NamedTuple):
    """What is drawn, shape (rows, cols)."""

    slots: Slots
    fg: Pixels
    bg: Pixels

    def at(self, rows: npt.NDArray[np.intp]) -> "_Cells":
        """Some of the rows."""
        return _Cells(self.slots[rows], self.fg[rows], self.bg[rows])


class PaneImage:
    """The pixels of one pane."""

    def __init__(self, renderer: GridRenderer, size: Size) -> None:
        self.renderer, self.size = renderer, size
        metrics = renderer.metrics
        width, height = max(1, size.cols) * metrics.width, max(1, size.rows) * metrics.height
        self._pixels = sparse.zeros((height, width), np.uint32)  # lives as long as the image, which only points at it
        self.image = QImage(self._pixels.data.cast("B"), width, height, width * 4, QImage.Format.Format_RGB32)
        self.image.setDevicePixelRatio(renderer.dpr)
        self._cells = self._pixels.reshape(-1, metrics.height, max(1, size.cols), metrics.width)
        self._rows = self._pixels.reshape(-1, metrics.height, width)
        record = np.dtype((np.void, metrics.width * 4))
        self._records = self._pixels.view(record).reshape(-1, metrics.height, max(1, size.cols))
        self._index = np.empty((metrics.height, width), np.intp)
        self._levels = np.empty((metrics.height, width), np.uint8)
        level_record = np.dtype((np.void, metrics.width))
        self._levels_out = self._levels.view(level_record)
        self._level_records = renderer.atlas.levels.reshape(metrics.height, -1).view(level_record).reshape(-1)
        self._level_scanlines = (np.arange(metrics.height, dtype=np.intp) * renderer.atlas.levels.shape[1])[:, None]
        self._ramp_starts = np.repeat(np.arange(max(1, size.cols), dtype=np.intp) * LEVELS, metrics.width)[None, :]

    @property
    def scanlines(self) -> Pixels:
        """The pixels, shape (rows of cells, height of a cell, width)."""
        return self._rows

    def compose(
        self, grid: Grid, styles: PaintStyles, rows: npt.NDArray[np.intp], overrides: Overrides | None = None
    ) -> None:
        """Draw rows (ascending) of a grid of this image's size."""
        if not len(rows) or not grid.cols:
            return
        entries = grid.style[rows]
        attrs = styles.attrs.take(entries)
        fg, bg = _colors(styles, entries, attrs, rows, overrides or Overrides())
        face = (attrs & (frame.BOLD | frame.ITALIC)).astype(np.uint8)
        slots = self.renderer.atlas.slots(grid.text[rows], face, grid.width[rows])
        if self.renderer.ligatures:
            cursor = [grid.cursor.col if grid.cursor and grid.cursor.row == row else None for row in rows.tolist()]
            self.renderer.ligatures.place(slots, grid.text[rows], face, entries, cursor)
        self._draw(_Cells(slots, fg, bg), rows)
        if styles.underline.any() or (styles.attrs & (frame.STRIKE | frame.OVERLINE)).any():
            self._decorate(styles, entries, attrs, rows)

    def _draw(self, cells: _Cells, rows: npt.NDArray[np.intp]) -> None:
        changes = (cells.fg[:, 1:] != cells.fg[:, :-1]) | (cells.bg[:, 1:] != cells.bg[:, :-1])
        storm = changes.sum(axis=1) > max(_STORM_LEAST, self.size.cols // _STORM_SHARE)
        calm = np.flatnonzero(~storm)
        if len(calm) and not self._draw_tiles(cells.at(calm), rows[calm]):
            storm[:] = True
        stormy = np.flatnonzero(storm)
        for start in range(0, len(stormy), _RAMPS_AT_ONCE):
            part = stormy[start : start + _RAMPS_AT_ONCE]
            self._compute_rows(cells.at(part), rows[part].tolist())

    def _draw_tiles(self, cells: _Cells, rows: npt.NDArray[np.intp]) -> bool:
        """Draw rows from tiles; False, and nothing drawn, when there are too many pairs of colours."""
        tiles = self.renderer.tiles
        numbers = tiles.numbers(*cells)
        if numbers is None:
            return False
        start = 0
        while start < len(rows):
            end = start + 1
            while end < len(rows) and end - start < _ROWS_AT_ONCE and rows[end] == rows[end - 1] + 1:
                end += 1
            tiles.write(numbers[start:end], self._records[rows[start] : rows[start] + end - start])
            start = end
        return True

    def _compute_rows(self, cells: _Cells, rows: list[int]) -> None:
        """Draw rows from alpha levels: a ramp of colours a cell, and a gather of its steps."""
        ramps = blending.ramp(cells.bg, cells.fg, LEVELS)
        slots = cells.slots.astype(np.intp)
        atlas = self.renderer.atlas
        colored = atlas.color_of[cells.slots]
        for index, row in enumerate(rows):
            np.take(self._level_records, slots[index] + self._level_scanlines, out=self._levels_out, mode="clip")
            np.add(self._levels, self._ramp_starts, out=self._index)
            np.take(ramps[index].reshape(-1), self._index, out=self._rows[row], mode="clip")
            for col in np.flatnonzero(colored[index]).tolist():
                self._cells[row, :, col] = blending.over(cells.bg[index, col], atlas.colors[colored[index, col]])

    def _decorate(
        self,
        styles: PaintStyles,
        entries: npt.NDArray[np.uint32],
        attrs: npt.NDArray[np.uint16],
        rows: npt.NDArray[np.intp],
    ) -> None:
        underline = styles.underline.take(entries)
        for style, line in self.renderer.underlines.items():
            self._draw_line(line, underline == style, styles, entries, rows)
        self._draw_line(self.renderer.strike, (attrs & frame.STRIKE) != 0, styles, entries, rows)
        self._draw_line(self.renderer.overline, (attrs & frame.OVERLINE) != 0, styles, entries, rows)

    def _draw_line(
        self,
        line: Line,
        where: npt.NDArray[np.bool_],
        styles: PaintStyles,
        entries: npt.NDArray[np.uint32],
        rows: npt.NDArray[np.intp],
    ) -> None:
        """Draw a decoration in the cells (rows, cols) where it is wanted."""
        index, cols = np.nonzero(where)
        if not len(index):
            return
        band = self._cells[:, line.top : line.bottom]
        at = (rows[index][:, None], np.arange(len(line.mask))[None, :], cols[:, None])
        color = styles.line.take(entries[index, cols])[:, None, None]
        band[at] = blending.blend(band[at], color, line.mask[None, :, :])


def cell_image(renderer: GridRenderer, slots: Slots, fg: int, bg: int) -> QImage:
    """One cell (or a wide one) in other colours: the text under a block cursor. Colours are 0xRRGGBB."""
    atlas, metrics = renderer.atlas, renderer.metrics
    behind = np.full((metrics.height, metrics.width), bg | 0xFF000000, np.uint32)
    tiles = [blending.blend(behind, np.full_like(behind, fg), atlas.masks[slot]) for slot in slots.tolist()]
    for index, color in enumerate(atlas.color_of[slots].tolist()):
        if color:
            tiles[index] = blending.over(behind, atlas.colors[color])
    pixels = np.ascontiguousarray(np.hstack(tiles))
    height, width = pixels.shape
    image = QImage(pixels.data.cast("B"), width, height, width * 4, QImage.Format.Format_RGB32).copy()
    image.setDevicePixelRatio(renderer.dpr)
    return image


def _colors(
    styles: PaintStyles,
    entries: npt.NDArray[np.uint32],
    attrs: npt.NDArray[np.uint16],
    rows: npt.NDArray[np.intp],
    overrides: Overrides,
) -> tuple[Pixels, Pixels]:
    """Foreground and background of every cell, marks and blinking included."""
    fg, bg = styles.fg.take(entries), styles.bg.take(entries)
    if overrides.marks is not None and (marks := overrides.marks[rows]).any():
        marked, marked_fg = marks > 0, overrides.fg.take(marks)
        bg = np.where(marked, overrides.bg.take(marks), bg)
        fg = np.where(marked & (marked_fg > 0), marked_fg, fg)
        own = marked & (marked_fg == 0)  # text that keeps its colour as far as it can be read
        fg[own] = with_contrast(fg[own], bg[own], _MARKED_CONTRAST)
    if overrides.hide_blinking:
        fg = np.where((attrs & frame.BLINK) != 0, bg, fg)
    return fg, bg
