"""All that a verb prints: text that a terminal does not act on, JSON, tables, complaints."""

import os
import sys

from paneflow.client import fastjson

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import TextIO

# C0 but tab and newline, DEL, C1: what moves a cursor, sets a title or answers as if typed. Text direction too, which
# lets a line look like another.
_CARETS = {code: f"^{chr(code ^ 0x40)}" for code in (*range(0x20), 0x7F) if code not in (0x09, 0x0A)}
_DIRECTION = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_CODES = {code: f"<{code:02x}>" for code in (*range(0x80, 0xA0), *_DIRECTION, 0x2028, 0x2029)}
_VISIBLE = _CARETS | _CODES


def visible(text: str) -> str:
    """Text with every control character but tab and newline made visible: `^[`, `<9b>`."""
    return text if text.isprintable() else text.translate(_VISIBLE)


def text(value: str, *, raw: bool = False) -> None:
    """Print text as it is; control characters are made visible unless `raw`, which a terminal never gets.

    On a terminal the line is ended, so that the prompt begins one.
    """
    _write(value if raw and not sys.stdout.isatty() else visible(value))


def _write(value: str) -> None:
    sys.stdout.write(value)
    if value and not value.endswith("\n") and sys.stdout.isatty():
        sys.stdout.write("\n")


def styled(value: str) -> None:
    """Print text with its SGR sequences, on a terminal too; everything else that it could act on is made visible."""
    first, *parts = value.split("\x1b[")
    _write("".join([visible(first), *map(_sgr, parts)]))


def _sgr(part: str) -> str:
    codes, end, rest = part.partition("m")
    inert = end and not codes.strip("0123456789;:")
    return f"\x1b[{codes}m{visible(rest)}" if inert else visible(f"\x1b[{part}")


def line(value: str) -> None:
    """Print one line."""
    text(value + "\n")


def json(value: object) -> None:
    """Print a value as JSON over several lines."""
    sys.stdout.write(fastjson.pretty(value) + "\n")


def json_line(value: object) -> None:
    """Print a value as one line, at once: a row of a stream."""
    sys.stdout.write(fastjson.dumps(value) + "\n")
    sys.stdout.flush()


def table(columns: "Sequence[tuple[str, int]]", rows: "Iterable[Sequence[object]]") -> None:
    """Print rows under headings, two spaces apart. A column is (heading, width); a negative width aligns to the right.

    None is shown as `-`; nothing is cut, so a long value shifts its row.
    """
    line(_row([heading for heading, _ in columns], columns))
    for row in rows:
        line(_row(["-" if value is None else one_line(str(value)) for value in row], columns))


def one_line(value: str) -> str:
    """A value for a place that has one line: line ends and tabs are made visible too."""
    return visible(value).replace("\n", "^J").replace("\t", "^I")


def show(stream: "TextIO", value: str) -> None:
    """Print to a person who watches something that goes on without them: what cannot be printed is dropped."""
    try:
        stream.write(value)
        stream.flush()
    except (OSError, ValueError):
        _drop(stream.fileno())


def complain(message: str) -> None:
    """Print a message to stderr, each of its lines as `paneflow: …`."""
    lines = "".join(f"paneflow: {part}\n" for part in visible(message).splitlines() or [""])
    try:
        sys.stderr.write(lines)
        sys.stderr.flush()
    except (OSError, ValueError):
        pass  # nobody is left to be told


def drop_stdout() -> None:
    """Point stdout to nowhere, so that what is left in its buffer cannot fail once more at exit."""
    _drop(1)


def _drop(fd: int) -> None:
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, fd)
    os.close(null)


def _row(cells: "Sequence[str]", columns: "Sequence[tuple[str, int]]") -> str:
    return "  ".join(_padded(cell, width) for cell, (_, width) in zip(cells, columns, strict=True)).rstrip()


def _padded(cell: str, width: int) -> str:
    space = " " * max(0, abs(width) - _cells(cell))
    return space + cell if width < 0 else cell + space


def _cells(value: str) -> int:
    if value.isascii():
        return len(value)
    from unicodedata import combining, east_asian_width  # only for names beyond ASCII

    return sum(0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1 for char in value)
