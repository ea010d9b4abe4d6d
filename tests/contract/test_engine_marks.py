"""Places whose text is dropped with the scrollback: both engines say that they are gone, and count the rows."""

from collections.abc import Callable

import pytest

from paneflow.vt.engine import Engine
from tests.support.vt import ENGINES, engine

DROPS: dict[str, Callable[[Engine], None]] = {
    "sequence": lambda made: made.feed(b"\x1b[3J"),
    "clear": lambda made: made.clear(scrollback_only=True),
}


def in_pieces(made: Engine) -> None:
    for byte in b"\x1b[3J":
        made.feed(bytes([byte]))


DROPS["sequence-in-pieces"] = in_pieces


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("drop", DROPS)
def test_a_place_in_a_dropped_scrollback_is_gone(name: str, drop: str) -> None:
    made = engine(name, 20, 4, 100)
    above = made.mark()
    made.feed(b"".join(b"%d\r\n" % number for number in range(20)))
    made.first_row()
    shown = made.mark(row=0)
    DROPS[drop](made)
    assert made.text_since(above) is None
    assert made.text_since(shown) == ["17", "18", "19"]
    assert made.first_row() == 17
    assert made.lines() == ["17", "18", "19"]
    made.close()


@pytest.mark.parametrize("name", ENGINES)
def test_nothing_is_dropped_under_the_alternate_screen(name: str) -> None:
    made = engine(name, 20, 4, 100)
    shown = made.mark()
    made.feed(b"one\r\n\x1b[?1049h\x1b[3J\x1b[?1049l")
    assert made.text_since(shown) == ["one"]
    made.close()


@pytest.mark.parametrize("name", ENGINES)
def test_another_one_has_the_size_and_nothing_else(name: str) -> None:
    made = engine(name, 20, 4, 100)
    made.feed(b"text")
    other = made.another(50)
    assert (other.cols, other.rows, other.lines()) == (20, 4, [])
    other.feed(b"".join(b"%d\r\n" % number for number in range(40)))
    assert len(other.lines()) == 40
    assert made.lines() == ["text"]
    other.close()
    made.close()
