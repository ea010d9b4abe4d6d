"""TOML text to plain data, with the syntax error as a problem like any other."""

import re
import tomllib
from typing import Any

from paneflow.spec.problem import Problem, Report

MAX_TEXT = 1 << 20  # characters; far above any document people write
_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


def load_toml(text: str, report: Report) -> dict[str, Any]:
    """The document's data; {} and a report when it is not TOML."""
    if len(text) > MAX_TEXT:
        report.add((), f"too long; allowed: at most {MAX_TEXT} characters")
        return {}
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        report.problems.append(_syntax_error(str(error), text, report.file))
    except ValueError as error:  # a number of more digits than Python reads, of which no place is told
        report.add((), f"not TOML: {error}")
    except RecursionError:
        report.add((), "nested too deeply")
    return {}


def _syntax_error(message: str, text: str, file: str) -> Problem:
    place = _PLACE.search(message)
    line, column = (int(place[1]), int(place[2])) if place and place[1] else _end(text)
    return Problem(message=f"not TOML: {_PLACE.sub('', message)}", file=file, line=line, column=column)


def _end(text: str) -> tuple[int, int]:
    lines = text.split("\n")
    return len(lines), len(lines[-1]) + 1
