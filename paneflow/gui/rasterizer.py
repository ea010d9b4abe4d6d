"""Text to pixels, one cluster at a time, through Qt: its fallback fonts, its shaping, its colour glyphs."""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from paneflow.gui.fonts import CellMetrics, FontSpec, faces
from paneflow.gui.qt import QFontMetricsF, QImage, QPainter, QPointF, Qt

_LATIN_END: Final = 0x2FF  # below, glyphs come from the font the cell was measured with and sit at its left edge
_COLOR_TOLERANCE: Final = 8  # text drawn in white has rgb == alpha; anything further off is a colour glyph


class Bitmap(NamedTuple):
    """Pixels of one or more cells side by side, shape (height, cells × width[, 4])."""

    mask: npt.NDArray[np.uint8]  # alpha
    rgba: npt.NDArray[np.uint8] | None  # premultiplied b, g, r, a; only of colour glyphs


class Rasterizer:
    """Draws clusters in the faces of one font at one device pixel ratio."""

    def __init__(self, spec: FontSpec, metrics: CellMetrics, dpr: float) -> None:
        self._metrics, self._dpr = metrics, dpr
        self._faces = faces(spec)
        self._measures = [QFontMetricsF(face) for face in self._faces]

    def draw(self, text: str, face: int, cells: int) -> Bitmap:
        """Draw text into `cells` cells: centred if it comes from a fallback font, shrunk if it is too wide."""
        metrics, dpr = self._metrics, self._dpr
        width = metrics.width * cells
        image = QImage(width, metrics.height, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(0)
        painter = QPainter(image)
        try:
            painter.setFont(self._faces[face])
            painter.setPen(Qt.GlobalColor.white)
            advance = self._measures[face].horizontalAdvance(text) * dpr
            scale = min(1.0, width / advance) if advance > width + 0.5 * dpr else 1.0
            left = 0 if cells == 1 and ord(text[0]) <= _LATIN_END else round((width - advance * scale) / 2)
            lift = (1 - scale) * (metrics.baseline - metrics.height / 2)  # keeps what is shrunk in the middle
            painter.translate(left, metrics.baseline - lift)
            painter.scale(dpr * scale, dpr * scale)
            painter.drawText(QPointF(0, 0), text)
        finally:
            painter.end()  # a painter left open on an image brings the process down at exit
        return _bitmap(image)


def _bitmap(image: QImage) -> Bitmap:
    height, width = image.height(), image.width()
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(height, image.bytesPerLine())
    pixels = rows[:, : width * 4].reshape(height, width, 4)
    alpha = pixels[:, :, 3].copy()
    distance = np.abs(pixels[:, :, :3].astype(np.int16) - alpha[:, :, None]).max(initial=0)
    return Bitmap(alpha, pixels.copy() if distance > _COLOR_TOLERANCE else None)
