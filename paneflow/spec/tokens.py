"""`${…}` in values: finding, checking and replacing."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

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
_CUT = "[cut…] "


class Filled(NamedTuple):
    """A text with captures in it; `cut`: they were too long, and have lost their beginnings."""

    text: str
    cut: bool


def fill(text: str, captures: Mapping[str, str]) -> Filled:
    """Replace captures in a prompt or text. What the writer wrote stays whole; captures share the rest of `MAX_FILLED`."""
    used = [name for name in tokens(text) if name in captures]
    room = MAX_FILLED - own_size(text, captures)
    share = _share([len(captures[name].encode()) for name in used], room)
    shown = {name: _last_of(captures[name], share) for name in used}
    return Filled(substitute(text, shown), cut=any(shown[name] != captures[name] for name in used))


def own_size(text: str, captures: Iterable[str]) -> int:
    """The bytes of a text without its captures."""
    return len(substitute(text, dict.fromkeys(captures, "")).encode())


def _share(sizes: Sequence[int], room: int) -> int:
    """The most that each may have so that all together fit; what the small ones leave, the others get."""
    for done, size in enumerate(sorted(sizes)):
        share = max(0, room // (len(sizes) - done))
        if size > share:
            return share
        room -= size
    return MAX_FILLED


def _last_of(value: str, limit: int) -> str:
    encoded = value.encode()
    if len(encoded) <= limit:
        return value
    room = limit - len(_CUT.encode())
    return _CUT + encoded[-room:].decode(errors="ignore") if room > 0 else ""
