"""The glyphs of one font: which slot holds a cluster in a face and a width, and the slot's mask. Shared by all panes.

A slot is one cell. A wide glyph has two slots in a row, a ligature as many as it has cells; a cell that continues a glyph
takes the slot after that of the cell before it. Big tables are allocated at their full size at once (`sparse.py`):
memory that is never written costs nothing, and nothing has to grow.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from paneflow.gui import sparse
from paneflow.gui.box_glyphs import cell_glyph, is_cell_filling
from paneflow.gui.clusters import LIMIT, ClusterTable
from paneflow.gui.fonts import CellMetrics
from paneflow.gui.rasterizer import Bitmap, Rasterizer

Slots = npt.NDArray[np.int32]

BLANK_SLOT: Final = 1  # slot 0 means "not drawn yet"
CAPACITY: Final = 1 << 14  # slots; more than almost any screen shows at once
LEVELS: Final = 16  # shades that glyph edges have where every cell has its own colours
_LOOKS: Final = 8  # the four faces in narrow cells, then in wide ones: programs differ about what is wide
_SPACES: Final = (0x20, 0xA0, 0x2002, 0x2003, 0x2007, 0x202F)


class GlyphAtlas:
    """Slots and masks."""

    def __init__(self, metrics: CellMetrics, rasterizer: Rasterizer, clusters: ClusterTable) -> None:
        self.metrics = metrics
        self._rasterizer, self._clusters = rasterizer, clusters
        self._reuses = clusters.reuses
        shape = (CAPACITY, metrics.height, metrics.width)
        self.masks = sparse.zeros(shape, np.uint8)
        # Scanline after scanline, so that one gather of cell-wide records writes a line of pixels.
        self.levels = sparse.zeros((metrics.height, CAPACITY, metrics.width), np.uint8)
        self.clear()

    def clear(self) -> None:
        """Forget all glyphs."""
        self.epoch = getattr(self, "epoch", 0) + 1  # whoever keeps slots drops them when this changes
        self._slot_of = sparse.zeros((_LOOKS * LIMIT,), np.int32)  # look × LIMIT + cluster
        self._runs: dict[tuple[int, str], int] = {}
        self.color_of = np.zeros(CAPACITY, np.int32)  # place in `colors`, 0 for plain glyphs
        self.colors: list[npt.NDArray[np.uint8]] = [np.zeros((0, 0, 4), np.uint8)]
        self.used = BLANK_SLOT + 1
        self._slot_of.reshape(_LOOKS, LIMIT)[: _LOOKS // 2, [0, *_SPACES]] = BLANK_SLOT

    def slots(self, text: npt.NDArray[np.uint32], face: npt.NDArray[np.uint8], width: npt.NDArray[np.uint8]) -> Slots:
        """The slot of every cell; glyphs met for the first time are drawn. All arrays have the shape (rows, cols)."""
        self._drop_reused()
        key = text.astype(np.intp)
        key += (face + (width == 1) * np.uint8(_LOOKS // 2)) * np.intp(LIMIT)
        slots = self._slot_of.take(key)
        missing = slots == 0
        if missing.any():
            wanted = set(key[missing].tolist())
            if self.used + 2 * len(wanted) > CAPACITY and self.used > BLANK_SLOT + 1:
                self.clear()
                return self.slots(text, face, width)
            for number in wanted:
                self._slot_of[number] = self._draw(*divmod(number, LIMIT))
            slots = self._slot_of.take(key)
        tails = np.flatnonzero(width.ravel() == 2)
        if len(tails):
            flat = slots.reshape(-1)
            flat[tails] = flat[tails - 1] + 1
        return slots

    def run(self, text: str, face: int) -> int:
        """The first slot of text that is shaped as a whole, over as many cells as it has characters."""
        first = self._runs.get((face, text))
        if first is None:
            first = self._runs[face, text] = self._store(self._rasterizer.draw(text, face, len(text)), len(text))
        return first

    def _draw(self, look: int, cluster: int) -> int:
        metrics = self.metrics
        wide, face = divmod(look, _LOOKS // 2)
        cells = 1 + wide
        if cells == 1 and is_cell_filling(cluster):
            mask = cell_glyph(cluster, metrics.width, metrics.height, metrics.stroke)
            return self._store(Bitmap(mask, None), 1)
        return self._store(self._rasterizer.draw(self._clusters.text(cluster), face, cells), cells)

    def _store(self, bitmap: Bitmap, cells: int) -> int:
        first, width = self.used, self.metrics.width
        if first + cells > CAPACITY:
            return BLANK_SLOT
        self.used += cells
        for cell in range(cells):
            part = slice(cell * width, (cell + 1) * width)
            slot = first + cell
            self.masks[slot] = mask = bitmap.mask[:, part]
            self.levels[:, slot] = (mask.astype(np.uint16) * (LEVELS - 1) + 127) // 255
            if bitmap.rgba is not None:
                self.color_of[slot] = len(self.colors)
                self.colors.append(bitmap.rgba[:, part].copy())
        return first

    def _drop_reused(self) -> None:
        """Cluster numbers that stand for another text now have no glyph yet."""
        if self._clusters.reuses > self._reuses:
            self._slot_of.reshape(_LOOKS, LIMIT)[:, self._clusters.reused_since(self._reuses)] = 0
            self._reuses = self._clusters.reuses
