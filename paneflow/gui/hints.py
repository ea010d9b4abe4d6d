"""Labels on everything on view that can be picked: addresses, paths, hashes. A key or two takes one."""

import re
from itertools import product
from typing import Final, NamedTuple

from paneflow.gui.grid_text import GridText
from paneflow.gui.links import trimmed
from paneflow.gui.logical_line import logical_line
from paneflow.gui.selection import Selection

_LETTERS: Final = "asdfghjklqwertyuiopzxcvbnm"
_KINDS: Final = re.compile(
    r"(?P<url>(?:https?|ftp|file)://[^\s\0<>\"'`│|\\^{}]+)"
    r"|(?P<path>(?:~|\.{1,2})?/[\w.@%+,=:~/-]*[\w/]|\b[\w.@%+-]+/[\w.@%+,=/-]*\w(?::\d+){0,2}|\b[\w-]+\.[A-Za-z]\w{0,4}:\d+(?::\d+)?)"
    r"|(?P<hash>\b[0-9a-f]{7,40}\b)"
    r"|(?P<address>\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b)"
)


class Hint(NamedTuple):
    """Something to pick, where it is (stable rows), and the keys for it."""

    text: str
    kind: str  # "url", "path", "hash" or "address"
    span: Selection
    label: str = ""


def find_hints(text: GridText, first_row: int, rows: int) -> list[Hint]:
    """All there is to pick in rows, with labels; the last one, nearest the prompt, has the easiest."""
    found: list[Hint] = []
    row = first_row
    while row < first_row + rows:
        line = logical_line(row, text)
        for match in _KINDS.finditer(line.text):
            picked = trimmed(match[0])
            kind = match.lastgroup or "path"
            if kind == "hash" and picked.isdigit():
                continue
            end = match.start() + len(picked) - 1
            found.append(Hint(picked, kind, Selection(line.point(match.start()), line.end_point(end))))
        row = max(row + 1, line.first_row + len(line.text) // max(line.cols, 1))
    return _labelled(found)


def _labelled(hints: list[Hint]) -> list[Hint]:
    """The same text has the same label."""
    texts = list(dict.fromkeys(hint.text for hint in reversed(hints)))
    labels = dict(zip(texts, labels_for(len(texts)), strict=False))
    return [hint._replace(label=labels[hint.text]) for hint in hints if hint.text in labels]


def labels_for(count: int) -> list[str]:
    """So many labels, none the beginning of another."""
    if count <= len(_LETTERS):
        return list(_LETTERS[:count])
    return ["".join(pair) for pair in product(_LETTERS, repeat=2)][:count]
