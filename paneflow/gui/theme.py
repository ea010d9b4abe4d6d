"""Themes: our six, and those a person puts into the configuration folder's `themes/`.

A theme file is TOML: `name`, `dark`, colours as "#rrggbb" and a `palette` of ANSI colours 0–15. Other terminals' theme
files are read by `theme_import.py`.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from paneflow.errors import InvalidParams
from paneflow.gui.color import ColorScheme, contrast, mix, readable_on

DARK_NAME, LIGHT_NAME = "Paneflow Dark", "Paneflow Light"
MAX_BYTES = 1 << 20  # of a theme file
_STARK = 18  # contrast of a theme for people who need much of it
ACTIVE_SHARE = 0.16  # of the accent behind what is chosen in the sidebar
_REQUIRED = ("foreground", "background")
_OPTIONAL = (
    "cursor", "cursor_text", "selection_background", "selection_foreground", "match_background",
    "current_match_background", "match_foreground",
)  # fmt: skip


class Chrome(NamedTuple):
    """Colours of the window around the grids, made from the scheme so that any theme fits. 0xRRGGBB."""

    base: int  # behind everything
    raised: int  # sidebar, tab bars
    overlay: int  # palette, search box
    border: int
    text: int
    muted: int
    accent: int
    accent_text: int
    good: int
    warning: int
    bad: int


class Theme(NamedTuple):
    """A scheme for the grids and the colours around them."""

    scheme: ColorScheme
    dark: bool
    chrome: Chrome

    @property
    def name(self) -> str:
        """What `theme` in the configuration says."""
        return self.scheme.name


def theme_of(scheme: ColorScheme, *, dark: bool | None = None) -> Theme:
    """A theme from a scheme; whether it is dark is read off its background unless told."""
    is_dark = dark if dark is not None else contrast(scheme.background, 0xFFFFFF) > contrast(scheme.background, 0)
    return Theme(scheme, is_dark, _chrome(scheme, dark=is_dark))


def parse_theme(text: str, origin: str) -> Theme:
    """A theme from TOML text. Raises `InvalidParams` that names the file, the key and what is allowed."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number may be too long for Python, tables nested too deeply
        raise InvalidParams(f"{origin}: not TOML: {error}", kind="invalid_theme") from None
    unknown = data.keys() - {"name", "dark", "palette", *_REQUIRED, *_OPTIONAL}
    if unknown:
        raise InvalidParams(f"{origin}: unknown key {min(unknown)}", kind="invalid_theme")
    palette = data.get("palette")
    if not isinstance(palette, list) or len(palette) != 16:
        raise InvalidParams(f"{origin}: palette must be a list of 16 colours", kind="invalid_theme")
    colors = {key: _color(data[key], key, origin) for key in (*_REQUIRED, *_OPTIONAL) if key in data}
    missing = [key for key in _REQUIRED if key not in colors]
    if missing:
        raise InvalidParams(f"{origin}: {missing[0]} is missing", kind="invalid_theme")
    ansi = tuple(_color(entry, f"palette[{index}]", origin) for index, entry in enumerate(palette))
    name = data.get("name")
    dark = data.get("dark")
    scheme = complete(name if isinstance(name, str) and name else Path(origin).stem, ansi, colors)
    return theme_of(scheme, dark=dark if isinstance(dark, bool) else None)


def complete(name: str, palette: tuple[int, ...], colors: dict[str, int]) -> ColorScheme:
    """A scheme from what is given; the colours left out are made from the others."""
    fg, bg = colors["foreground"], colors["background"]
    cursor = colors.get("cursor", fg)
    match = colors.get("match_background", mix(palette[3], bg, 0.55))
    return ColorScheme(
        name=name[:64],
        foreground=fg,
        background=bg,
        cursor=cursor,
        cursor_text=colors.get("cursor_text", readable_on(cursor, bg)),
        selection_background=colors.get("selection_background", mix(palette[4], bg, 0.6)),
        selection_foreground=colors.get("selection_foreground"),
        match_background=match,
        current_match_background=colors.get("current_match_background", palette[3]),
        match_foreground=colors.get("match_foreground", readable_on(match, fg)),
        palette=palette,
    )


def themes(*folders: Path) -> dict[str, Theme]:
    """All themes by lower-case name, later folders over earlier ones. Files that are no themes are left out."""
    return {theme.name.casefold(): theme for folder in folders for theme in _in(folder)}


def _in(folder: Path) -> Iterator[Theme]:
    for path in sorted(folder.glob("*.toml")):
        try:
            if path.stat().st_size <= MAX_BYTES:
                yield parse_theme(path.read_text(encoding="utf-8"), path.name)
        except (OSError, UnicodeDecodeError, InvalidParams):
            continue  # `paneflow doctor` and the settings window name broken files; a start does not fail over one


def _color(value: object, key: str, origin: str) -> int:
    if isinstance(value, str) and len(value) == 7 and value[0] == "#":
        try:
            return int(value[1:], 16)
        except ValueError:
            pass
    raise InvalidParams(f'{origin}: {key} must be a colour like "#12ab9f", not {value!r}', kind="invalid_theme")


def _chrome(scheme: ColorScheme, *, dark: bool) -> Chrome:
    fg, bg = scheme.foreground, scheme.background
    red, green, yellow, blue = (scheme.palette[index] for index in (1, 2, 3, 4))
    raised = mix(bg, fg, 0.045)
    stark = contrast(fg, bg) > _STARK
    overlay = mix(bg, fg, 0.085) if dark else mix(bg, 0xFFFFFF, 0.5)
    behind = (raised, overlay, mix(raised, blue, ACTIVE_SHARE))
    return Chrome(
        base=bg,
        raised=raised,
        overlay=overlay,
        border=mix(bg, fg, 0.45 if stark else 0.16),
        text=_toned(fg, behind, 0.08, ratio=7),
        muted=_toned(fg, behind, 0.38, ratio=7 if stark else 4.5),
        accent=blue,
        accent_text=readable_on(blue, bg),
        good=readable_on(raised, green, ratio=3),
        warning=readable_on(raised, yellow, ratio=3),
        bad=readable_on(raised, red, ratio=3),
    )


def _toned(color: int, behind: tuple[int, ...], share: float, *, ratio: float) -> int:
    """A colour with as much of the first background in it as can still be read on all of them, at most `share`."""
    for step in range(16, -1, -1):
        toned = mix(color, behind[0], share * step / 16)
        if min(contrast(toned, background) for background in behind) >= ratio:
            return toned
    return readable_on(behind[0], color, ratio=ratio)
