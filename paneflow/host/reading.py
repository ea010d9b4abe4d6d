"""Text of a surface on its way to a script or a model: which characters nobody sees, and which lines hold a pattern."""

import asyncio
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Final

from paneflow.errors import InvalidParams
from paneflow.vt.paste import HIDDEN
from paneflow.vt.search import find

Row = dict[str, object]
MAX_HIDDEN: Final = 1000
TIME_LIMIT: Final = 1.0  # seconds of a search, off the loop


def hidden(lines: Sequence[str], first: int) -> list[Row]:
    """The characters that nobody sees; the first of the lines has the number `first`."""
    return list(islice(_hidden(lines, first), MAX_HIDDEN))


def _hidden(lines: Sequence[str], first: int) -> Iterator[Row]:
    for number, line in enumerate(lines, first):
        if not line.isascii():
            for found in HIDDEN.finditer(line):
                yield {"line": number, "col": found.start(), "codepoint": ord(found[0])}


async def search(lines: list[str], pattern: str, *, regex: bool, limit: int) -> tuple[list[Row], bool]:
    """Lines that a text or a pattern is in, each once, and whether there are more. Raises `InvalidParams` (invalid_pattern)."""
    look = partial(find, lines, pattern, regex=regex, case=False, limit=limit * 8, time_limit_s=TIME_LIMIT)
    try:
        hits, cut = await asyncio.to_thread(look)
    except ValueError as error:
        raise InvalidParams(f"{pattern!r} is no pattern: {error}", kind="invalid_pattern") from None
    found = list(dict.fromkeys(hit.line for hit in hits))
    return [{"line": line, "text": lines[line]} for line in found[:limit]], cut or len(found) > limit
