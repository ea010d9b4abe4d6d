"""Places in a document: which key, and where it stands."""

from typing import NamedTuple

Path = tuple[str | int, ...]  # keys, and indexes of arrays


class Position(NamedTuple):
    """A place in a text, both counted from 1, columns in characters."""

    line: int
    column: int
