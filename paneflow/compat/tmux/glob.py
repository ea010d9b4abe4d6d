"""fnmatch(3) without flags: what tmux matches names with. Pure."""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import regex

# A pattern comes from a client; matching it may not hang the host.
TIME_LIMIT_S = 0.5


def glob_match(pattern: str, text: str, *, ignore_case: bool = False) -> bool:
    """Whether the whole text matches: `*`, `?`, `[...]` (negated by `!` or `^`), `\\` for a literal."""
    return regex_match(f"(?s:{_translate(pattern)})\\Z", text, ignore_case=ignore_case, whole=True)


def regex_match(pattern: str, text: str, *, ignore_case: bool = False, whole: bool = False) -> bool:
    """Whether a regular expression is found in the text; a bad or endless one is not."""
    import regex  # no host needs it to start; see `launch.later`

    try:
        compiled = regex.compile(pattern, regex.IGNORECASE if ignore_case else 0)
        find = compiled.match if whole else compiled.search
        return find(text, timeout=TIME_LIMIT_S) is not None
    except (regex.error, TimeoutError):
        return False


def regex_replace(pattern: str, replacement: str, text: str, *, ignore_case: bool = False) -> str:
    """Replace every match; `\\1`–`\\9` are groups. A bad or endless pattern leaves the text as it is."""
    import regex

    try:
        compiled = regex.compile(pattern, regex.IGNORECASE if ignore_case else 0)
        return compiled.sub(lambda match: _expand(match, replacement), text, timeout=TIME_LIMIT_S)
    except (regex.error, TimeoutError):
        return text


def _expand(match: "regex.Match[str]", replacement: str) -> str:
    out, rest = [], iter(replacement)
    for char in rest:
        if char != "\\":
            out.append(char)
            continue
        char = next(rest, "\\")
        if char.isdigit() and int(char) <= match.re.groups:
            out.append(match[int(char)] or "")
        else:
            out.append(char)
    return "".join(out)


def _translate(pattern: str) -> str:
    out, at = [], 0
    while at < len(pattern):
        char = pattern[at]
        at += 1
        if char == "*":
            out.append(".*")
        elif char == "?":
            out.append(".")
        elif char == "\\" and at < len(pattern):
            out.append(re.escape(pattern[at]))
            at += 1
        elif char == "[" and (end := _bracket_end(pattern, at)) > 0:
            out.append(_bracket(pattern[at:end]))
            at = end + 1
        else:
            out.append(re.escape(char))
    return "".join(out)


def _bracket_end(pattern: str, start: int) -> int:
    first = start + (pattern[start : start + 1] in ("!", "^"))
    return pattern.find("]", first + 1)


def _bracket(body: str) -> str:
    negated = body[:1] in ("!", "^")
    chars = body[1:] if negated else body
    quoted = "".join("\\" + char if char in "\\[]^&|~" else char for char in chars)
    return f"[{'^' if negated else ''}{quoted}]"
