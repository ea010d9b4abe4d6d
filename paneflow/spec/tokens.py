"""`${…}` in values: finding, checking and replacing."""

import re
from collections.abc import Callable, Mapping

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
