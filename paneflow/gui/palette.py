"""From the colours and attributes of styles to what is painted: one look-up over a style table, never over cells."""

from collections.abc import Mapping
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from paneflow.gui.color import ColorScheme, xterm_palette
from paneflow.vt import frame

Colors = npt.NDArray[np.uint32]

OPAQUE: Final = np.uint32(0xFF000000)  # QImage's RGB32 wants the top byte set
_FAINT_ON_DARK: Final = 0.45  # of the background in faint text: dimmer, and still readable
_FAINT_ON_LIGHT: Final = 0.33  # the same share takes more contrast away there
_MIDDLE: Final = 0.18  # luminance: as far from black as from white


class PaintStyles(NamedTuple):
    """One entry a style: colours as 0xffRRGGBB, attributes and underline style as in the frame."""

    fg: Colors
    bg: Colors
    line: Colors  # of underline, strike and overline
    attrs: npt.NDArray[np.uint16]
    underline: npt.NDArray[np.uint8]

    def followed_by(self, more: "PaintStyles") -> "PaintStyles":
        """These entries and then more."""
        return PaintStyles(
            np.concatenate((self.fg, more.fg)),
            np.concatenate((self.bg, more.bg)),
            np.concatenate((self.line, more.line)),
            np.concatenate((self.attrs, more.attrs)),
            np.concatenate((self.underline, more.underline)),
        )


class Palette:
    """A scheme with the colours a program changed laid over it."""

    def __init__(
        self,
        scheme: ColorScheme,
        changed: Mapping[int, int] | None = None,
        *,
        reverse_screen: bool = False,
        bold_is_bright: bool = False,
        minimum_contrast: float = 1.0,
    ) -> None:
        self.scheme = scheme
        self._bold_is_bright = bold_is_bright
        self._minimum_contrast = minimum_contrast
        self._table = np.array(
            (*xterm_palette(scheme.palette), scheme.foreground, scheme.background, scheme.cursor), np.uint32
        )
        for index, rgb in (changed or {}).items():
            self._table[index] = rgb
        if reverse_screen:  # DECSCNM
            pair = [frame.COLOR_FOREGROUND, frame.COLOR_BACKGROUND]
            self._table[pair] = self._table[pair[::-1]]
        self._table |= OPAQUE
        self.cursor_changed = frame.COLOR_CURSOR in (changed or {})

    @property
    def foreground(self) -> int:
        """0xRRGGBB of default text."""
        return int(self._table[frame.COLOR_FOREGROUND]) & 0xFFFFFF

    @property
    def background(self) -> int:
        """0xRRGGBB behind default text."""
        return int(self._table[frame.COLOR_BACKGROUND]) & 0xFFFFFF

    @property
    def cursor(self) -> int:
        """0xRRGGBB of the cursor."""
        return int(self._table[frame.COLOR_CURSOR]) & 0xFFFFFF

    def paint_styles(self, styles: npt.NDArray[np.void]) -> PaintStyles:
        """Resolve a table of `STYLE_DTYPE` records."""
        attrs = styles["attrs"].copy()
        tagged_fg = styles["fg"]
        if self._bold_is_bright:
            tagged_fg = _brighten(tagged_fg, attrs)
        fg = self._resolve(tagged_fg, frame.COLOR_FOREGROUND)
        bg = self._resolve(styles["bg"], frame.COLOR_BACKGROUND)
        inverse = (attrs & frame.INVERSE) != 0
        fg, bg = np.where(inverse, bg, fg), np.where(inverse, fg, bg)
        if self._minimum_contrast > 1:
            fg = with_contrast(fg, bg, self._minimum_contrast)
        faint = (attrs & frame.FAINT) != 0
        if faint.any():
            fg = np.where(faint, _faint(fg, bg), fg)
        line = np.where(styles["line"] >> 24 == frame.TAG_DEFAULT, fg, self._resolve(styles["line"], 0))
        hidden = (attrs & frame.INVISIBLE) != 0
        fg, line = np.where(hidden, bg, fg), np.where(hidden, bg, line)
        return PaintStyles(fg, bg, line, attrs, styles["underline"].copy())

    def _resolve(self, tagged: Colors, default: int) -> Colors:
        """Tagged colours (`frame.TAG_*`) to 0xffRRGGBB."""
        tag = tagged >> np.uint32(24)
        index = np.where(tag == frame.TAG_PALETTE, tagged & np.uint32(255), np.uint32(default))
        return np.where(tag == frame.TAG_RGB, tagged | OPAQUE, self._table[index])


def blend(color: Colors, other: Colors, share: float) -> Colors:
    """Each colour with `share` of the other, channel by channel; opaque."""
    weight = np.uint32(round(share * 256))
    rest = np.uint32(256) - weight
    red_blue, green = np.uint32(0xFF00FF), np.uint32(0x00FF00)
    odd = ((color & red_blue) * rest + (other & red_blue) * weight) >> np.uint32(8) & red_blue
    even = ((color & green) >> np.uint32(8)) * rest + ((other & green) >> np.uint32(8)) * weight & green
    return odd | even | OPAQUE


def with_contrast(fg: Colors, bg: Colors, ratio: float) -> Colors:
    """`fg`, moved towards white or black as far as its contrast with `bg` asks."""
    light = _luminance(bg)
    pole = np.where(light < _MIDDLE, np.uint32(0xFFFFFFFF), OPAQUE)
    result = fg.copy()
    for share in (0.0, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9, 1.0):
        candidate = blend(fg, pole, share)
        high, low = np.maximum(_luminance(result), light), np.minimum(_luminance(result), light)
        result = np.where((high + 0.05) / (low + 0.05) < ratio, candidate, result)
    return result


def _faint(fg: Colors, bg: Colors) -> Colors:
    return np.where(_luminance(bg) < _MIDDLE, blend(fg, bg, _FAINT_ON_DARK), blend(fg, bg, _FAINT_ON_LIGHT))


def _luminance(color: Colors) -> npt.NDArray[np.float64]:
    """WCAG's relative luminance, with a plain 2.2 gamma."""
    channels = (((color >> np.uint32(shift)) & np.uint32(255)) / 255 for shift in (16, 8, 0))
    red, green, blue = (channel**2.2 for channel in channels)
    return np.asarray(0.2126 * red + 0.7152 * green + 0.0722 * blue)


def _brighten(tagged: Colors, attrs: npt.NDArray[np.uint16]) -> Colors:
    """Palette colours 0–7 of bold text become 8–15."""
    plain = (tagged >> np.uint32(24) == frame.TAG_PALETTE) & (tagged & np.uint32(255) < 8)
    return np.where(plain & ((attrs & frame.BOLD) != 0), tagged + np.uint32(8), tagged)
