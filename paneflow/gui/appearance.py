"""From the configuration to what widgets need: font, grid options, theme."""

from pathlib import Path
from typing import Final, cast

from paneflow import paths
from paneflow.gui.color import DARK, readable_on
from paneflow.gui.fonts import DEFAULT_FAMILIES, FontSpec
from paneflow.gui.options import GridOptions, OptionKeys
from paneflow.gui.theme import DARK_NAME, Theme, theme_of, themes
from paneflow.spec.config import Config
from paneflow.vt.engine import CursorShape

_SHAPES: Final = {
    "block": CursorShape.BLOCK,
    "beam": CursorShape.BAR,
    "underline": CursorShape.UNDERLINE,
}
_BLINKS: Final = {"on": True, "off": False, "terminal_controlled": None}
_OPTION_KEYS: Final[dict[object, OptionKeys]] = {True: "both", False: "none", None: "none"}
_WHEEL_LINES: Final = 3


def theme_folders() -> tuple[Path, Path]:
    """Where themes are: ours, then a person's own."""
    return Path(paths.resources_dir(), "themes"), Path(paths.config_file()).parent / "themes"


def available_themes() -> dict[str, Theme]:
    """All themes by lower-case name."""
    return themes(*theme_folders())


def chosen_theme(config: Config, known: dict[str, Theme], *, system_dark: bool) -> Theme:
    """The theme in force; an unknown name gives the default one."""
    light = config.theme_mode == "system" and not system_dark
    wanted = config.theme_light if light else config.theme
    theme = known.get(wanted.casefold()) or known.get(DARK_NAME.casefold()) or theme_of(DARK, dark=True)
    return theme if config.terminal.cursor_color is None else _with_cursor(theme, config.terminal.cursor_color)


def _with_cursor(theme: Theme, written: str) -> Theme:
    digits = written[1:] if len(written) == 7 else "".join(2 * digit for digit in written[1:])
    cursor = int(digits, 16)
    text = readable_on(cursor, theme.scheme.background)
    return theme._replace(scheme=theme.scheme._replace(cursor=cursor, cursor_text=text))


def font_of(config: Config, *, steps: int = 0) -> FontSpec:
    """The font of panes; `steps` is how far a person zoomed."""
    families = (*((config.font_family,) if config.font_family else ()), *DEFAULT_FAMILIES[:-1])
    return FontSpec(
        (*families, *config.font_fallbacks, DEFAULT_FAMILIES[-1]),
        size_pt=min(max(config.font_size + steps, 6.0), 72.0),
        line_height=config.line_height,
        ligatures=config.terminal.ligatures,
    )


def options_of(config: Config, *, reduced_motion: bool) -> GridOptions:
    """How panes behave."""
    terminal, window = config.terminal, config.window
    return GridOptions(
        padding=window.padding,
        cursor_shape=_SHAPES[terminal.cursor_shape] if terminal.cursor_shape != "block" else None,
        cursor_blink=_BLINKS[terminal.cursor_blink],
        minimum_contrast=config.minimum_contrast,
        dim_unfocused=window.dim_inactive,
        copy_on_select=terminal.copy_on_select,
        word_separators=terminal.word_separators,
        wheel_lines=max(1, round(_WHEEL_LINES * terminal.scroll_multiplier)),
        hide_pointer_while_typing=terminal.hide_pointer_while_typing,
        option_as_alt=_OPTION_KEYS.get(config.option_as_meta) or cast("OptionKeys", config.option_as_meta),
        visual_bell=terminal.bell in ("visual", "both"),
        reduced_motion=reduced_motion,
    )
