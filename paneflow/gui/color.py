"""Colours as 0xRRGGBB integers: schemes, the xterm palette, contrast. Knows neither Qt nor numpy."""

from typing import Final, NamedTuple

_CUBE_LEVELS: Final = (0, 95, 135, 175, 215, 255)  # xterm's 6×6×6 cube


class ColorScheme(NamedTuple):
    """The colours of a terminal. All are 0xRRGGBB; `palette` holds ANSI 0–15."""

    name: str
    foreground: int
    background: int
    cursor: int
    cursor_text: int
    selection_background: int
    selection_foreground: int | None  # None keeps the text's own colour where it is readable
    match_background: int
    current_match_background: int
    match_foreground: int
    palette: tuple[int, ...]


DARK: Final = ColorScheme(
    name="Paneflow Dark",
    foreground=0xD8DCE4,
    background=0x15171C,
    cursor=0xE8B45A,
    cursor_text=0x15171C,
    selection_background=0x33507A,
    selection_foreground=None,
    match_background=0x6B5A1E,
    current_match_background=0xF0C14B,
    match_foreground=0xFFFFFF,
    palette=(
        0x2A2E37, 0xE5676B, 0x7CC081, 0xDDB160, 0x6BA2EC, 0xC08AE0, 0x5CBFC4, 0xC6CBD5,
        0x6E7686, 0xFF8A8C, 0x9FDDA3, 0xF3CD83, 0x93BEFA, 0xDCAEF5, 0x86DDE1, 0xF4F6FA,
    ),
)  # fmt: skip


def xterm_palette(first: tuple[int, ...]) -> tuple[int, ...]:
    """All 256 colours: a scheme's 16, xterm's cube and its greys."""
    cube = (r << 16 | g << 8 | b for r in _CUBE_LEVELS for g in _CUBE_LEVELS for b in _CUBE_LEVELS)
    greys = ((8 + 10 * step) * 0x010101 for step in range(24))
    return (*first, *cube, *greys)


def mix(color: int, other: int, share: float) -> int:
    """`color` with `share` (0 to 1) of `other` in it."""
    return sum(
        round((color >> shift & 255) * (1 - share) + (other >> shift & 255) * share) << shift for shift in (16, 8, 0)
    )


def luminance(color: int) -> float:
    """Relative luminance, 0 (black) to 1 (white), as WCAG 2 defines it."""
    return sum(
        weight * _linear((color >> shift & 255) / 255) for weight, shift in ((0.2126, 16), (0.7152, 8), (0.0722, 0))
    )


def contrast(color: int, other: int) -> float:
    """Contrast ratio, 1 to 21, as WCAG 2 defines it."""
    low, high = sorted((luminance(color), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def readable_on(background: int, color: int, *, ratio: float = 4.5) -> int:
    """`color` if it can be read on `background`, else black or white, whichever can."""
    if contrast(color, background) >= ratio:
        return color
    return max((0x000000, 0xFFFFFF), key=lambda pole: contrast(pole, background))


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)
