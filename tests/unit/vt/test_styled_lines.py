"""Lines with styles: the plain text to the letter, and SGR sequences that nothing else hides among."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paneflow.vt.engine import Engine
from paneflow.vt.styled_lines import Styling
from tests.support.vt import ENGINES, engine


def styled(made: Engine, lines: list[str], skip: int = 0) -> list[str]:
    styling = Styling(made, lines, skip=skip)
    while styling.step():
        pass
    return styling.lines()


SGR = re.compile(r"\x1b\[[0-9;:]*m")
PIECES = [
    b"text", b" ", b"\r\n", b"\n", b"\x1b[31m", b"\x1b[m", b"\x1b[1;4:3m", b"\x1b[48;2;1;2;3m", b"\x1b[8m", b"\x1b[2J",
    b"\x1b[H",
    "漢é".encode(), b"x" * 30, b"\x1b[?1049h", b"\x1b[?1049l", b"\t", b"\x1b[K", b"\xc2\x9b2J", b"\x1b]0;title\x07", b"\x1b[5C",
]  # fmt: skip


@settings(deadline=None)
@given(
    st.lists(st.sampled_from(PIECES) | st.binary(max_size=4), max_size=60),
    st.integers(1, 60),
    st.integers(0, 10),
    st.sampled_from(ENGINES),
)
def test_without_its_sequences_it_is_the_plain_text(parts: list[bytes], count: int, skip: int, name: str) -> None:
    made = engine(name, 20, 5, 30)
    made.feed(b"".join(parts))
    lines = made.tail(count, skip=skip)[0]
    found = styled(made, lines, skip=skip)
    assert [SGR.sub("", line).rstrip() for line in found] == [line.rstrip() for line in lines]
    assert not any("\x1b" in SGR.sub("", line) for line in found)
    made.close()


@pytest.mark.parametrize("name", ENGINES)
def test_colours_come_with_the_text_and_end_with_its_line(name: str) -> None:
    made = engine(name, 20, 5, 30)
    made.feed(b"plain\r\n\x1b[1;31mred\x1b[m and \x1b[48;5;200mmore that wraps over\r\nlast")
    found = styled(made, made.tail(10)[0])
    assert found[0] == "plain"
    assert found[1].startswith(
        "\x1b[1m\x1b[31mred\x1b[0m\x1b[39m\x1b[49m and \x1b[48;5;200mmore that wraps over\x1b[0m"
    )
    assert found[2].startswith("\x1b[48;5;200mlast")
    assert found[2].endswith("\x1b[0m")
    made.close()


@pytest.mark.parametrize("name", ENGINES)
def test_hidden_text_is_shown(name: str) -> None:
    made = engine(name, 20, 5, 30)
    made.feed(b"\x1b[8mhidden\x1b[m")
    assert styled(made, made.tail(1)[0]) == ["hidden"]
    made.close()


@pytest.mark.parametrize("name", ENGINES)
def test_old_lines_have_their_colours_too(name: str) -> None:
    made = engine(name, 20, 5, 300)
    made.feed(b"".join(b"\x1b[3%dmline %d\x1b[m and a tail that wraps\r\n" % (n % 8, n) for n in range(100)))
    lines = made.tail(50, skip=20)[0]
    found = styled(made, lines, skip=20)
    assert [SGR.sub("", line) for line in found] == lines
    assert all(line.startswith("\x1b[3") for line in found)
    made.close()


@pytest.mark.parametrize("name", ENGINES)
def test_output_between_two_parts_changes_neither_text_nor_colours(name: str) -> None:
    made = engine(name, 20, 5, 300)
    made.feed(b"".join(b"\x1b[3%dmline %d\x1b[m\r\n" % (n % 8, n) for n in range(100)))
    lines = made.tail(60)[0]
    styling = Styling(made, lines)
    while styling.step():
        made.feed(b"\x1b[7mmore\x1b[m\r\nand more\r\n")
    found = styling.lines()
    assert [SGR.sub("", line) for line in found] == lines
    assert [line[:5] for line in found] == [f"\x1b[3{n % 8}m" for n in range(40, 100)]
    made.close()
