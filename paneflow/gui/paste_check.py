"""What is doubtful about a paste, said before it happens. Pure."""

import unicodedata
from typing import Final, NamedTuple

from paneflow.vt.paste import finds_hidden

LARGE: Final = 5 * 1024  # characters that a person hardly means to paste into a prompt
_SHOWN: Final = 2000


class Doubt(NamedTuple):
    """Why to ask, in a sentence, and the text with everything hidden made visible."""

    reasons: tuple[str, ...]
    shown: str


def doubt(text: str, *, bracketed: bool) -> Doubt | None:
    """Why to ask before a paste; None for a harmless one.

    A program with bracketed paste gets line ends as text, so they are no reason there; hidden characters always are.
    """
    reasons = []
    lines = text.rstrip("\r\n").count("\n") + 1
    if not bracketed and ("\n" in text or "\r" in text):
        what = f"its {lines} lines run" if lines > 1 else "it runs"
        reasons.append(f"The program takes each line as a command: {what} at once.")
    hidden = [found.codepoint for found in finds_hidden(text)]
    if any(map(_is_control, hidden)):
        reasons.append("It holds control characters; they are left out.")
    if not all(map(_is_control, hidden)):
        reasons.append("It holds characters that cannot be seen or that turn the direction of reading.")
    if not bracketed and len(text) > LARGE:
        reasons.append(f"It is long: {len(text):,} characters.")
    return Doubt(tuple(reasons), revealed(text)) if reasons else None


def revealed(text: str) -> str:
    """The text with controls as pictures and hidden characters by their numbers; shortened."""
    shown = "".join(map(_picture, text[:_SHOWN].replace("\r\n", "\n")))
    return shown + (f"\n… {len(text) - _SHOWN:,} more" if len(text) > _SHOWN else "")


def _is_control(code: int) -> bool:
    return code < 0x20 or 0x7F <= code < 0xA0


def _picture(char: str) -> str:
    code = ord(char)
    if char in "\n\t":
        return char
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\u2421"
    if finds_hidden(char) or unicodedata.category(char) in ("Cc", "Cf", "Co", "Cs"):
        return f"⟨U+{code:04X}⟩"
    return char
