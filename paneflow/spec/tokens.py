"""`${…}` in values: finding, checking and replacing."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from paneflow.spec.positions import Path
from paneflow.spec.problem import Report

ITEM, PORT = "item", "port_offset"
_TOKEN = re.compile(r"\$\{([^{}$]*)\}")


def tokens(text: str) -> list[str]:
    """The names between `${` and `}`, in order."""
    return _TOKEN.findall(text)


def has_unclosed(text: str) -> bool:
    """Whether a `${` has no end."""
    return "${" in _TOKEN.sub("", text)


def substitute(text: str, values: Mapping[str, str]) -> str:
    """Replace the tokens that have a value, once: what a value holds is not looked at again."""
    return _TOKEN.sub(lambda match: values.get(match[1], match[0]), text)


def check_tokens(text: str, path: Path, report: Report, fault: Callable[[str], str | None]) -> None:
    """Report an unclosed `${`, and each token for which `fault` has something to say."""
    if has_unclosed(text):
        report.add(path, "${ without a closing }")
    for name in dict.fromkeys(tokens(text)):
        sentence = fault(name)
        if sentence:
            report.add(path, sentence, found="${" + name + "}")


MAX_FILLED: Final = 64 * 1024  # bytes of one write to a pane
_CUT = " […cut]"


def fill(text: str, captures: Mapping[str, str]) -> str:
    """Replace captures in a prompt or text, and cut the whole to what one write to a pane may hold."""
    filled = substitute(text, captures)
    encoded = filled.encode()
    if len(encoded) <= MAX_FILLED:
        return filled
    return encoded[: MAX_FILLED - len(_CUT.encode())].decode(errors="ignore") + _CUT
