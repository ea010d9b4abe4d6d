"""Finished cells: each glyph of the atlas in each pair of colours it was met in. Shared by all panes of one font.

A page is a pair of colours. Looking up a whole screen is then one gather of tile numbers and one of pixels.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from paneflow.gui import blending, sparse
from paneflow.gui.atlas import CAPACITY, GlyphAtlas, Slots

Pixels = npt.NDArray[np.uint32]

PAGES: Final = 256
_MOST_TILES: Final = 1 << 14
_MOST_BYTES: Final = 32 << 20  # of tiles, for big cells
_BATCH: Final = 256  # tiles made at a time: keeps the intermediate arrays in the cache


class TileCache:
    """Tiles, made when they are first asked for, and dropped all together when there are too many."""

    def __init__(self, atlas: GlyphAtlas) -> None:
        self._atlas = atlas
        metrics = atlas.metrics
        self._capacity = min(_MOST_TILES, _MOST_BYTES // (metrics.width * metrics.height * 4))
        self._tiles = sparse.zeros((metrics.height, self._capacity, metrics.width), np.uint32)
        record = np.dtype((np.void, metrics.width * 4))
        self._records = self._tiles.reshape(metrics.height, -1).view(record).reshape(-1)
        self._scanlines = (np.arange(metrics.height, dtype=np.intp) * self._capacity)[:, None]
        self._clear()

    def numbers(self, slots: Slots, fg: Pixels, bg: Pixels) -> npt.NDArray[np.intp] | None:
        """The tile of every cell, shape (rows, cols); None when the cells have too many pairs of colours."""
        starts = run_starts(fg, bg)
        pairs = fg.reshape(-1)[starts].astype(np.uint64) << np.uint64(32) | bg.reshape(-1)[starts]
        wanted = pairs.tolist()
        if not self._open_pages(set(wanted)):
            return None
        page = np.array([self._pages[pair] for pair in wanted], np.intp)
        keys = np.repeat(page * CAPACITY, np.diff(starts, append=slots.size)) + slots.reshape(-1)
        tiles = self._tile_of.take(keys)
        if (tiles == 0).any():
            missing = np.unique(keys[tiles == 0])
            if self._used + len(missing) > self._capacity:
                if self._used == 1:
                    return None
                self._clear()
                return self.numbers(slots, fg, bg)
            self._make(missing)
            tiles = self._tile_of.take(keys)
        return tiles.reshape(slots.shape).astype(np.intp)

    def write(self, numbers: npt.NDArray[np.intp], out: npt.NDArray[np.void]) -> None:
        """Copy tiles (rows, cols) into records of cell-wide scanlines (rows, height, cols)."""
        np.take(self._records, numbers[:, None, :] + self._scanlines, out=out, mode="clip")

    def _clear(self) -> None:
        self._epoch = self._atlas.epoch
        self._pages: dict[int, int] = {}
        self._tile_of = sparse.zeros((PAGES * CAPACITY,), np.int32)  # page × CAPACITY + slot; 0 is "not made yet"
        self._used = 1

    def _open_pages(self, pairs: set[int]) -> bool:
        if len(pairs) > PAGES:
            return False
        new = pairs - self._pages.keys()
        if len(self._pages) + len(new) > PAGES or self._epoch != self._atlas.epoch:
            self._clear()
            new = pairs
        for pair in new:
            self._pages[pair] = len(self._pages)
        return True

    def _make(self, keys: npt.NDArray[np.intp]) -> None:
        pairs = np.array(list(self._pages), np.uint64)
        for start in range(0, len(keys), _BATCH):
            part = keys[start : start + _BATCH]
            page, slots = np.divmod(part, CAPACITY)
            fg = (pairs[page] >> np.uint64(32)).astype(np.uint32)[:, None, None]
            bg = (pairs[page] & np.uint64(0xFFFFFFFF)).astype(np.uint32)[:, None, None]
            tiles = blending.blend(bg, fg, self._atlas.masks[slots])
            for index in np.flatnonzero(self._atlas.color_of[slots]).tolist():
                glyph = self._atlas.colors[self._atlas.color_of[slots[index]]]
                tiles[index] = blending.over(bg[index], glyph)
            first = self._used
            self._tiles[:, first : first + len(part)] = tiles.transpose(1, 0, 2)
            self._tile_of[part] = np.arange(first, first + len(part), dtype=np.int32)
            self._used += len(part)


def run_starts(fg: Pixels, bg: Pixels) -> npt.NDArray[np.intp]:
    """Flat indices of the cells where a pair of colours begins; every row begins one."""
    starts = np.ones(fg.shape, bool)
    np.not_equal(fg[:, 1:], fg[:, :-1], out=starts[:, 1:])
    starts[:, 1:] |= bg[:, 1:] != bg[:, :-1]
    return np.flatnonzero(starts)
