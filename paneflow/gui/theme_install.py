"""Bringing a theme file of another terminal into the configuration's `themes/`."""

import re
from pathlib import Path

from paneflow.errors import InvalidParams
from paneflow.gui.color import ColorScheme
from paneflow.gui.theme import MAX_BYTES, Theme
from paneflow.gui.theme_import import import_theme


def install_theme(file: str, folder: Path) -> Theme:
    """Read a theme file and keep it as ours. Raises ValueError and OSError that say what is wrong."""
    path = Path(file)
    with path.open("rb") as source:
        data = source.read(MAX_BYTES + 1)
    try:
        theme = import_theme(data, path.name)
    except InvalidParams as error:
        raise ValueError(error.message) from None
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    name = re.sub(r"[\W_]+", "-", theme.name.casefold()).strip("-") or "imported"
    (folder / f"{name}.toml").write_text(theme_text(theme.scheme, dark=theme.dark), encoding="utf-8")
    return theme


def theme_text(scheme: ColorScheme, *, dark: bool) -> str:
    """A scheme as a theme file."""
    import tomli_w

    colors: dict[str, object] = {
        key: _css(value)
        for key, value in scheme._asdict().items()
        if isinstance(value, int) and not isinstance(value, bool)
    }
    palette = [_css(color) for color in scheme.palette]
    return tomli_w.dumps({"name": scheme.name, "dark": dark, **colors, "palette": palette})


def _css(color: int) -> str:
    return f"#{color:06x}"
