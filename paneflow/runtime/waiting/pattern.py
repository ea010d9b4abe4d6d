"""Patterns that cannot stall the host.

A search has a moment on the loop, then a second off it, and then it is given up. All patterns together get a small part of the
loop's time: while that is used up, even a quick search is made off the loop.
"""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from typing import ClassVar, Final

from paneflow.errors import InvalidParams, TimedOut

_AT_ONCE: Final = 0.004  # seconds on the loop
_CHEAP: Final = 0.0005  # seconds that are not counted
_REST: Final = 10  # times what a search took on the loop, before there is another one
_MAX_LINES: Final = 200  # that an answer shows
_FOR_LINES: Final = 0.04  # seconds to find them, of the loop's own time: others that are busy must cost no line
_AT_MOST: Final = 1.0  # seconds in a thread; the engine gives the interpreter's lock up meanwhile

# One after another: several at once would take every core, and the loop's too.
_SLOW: Final = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pattern")


class Pattern:
    """A regular expression as Python's `re` has it; `^` and `$` stand at the ends of lines, too."""

    _resting_until: ClassVar[float] = 0.0

    def __init__(self, text: str) -> None:
        import regex  # no host needs it to start; see `launch.later`

        self.text = text
        try:
            self._compiled = regex.compile(text, regex.MULTILINE)
        except (regex.error, RecursionError, OverflowError) as error:
            raise InvalidParams(f"not a regular expression: {text!r}: {error}", kind="invalid_pattern") from None

    def at_once(self, text: str) -> bool | None:
        """Whether the pattern is in the text; None when that takes longer than the loop can wait."""
        began = time.monotonic()
        if began < Pattern._resting_until:
            return None
        try:
            found = self._compiled.search(text, timeout=_AT_ONCE) is not None
        except TimeoutError:
            found = None
        took = time.monotonic() - began
        if took > _CHEAP:
            Pattern._resting_until = began + took * (1 + _REST)
        return found

    async def search(self, text: str) -> bool:
        """Whether the pattern is in the text, found off the loop. Raises `TimedOut` (pattern_too_slow)."""
        return await asyncio.get_running_loop().run_in_executor(_SLOW, self._slowly, text)

    def lines(self, text: str) -> list[str]:
        """The last lines of the text in which the pattern is; fewer when the time is up."""
        found: list[str] = []
        deadline = time.thread_time() + _FOR_LINES
        for line in reversed(text.split("\n")):
            if time.thread_time() >= deadline or len(found) == _MAX_LINES:
                break
            try:
                if self._compiled.search(line, timeout=_FOR_LINES):
                    found.append(line)
            except TimeoutError:
                break
        return found[::-1]

    def _slowly(self, text: str) -> bool:
        try:
            return self._compiled.search(text, timeout=_AT_MOST, concurrent=True) is not None
        except TimeoutError:
            raise TimedOut(
                f"the pattern {self.text!r} takes too long on {len(text)} characters", kind="pattern_too_slow"
            ) from None
