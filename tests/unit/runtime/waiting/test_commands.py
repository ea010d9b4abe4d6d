"""What is kept of a shell's commands; with both engines, and marks met where they stand."""

from collections.abc import Iterator

import pytest

from paneflow.runtime.waiting.commands import Commands
from paneflow.vt.engine import Engine
from paneflow.vt.events import MarkKind, ShellMark
from tests.support.vt import ENGINES, engine


@pytest.fixture(params=ENGINES)
def made(request: pytest.FixtureRequest) -> Iterator[Engine]:
    found = engine(request.param, 20, 5, 50)
    yield found
    found.close()


def play(made: Engine, output: bytes, code: int | None = 0, commands: Commands | None = None) -> Commands:
    commands = commands or Commands(made)
    made.feed(b"$ command\r\n")
    commands.hear(ShellMark(MarkKind.OUTPUT_START))
    made.feed(output)
    commands.hear(ShellMark(MarkKind.COMMAND_END, code))
    return commands


def printed(commands: Commands) -> tuple[list[str], bool] | None:
    assert commands.last is not None
    found = commands.last.printed()
    return None if found is None else (found.lines, found.whole)


@pytest.mark.parametrize(
    ("output", "lines"),
    [
        (b"one\r\ntwo\r\n", ["one", "two"]),
        (b"", []),
        (b"\r\n\r\none\r\n\r\n", ["", "", "one"]),
        (b"no end", ["no end"]),
        (b"a\r\n\r\nno end", ["a", "", "no end"]),
        (b"10 %\r20 %\r\n", ["20 %"]),
        (b"x" * 45 + b"\r\nafter\r\n", ["x" * 45, "after"]),
        (b"".join(b"%d\r\n" % n for n in range(20)), [str(n) for n in range(20)]),
    ],
)
def test_the_output_is_what_stands_between_the_marks(made: Engine, output: bytes, lines: list[str]) -> None:
    commands = play(made, output)
    made.feed(b"$ next command\r\nother output\r\n")
    assert printed(commands) == (lines, True)


def test_the_last_one_counts_and_its_exit_code(made: Engine) -> None:
    commands = play(made, b"first\r\n", 1)
    play(made, b"second\r\n", 2, commands)
    assert printed(commands) == (["second"], True)
    assert commands.last is not None
    assert (commands.last.exit_code, commands.status) == (2, 2)


def test_a_line_that_was_not_run_is_no_command(made: Engine) -> None:
    commands = play(made, b"first\r\n", 1)
    commands.hear(ShellMark(MarkKind.COMMAND_END, 2, (("unrun", "2"),)))
    assert printed(commands) == (["first"], True)
    assert commands.status == 2


def test_output_longer_than_what_is_retained_has_lost_its_beginning(made: Engine) -> None:
    found = printed(play(made, b"".join(b"%d\r\n" % n for n in range(50000))))
    assert found is not None
    lines, whole = found
    assert lines == [str(n) for n in range(50000 - len(lines), 50000)]
    assert len(lines) < 50000
    assert whole is False


@pytest.mark.parametrize(
    "after", [b"\x1b[H\x1b[2J\x1b[3J$ ", b"\x1b[H\x1b[Jother\r\ntext\r\n", b"\x1bc", b"\x1b[2A\x1b[2Kchanged"]
)
def test_text_that_was_erased_or_overwritten_is_never_taken_for_the_output(made: Engine, after: bytes) -> None:
    commands = play(made, b"one\r\ntwo\r\n")
    made.feed(after)
    assert printed(commands) in (None, (["one", "two"], True))


def test_a_narrower_screen_changes_nothing(made: Engine) -> None:
    commands = play(made, b"a line of some words\r\nend\r\n")
    made.feed(b"$ ")
    made.resize(10, 5)
    made.resize(30, 8)
    assert printed(commands) in (None, (["a line of some words", "end"], True))


def test_nothing_is_told_while_another_screen_is_shown(made: Engine) -> None:
    commands = play(made, b"one\r\n")
    made.feed(b"\x1b[?1049h")
    assert printed(commands) is None
    made.feed(b"\x1b[?1049l")
    assert printed(commands) == (["one"], True)
