"""Blending of 0xffRRGGBB pixels, two channels at a time in one 32-bit word."""

from typing import Final

import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint32]

_RED_BLUE: Final = np.uint32(0xFF00FF)
_GREEN: Final = np.uint32(0x00FF00)
_BYTE: Final = np.uint32(8)
_OPAQUE: Final = np.uint32(0xFF000000)


def blend(bg: Pixels, fg: Pixels, alpha: npt.NDArray[np.uint8]) -> Pixels:
    """`fg` over `bg` where alpha (0 to 255) says so; the three broadcast."""
    weight = alpha.astype(np.uint32)
    weight += weight >> np.uint32(7)  # 255 becomes 256, so that full alpha is exact
    base, base_green = bg & _RED_BLUE, bg & _GREEN
    odd = (((fg & _RED_BLUE) - base) * weight >> _BYTE) + base & _RED_BLUE
    even = (((fg & _GREEN) - base_green) * weight >> _BYTE) + base_green & _GREEN
    return np.asarray(odd | even | _OPAQUE)


def ramp(bg: Pixels, fg: Pixels, levels: int) -> Pixels:
    """`levels` steps from `bg` to `fg`, in a new last axis."""
    weight = np.arange(levels, dtype=np.uint32) * np.uint32(256) // np.uint32(levels - 1)
    base, base_green = (bg & _RED_BLUE)[..., None], (bg & _GREEN)[..., None]
    odd = ((fg & _RED_BLUE)[..., None] - base) * weight
    odd >>= _BYTE
    odd += base
    odd &= _RED_BLUE
    even = ((fg & _GREEN)[..., None] - base_green) * weight
    even >>= _BYTE
    even += base_green
    even &= _GREEN
    odd |= even
    odd |= _OPAQUE
    return np.asarray(odd)


def over(bg: Pixels, bgra: npt.NDArray[np.uint8]) -> Pixels:
    """Premultiplied b, g, r, a (last axis) over `bg`."""
    blue, green, red, alpha = (bgra[..., channel].astype(np.uint32) for channel in range(4))
    rest = np.uint32(255) - alpha
    mixed = _OPAQUE
    for color, shift in ((red, 16), (green, 8), (blue, 0)):
        behind = (bg >> np.uint32(shift) & np.uint32(255)) * rest // np.uint32(255)
        mixed = mixed | np.minimum(color + behind, np.uint32(255)) << np.uint32(shift)
    return np.asarray(mixed)
