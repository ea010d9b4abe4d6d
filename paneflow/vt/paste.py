"""Text on its way to a child, or out of one: the one place that decides which characters may pass.

Pure. Three questions: what may be written to a terminal (`clean`, `bracket`), what may stand in a label that a person
reads (`label`), and which characters of a text a person would not see (`finds_hidden`).
"""

import re
from typing import Final, NamedTuple

_PASTE_START: Final = b"\x1b[200~"
_PASTE_END: Final = b"\x1b[201~"

# C0 but TAB and LF, DEL, and C1: as characters, U+0080–U+009F reach a program as UTF-8, yet some read them as controls.
_CONTROLS: Final = {code: None for code in (*range(32), *range(127, 160)) if code not in (9, 10)}
_LINE_ENDS: Final = str.maketrans({"\u2028": "\n", "\u2029": "\n", "\x85": "\n"})

_BIDI: Final = {0x61C: None, 0x200E: None, 0x200F: None} | dict.fromkeys(
    (*range(0x202A, 0x202F), *range(0x2066, 0x206A))
)
_INVISIBLE: Final = dict.fromkeys(
    (
        0xAD,
        0x34F,
        0x115F,
        0x1160,
        0x17B4,
        0x17B5,
        0x180E,
        0x200B,
        0x2060,
        0x2061,
        0x2062,
        0x2063,
        0x2064,
        0x3164,
        0xFEFF,
        0xFFA0,
    )
)
_TAGS: Final = range(0xE0000, 0xE0080)
_SURROGATES: Final = range(0xD800, 0xE000)  # half a character: not encodable
_HALVES: Final = re.compile(f"[\\u{_SURROGATES[0]:x}-\\u{_SURROGATES[-1]:x}]")

# What turns the direction of text, takes no room, or acts as a control: characters that a person does not see.
HIDDEN: Final = re.compile(
    "["
    + "".join(f"\\U{code:08x}" for code in (*_BIDI, *_INVISIBLE, *(code for code in _CONTROLS if code != 13)))
    + f"\\U{_TAGS[0]:08x}-\\U{_TAGS[-1]:08x}"
    + f"\\U{_SURROGATES[0]:08x}-\\U{_SURROGATES[-1]:08x}]"
)


class Hidden(NamedTuple):
    """A character that a person does not see: its place in the text, and its code point."""

    position: int
    codepoint: int


def clean(text: str) -> str:
    """Text as a terminal may get it: line ends as LF, no control characters but TAB and LF.

    With every ESC gone in its 7-bit and 8-bit form no sequence can come about, also not by what stood around a removed
    one: `ESC[20ESC[201~1~` loses both ESC and stays text. Half a character becomes U+FFFD: no `?`, which shells take for a
    pattern.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").translate(_LINE_ENDS).translate(_CONTROLS)
    return _HALVES.sub("\ufffd", text)


def bracket(text: str) -> bytes:
    """Text as a bracketed paste, cleaned."""
    return _PASTE_START + plain(text) + _PASTE_END


def plain(text: str) -> bytes:
    """Text as a paste without brackets, cleaned: line ends are what the Enter key sends."""
    return clean(text).replace("\n", "\r").encode()


def label(text: str, limit: int = 256) -> str:
    """Text for a title, a notification or a name: one line, no control, bidi or invisible characters, at most `limit` long."""
    text = clean(text[: limit * 4]).replace("\n", " ").replace("\t", " ").translate(_BIDI).translate(_INVISIBLE)
    return "".join(c for c in text if ord(c) not in _TAGS)[:limit].strip()


def finds_hidden(text: str) -> list[Hidden]:
    """The characters of a text that turn its direction, take no room, or act as controls: worth a warning before a paste."""
    return [Hidden(found.start(), ord(found[0])) for found in HIDDEN.finditer(text)]
