"""Reading one object of a saved document: every key is asked for by type, and one that nobody asked for is an error.

All errors are ValueError and say where: `surfaces[3].cwd: expected text`.
"""

from collections.abc import Mapping
from typing import Final

MAX_INT: Final = 2**53  # what every JSON reader keeps exact


class Fields:
    """The keys of one object, at `where` in its document."""

    def __init__(self, data: object, where: str) -> None:
        if not isinstance(data, Mapping):
            raise ValueError(f"{where}: expected an object")
        self._data = dict(data)
        self._where = where

    def take(self, key: str) -> object:
        """Any value, which must be there."""
        if key not in self._data:
            raise ValueError(f"{self.at(key)}: missing")
        return self._data.pop(key)

    def whole(self, key: str, low: int = 0) -> int:
        """A whole number from `low`."""
        return self._whole(key, self.take(key), low)

    def maybe_whole(self, key: str, low: int = 0) -> int | None:
        """The same, or null."""
        value = self.take(key)
        return None if value is None else self._whole(key, value, low)

    def text(self, key: str) -> str:
        """A string."""
        value = self.take(key)
        if not isinstance(value, str):
            raise ValueError(f"{self.at(key)}: expected text")
        return value

    def maybe_text(self, key: str) -> str | None:
        """A string, or null."""
        value = self.take(key)
        if value is not None and not isinstance(value, str):
            raise ValueError(f"{self.at(key)}: expected text or null")
        return value

    def flag(self, key: str) -> bool:
        """true or false."""
        value = self.take(key)
        if not isinstance(value, bool):
            raise ValueError(f"{self.at(key)}: expected true or false")
        return value

    def choice(self, key: str, allowed: tuple[str, ...]) -> str:
        """One of these words."""
        value = self.text(key)
        if value not in allowed:
            raise ValueError(f"{self.at(key)}: expected one of {', '.join(allowed)}")
        return value

    def many(self, key: str) -> list[object]:
        """A list."""
        value = self.take(key)
        if not isinstance(value, list):
            raise ValueError(f"{self.at(key)}: expected a list")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of strings."""
        values = self.many(key)
        texts = tuple(value for value in values if isinstance(value, str))
        if len(texts) != len(values):
            raise ValueError(f"{self.at(key)}: expected a list of texts")
        return texts

    def numbers(self, key: str) -> tuple[int, ...]:
        """A list of whole numbers."""
        return tuple(self._whole(key, value, 0) for value in self.many(key))

    def objects(self, key: str) -> "list[Fields]":
        """A list of objects."""
        name = self.at(key)
        return [Fields(value, f"{name}[{index}]") for index, value in enumerate(self.many(key))]

    def nested(self, key: str) -> "Fields":
        """An object."""
        return Fields(self.take(key), self.at(key))

    def at(self, key: str) -> str:
        """Where a key is, for messages."""
        return f"{self._where}.{key}" if self._where else key

    def end(self) -> None:
        """Refuse what is left: a key we do not know would be lost with the next save."""
        for key in self._data:
            raise ValueError(f"{self.at(str(key))}: unknown key")

    def _whole(self, key: str, value: object, low: int) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= MAX_INT:
            raise ValueError(f"{self.at(key)}: expected a whole number from {low}")
        return value
