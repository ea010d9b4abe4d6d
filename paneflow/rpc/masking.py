"""What looks like a token, a key or a password, masked. Pure.

A pattern is the shape that its issuer documents, or a name that says what comes after it. This finds much, never all: text of a
terminal stays text that may hold secrets.
"""

from collections.abc import Sequence
from typing import Final

import regex

MASK: Final = "[masked]"
_TIME_LIMIT: Final = 0.25  # seconds for all the lines of an answer

_TOKENS: Final = (
    r"(?:AKIA|ASIA|AGPA|AIDA|AROA)[A-Z0-9]{16}",  # AWS
    r"gh[pousr]_[A-Za-z0-9]{20,255}",  # GitHub
    r"github_pat_[A-Za-z0-9_]{20,255}",
    r"glpat-[\w-]{20,64}",  # GitLab
    r"xox[abposr]-[A-Za-z0-9-]{10,250}",  # Slack
    r"xapp-[A-Za-z0-9-]{10,250}",
    r"sk-(?:ant-|proj-|svcacct-)?[\w-]{20,250}",  # Anthropic, OpenAI
    r"(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,250}",  # Stripe
    r"AIza[\w-]{35}",  # Google
    r"ya29\.[\w-]{20,250}",
    r"npm_[A-Za-z0-9]{36}",
    r"pypi-[\w-]{20,250}",
    r"hf_[A-Za-z0-9]{30,64}",
    r"eyJ[\w-]{8,4096}\.[\w-]{8,8192}\.[\w-]{8,4096}",  # JSON web tokens
)
_WORDS: Final = "passw(?:or)?d|passphrase|secret|token|api_?-?key|access_?-?key|private_?-?key|credential"
_NAME: Final = rf"[\w.-]{{0,40}}(?:{_WORDS})[\w.-]{{0,40}}"
_NAMED: Final = rf"""(?P<name>(?i:{_NAME})["']?\s{{0,4}}(?:=|:)\s{{0,4}})(?P<quote>["']?)(?P<value>[^\s"']{{4,512}})"""
_BEARER: Final = r"(?P<scheme>(?i:bearer|basic)\s{1,4})(?P<credential>[\w.+/=~-]{12,4096})"
_URL: Final = r"(?P<url>[a-z][a-z0-9+.-]{1,20}://[^\s:/@]{0,128}:)(?P<password>[^\s:/@]{1,256})(?=@)"
_SECRET: Final = regex.compile(rf"\b(?P<token>{'|'.join(_TOKENS)})|{_NAMED}|{_BEARER}|{_URL}")
# In a command line the value may be a word of its own, behind an option whose name says what it is, or which is known for it.
_OPTION: Final = regex.compile(
    rf"(?<!\S)(?P<kept>-{{1,2}}(?i:{_NAME})[\s=]+|(?:-u|--user)[\s=]*[^\s:=]{{1,128}}:|sshpass\s+-p\s*)"
    r"(?P<word>[^\s-]\S{0,511})"
)
_KEY_BEGIN: Final = regex.compile(r"-----BEGIN [A-Z ]{0,32}PRIVATE KEY(?: BLOCK)?-----")
_KEY_END: Final = regex.compile(r"-----END [A-Z ]{0,32}PRIVATE KEY(?: BLOCK)?-----")
_KEY_LINE: Final = regex.compile(r"\s*(?:[A-Za-z0-9+/=]{16,}|[\w-]+: .*)?\s*")


def masked(lines: Sequence[str]) -> list[str]:
    """The lines with secrets replaced by `MASK`, as many as there were. What takes too long is masked as a whole."""
    try:
        return [_SECRET.sub(_replaced, line, timeout=_TIME_LIMIT) for line in _without_keys(lines)]
    except TimeoutError:
        return [MASK] * len(lines)


def masked_command(line: str) -> str:
    """A process's command line with secrets replaced by `MASK`: all of `masked`, and the values of options that name one."""
    try:
        line = _OPTION.sub(lambda match: match["kept"] + MASK, line, timeout=_TIME_LIMIT)
    except TimeoutError:
        return MASK
    return masked([line])[0]


def _replaced(match: "regex.Match[str]") -> str:
    kept = match["name"] or match["scheme"] or match["url"] or ""
    return kept + (match["quote"] or "") + MASK


def _without_keys(lines: Sequence[str]) -> list[str]:
    """Private keys over several lines: from BEGIN to END, or what looks like the inside of one where only END is to be seen."""
    left = list(lines)
    begin: int | None = None
    for row, line in enumerate(left):
        if _KEY_BEGIN.search(line):
            begin = row
        if _KEY_END.search(line):
            first = _first_of_key(left, row) if begin is None else begin
            left[first : row + 1] = [MASK] * (row + 1 - first)
            begin = None
    if begin is not None:  # its end is not there yet
        stop = begin + 1
        while stop < len(left) and _KEY_LINE.fullmatch(left[stop]):
            stop += 1
        left[begin:stop] = [MASK] * (stop - begin)
    return left


def _first_of_key(lines: Sequence[str], end: int) -> int:
    first = end
    while first > 0 and _KEY_LINE.fullmatch(lines[first - 1]) and lines[first - 1] != MASK:
        first -= 1
    return first
