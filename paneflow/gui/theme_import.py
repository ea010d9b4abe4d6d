"""Theme files of other terminals: Windows Terminal (JSON), iTerm2 (property list), kitty and Ghostty (key value lines)."""

import codecs
import json
import plistlib
import re
import xml.parsers.expat
from collections.abc import Callable, Mapping
from typing import Final

from paneflow.errors import InvalidParams
from paneflow.gui.theme import MAX_BYTES, Theme, complete, theme_of

_WINDOWS_TERMINAL: Final = (
    "black", "red", "green", "yellow", "blue", "purple", "cyan", "white",
    "brightBlack", "brightRed", "brightGreen", "brightYellow", "brightBlue", "brightPurple", "brightCyan", "brightWhite",
)  # fmt: skip
_LINE = re.compile(r"^\s*([A-Za-z0-9_-]+)\s*[=\s]\s*(.+?)\s*$")
_HEX = re.compile(r"^#?([0-9a-fA-F]{6}|[0-9a-fA-F]{3})(?:[0-9a-fA-F]{2})?$")

Colors = dict[str, int]


def import_theme(data: bytes, file_name: str) -> Theme:
    """Read any of the four forms, told apart by their content. Raises `InvalidParams` that says what is missing."""
    if len(data) > MAX_BYTES:
        raise _invalid(file_name, f"has {len(data)} bytes; at most {MAX_BYTES} are read")
    name = re.sub(r"\.[^.]*$", "", file_name.replace("\\", "/").rpartition("/")[2]) or "Imported"
    data = data.removeprefix(codecs.BOM_UTF8)
    head = data.lstrip()[:6]
    reader: Callable[[bytes, str], tuple[str, Colors]] = _lines
    if head.startswith(b"{"):
        reader = _windows_terminal
    elif head.startswith((b"<?xml", b"<plist", b"bplist")):
        reader = _iterm2
    try:
        found_name, colors = reader(data, name)
    except RecursionError:
        raise _invalid(file_name, "is not a theme file: it is nested too deeply") from None
    except (ValueError, KeyError, TypeError, AttributeError, xml.parsers.expat.ExpatError) as error:
        raise _invalid(file_name, f"is not a theme file: {error}") from None
    return _theme("".join(filter(str.isprintable, found_name)).strip() or name, colors, file_name)


def _theme(name: str, colors: Colors, file_name: str) -> Theme:
    missing = [key for key in ("foreground", "background", *map(str, range(16))) if key not in colors]
    if missing:
        raise _invalid(file_name, f"lacks the colour {missing[0]}")
    palette = tuple(colors.pop(str(index)) for index in range(16))
    return theme_of(complete(name, palette, colors))


def _windows_terminal(data: bytes, name: str) -> tuple[str, Colors]:
    document = json.loads(data)
    if isinstance(document.get("schemes"), list) and document["schemes"]:
        document = document["schemes"][0]
    keys = {key: str(index) for index, key in enumerate(_WINDOWS_TERMINAL)}
    keys |= {"foreground": "foreground", "background": "background", "cursorColor": "cursor"}
    keys |= {"selectionBackground": "selection_background"}
    return str(document.get("name") or name), _mapped(document, keys)


def _iterm2(data: bytes, name: str) -> tuple[str, Colors]:
    keys = {f"Ansi {index} Color": str(index) for index in range(16)}
    keys |= {"Foreground Color": "foreground", "Background Color": "background", "Cursor Color": "cursor"}
    keys |= {"Cursor Text Color": "cursor_text", "Selection Color": "selection_background"}
    keys |= {"Selected Text Color": "selection_foreground"}
    document = plistlib.loads(data)
    return name, {keys[key]: _components(value) for key, value in document.items() if key in keys}


def _components(value: Mapping[str, float]) -> int:
    channels = (float(value[f"{channel} Component"]) for channel in ("Red", "Green", "Blue"))
    red, green, blue = (round(min(max(channel, 0.0), 1.0) * 255) for channel in channels)
    return red << 16 | green << 8 | blue


def _lines(data: bytes, name: str) -> tuple[str, Colors]:
    """Kitty (`color4 #6ba2ec`) and Ghostty (`palette = 4=#6ba2ec`)."""
    keys = {f"color{index}": str(index) for index in range(16)}
    keys |= {"foreground": "foreground", "background": "background", "cursor": "cursor", "cursor-color": "cursor"}
    keys |= {"cursor_text_color": "cursor_text", "cursor-text": "cursor_text"}
    keys |= {"selection_background": "selection_background", "selection-background": "selection_background"}
    keys |= {"selection_foreground": "selection_foreground", "selection-foreground": "selection_foreground"}
    found: dict[str, str] = {}
    for line in data.decode("utf-8").splitlines():
        if title := re.match(r"^##\s*name:\s*(.+)", line):
            name = title[1].strip()
        elif (match := _LINE.match(line)) and not line.lstrip().startswith("#"):
            key, value = match[1], match[2]
            if key == "palette" and "=" in value:
                index, value = value.split("=", 1)
                key = f"color{int(index)}"
            found[key] = value.strip()
    return name, _mapped({key: value for key, value in found.items() if _HEX.match(value)}, keys)


def _mapped(document: Mapping[str, object], keys: Mapping[str, str]) -> Colors:
    return {keys[key]: _hex(str(value)) for key, value in document.items() if key in keys}


def _hex(text: str) -> int:
    match = _HEX.match(text)
    if not match:
        raise ValueError(f"{text!r} is not a colour")
    digits = match[1]
    return int(digits if len(digits) == 6 else "".join(digit * 2 for digit in digits), 16)


def _invalid(file_name: str, what: str) -> InvalidParams:
    return InvalidParams(f"{file_name} {what}", kind="invalid_theme")
