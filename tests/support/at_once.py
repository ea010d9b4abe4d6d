"""Slow cases played at once: each is a test of its own, and they share one host and the time they sleep.

CASES = cases(globals())                     # functions named `case_…`, each taking what the fixture gives it

@pytest.fixture(scope="module")
def played(request): ... yield Played(wanted(request, CASES), play)

@pytest.mark.parametrize("case", CASES)
def test_waiting(played, case): played.result(case)
"""

from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest

WORKERS = 6


def cases(namespace: dict[str, Any]) -> list[str]:
    """The names of a module's cases, without `case_`."""
    return [name.removeprefix("case_") for name in namespace if name.startswith("case_")]


def wanted(request: pytest.FixtureRequest, parameter: object) -> list[str]:
    """The cases that this run has collected for one parameter of the fixture."""
    calls = (getattr(item, "callspec", None) for item in request.session.items if item.path == request.path)
    params = [call.params for call in calls if call is not None and "case" in call.params]
    return list(dict.fromkeys(each["case"] for each in params if each.get("played") == parameter))


class Played:
    """Cases that have been begun, several at once; `result` raises what a case raised."""

    def __init__(self, names: Iterable[str], play: Callable[[str], object]) -> None:
        self._pool = ThreadPoolExecutor(WORKERS)
        self._futures: dict[str, Future[object]] = {name: self._pool.submit(play, name) for name in names}

    def result(self, name: str, timeout_s: float = 100) -> None:
        """Wait for a case's end."""
        self._futures[name].result(timeout_s)

    def close(self) -> None:
        """Begin no more of them, and wait for those that play."""
        self._pool.shutdown(cancel_futures=True)
