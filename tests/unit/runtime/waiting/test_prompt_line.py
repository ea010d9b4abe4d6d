"""Whether anything stands behind a shell's prompt; with both engines."""

from collections.abc import Iterator

import pytest

from paneflow.runtime.waiting.prompt_line import PromptLine
from paneflow.vt.engine import Engine
from tests.support.vt import ENGINES, engine


@pytest.fixture(params=ENGINES)
def made(request: pytest.FixtureRequest) -> Iterator[Engine]:
    found = engine(request.param, 20, 5, 50)
    found.feed(b"before\r\n$ ")
    yield found
    found.close()


def test_what_is_typed_and_taken_back_leaves_the_cursor_where_it_was(made: Engine) -> None:
    line = PromptLine(made)
    assert not line.begun
    line.typed()
    made.feed(b"ls")
    assert (line.begun, line.moved()) == (True, True)
    line.typed()
    made.feed(b"\b\b\x1b[K")
    assert not line.moved()


def test_a_prompt_that_is_drawn_again_has_what_follows_it(made: Engine) -> None:
    line = PromptLine(made)
    line.typed()
    made.feed(b"ls\r\x1b[2J\x1b[H$ ")
    line.drawn(drafted=True)
    made.feed(b"ls")
    assert line.moved()


def test_a_line_is_as_drawn_once_nothing_follows_the_prompt(made: Engine) -> None:
    line = PromptLine(made)
    line.drawn(drafted=True)
    assert line.as_drawn()
    made.feed(b"ls -l")
    assert not line.as_drawn()
    made.feed(b"\b\b\b\b\b")  # the cursor is back, and the text is still there
    assert (line.moved(), line.as_drawn()) == (False, False)
    made.feed(b"\x1b[K")
    assert line.as_drawn()


def test_a_text_that_fills_whole_rows_is_no_blank_line(made: Engine) -> None:
    line = PromptLine(made)
    line.drawn(drafted=True)
    made.feed(b"x" * 20)
    assert (line.moved(), line.as_drawn()) == (False, False)


def test_at_another_width_nobody_knows(made: Engine) -> None:
    line = PromptLine(made)
    line.drawn(drafted=True)
    made.resize(30, 5)
    assert (line.moved(), line.as_drawn()) == (True, False)


def test_where_typing_began_does_not_tell_what_stood_there_before(made: Engine) -> None:
    line = PromptLine(made)
    line.typed()
    assert (line.moved(), line.as_drawn()) == (False, False)
    line.gone()
    assert (line.begun, line.moved()) == (False, True)
