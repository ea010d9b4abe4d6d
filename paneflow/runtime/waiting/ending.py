"""The end of a text that is too long to be kept, without a line or a character that has lost its beginning. Pure."""

from typing import Final

_LONGEST: Final = 64  # code points of a character, as people count them: an emoji has parts


def ending(text: str, limit: int) -> str:
    """The last lines of a text, `limit` code points at most. Only of a line that is longer than that it is the end alone."""
    if len(text) <= limit:
        return text
    cut = len(text) - limit
    start = text.rfind("\n", 0, cut) + 1
    if start == cut:
        return text[cut:]
    end = text.find("\n", cut)
    if (end if end >= 0 else len(text)) - start > limit:
        return text[_whole(text, start, cut) :]
    return text[end + 1 :]


def _whole(text: str, start: int, cut: int) -> int:
    """The first place from `cut` on where a character begins, in a line that begins at `start`."""
    import regex  # no host needs it to start; see `launch.later`

    near = max(start, cut - _LONGEST)
    places = (found.start() for found in regex.finditer(r"\X", text, pos=near, endpos=cut + _LONGEST))
    return next((place for place in places if place >= cut), cut)
