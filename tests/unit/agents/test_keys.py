"""Which keys answer a question, and which break a turn off."""

import pytest

from paneflow.agents.keys import is_answer, is_break


@pytest.mark.parametrize("data", [b"\x1b", b"\x03", b"\x1b[27u", b"\x1b[27;1:1u", b"\x1b[99;5u", b"\x1b[99;5:1u"])
def test_breaks(data: bytes) -> None:
    assert is_break(data)
    assert is_answer(data)


@pytest.mark.parametrize("data", [b"\r", b"1", b"y", b"\x1b[13u"])
def test_answers_that_break_nothing(data: bytes) -> None:
    assert is_answer(data)
    assert not is_break(data)


@pytest.mark.parametrize(
    "data",
    [b"", b"\t", b" ", b"\x1b[A", b"\x1bOB", b"\x1b[Z", b"\x1b[99u", b"\x1b[<0;1;1M", b"\x1b[200~1\x1b[201", b"ab"],
)
def test_looking_around_is_no_answer(data: bytes) -> None:
    assert not is_answer(data)
