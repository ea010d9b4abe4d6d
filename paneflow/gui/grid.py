"""What one surface shows now, as numpy arrays that frames update.

Decoding is vectorised over cells; only clusters of several code points are met one by one. Colours stay as the program
gave them, in a table of styles that cells point into; `palette.py` turns that table into colours.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from paneflow.geometry import Size
from paneflow.gui.clusters import ClusterTable
from paneflow.gui.frame_decoder import STYLE_DTYPE, DecodedFrame, Picture, ViewModes
from paneflow.vt import frame
from paneflow.vt.engine import Cursor, Scrollbar

NARROW, WIDE, TAIL, HEAD_SPACER = range(4)  # Grid.width: CELL_WIDE's values
_BLANK: Final = 32
_EMPTY: Final = Size(0, 0)
_STYLES_KEPT: Final = 1 << 15  # the style table is compacted beyond this


class Changes(NamedTuple):
    """What a frame did: rows (ascending) that differ now, and whether more than rows did."""

    rows: npt.NDArray[np.intp]
    resized: bool
    colors: bool  # a program changed palette colours, or the screen was reversed
    pictures: bool


class Grid:
    """The cells of a surface's viewport; every array has the shape (rows, cols)."""

    def __init__(self, clusters: ClusterTable, size: Size = _EMPTY) -> None:
        self._clusters = clusters
        self.cursor: Cursor | None = None  # None: outside the viewport
        self.modes = ViewModes()
        self.first_row = 0  # the oldest retained row's number for life
        self.scrollbar = Scrollbar(0, 0, 0)  # in numbers for life
        self.colors: dict[int, int] = {}
        self.pictures: tuple[Picture, ...] = ()  # the lowest first
        self.surface = self.generation = 0
        self.styles: npt.NDArray[np.void]  # of STYLE_DTYPE; entry 0 is the default style
        self._style_room: npt.NDArray[np.void]  # `styles` is its used part
        self._lut: npt.NDArray[np.uint32]  # page << 16 | style id → entry, as the last frames said
        self.styles_epoch = 0  # rises when entries were renumbered
        self._resize(size)

    @property
    def cols(self) -> int:
        """Width in cells."""
        return self.size.cols

    @property
    def rows(self) -> int:
        """Height in cells."""
        return self.size.rows

    def apply(self, data: bytes | memoryview) -> Changes:
        """Take over a frame. Raises ValueError if it is none; the grid is then unchanged."""
        decoded = DecodedFrame(data)
        size, reversed_before, colors_before = self.size, self.modes.reverse_screen, self.colors
        pictures_before = self.pictures
        new_size = Size(decoded.header.cols, decoded.header.rows)
        full = new_size != size or bool(decoded.header.flags & frame.FULL)
        if full:
            self._resize(new_size)
        self._take_state(decoded)
        self._take_cells(decoded)
        restyled = self.colors != colors_before or self.modes.reverse_screen != reversed_before
        rows, moved = np.arange(self.rows) if full else decoded.ys, self.pictures != pictures_before
        return Changes(rows, resized=size != new_size, colors=restyled, pictures=moved)

    def row_text(self, row: int) -> str:
        """The text of a viewport row, without the tails of wide cells; trailing blanks stay."""
        shown = self.text[row][self.width[row] < TAIL]
        return "".join(map(self._clusters.text, shown.tolist()))

    def cell_text(self, row: int, col: int) -> str:
        """The cluster in a cell; a blank for the tail of a wide one."""
        return self._clusters.text(int(self.text[row, col]))

    def _resize(self, size: Size) -> None:
        shape = (size.rows, size.cols)
        self.size = size
        self.text = np.full(shape, _BLANK, np.uint32)  # code points and cluster numbers
        self.style = np.zeros(shape, np.uint32)  # entries of `styles`
        self.width = np.zeros(shape, np.uint8)
        self.link = np.zeros(shape, bool)  # part of an OSC 8 link
        self.row_flags = np.zeros(size.rows, np.uint16)
        self._restart_styles(np.zeros(1, STYLE_DTYPE))

    def _take_state(self, decoded: DecodedFrame) -> None:
        header = decoded.header
        self.surface, self.generation = header.surface, header.generation
        self.first_row = first = header.first_row
        self.scrollbar = Scrollbar(header.total + first, header.offset + first, header.length)
        self.cursor, self.modes, self.colors = decoded.cursor, decoded.modes, decoded.colors
        if decoded.pictures is not None:
            self.pictures = decoded.pictures

    def _take_cells(self, decoded: DecodedFrame) -> None:
        if len(self.styles) > _STYLES_KEPT:
            self._compact()
        cells, rows = decoded.cells, decoded.ys
        low = cells.astype(np.uint32)
        tag = low & np.uint32(frame.CELL_TAG_MASK)
        text = low >> np.uint32(frame.CELL_CONTENT_SHIFT) & np.uint32(frame.CELL_CODEPOINT_MASK)
        high = (cells >> np.uint64(frame.CELL_STYLE_SHIFT)).astype(np.uint32)
        width = (high >> np.uint32(frame.CELL_WIDE_SHIFT - frame.CELL_STYLE_SHIFT) & np.uint32(3)).astype(np.uint8)
        style = self._place_styles(decoded, high & np.uint32(frame.CELL_STYLE_MASK))
        if (tag > 1).any():
            self._place_backgrounds(low, tag, text, style)
        text[(text == 0) | (width >= TAIL)] = _BLANK
        for row, col, cluster in decoded.clusters:
            text[row, col] = self._clusters.number(cluster)
        tails = np.flatnonzero(width.ravel() == TAIL)  # a tail looks like its head, whatever it says itself
        style.reshape(-1)[tails] = style.reshape(-1)[tails - 1]
        self.text[rows], self.style[rows], self.width[rows] = text, style, width
        self.link[rows] = cells >> np.uint64(frame.CELL_LINK_SHIFT) & np.uint64(1)
        self.row_flags[rows] = decoded.row_flags

    def _place_styles(self, decoded: DecodedFrame, ids: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint32]:
        """Append the frame's styles to the table; return the entry of each cell's (page, id)."""
        if not len(decoded.style_keys):
            return np.zeros_like(ids)
        first = self._append(decoded.styles)
        if len(self._lut) < decoded.header.npages << 16:
            self._lut = np.zeros(decoded.header.npages << 16, np.uint32)
        self._lut[decoded.style_keys] = np.arange(first, first + len(decoded.style_keys), dtype=np.uint32)
        entries = self._lut[ids | decoded.pages.astype(np.uint32)[:, None] << np.uint32(16)]
        entries[ids == 0] = 0
        # An id the frame forgot to list would point at an entry of the past.
        np.minimum(entries, np.uint32(len(self.styles) - 1), out=entries)
        return entries

    def _place_backgrounds(
        self,
        low: npt.NDArray[np.uint32],
        tag: npt.NDArray[np.uint32],
        text: npt.NDArray[np.uint32],
        style: npt.NDArray[np.uint32],
    ) -> None:
        """Cells that hold a background colour instead of text get styles of their own."""
        colored = tag > 1
        content = low[colored] >> np.uint32(frame.CELL_CONTENT_SHIFT) & np.uint32(frame.CELL_CONTENT_MASK)
        red, green, blue = (content >> np.uint32(shift) & np.uint32(255) for shift in (0, 8, 16))
        rgb = red << np.uint32(16) | green << np.uint32(8) | blue | np.uint32(frame.TAG_RGB << 24)
        indexed = content & np.uint32(255) | np.uint32(frame.TAG_PALETTE << 24)
        backgrounds, place = np.unique(np.where(tag[colored] == 2, indexed, rgb), return_inverse=True)
        added = np.zeros(len(backgrounds), STYLE_DTYPE)
        added["bg"] = backgrounds
        style[colored] = self._append(added) + place
        text[colored] = _BLANK

    def _append(self, styles: npt.NDArray[np.void]) -> int:
        first, count = len(self.styles), len(styles)
        if first + count > len(self._style_room):
            room = np.zeros(2 * (first + count), STYLE_DTYPE)
            room[:first] = self.styles
            self._style_room = room
        self._style_room[first : first + count] = styles
        self.styles = self._style_room[: first + count]
        return first

    def _restart_styles(self, styles: npt.NDArray[np.void]) -> None:
        self._style_room = self.styles = styles
        self._lut = np.zeros(0, np.uint32)
        self.styles_epoch += 1

    def _compact(self) -> None:
        """Drop styles that no cell uses."""
        used, place = np.unique(np.append(self.style.ravel(), np.uint32(0)), return_inverse=True)
        self._restart_styles(self.styles[used])
        self.style = place[:-1].astype(np.uint32).reshape(self.style.shape)
