"""The four faces of a terminal font and the size of its cell, in whole device pixels."""

import math
from typing import Final, NamedTuple

from paneflow.gui.qt import QFont, QFontMetricsF

DEFAULT_FAMILIES: Final = ("DejaVu Sans Mono", "Menlo", "Cascadia Mono", "Consolas", "monospace")
BOLD_FACE, ITALIC_FACE = 1, 2  # a face's number is the sum; frame.BOLD and frame.ITALIC have the same values


class FontSpec(NamedTuple):
    """What a person chose. `line_height` and `cell_width` scale the cell, not the glyphs."""

    families: tuple[str, ...] = DEFAULT_FAMILIES  # the first that exists; the others fill its gaps
    size_pt: float = 11.0
    line_height: float = 1.0
    cell_width: float = 1.0
    ligatures: bool = False


class CellMetrics(NamedTuple):
    """Device pixels; `baseline` counts from the cell's top."""

    width: int
    height: int
    baseline: int
    stroke: int  # thickness of a thin line
    underline: int  # top of a single underline
    strike: int  # top of a strike-through


def faces(spec: FontSpec) -> tuple[QFont, QFont, QFont, QFont]:
    """Regular, bold, italic and bold italic."""
    return (_face(spec, 0), _face(spec, BOLD_FACE), _face(spec, ITALIC_FACE), _face(spec, BOLD_FACE | ITALIC_FACE))


def measure(spec: FontSpec, dpr: float) -> CellMetrics:
    """The cell of a font at a device pixel ratio."""
    metrics = QFontMetricsF(_face(spec, 0))
    width = max(1, round(metrics.horizontalAdvance("M") * dpr * spec.cell_width))
    ascent, descent = math.ceil(metrics.ascent() * dpr), math.ceil(metrics.descent() * dpr)
    height = max(2, round((ascent + descent) * spec.line_height))
    baseline = ascent + (height - ascent - descent) // 2
    stroke = max(1, round(metrics.lineWidth() * dpr))
    underline = min(baseline + max(stroke, round(metrics.underlinePos() * dpr)), height - stroke)
    strike = baseline - round(metrics.xHeight() * dpr / 2) - stroke // 2
    return CellMetrics(width, height, baseline, stroke, max(0, underline), max(0, strike))


def _face(spec: FontSpec, number: int) -> QFont:
    font = QFont()
    font.setFamilies(list(spec.families))
    font.setPointSizeF(spec.size_pt)
    font.setBold(bool(number & BOLD_FACE))
    font.setItalic(bool(number & ITALIC_FACE))
    font.setStyleHint(QFont.StyleHint.Monospace)
    font.setHintingPreference(QFont.HintingPreference.PreferFullHinting)
    font.setKerning(False)
    return font
