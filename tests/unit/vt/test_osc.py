"""Sequences found in output as it arrives."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paneflow.vt.events import MarkKind, ShellMark
from paneflow.vt.osc import DECSTR, KITTY_NOTIFICATION, MAX_SEQUENCE, SHELL_MARK, Found, Scanner, shell_mark

OUTPUT = st.lists(
    st.sampled_from(
        [b"text", b"\x1b]133;A\x07", b"\x1b]133;D;1\x1b\\", b"\x1b[!p", b"\x1b]99;;n\x07", b"\x1b", b"]133;", b"\x07",
         b"\x1b\\", b"[!p", b"\x18", b"\x1b]13", b"\x1b]8;;x\x07", b"\x1b[31m", b"\x1b]133;C\x18", b"\x1b[3J", b"[3"]
    )
).map(b"".join)  # fmt: skip


def test_a_sequence_is_found_with_its_end() -> None:
    assert Scanner().scan(b"ab\x1b]133;D;3\x07cd\x1b[!p") == [
        Found(SHELL_MARK, b"D;3", 12),
        Found(DECSTR, b"", 18),
    ]


def test_a_sequence_may_come_in_pieces() -> None:
    scanner = Scanner()
    assert scanner.scan(b"x\x1b]9") == []
    assert scanner.scan(b"9;i=1;he") == []
    assert scanner.scan(b"llo\x1b") == []
    assert scanner.scan(b"\\y") == [Found(KITTY_NOTIFICATION, b"i=1;hello", 1)]


def test_a_sequence_that_never_ends_is_given_up() -> None:
    scanner = Scanner()
    assert scanner.scan(b"\x1b]133;" + b"x" * (MAX_SEQUENCE + 10)) == []
    assert scanner.scan(b"\x07\x1b]133;A\x07") == [Found(SHELL_MARK, b"A", 9)]


def test_a_sequence_that_another_one_cuts_off_is_none() -> None:
    assert Scanner().scan(b"\x1b]133;A\x1b]133;B\x07") == [Found(SHELL_MARK, b"B", 15)]
    assert Scanner().scan(b"\x1b]133;A\x18\x07") == []


@settings(max_examples=300, deadline=None)
@given(OUTPUT, st.integers(1, 7))
def test_cutting_changes_nothing(data: bytes, size: int) -> None:
    whole = [(found.start, found.payload, found.end) for found in Scanner().scan(data)]
    scanner, cut = Scanner(), []
    for at in range(0, len(data), size):
        cut += [(found.start, found.payload, at + found.end) for found in scanner.scan(data[at : at + size])]
    assert cut == whole


@pytest.mark.parametrize(
    ("payload", "mark"),
    [
        (b"A", ShellMark(MarkKind.PROMPT_START)),
        (b"A;k=s", None),
        (b"P;k=i", ShellMark(MarkKind.PROMPT_START, None, (("k", "i"),))),
        (b"P;k=r", None),
        (b"N", ShellMark(MarkKind.PROMPT_START)),
        (b"B", ShellMark(MarkKind.COMMAND_START)),
        (b"C;nonce=a=b", ShellMark(MarkKind.OUTPUT_START, None, (("nonce", "a=b"),))),
        (b"D;-1", ShellMark(MarkKind.COMMAND_END, -1)),
        (b"D;err", ShellMark(MarkKind.COMMAND_END)),
        (b"D;99999999999999", ShellMark(MarkKind.COMMAND_END)),
        (b"L", None),
        (b"", None),
        (b"\xff\xfe", None),
    ],
)
def test_shell_marks(payload: bytes, mark: ShellMark | None) -> None:
    assert shell_mark(payload) == mark
