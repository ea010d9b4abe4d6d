"""The shapes a value of a document may have.

Each shape reads a value (and reports what is wrong with it), says in words what it allows, and writes its JSON Schema,
so that the checker, the messages, the editors' schemas and the documentation cannot disagree.

Reading never stops: what is wrong is reported and replaced by something of the right type, so that the rules between
keys can still be checked and all problems come out together.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Protocol

from paneflow.spec.positions import Path
from paneflow.spec.problem import Report, Severity, nearest, show

Schema = dict[str, object]


class Shape(Protocol):
    """What is allowed at one place of a document."""

    @property
    def allowed(self) -> str:
        """In words, to follow "allowed:"."""
        ...

    def read(self, value: object, path: Path, report: Report) -> object:
        """The value in its final form; a wrong one is reported and answered with something of the right type."""
        ...

    def schema(self) -> Schema:
        """As JSON Schema."""
        ...


class Flag:
    """true or false."""

    allowed = "true or false"

    def read(self, value: object, path: Path, report: Report) -> bool:
        """The value itself."""
        if isinstance(value, bool):
            return value
        report.wrong(path, value, self.allowed)
        return False

    def schema(self) -> Schema:
        """As JSON Schema."""
        return {"type": "boolean"}


class Integer:
    """A whole number within bounds, both included."""

    def __init__(self, least: int, most: int) -> None:
        self.least, self.most = least, most
        self.allowed = f"an integer from {least} to {most}"

    def read(self, value: object, path: Path, report: Report) -> int:
        """The value itself."""
        if isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most:
            return value
        report.wrong(path, value, self.allowed)
        return self.least

    def schema(self) -> Schema:
        """As JSON Schema."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


class Number:
    """A number within bounds, both included; integers are taken as well."""

    def __init__(self, least: float, most: float) -> None:
        self.least, self.most = least, most
        self.allowed = f"a number from {least:g} to {most:g}"

    def read(self, value: object, path: Path, report: Report) -> float:
        """The value as a float."""
        # NaN fails the comparison too, which is what we want.
        if isinstance(value, int | float) and not isinstance(value, bool) and self.least <= value <= self.most:
            return float(value)
        report.wrong(path, value, self.allowed)
        return self.least

    def schema(self) -> Schema:
        """As JSON Schema."""
        return {"type": "number", "minimum": self.least, "maximum": self.most}


class Text:
    """A string without NUL characters. `lines`: line breaks and tabs may be in it; other control characters never."""

    def __init__(self, what: str = "a string", *, empty: bool = False, lines: bool = False, most: int = 4096) -> None:
        self._what, self._empty, self._lines, self._most = what, empty, lines, most
        self.allowed = "a string that is not empty" if what == "a string" and not empty else what

    def read(self, value: object, path: Path, report: Report) -> str:
        """The string itself."""
        if not isinstance(value, str) or not (self._empty or value.strip()):
            report.wrong(path, value, self.allowed)
        elif len(value) > self._most:
            report.wrong(path, value, f"at most {self._most} characters")
        elif any((ord(c) < 32 and not (self._lines and c in "\t\n\r")) or ord(c) == 127 for c in value):
            report.wrong(path, value, f"{self._what} without control characters")
        else:
            return value
        return ""

    def schema(self) -> Schema:
        """As JSON Schema."""
        return {"type": "string", "maxLength": self._most} | ({} if self._empty else {"pattern": r"\S"})


class Choice:
    """One of a few words."""

    def __init__(self, *options: str) -> None:
        self.options = options
        self.allowed = "one of " + ", ".join(show(option) for option in options)

    def read(self, value: object, path: Path, report: Report) -> str:
        """The word itself."""
        if isinstance(value, str) and value in self.options:
            return value
        hint = nearest(value, self.options) if isinstance(value, str) else ""
        report.wrong(path, value, f"{self.allowed}; {hint}" if hint else self.allowed)
        return self.options[0]

    def schema(self) -> Schema:
        """As JSON Schema."""
        return {"enum": list(self.options)}


class FlagOr:
    """true, false, or one of a few words."""

    def __init__(self, *options: str) -> None:
        self.options = options
        self.allowed = "true, false, " + ", ".join(show(option) for option in options)

    def read(self, value: object, path: Path, report: Report) -> bool | str:
        """The value itself."""
        if isinstance(value, bool) or (isinstance(value, str) and value in self.options):
            return value
        report.wrong(path, value, self.allowed)
        return False

    def schema(self) -> Schema:
        """As JSON Schema."""
        return {"enum": [True, False, *self.options]}


class Color:
    """A colour as #rgb or #rrggbb."""

    allowed = 'a colour such as "#ffcc00"'
    _pattern = r"^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$"

    def read(self, value: object, path: Path, report: Report) -> str:
        """The colour as written."""
        if isinstance(value, str) and re.fullmatch(self._pattern, value):
            return value
        report.wrong(path, value, self.allowed)
        return "#000000"

    def schema(self) -> Schema:
        """As JSON Schema."""
        return {"type": "string", "pattern": self._pattern}


class ListOf:
    """An array, each item of one shape."""

    def __init__(self, item: Shape, *, least: int = 0, most: int = 256) -> None:
        self.item, self._least, self._most = item, least, most
        count = f"{least} to {most}" if least else f"at most {most}"
        self.allowed = f"an array of {count} items, each {item.allowed}"

    def read(self, value: object, path: Path, report: Report) -> tuple[object, ...]:
        """The items as a tuple."""
        if not isinstance(value, list):
            report.wrong(path, value, self.allowed)
            return ()
        if not self._least <= len(value) <= self._most:
            report.add(path, f"{len(value)} items; allowed: {self.allowed}", allowed=self.allowed)
        return tuple(self.item.read(item, (*path, index), report) for index, item in enumerate(value))

    def schema(self) -> Schema:
        """As JSON Schema."""
        return {"type": "array", "items": self.item.schema(), "minItems": self._least, "maxItems": self._most}


class TableOf:
    """A table with keys of the writer's choosing, each value of one shape."""

    def __init__(self, item: Shape, *, key: str = "") -> None:
        self.item, self._key = item, key  # `key` says in words what the keys are, for the schema
        self.allowed = f"a table, each value {item.allowed}"

    def read(self, value: object, path: Path, report: Report) -> dict[str, object]:
        """The values by key."""
        if not isinstance(value, dict):
            report.wrong(path, value, self.allowed)
            return {}
        return {key: self.item.read(inner, (*path, key), report) for key, inner in value.items()}

    def schema(self) -> Schema:
        """As JSON Schema."""
        described: Schema = {"description": self._key} if self._key else {}
        return {"type": "object", "additionalProperties": self.item.schema()} | described


_PROTECTED = ("TERM", "COLORTERM")  # variables that the host leaves out: the terminal's own, and the loader's
_PROTECTED_PREFIXES = ("PANEFLOW_", "LD_", "DYLD_")


class Environment(TableOf):
    """Environment variables: names without "=", values are strings."""

    def __init__(self) -> None:
        super().__init__(Text("a string", empty=True, lines=True, most=32_768))
        self.allowed = "a table of strings"

    def read(self, value: object, path: Path, report: Report) -> dict[str, object]:
        """The variables by name."""
        variables = super().read(value, path, report)
        for name in variables:
            if not is_variable_name(name):
                report.add((*path, name), "not a name of an environment variable; allowed: no =, spaces or controls")
            elif name in _PROTECTED or name.startswith(_PROTECTED_PREFIXES):
                report.add((*path, name), "a pane is not given this variable", severity=Severity.WARNING)
        return variables

    def schema(self) -> Schema:
        """As JSON Schema."""
        return super().schema() | {"propertyNames": {"pattern": r"^[^=\s\x00-\x1f]+$"}}


def is_variable_name(name: str) -> bool:
    """Whether a system accepts this as the name of an environment variable."""
    return bool(name) and "=" not in name and name.isprintable() and " " not in name


def read_table(
    value: object, shapes: Mapping[str, Shape], required: Iterable[str], path: Path, report: Report
) -> dict[str, object] | None:
    """The known keys of a table, each in its final form; None (and a report) when it is not a table."""
    if not isinstance(value, dict):
        report.wrong(path, value, "a table")
        return None
    for key in value:
        if key not in shapes:
            report.unknown((*path, key), shapes)
    for key in required:
        if key not in value:
            report.missing((*path, key), shapes[key].allowed)
    return {key: shapes[key].read(item, (*path, key), report) for key, item in value.items() if key in shapes}
