"""Commands taken out of output."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paneflow.vt.graphics_splitter import ERASE, LONGEST, MAX_CONTROL, Command, Splitter

OUTPUT = st.lists(
    st.sampled_from(
        [b"text", b"\x1b_Ga=t;AAAA\x1b\\", b"\x1b_Gm=1;", b"AAAA", b"\x1b\\", b"\x1b", b"_", b"G", b"_G", b"\x18", b"\x1a",
         b"\x9c", b"\x1b[31m", b"\x1b_Xother\x1b\\", b";", b"\x1b_", b"\x1b]0;t\x07", ERASE, b"\x1b[", b"3", b"J"]
    )
).map(b"".join)  # fmt: skip


def split(data: bytes) -> list[bytes | Command]:
    splitter = Splitter()
    return [data] if splitter.passes(data) else splitter.split(data)


def test_commands_stand_between_texts() -> None:
    assert split(b"ab\x1b_Ga=T,i=1;QUFB\x1b\\cd\x1b_Ga=d\x1b\\") == [
        b"ab",
        Command(b"a=T,i=1", b"QUFB"),
        b"cd",
        Command(b"a=d", b""),
    ]


@pytest.mark.parametrize("data", [b"plain", b"a_b", b"\x1b[1m_G", b"\x1b_X\x1b\\", b"", b"_"])
def test_what_has_no_command_passes(data: bytes) -> None:
    assert Splitter().passes(data)


def test_a_command_may_come_byte_by_byte() -> None:
    splitter, pieces = Splitter(), list[bytes | Command]()
    for byte in b"a\x1b_Gi=1;AAAA\x1b\\b":
        data = bytes([byte])
        pieces += [data] if splitter.passes(data) else splitter.split(data)
    command = Command(b"i=1", b"AAAA")
    assert command in pieces
    assert b"".join(piece for piece in pieces if isinstance(piece, bytes)) in (b"ab", b"a\x1b\\b")


def test_another_sequence_ends_a_command_and_keeps_its_place() -> None:
    assert split(b"\x1b_Gi=1;AA\x1b[31mx") == [Command(b"i=1", b"AA"), b"\x1b[31mx"]


def test_where_the_scrollback_is_erased_is_told_once_there_were_commands() -> None:
    splitter = Splitter()
    assert splitter.passes(b"a" + ERASE + b"b")
    assert splitter.split(b"\x1b_Ga=d\x1b\\a" + ERASE + b"b\x1b[3")[1:] == [b"a", ERASE, b"b"]
    assert not splitter.passes(b"J")
    assert splitter.split(b"J" + ERASE) == [ERASE, ERASE]
    assert splitter.passes(b"J")


@pytest.mark.parametrize("abort", [b"\x18", b"\x1a"])
def test_an_aborted_command_is_none(abort: bytes) -> None:
    assert split(b"\x1b_Gi=1;AA" + abort + b"x") == [b"x"]


@pytest.mark.parametrize("abort", [b"\x18", b"\x1a"])
def test_a_long_command_ends_where_it_is_aborted(abort: bytes) -> None:
    first, last, rest = split(b"\x1b_Gi=1;" + b"A" * LONGEST + b"BB" + abort + b"x")
    assert (first, last, rest) == (Command(b"i=1", b"A" * LONGEST, more=True), Command(b"i=1", b""), b"x")


def test_a_long_payload_is_told_in_parts_and_the_end_is_found() -> None:
    parts = split(b"\x1b_Gi=1;" + b"A" * LONGEST + b"B" * 9000 + b"\x1b\\x")
    assert parts == [Command(b"i=1", b"A" * LONGEST, more=True), Command(b"i=1", b"B" * 9000), b"x"]


def test_breaks_of_lines_are_no_part_of_a_payload() -> None:
    assert split(b"\x1b_Gi=1;AA\r\nA\nA\x1b\\") == [Command(b"i=1", b"AAAA")]


def test_one_that_never_ends_keeps_little() -> None:
    splitter = Splitter()
    for n in range(1000):
        splitter.split(b"\x1b_Gi=1;" + b"A" * 1000 if n == 0 else b"A" * 1000)
    (command,) = splitter.split(b"\x1b\\")
    assert isinstance(command, Command)
    assert len(command.payload) <= LONGEST


def test_a_control_that_is_too_long_is_dropped() -> None:
    assert split(b"\x1b_G" + b"i" * (MAX_CONTROL + 1) + b"\x1b\\x") == [b"x"]
    assert split(b"\x1b_G" + b"i" * (MAX_CONTROL + 1) + b";AAAA\x1b\\x") == [b"x"]


@given(OUTPUT, st.lists(st.integers(1, 60)))
def test_output_is_told_apart_at_the_ends_of_commands(data: bytes, cuts: list[int]) -> None:
    def told(*, apart: bool) -> tuple[bytes, list[Command]]:
        splitter, rest, pieces, sizes = Splitter(), data + b"\x18", list[bytes | Command](), list(cuts)
        while rest:
            now, size = rest[: sizes.pop() if sizes else None], 0
            size = splitter.through_command(now) if apart else len(now)
            assert 0 < size <= len(now)
            part, rest = rest[:size], rest[size:]
            found = [part] if splitter.passes(part) else splitter.split(part)
            assert not apart or sum(isinstance(piece, Command) for piece in found) < 2
            assert not apart or not isinstance(next(iter(found[:-1]), b""), Command)
            pieces += found
        text = b"".join(piece if isinstance(piece, bytes) else b"<>" for piece in pieces).replace(b"<>\x1b\\", b"<>")
        return text, [piece for piece in pieces if isinstance(piece, Command)]

    assert told(apart=True) == told(apart=False)


@given(OUTPUT, st.lists(st.integers(0, 60)))
def test_it_does_not_matter_where_output_is_cut(data: bytes, cuts: list[int]) -> None:
    def told(*parts: bytes) -> tuple[bytes, list[Command]]:
        splitter, pieces = Splitter(), list[bytes | Command]()
        for part in (*parts, b"\x18"):  # so that nothing is held back
            pieces += [part] if splitter.passes(part) else splitter.split(part)
        # What ends a command may be given to the library or not: alone it does nothing.
        text = b"".join(piece if isinstance(piece, bytes) else b"<>" for piece in pieces).replace(b"<>\x1b\\", b"<>")
        return text, [piece for piece in pieces if isinstance(piece, Command)]

    places = sorted({min(cut, len(data)) for cut in cuts})
    ends = [*places, len(data)]
    parts = [data[start:end] for start, end in zip([0, *places], ends, strict=True)]
    assert told(*parts) == told(data)
