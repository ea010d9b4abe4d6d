"""Output that joins a character from before it.

The library does not mark a row as changed when a combining mark, which came with a later write, joins a character that is
already there: a viewer would go on showing the character without it. So we look for such output. Pure.
"""

import re
import unicodedata
from typing import Final

# The first printed character, if it is not ASCII: what comes before it may only be control sequences.
_FIRST: Final = re.compile(rb"(?:\x1b\[[0-?]*[ -/]*[@-~])*([\x80-\xff][\x80-\xbf]{0,3})")
_FIRST_EMOJI: Final = 0x1F000  # the parts of a joined emoji
_JAMO: Final = range(0x1160, 0x1200)  # vowels and finals of a Hangul syllable


def joins_text_before(data: bytes) -> bool:
    """Whether the data may begin with something that joins the cell before it."""
    match = _FIRST.match(data)
    if match is None:
        return False
    char = match.group(1).decode("utf-8", "ignore")[:1]
    if not char:
        return True  # the rest of a character that began in the data before
    code = ord(char)
    return (
        unicodedata.category(char)[0] == "M"
        or unicodedata.category(char) == "Cf"
        or code >= _FIRST_EMOJI
        or code in _JAMO
    )
