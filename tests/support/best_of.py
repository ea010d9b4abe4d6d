"""For tests that hold a time: other work on the machine can spoil one measurement, a fault spoils each."""

import functools
from collections.abc import Callable
from typing import ParamSpec

import pytest

P = ParamSpec("P")


def best_of(tries: int) -> Callable[[Callable[P, None]], Callable[P, None]]:
    """Run a test again after a failed assertion, at most `tries` times in all, with no other test beside it.

    The bound stays the same.
    """

    def wrap(test: Callable[P, None]) -> Callable[P, None]:
        @functools.wraps(test)
        def measured(*args: P.args, **kwargs: P.kwargs) -> None:
            for _ in range(tries - 1):
                try:
                    return test(*args, **kwargs)
                except AssertionError:
                    continue
            return test(*args, **kwargs)

        return pytest.mark.alone(measured)

    return wrap
