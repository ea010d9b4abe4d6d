"""Patterns that cannot stall the host."""

import asyncio
import time

import pytest

from paneflow.errors import InvalidParams, TimedOut
from paneflow.runtime.waiting.pattern import Pattern

CATASTROPHIC = "(a|aa)+$"
MEGABYTE = "a" * (1 << 20) + "!"


@pytest.fixture(autouse=True)
def rested(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pattern, "_resting_until", 0.0)


def test_lines_begin_and_end_everywhere_in_the_text() -> None:
    assert Pattern("^b$").at_once("a\nb\nc") is True
    assert Pattern("^b$").at_once("a\nbc") is False
    assert Pattern("a\nb").at_once("a\nb") is True


@pytest.mark.parametrize("text", ["(", "[", "*", "(?P<x>", "a{2,1}", "\\"])
def test_what_is_no_expression_is_refused(text: str) -> None:
    with pytest.raises(InvalidParams) as error:
        Pattern(text)
    assert error.value.kind == "invalid_pattern"


@pytest.mark.alone
def test_a_search_on_the_loop_ends_soon() -> None:
    began = time.monotonic()
    assert Pattern(CATASTROPHIC).at_once(MEGABYTE) is None
    assert time.monotonic() - began < 0.3


def test_after_a_dear_search_the_loop_rests() -> None:
    Pattern(CATASTROPHIC).at_once(MEGABYTE)
    assert Pattern("a").at_once("a") is None
    deadline = time.monotonic() + 20
    while not Pattern("a").at_once("a"):
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.alone
def test_many_dear_searches_leave_the_loop_most_of_its_time() -> None:
    pattern, spent, began = Pattern("(a|aa){1,200}b"), 0.0, time.monotonic()
    while time.monotonic() - began < 0.3:
        at = time.monotonic()
        pattern.at_once("a" * 2000)
        spent += time.monotonic() - at
        time.sleep(0.0005)
    assert spent < 0.15


@pytest.mark.alone
@pytest.mark.timeout(20)
def test_the_loop_goes_on_while_a_slow_pattern_is_searched() -> None:
    async def scene() -> float:
        search = asyncio.ensure_future(Pattern(CATASTROPHIC).search(MEGABYTE))
        longest = 0.0
        while not search.done():
            at = time.monotonic()
            await asyncio.sleep(0.005)
            longest = max(longest, time.monotonic() - at)
        with pytest.raises(TimedOut) as error:
            search.result()
        assert error.value.kind == "pattern_too_slow"
        return longest

    assert asyncio.run(scene()) < 0.3


def test_the_lines_that_match_are_told_and_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paneflow.runtime.waiting.pattern._FOR_LINES", 1.0)
    assert Pattern("o").lines("one\ntwo\nsix") == ["one", "two"]
    assert len(Pattern("x").lines("x\n" * 1000)) == 200
    began = time.monotonic()
    assert Pattern(CATASTROPHIC).lines(f"aa\n{MEGABYTE}\na") in (["a"], [])
    assert time.monotonic() - began < 10
