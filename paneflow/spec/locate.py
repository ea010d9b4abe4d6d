"""Finds where each key of a TOML text stands. Loaded once there is something to say of a document.

`tomllib` forgets positions, so the text is scanned a second time for keys only. The scan trusts that `tomllib` accepted
the text; on anything else it stops quietly with what it has.
"""

import re
import tomllib
from contextlib import suppress

from paneflow.spec.positions import Path, Position

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_KEY_PART = re.compile(r"""[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'""")
_STRING = re.compile(
    r'"{3}(?:[^\\]|\\.)*?"{3,5}(?!")'
    r"|'{3}.*?'{3,5}(?!')"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
_SCALAR = re.compile(r"[^,\]}#\r\n]+")


def locate(text: str) -> dict[Path, Position]:
    """The position of every key, table header and array item, by path; the first place wins for reopened tables."""
    scan = _Scan(text)
    with suppress(_Lost):  # not TOML after all: what was found so far is still right
        scan.document()
    return scan.found


class _Lost(Exception):
    """The text is not what the scan expects."""


class _Scan:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.found: dict[Path, Position] = {}
        self._items: dict[Path, int] = {}  # arrays of tables → index of their last table

    def document(self) -> None:
        table: Path = ()
        self._skip(_BLANK)
        while self.at < len(self.text):
            if self._ahead("["):
                table = self._header()
            else:
                self._pair(table)
            self._skip(_BLANK)

    def _header(self) -> Path:
        start, double = self.at, self._ahead("[[")
        self._take("[[" if double else "[")
        parts = self._key()
        self._take("]]" if double else "]")
        parent: Path = ()
        for part in parts[:-1]:
            self._note((*parent, part), start)
            parent = self._last_item((*parent, part))
        path = (*parent, parts[-1])
        if double:
            self._note(path, start)
            self._items[path] = self._items.get(path, -1) + 1
        path = self._last_item(path)
        self._note(path, start)
        return path

    def _last_item(self, path: Path) -> Path:
        return (*path, self._items[path]) if path in self._items else path

    def _pair(self, table: Path) -> None:
        start = self.at
        path = table
        for part in self._key():
            path = (*path, part)
            self._note(path, start)
        self._take("=")
        self._skip(_SPACE)
        self._value(path)

    def _key(self) -> list[str]:
        parts: list[str] = []
        while True:
            self._skip(_SPACE)
            parts.append(_decoded(self._skip(_KEY_PART)))
            self._skip(_SPACE)
            if not self._ahead("."):
                return parts
            self._take(".")

    def _value(self, path: Path) -> None:
        if self._ahead("["):
            self._array(path)
        elif self._ahead("{"):
            self._inline_table(path)
        else:
            self._skip(_STRING if self.text[self.at : self.at + 1] in ("'", '"') else _SCALAR)

    def _array(self, path: Path) -> None:
        self._take("[")
        index = 0
        self._skip(_BLANK)
        while not self._ahead("]"):
            self._note((*path, index), self.at)
            self._value((*path, index))
            self._separator()
            index += 1
        self._take("]")

    def _inline_table(self, path: Path) -> None:
        self._take("{")
        self._skip(_BLANK)
        while not self._ahead("}"):
            self._pair(path)
            self._separator()
        self._take("}")

    def _separator(self) -> None:
        self._skip(_BLANK)
        if self._ahead(","):
            self._take(",")
            self._skip(_BLANK)

    def _note(self, path: Path, at: int) -> None:
        line_start = self.text.rfind("\n", 0, at) + 1
        self.found.setdefault(path, Position(self.text.count("\n", 0, at) + 1, at - line_start + 1))

    def _ahead(self, token: str) -> bool:
        return self.text.startswith(token, self.at)

    def _take(self, token: str) -> None:
        if not self._ahead(token):
            raise _Lost
        self.at += len(token)

    def _skip(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.at)
        if match is None:
            raise _Lost
        self.at = match.end()
        return match.group()


def _decoded(part: str) -> str:
    if part[0] not in "'\"":
        return part
    value = tomllib.loads(f"key = {part}")["key"]
    return str(value)
