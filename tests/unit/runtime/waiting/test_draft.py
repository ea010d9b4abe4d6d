import pytest

from paneflow.runtime.waiting.draft import Draft

SHELL, OTHER = 10, 20


def typed(*writes: bytes, group: int = SHELL, by_line: bool = False) -> Draft:
    draft = Draft()
    for each in writes:
        draft.typed(each, group, by_line=by_line)
    return draft


@pytest.mark.parametrize(
    "writes",
    [(b"rm -rf ",), (b"r", b"m"), (b"ls\r", b"rm"), (b"\x1b[200~rm\r-rf\r\x1b[201~",), (b"\x1b[A",), (b"a\rb",)],
)
def test_what_was_typed_stands(writes: tuple[bytes, ...]) -> None:
    assert typed(*writes).stands_for(SHELL)


@pytest.mark.parametrize(
    "writes",
    [(), (b"rm -rf \r",), (b"rm", b"\x03"), (b"a\n",), (b"\x1b[200~a\rb\x1b[201~", b"\r"), (b"\x1b[<0;3;4M",)],
)
def test_nothing_stands_behind_an_enter_or_an_interrupt(writes: tuple[bytes, ...]) -> None:
    assert not typed(*writes).stands_for(SHELL)


def test_keys_for_another_program_are_no_draft_of_the_shell() -> None:
    assert not typed(b"q", group=OTHER).stands_for(SHELL)


def test_what_was_typed_to_nobody_knows_whom_stands_for_everybody() -> None:
    draft = Draft()
    draft.typed(b"rm", None, by_line=False)
    assert draft.stands_for(SHELL)
    assert draft.stands_for(None)


def test_what_a_terminal_keeps_for_the_next_reader_stands_for_whoever_that_is() -> None:
    draft = typed(b"rm -rf ", group=OTHER, by_line=True)
    assert draft.ahead
    draft.typed(b"\x1b[C", SHELL, by_line=False)
    assert draft.ahead
    assert draft.stands_for(SHELL)


def test_the_end_of_a_file_hands_over_what_was_typed_where_lines_are_read() -> None:
    assert not typed(b"abc", b"\x04", by_line=True).stands_for(SHELL)
    assert typed(b"abc", b"\x04").stands_for(SHELL)


def test_what_was_seen_to_be_gone_stands_no_more() -> None:
    draft = typed(b"rm -rf ", group=OTHER, by_line=True)
    draft.forget()
    assert (draft.ahead, draft.stands_for(SHELL)) == (False, False)
    draft.typed(b"l", SHELL, by_line=False)
    assert (draft.ahead, draft.stands_for(SHELL)) == (False, True)


def test_an_enter_is_told_and_one_within_a_paste_is_none() -> None:
    draft = Draft()
    assert draft.typed(b"ls\r", SHELL, by_line=False)
    assert not draft.typed(b"\x1b[200~a\rb\x1b[201~", SHELL, by_line=False)
    assert not draft.typed(b"\x03", SHELL, by_line=False)


@pytest.mark.parametrize("key", [b"\x1a", b"\x1c", b"\x15", b"\x03"])
def test_a_line_that_the_terminal_drops_stands_nowhere(key: bytes) -> None:
    draft = Draft()
    draft.typed(b"abc", 7, by_line=True)
    draft.typed(key, 7, by_line=True)
    assert not draft.ahead
    assert not draft.stands_for(7)


def test_a_shells_own_editor_may_keep_what_a_terminal_would_drop() -> None:
    draft = Draft()
    draft.typed(b"abc", 7, by_line=False)
    draft.typed(b"\x1a", 7, by_line=False)
    assert draft.stands_for(7)


def test_what_a_shell_may_have_left_of_a_line_stands_until_a_command_begins() -> None:
    draft = Draft()
    draft.typed(b"echo !!\r", 7, by_line=False)
    draft.leave(7)
    assert (draft.stands_for(7), draft.ahead) == (True, False)
    draft.begin()
    assert not draft.stands_for(7)
    draft.leave(7)
    draft.typed(b"\x03", 7, by_line=False)
    assert not draft.stands_for(7)


def test_what_was_typed_ahead_stays_when_a_command_begins() -> None:
    draft = Draft()
    draft.typed(b"ls", 7, by_line=True)
    draft.leave(7)
    draft.begin()
    assert draft.ahead
