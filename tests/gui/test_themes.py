"""Our themes can be read by everyone; others' theme files come in whole or not at all."""

import json
import plistlib
from pathlib import Path

import numpy as np
import pytest

from paneflow.errors import InvalidParams
from paneflow.gui.appearance import chosen_theme
from paneflow.gui.color import contrast, mix
from paneflow.gui.frame_decoder import STYLE_DTYPE
from paneflow.gui.palette import Palette
from paneflow.gui.theme import ACTIVE_SHARE, DARK_NAME, LIGHT_NAME, Theme, parse_theme, themes
from paneflow.gui.theme_import import import_theme
from paneflow.gui.theme_install import install_theme
from paneflow.paths import resources_dir
from paneflow.spec.config import Config, Terminal
from paneflow.vt import frame

OURS = themes(Path(resources_dir()) / "themes")


def test_there_are_six_themes_light_and_dark_and_the_two_defaults() -> None:
    assert len(OURS) == 6
    assert {theme.dark for theme in OURS.values()} == {True, False}
    assert OURS[DARK_NAME.casefold()].dark
    assert not OURS[LIGHT_NAME.casefold()].dark


@pytest.mark.parametrize("theme", OURS.values(), ids=OURS.keys())
def test_a_theme_can_be_read(theme: Theme) -> None:
    scheme, chrome = theme.scheme, theme.chrome
    assert contrast(scheme.foreground, scheme.background) >= 9
    for index in (*range(1, 7), *range(9, 15)):
        assert contrast(scheme.palette[index], scheme.background) >= 4.5, index
    assert contrast(scheme.palette[8], scheme.background) >= 3.5  # comments in many programs' colours
    assert contrast(scheme.cursor, scheme.background) >= 4.5
    assert contrast(scheme.foreground, scheme.selection_background) >= 4.5
    assert contrast(scheme.match_foreground, scheme.match_background) >= 4.5
    for behind in (chrome.raised, chrome.overlay, mix(chrome.raised, chrome.accent, ACTIVE_SHARE)):
        assert contrast(chrome.text, behind) >= 7
        assert contrast(chrome.muted, behind) >= 4.5
    assert min(contrast(color, chrome.raised) for color in (chrome.good, chrome.warning, chrome.bad)) >= 3


@pytest.mark.parametrize("theme", OURS.values(), ids=OURS.keys())
def test_faint_text_is_dimmer_and_can_be_read(theme: Theme) -> None:
    style = np.zeros(1, STYLE_DTYPE)
    style["attrs"] = frame.FAINT
    faint = int(Palette(theme.scheme).paint_styles(style).fg[0]) & 0xFFFFFF
    dimmer = contrast(faint, theme.scheme.background)
    assert 4.5 <= dimmer < contrast(theme.scheme.foreground, theme.scheme.background) / 2


HEX = [f"#{index:02x}{index * 3:02x}{255 - index * 7:02x}" for index in range(16)]
WINDOWS_NAMES = [
    "black", "red", "green", "yellow", "blue", "purple", "cyan", "white", "brightBlack", "brightRed", "brightGreen",
    "brightYellow", "brightBlue", "brightPurple", "brightCyan", "brightWhite",
]  # fmt: skip
WINDOWS = json.dumps(
    {"name": "Mine", "foreground": "#eeeeee", "background": "#101010", "cursorColor": "#ff0000"}
    | dict(zip(WINDOWS_NAMES, HEX, strict=True))
).encode()
KITTY = "\n".join(
    ["## name: Mine", "foreground #eeeeee", "background #101010", "cursor #ff0000", "font_size 12.0"]
    + [f"color{index} {value}" for index, value in enumerate(HEX)]
).encode()
GHOSTTY = "\n".join(
    ["foreground = eeeeee", "background = #101010", "cursor-color = #ff0000"]
    + [f"palette = {index}={value}" for index, value in enumerate(HEX)]
).encode()


def component(value: str) -> dict[str, float]:
    return {
        f"{name} Component": int(value[at : at + 2], 16) / 255 for name, at in (("Red", 1), ("Green", 3), ("Blue", 5))
    }


ITERM = plistlib.dumps(
    {f"Ansi {index} Color": component(value) for index, value in enumerate(HEX)}
    | {"Foreground Color": component("#eeeeee"), "Background Color": component("#101010")}
    | {"Cursor Color": component("#ff0000")}
)


@pytest.mark.parametrize(
    ("data", "file_name"),
    [(WINDOWS, "x.json"), (KITTY, "Mine.conf"), (GHOSTTY, "Mine"), (ITERM, "Mine.itermcolors")],
    ids=["windows-terminal", "kitty", "ghostty", "iterm2"],
)
def test_another_terminals_theme_is_read(data: bytes, file_name: str) -> None:
    scheme = import_theme(data, file_name).scheme
    assert scheme.name == "Mine"
    assert (scheme.foreground, scheme.background, scheme.cursor) == (0xEEEEEE, 0x101010, 0xFF0000)
    assert scheme.palette == tuple(int(value[1:], 16) for value in HEX)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"{not json", "is not a theme file"),
        (b"<?xml nonsense", "is not a theme file"),
        (b"\xff\xfe\x00", "is not a theme file"),
        (b"foreground #ffffff\n", "lacks the colour background"),
        (b"{}", "lacks the colour foreground"),
        (b"palette = x=#ffffff", "is not a theme file"),
        (b"a" * (2 << 20), "at most"),
    ],
)
def test_a_file_that_is_no_theme_says_what_is_wrong(data: bytes, message: str) -> None:
    with pytest.raises(InvalidParams, match=message):
        import_theme(data, "broken")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name = ", "not TOML"),
        ("colour = '#ffffff'", "unknown key colour"),
        ("palette = []", "16 colours"),
        (f"palette = {HEX}\nforeground = 'white'", "foreground must be a colour"),
        (f"palette = {HEX}\nforeground = '#ffffff'", "background is missing"),
    ],
)
def test_a_bad_theme_of_our_own_form_says_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(InvalidParams, match=message):
        parse_theme(text, "mine.toml")


@pytest.mark.parametrize("data", [b'{"a":' * 50_000, b'{"schemes":' + b"[" * 100_000])
def test_a_file_that_is_nested_too_deeply_is_refused(data: bytes) -> None:
    with pytest.raises(InvalidParams, match="deeply"):
        import_theme(data, "deep.json")


def test_names_are_made_plain_and_each_theme_has_a_file_of_its_own(tmp_path: Path) -> None:
    colors = "".join(f"color{index} #{index:02x}{index:02x}40\r\n" for index in range(16))
    text = f"foreground #ffffff\r\nbackground #000000\r\n{colors}"
    for name in ("日本", "中文", "../../a\x1b[31mb"):
        (tmp_path / "theme.conf").write_text(f"\ufeff## name: {name}\r\n{text}", encoding="utf-8", newline="")
        install_theme(str(tmp_path / "theme.conf"), tmp_path / "themes")
    assert set(themes(tmp_path / "themes")) == {"日本", "中文", "../../a[31mb"}


def test_a_broken_file_does_not_hide_the_others(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text("name =")
    (tmp_path / "good.toml").write_text(f"foreground='#ffffff'\nbackground='#000000'\npalette={HEX}")
    assert list(themes(tmp_path)) == ["good"]


@pytest.mark.parametrize(("written", "color"), [("#fc0", 0xFFCC00), ("#0A0b0C", 0x0A0B0C)])
def test_the_configuration_s_cursor_colour_goes_before_the_theme_s(written: str, color: int) -> None:
    config = Config(terminal=Terminal(cursor_color=written))
    scheme = chosen_theme(config, OURS, system_dark=True).scheme
    assert scheme.cursor == color
    assert contrast(scheme.cursor_text, scheme.cursor) >= 4.5
    assert chosen_theme(Config(), OURS, system_dark=True) is OURS[DARK_NAME.casefold()]
