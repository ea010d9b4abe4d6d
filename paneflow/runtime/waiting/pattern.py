"""Patterns that cannot stall the host: a search has a moment on the loop, then a second off it, and then it is given up."""

import asyncio
import contextlib
from typing import Final

import regex

from paneflow.errors import InvalidParams, TimedOut

_AT_ONCE: Final = 0.004  # seconds on the loop
_MAX_LINES: Final = 200  # that an answer shows
_AT_MOST: Final = 1.0  # seconds in a thread; the engine gives the interpreter's lock up meanwhile


class Pattern:
    """A regular expression as Python's `re` has it; `^` and `$` stand at the ends of lines, too."""

    def __init__(self, text: str) -> None:
        self.text = text
        try:
            self._compiled = regex.compile(text, regex.MULTILINE)
        except (regex.error, RecursionError, OverflowError) as error:
            raise InvalidParams(f"not a regular expression: {text!r}: {error}", kind="invalid_pattern") from None

    def at_once(self, text: str) -> bool | None:
        """Whether the pattern is in the text; None when that takes longer than the loop can wait."""
        try:
            return self._compiled.search(text, timeout=_AT_ONCE) is not None
        except TimeoutError:
            return None

    async def search(self, text: str) -> bool:
        """Whether the pattern is in the text. Raises `TimedOut` (pattern_too_slow)."""
        found = self.at_once(text)
        return await asyncio.to_thread(self._slowly, text) if found is None else found

    def lines(self, text: str) -> list[str]:
        """The lines of the text in which the pattern is; fewer when the time is up."""
        found: list[str] = []
        with contextlib.suppress(TimeoutError):
            found.extend(line for line in text.split("\n") if self._compiled.search(line, timeout=_AT_ONCE))
        return found[-_MAX_LINES:]

    def _slowly(self, text: str) -> bool:
        try:
            return self._compiled.search(text, timeout=_AT_MOST, concurrent=True) is not None
        except TimeoutError:
            raise TimedOut(
                f"the pattern {self.text!r} takes too long on {len(text)} characters", kind="pattern_too_slow"
            ) from None
