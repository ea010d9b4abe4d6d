"""What is wrong with a document, as data: where, which key, what was found, what is allowed.

A `Report` gathers every problem of one document while it is read; nothing stops at the first. Where a key stands in the
text is looked up only once there is something to say about it.
"""

import re
from collections.abc import Callable, Iterable
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from paneflow.errors import InvalidParams
from paneflow.spec.positions import Path, Position

BARE_KEY = re.compile("[A-Za-z0-9_-]+")
SHOWN = 60  # characters of a value that a message repeats


class Severity(StrEnum):
    """An error makes the document unusable, a warning does not."""

    ERROR = "error"
    WARNING = "warning"


class Problem(NamedTuple):
    """One thing to mend. `line` and `column` count from 1 and are None where the text gives no place."""

    message: str
    key: str = ""  # "terminal.scrollback_lines", "panes[0].cwd"; "" for the whole document
    where: str = ""  # the pane or step, for people: 'pane 2 "api"'
    file: str = ""
    line: int | None = None
    column: int | None = None
    found: str = ""  # as TOML writes it, shortened
    allowed: str = ""
    severity: Severity = Severity.ERROR

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part)
        warning = "warning" if self.severity is Severity.WARNING else ""
        return ": ".join(part for part in (place, warning, self.where, self.message) if part)

    def as_dict(self) -> dict[str, object]:
        """Plain data for JSON; empty members are left out."""
        return {name: value for name, value in self._asdict().items() if value not in ("", None)}


class InvalidDocument(InvalidParams):
    """A document has errors; `problems` has all of them, `data["problems"]` the same as plain data."""

    default_kind = "invalid_document"

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(
            "\n".join(str(problem) for problem in self.problems),
            problems=[problem.as_dict() for problem in self.problems],
        )


def errors(problems: Iterable[Problem]) -> list[Problem]:
    """Those problems that make the document unusable."""
    return [problem for problem in problems if problem.severity is Severity.ERROR]


class Report:
    """Gathers the problems of one document.

    `label` turns a path into the words for people and the key they know: `("panes", 1, "cwd")` into
    `('pane 2 "api"', "cwd")`.
    """

    def __init__(
        self,
        text: str,
        file: str,
        *,
        label: Callable[[Path], tuple[str, str]] | None = None,
        unknown: Severity = Severity.ERROR,
    ) -> None:
        self._text = text
        self.file = file
        self.label = label or (lambda path: ("", dotted(path)))
        self._unknown = unknown
        self._wrong: set[Path] = set()
        self.problems: list[Problem] = []

    @cached_property
    def _positions(self) -> dict[Path, Position]:
        from paneflow.spec.locate import locate  # only once there is something to say

        return locate(self._text)

    def is_wrong(self, *path: str | int) -> bool:
        """Whether an error at this path, above or below it was reported already."""
        return any(path[: len(wrong)] == wrong or wrong[: len(path)] == path for wrong in self._wrong)

    def wrong(self, path: Path, found: object, allowed: str) -> None:
        """A value that is not allowed."""
        shown = show(found)
        self.add(path, f"found {shown}; allowed: {allowed}", found=shown, allowed=allowed)

    def missing(self, path: Path, allowed: str) -> None:
        """A key that has to be there."""
        self.add(path, f"missing; give {allowed}", allowed=allowed)

    def unknown(self, path: Path, known: Iterable[str]) -> None:
        """A key that means nothing here."""
        names = sorted(known)
        hint = nearest(str(path[-1]), names)
        allowed = "one of " + ", ".join(names)
        self.add(path, f"unknown key; {hint or 'allowed: ' + allowed}", allowed=allowed, severity=self._unknown)

    def add(
        self, path: Path, message: str, *, found: str = "", allowed: str = "", severity: Severity = Severity.ERROR
    ) -> None:
        """Any other sentence about the value at `path`."""
        where, key = self.label(path)
        position = self._place(path)
        if severity is Severity.ERROR:
            self._wrong.add(path)
        self.problems.append(
            Problem(
                message=_printable(f"{key}: {message}" if key else message),
                key=dotted(path),
                where=_printable(where),
                file=self.file,
                line=position.line if position else None,
                column=position.column if position else None,
                found=found,
                allowed=allowed,
                severity=severity,
            )
        )

    def check(self) -> None:
        """Raise `InvalidDocument` with all errors, if there are any."""
        found = errors(self.sorted())
        if found:
            raise InvalidDocument(found)

    def sorted(self) -> list[Problem]:
        """All problems in the order of the text."""
        return sorted(self.problems, key=lambda problem: (problem.line or 0, problem.column or 0))

    def _place(self, path: Path) -> Position | None:
        for end in range(len(path), 0, -1):
            if path[:end] in self._positions:
                return self._positions[path[:end]]
        return None


def dotted(path: Path) -> str:
    """A path as people write it: `panes[0].env.PORT`, `shortcuts."ctrl+t"`."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            text += ("." if text else "") + (part if BARE_KEY.fullmatch(part) else show(part))
    return text


def nearest(name: str, known: Iterable[str]) -> str:
    """A hint at the known name that is most like `name`; "" when none is."""
    from difflib import get_close_matches  # only once there is something wrong

    close = get_close_matches(name, list(known), n=1)
    return f"did you mean {close[0]}?" if close else ""


def show(value: object) -> str:
    """A value as TOML writes it, on one line and shortened."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list | tuple):
        return _shorten("[" + ", ".join(show(item) for item in value) + "]")
    if isinstance(value, str):
        return '"' + _shorten(_printable(value)) + '"'
    return _shorten(str(value))


def _printable(text: str) -> str:
    """Control and hidden characters as escapes: messages are printed on terminals."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def _shorten(text: str) -> str:
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
