"""Cells whose backgrounds let pictures through.

The same rows are composed on black and on white; where the two differ, something behind shows, and by how much is how
transparent the pixel is. Glyphs, ligatures, lines and marks need not know of it, and panes without such pictures pay nothing.
"""

import numpy as np
import numpy.typing as npt

from paneflow.geometry import Size
from paneflow.gui import sparse
from paneflow.gui.compositor import Overrides, PaneImage, Pixels
from paneflow.gui.grid import Grid
from paneflow.gui.palette import OPAQUE, PaintStyles
from paneflow.gui.qt import QImage
from paneflow.gui.renderer import GridRenderer
from paneflow.vt import frame

_BLACK, _WHITE = OPAQUE, np.uint32(0xFFFFFFFF)


class SeeThrough:
    """A pane's text and the backgrounds that are kept. `background` (0xRRGGBB) is the one left out; None leaves out all."""

    def __init__(self, renderer: GridRenderer, size: Size) -> None:
        self._on_black, self._on_white = (PaneImage(renderer, size) for _ in range(2))
        rows, height, width = self._on_black.scanlines.shape
        self._pixels = sparse.zeros((rows, height, width), np.uint32)  # lives as long as the image, which points at it
        kind = QImage.Format.Format_ARGB32_Premultiplied
        self.image = QImage(self._pixels.data.cast("B"), width, rows * height, width * 4, kind)
        self.image.setDevicePixelRatio(renderer.dpr)

    def compose(
        self, grid: Grid, styles: PaintStyles, rows: npt.NDArray[np.intp], overrides: Overrides, background: int | None
    ) -> None:
        """Draw rows (ascending) of a grid of this image's size."""
        self._on_black.compose(grid, _in_front_of(_BLACK, styles, background), rows, overrides)
        self._on_white.compose(grid, _in_front_of(_WHITE, styles, background), rows, overrides)
        for row in rows.tolist():
            self._pixels[row] = _difference(self._on_black.scanlines[row], self._on_white.scanlines[row])


def _in_front_of(color: np.uint32, styles: PaintStyles, background: int | None) -> PaintStyles:
    """Styles with one colour in the place of the backgrounds that are left out, and of text that is hidden in them."""
    out = np.ones(len(styles.bg), bool) if background is None else styles.bg == (np.uint32(background) | OPAQUE)
    hidden = out & ((styles.attrs & frame.INVISIBLE) != 0)
    fg, line = np.where(hidden, color, styles.fg), np.where(hidden, color, styles.line)
    return styles._replace(fg=fg, bg=np.where(out, color, styles.bg), line=line)


def _difference(on_black: Pixels, on_white: Pixels) -> Pixels:
    """Premultiplied pixels: what is on black, as opaque as the most opaque channel."""
    through = on_white - on_black  # channel by channel: none is darker on white
    least = np.minimum(through & np.uint32(255), through >> np.uint32(8) & np.uint32(255))
    least = np.minimum(least, through >> np.uint32(16) & np.uint32(255))
    return np.asarray(on_black & np.uint32(0xFFFFFF) | (np.uint32(255) - least) << np.uint32(24))
