"""Finding separators in a format without falling for those inside a nested `#{...}` or behind a `#`. Pure."""

from typing import Final

ESCAPED: Final = frozenset(",#{}:")


def skip(text: str, start: int, ends: str) -> int:
    """Where the first of `ends` is at the outermost level, from `start` on; -1 if nowhere."""
    depth, at = 0, start
    while at < len(text):
        char, following = text[at], text[at + 1 : at + 2]
        if char == "#" and following in ESCAPED and following:
            depth += following == "{"
            at += 2
            continue
        if char == "}":
            depth -= 1
        if char in ends and depth == 0:
            return at
        at += 1
    return -1


def strip(text: str) -> str:
    """Take the `#` away from escaped characters, except inside a nested `#{...}`."""
    out, depth = [], 0
    for at, char in enumerate(text):
        following = text[at + 1 : at + 2]
        if char == "#" and following == "{":
            depth += 1
        if char == "#" and following in ESCAPED and following:
            if depth:
                out.append(char)
            continue
        if char == "}":
            depth -= 1
        out.append(char)
    return "".join(out)
