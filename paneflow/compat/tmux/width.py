"""How many cells a text takes, for cutting and padding formats. Styles (`#[...]`) take none. Pure."""

import re
import unicodedata

_PIECE = re.compile(r"(#+)\[[^\]]*\]|.", re.DOTALL)


def char_width(char: str) -> int:
    """0 for marks that combine and controls, 2 for wide characters, else 1."""
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf", "Cc"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1


def text_width(text: str) -> int:
    """Cells a text takes."""
    return sum(_piece_width(piece) for piece in _pieces(text))


def _pieces(text: str) -> list[str]:
    return [match[0] for match in _PIECE.finditer(text)]


def _piece_width(piece: str) -> int:
    return 0 if len(piece) > 1 else char_width(piece)


def trim(text: str, limit: int) -> str:
    """The first `limit` cells, or with a negative limit the last ones."""
    pieces = _pieces(text)
    if limit < 0:
        pieces.reverse()
    kept, used = [], 0
    for piece in pieces:
        used += _piece_width(piece)
        if used <= abs(limit) or len(piece) > 1:
            kept.append(piece)
    if limit < 0:
        kept.reverse()
    return "".join(kept)


def pad(text: str, width: int) -> str:
    """Spaces after the text up to `width` cells, or before it when `width` is negative."""
    blanks = " " * min(max(abs(width) - text_width(text), 0), 10_000)
    return text + blanks if width >= 0 else blanks + text
