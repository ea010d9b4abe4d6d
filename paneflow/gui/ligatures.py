"""Ligatures: runs of symbols that the font draws as one shape, such as -> or !=.

Only runs that Qt really shapes differently from their single characters are drawn as a whole. The run under the cursor
stays apart, so that a person sees which character they are on.
"""

import re
from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from paneflow.gui.atlas import GlyphAtlas, Slots
from paneflow.gui.qt import QFont, QRawFont, QTextLayout

SYMBOLS: Final = re.compile(r"[!-/:-@\[-`{-~]{2,8}|www")
_MAX_KNOWN: Final = 4096  # runs remembered


class Ligatures:
    """Finds the runs of a row that a font joins."""

    def __init__(self, atlas: GlyphAtlas, faces: Sequence[QFont], pattern: re.Pattern[str] = SYMBOLS) -> None:
        self._atlas, self._faces, self._pattern = atlas, faces, pattern
        self._known: dict[tuple[int, str], bool] = {}

    def place(
        self,
        slots: Slots,
        text: npt.NDArray[np.uint32],
        face: npt.NDArray[np.uint8],
        style: npt.NDArray[np.uint32],
        cursor: Sequence[int | None],
    ) -> None:
        """Replace the slots (rows, cols) of joined runs; `cursor` is the cursor's column in each row, if it is there."""
        plain = np.where(text < 128, text, 32).astype(np.uint8)
        for row, line in enumerate(plain):
            for match in self._pattern.finditer(line.tobytes().decode("ascii")):
                start, end = match.span()
                column = cursor[row]
                apart = column is not None and start <= column < end
                if apart or (style[row, start:end] != style[row, start]).any():
                    continue
                if self._joins(match[0], int(face[row, start])):
                    first = self._atlas.run(match[0], int(face[row, start]))
                    slots[row, start:end] = np.arange(first, first + end - start)

    def _joins(self, text: str, face: int) -> bool:
        known = self._known.get((face, text))
        if known is None:
            if len(self._known) >= _MAX_KNOWN:
                self._known.clear()
            known = self._known[face, text] = joins(text, self._faces[face])
        return known


def joins(text: str, font: QFont) -> bool:
    """Whether a font shapes text into other glyphs than those of its characters."""
    layout = QTextLayout(text, font)
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    shaped = [index for run in layout.glyphRuns() for index in run.glyphIndexes()]
    return shaped != list(QRawFont.fromFont(font).glyphIndexesForString(text))
