"""What is told of a command's output against a reference (`tests/support/paper.py`), with both engines.

The text of a run is all that was shown, in order, each once. What is read afterwards is all of it or says that it is not.
"""

from collections import Counter
from typing import NamedTuple

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from paneflow.runtime.waiting.attention import Attention, Watch
from paneflow.runtime.waiting.commands import Commands
from paneflow.runtime.waiting.new_text import NewText
from paneflow.runtime.waiting.seams import at_stops
from paneflow.runtime.waiting.sent import Sent
from paneflow.runtime.waiting.shell import Shell
from paneflow.vt.engine import Engine
from paneflow.vt.events import MarkKind, ShellMark
from tests.support.paper import BLANKS, Paper
from tests.support.vt import ENGINES, engine

COLS, ROWS = 20, 6
WORDS = st.sampled_from(["a", "b", "c", "dd", "eee"])  # few, so that what is printed stood there before, often


class Step(NamedTuple):
    """One thing that a program does."""

    kind: str
    words: tuple[str, ...] = ()
    rows: int = 0

    def play(self, paper: Paper) -> None:
        match self.kind:
            case "lines":
                for word in self.words:
                    paper.word(word)
                    paper.end()
            case "word":
                paper.word(self.words[0])
            case "end":
                paper.end()
            case "up":
                paper.up(self.rows, self.words[0])
            case "page":
                paper.page(list(self.words))
            case _:
                paper.blank(self.kind)


LINES = st.lists(WORDS, min_size=1, max_size=12).map(lambda words: Step("lines", tuple(words)))
WORD = WORDS.map(lambda word: Step("word", (word,)))
END = st.just(Step("end"))
UP = st.builds(lambda rows, word: Step("up", (word,), rows), st.integers(1, 3), WORDS)
PAGE = st.lists(WORDS, min_size=1, max_size=ROWS - 1).map(lambda words: Step("page", tuple(words)))
BLANK = st.sampled_from(list(BLANKS)).map(Step)
STEPS = st.lists(st.one_of(LINES, BLANK, WORD, UP, PAGE, END), max_size=8)
OLD = st.lists(WORDS, max_size=15)


def played(steps: list[Step], row: int) -> Paper:
    paper = Paper(ROWS, row)
    for step in steps:
        step.play(paper)
    return paper


def at_a_command(name: str, old: list[str]) -> tuple[Engine, int]:
    """An engine where a command begins to print below old text, and the cursor's row."""
    made = engine(name, COLS, ROWS, 400)
    made.feed("".join(f"{word}\r\n" for word in [*old, "$ command"]).encode())
    return made, made.cursor().row


def draws_over(steps: list[Step]) -> bool:
    return any(step.kind in ("up", "page") for step in steps)


def texts(lines: list[str]) -> list[str]:
    return [line.strip() for line in lines if line.strip()]


@pytest.mark.parametrize("name", ENGINES)
@settings(max_examples=300, deadline=None)
@given(OLD, STEPS, st.integers(1, 60))
@example(["a", "b"], [Step("home-erase"), Step("lines", ("a", "b"))], 60)
@example(["a"] * 9, [Step("lines", ("a", "b")), Step("all"), Step("lines", ("a", "b"))], 60)
def test_a_run_has_all_that_was_shown(name: str, old: list[str], steps: list[Step], size: int) -> None:
    made, row = at_a_command(name, old)
    paper = played(steps, row)
    attention = Attention(made, Shell("word"), Sent(made))
    watch = Watch(NewText(made, keep=True), 0, lambda text: None)
    attention.add(watch)
    attention.hear(ShellMark(MarkKind.OUTPUT_START))
    watch.text.alone()
    data = paper.bytes.encode()
    for at in range(0, len(data), size):
        attention.feed(data[at : at + size], lambda piece: made.feed(piece.data))
    told, shown = texts(attention.whole(watch).split("\n")), texts(paper.shown())
    assert not watch.text.truncated
    if draws_over(steps):  # what it draws over may have been read before, and a line that changes is read again
        assert Counter(shown) <= Counter(told)
        assert set(told) <= set(texts(paper.ever()))
    else:
        assert told == shown
    attention.close()
    made.close()


def finished(made: Engine, data: bytes, size: int) -> Commands:
    commands = Commands(made)
    commands.hear(ShellMark(MarkKind.OUTPUT_START))
    fed = b""
    for at in range(0, len(data), size):
        for piece in at_stops(fed, data[at : at + size]):
            commands.feed(piece)
            made.feed(piece.data)
            commands.fed(piece)
        fed += data[at : at + size]
    commands.hear(ShellMark(MarkKind.COMMAND_END, 0))
    return commands


@pytest.mark.parametrize("name", ENGINES)
@settings(max_examples=300, deadline=None)
@given(OLD, STEPS, st.integers(1, 60), st.sampled_from([b"", b"$ next\r\nother\r\n"]))
@example(["a", "b"], [Step("home-erase"), Step("lines", ("a", "b"))], 60, b"")
@example([], [Step("lines", ("a",) * 9), Step("all"), Step("lines", ("a",) * 9)], 60, b"")
def test_what_is_left_is_told_and_whether_that_is_all(
    name: str, old: list[str], steps: list[Step], size: int, after: bytes
) -> None:
    made, row = at_a_command(name, old)
    paper = played(steps, row)
    commands = finished(made, paper.bytes.encode(), size)
    made.feed(after)
    assert commands.last is not None
    printed = commands.last.printed()
    left = texts(paper.left())
    told = texts(printed.lines) if printed else []
    if printed and printed.whole:
        assert (told, paper.clears) == (left, 0)
    elif draws_over(steps):
        assert Counter(told) <= Counter(left)
    else:
        assert told == left
        assert paper.clears
    commands.forget()
    made.close()
