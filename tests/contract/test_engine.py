"""What every engine does. Where one may lack something, `capabilities` decides what is expected."""

import contextlib
from collections.abc import Iterator

import pytest

from paneflow.vt import frame as wire
from paneflow.vt import snapshot
from paneflow.vt.engine import Capability, CursorShape, Engine, Match, PromptMark, Scrollbar
from paneflow.vt.events import (
    Bell,
    ClipboardWrite,
    CwdChanged,
    MarkKind,
    Notified,
    Progress,
    ProgressState,
    ShellMark,
    TitleChanged,
)
from paneflow.vt.input import KeyEvent
from tests.support.vt import ENGINES, Picture, cells_of, decode, engine


@pytest.fixture(params=ENGINES)
def terminal(request: pytest.FixtureRequest) -> Iterator[Engine]:
    made = engine(request.param, 20, 5)
    yield made
    made.close()


def numbered(first: int, last: int) -> bytes:
    return b"".join(b"line %d\r\n" % n for n in range(first, last))


# -- generations and frames ------------------------------------------------------------------------------------------
def test_the_generation_rises_with_feeds_and_resizes(terminal: Engine) -> None:
    terminal.feed(b"a")
    first = terminal.generation
    terminal.resize(30, 6)
    assert (terminal.cols, terminal.rows) == (30, 6)
    assert terminal.generation > first > 0


def test_the_first_frame_is_whole_and_the_next_one_is_none(terminal: Engine) -> None:
    terminal.feed(b"hello\r\nworld")
    view = terminal.view()
    first = view.frame(7)
    assert first is not None
    frame = decode(first)
    assert frame.flags & wire.FULL
    assert (frame.surface, frame.cols, frame.rows, frame.generation) == (7, 20, 5, terminal.generation)
    assert frame.cursor == (1, 5)
    assert view.frame(7) is None


def test_a_frame_carries_only_what_changed(terminal: Engine) -> None:
    terminal.feed(b"hello\r\nworld")
    view = terminal.view()
    picture = Picture()
    picture.apply(view.frame(1))
    terminal.feed(b"!")
    frame = picture.apply(view.frame(1))
    assert frame is not None
    assert list(frame.lines) == [1]
    assert picture.text() == ["hello", "world!", "", "", ""]


def test_a_cursor_that_only_moves_gives_a_frame(terminal: Engine) -> None:
    terminal.feed(b"hello")
    view = terminal.view()
    view.frame(1)
    terminal.feed(b"\x1b[D")
    moved = view.frame(1)
    assert moved is not None
    assert decode(moved).cursor == (0, 4)


def test_a_mode_that_changes_gives_a_frame(terminal: Engine) -> None:
    view = terminal.view()
    view.frame(1)
    terminal.feed(b"\x1b[?2004h\x1b[?25l\x1b[?1002h")
    changed = view.frame(1)
    assert changed is not None
    frame = decode(changed)
    assert frame.flags & wire.BRACKETED_PASTE
    assert not frame.flags & wire.CURSOR_VISIBLE
    assert frame.mouse == 3


def test_several_viewers_each_see_everything(terminal: Engine) -> None:
    early, late = terminal.view(), terminal.view()
    pictures = Picture(), Picture()
    for step in range(8):
        terminal.feed(b"step %d\r\n" % step)
        pictures[0].apply(early.frame(1))
        if step % 3 == 0:
            pictures[1].apply(late.frame(1))
    pictures[1].apply(late.frame(1))
    newcomer = Picture()
    newcomer.apply(terminal.view().frame(1))
    assert pictures[0].text() == pictures[1].text() == newcomer.text() == terminal.screen()


def test_a_closed_view_costs_the_others_nothing(terminal: Engine) -> None:
    stays, goes = terminal.view(), terminal.view()
    picture = Picture()
    picture.apply(stays.frame(1))
    goes.close()
    terminal.feed(b"after")
    picture.apply(stays.frame(1))
    assert picture.text()[0] == "after"


def test_a_resize_gives_a_whole_frame(terminal: Engine) -> None:
    terminal.feed(b"hello")
    view = terminal.view()
    picture = Picture()
    picture.apply(view.frame(1))
    terminal.resize(12, 3)
    frame = picture.apply(view.frame(1))
    assert frame is not None
    assert (frame.cols, frame.rows) == (12, 3)
    assert picture.text() == ["hello", "", ""]


def test_a_full_frame_can_be_asked_for(terminal: Engine) -> None:
    view = terminal.view()
    view.frame(1)
    again = view.frame(1, full=True)
    assert again is not None
    assert decode(again).flags & wire.FULL


def test_frames_carry_styles(terminal: Engine) -> None:
    terminal.feed(b"\x1b[1;38;5;100ma\x1b[0m \x1b[3;7;48;2;1;2;3mb\x1b[0mc")
    bold, plain, italic, after = cells_of(terminal)[0][:4]
    assert (bold.text, bold.style.attributes, bold.style.fg) == ("a", wire.BOLD, 1 << 24 | 100)
    assert (italic.style.attributes, italic.style.bg) == (wire.ITALIC | wire.INVERSE, 2 << 24 | 0x010203)
    assert plain.style == after.style == (0, 0, 0, 0, 0)


def test_frames_carry_wide_characters_and_clusters(terminal: Engine) -> None:
    terminal.feed("漢e\u0301x".encode())
    wide, tail, cluster, narrow = cells_of(terminal)[0][:4]
    assert (wide.text, wide.wide) == ("漢", 1)
    assert (tail.text, tail.wide) == ("", 2)
    assert (cluster.text, narrow.text) == ("e\u0301", "x")


@pytest.mark.parametrize("cut", [1, 2, 4])
def test_a_mark_that_comes_later_is_drawn(terminal: Engine, cut: int) -> None:
    data = "e\u0301".encode() if cut < 4 else b"e\x1b[m" + "\u0301".encode()
    view = terminal.view()
    picture = Picture()
    for piece in (data[:cut], data[cut:]):
        terminal.feed(piece)
        picture.apply(view.frame(1))
    assert picture.text()[0] == "e\u0301"


def test_frames_say_which_rows_go_on(terminal: Engine) -> None:
    terminal.feed(b"x" * 25)
    first = terminal.view().frame(1)
    assert first is not None
    assert [decode(first).lines[y][1] & wire.ROW_WRAPPED for y in (0, 1)] == [wire.ROW_WRAPPED, 0]


def test_frames_say_which_rows_start_a_prompt(terminal: Engine) -> None:
    terminal.feed(b"out\r\n\x1b]133;A\x07$ \x1b]133;B\x07cmd\r\n\x1b]133;C\x07more")
    first = terminal.view().frame(1)
    assert first is not None
    assert [bool(decode(first).lines[y][1] & wire.ROW_PROMPT) for y in range(3)] == [False, True, False]


def test_frames_follow_the_viewport(terminal: Engine) -> None:
    terminal.feed(numbered(0, 20))
    view = terminal.view()
    picture = Picture()
    picture.apply(view.frame(1))
    terminal.scroll_to(3)
    frame = picture.apply(view.frame(1))
    assert picture.text() == ["line 3", "line 4", "line 5", "line 6", "line 7"]
    assert frame is not None
    assert frame.scrollbar == (21, 3, 5)
    assert frame.cursor == (wire.NO_CURSOR, wire.NO_CURSOR)


def test_colours_that_a_program_changes_are_in_the_frame() -> None:
    for name in ENGINES:
        terminal = engine(name)
        if name == "ghostty":
            terminal.feed(b"\x1b]4;7;rgb:01/02/03\x07\x1b]11;#040506\x07")
            first = terminal.view().frame(1)
            assert first is not None
            assert decode(first).colors == {7: 0x010203, wire.COLOR_BACKGROUND: 0x040506}


# -- the viewport ----------------------------------------------------------------------------------------------------
def test_scrolling_is_clamped(terminal: Engine) -> None:
    terminal.feed(numbered(0, 20))
    assert terminal.scrollbar() == Scrollbar(21, 16, 5)
    terminal.scroll(-3)
    assert terminal.scrollbar().offset == 13
    terminal.scroll(-1000)
    assert terminal.scrollbar().offset == 0
    terminal.scroll(1000)
    assert terminal.scrollbar().offset == 16
    terminal.scroll_to(10_000)
    assert terminal.scrollbar().offset == 16
    terminal.scroll_to(-5)
    assert terminal.scrollbar().offset == 0
    terminal.scroll_to(None)
    assert terminal.scrollbar().offset == 16


def test_a_scrolled_viewport_stays_with_its_text(terminal: Engine) -> None:
    terminal.feed(numbered(0, 20))
    view = terminal.view()
    picture = Picture()
    terminal.scroll_to(3)
    terminal.feed(numbered(20, 30))
    picture.apply(view.frame(1))
    assert picture.text()[0] == "line 3"


# -- text ------------------------------------------------------------------------------------------------------------
def test_lines_are_the_scrollback_and_the_screen(terminal: Engine) -> None:
    terminal.feed(numbered(0, 12))
    assert terminal.lines() == [f"line {n}" for n in range(12)]
    assert terminal.screen() == ["line 8", "line 9", "line 10", "line 11", ""]


def test_soft_wrapped_rows_are_one_line(terminal: Engine) -> None:
    terminal.feed(b"x" * 50 + b"\r\nnext\r\n")
    assert terminal.lines() == ["x" * 50, "next"]


def test_blanks_at_a_wrap_stay(terminal: Engine) -> None:
    terminal.feed(b"ab" + b" " * 20 + b"cd")
    assert terminal.lines() == ["ab" + " " * 20 + "cd"]


def test_blank_lines_stay_but_for_the_last(terminal: Engine) -> None:
    terminal.feed(b"\r\na\r\n\r\n\r\nb\r\n\r\n")
    assert terminal.lines() == ["", "a", "", "", "b"]


def test_an_erase_that_nobody_knows_erases_nothing(terminal: Engine) -> None:
    terminal.feed(b"ABC\x1b[5J\x1b[4KD")
    assert terminal.lines() == ["ABCD"]


def test_a_screen_that_is_scrolled_away_is_in_the_scrollback(terminal: Engine) -> None:
    terminal.feed(b"one\r\n\r\ntwo\x1b[22Jthree")
    assert terminal.lines() == ["one", "", "two", "three"]
    assert terminal.cursor()[:2] == (0, 5)
    assert terminal.scrollbar().offset == 3


def test_an_empty_terminal_has_no_lines(terminal: Engine) -> None:
    assert terminal.lines() == []
    assert terminal.tail(10) == ([], 0)


@pytest.mark.parametrize(("count", "skip"), [(1, 0), (5, 0), (5, 2), (200, 0), (3, 28), (10, 50), (0, 0)])
def test_a_tail_is_the_end_of_the_lines(terminal: Engine, count: int, skip: int) -> None:
    terminal.feed(numbered(0, 20) + b"y" * 45 + b"\r\n" + numbered(20, 29))
    lines = terminal.lines()
    stop = max(0, len(lines) - skip)
    assert terminal.tail(count, skip=skip) == (lines[max(0, stop - count) : stop], len(lines))


def test_a_tail_counts_lines_that_have_been_dropped_since(terminal: Engine) -> None:
    terminal.set_scrollback(3000)
    for burst in range(12):
        terminal.feed(b"".join(b"%d %s\r\n" % (n, b"x" * (n % 50)) for n in range(burst * 997, burst * 997 + 997)))
        assert terminal.tail(4) == (terminal.lines()[-4:], len(terminal.lines()))


def test_on_the_alternate_screen_lines_are_the_scrollback_and_that_screen(terminal: Engine) -> None:
    terminal.feed(numbered(0, 12) + b"$ vim\x1b[?1049h\x1b[Hone\r\ntwo")
    expected = [*(f"line {n}" for n in range(8)), "one", "two"]
    assert terminal.lines() == expected
    assert terminal.tail(3) == (expected[-3:], 10)
    assert terminal.tail(3, skip=1) == (expected[-4:-1], 10)
    assert terminal.screen()[:2] == ["one", "two"]
    terminal.feed(b"\x1b[?1049l")
    assert terminal.lines() == [*(f"line {n}" for n in range(12)), "$ vim"]
    assert terminal.cursor()[:2] == (4, 5)


def test_reading_on_the_alternate_screen_changes_nothing(terminal: Engine) -> None:
    terminal.feed(numbered(0, 12) + b"\x1b[?1049h\x1b[2;3H\x1b[31mred")
    before = (terminal.screen(), terminal.cursor(), terminal.modes())
    terminal.lines()
    terminal.tail(5)
    assert (terminal.screen(), terminal.cursor(), terminal.modes()) == before
    terminal.feed(b"x")
    assert cells_of(terminal)[1][5].style.fg == (1 << 24 | 1)
    terminal.feed(b"\x1b[?47$p")
    assert terminal.take_replies() == b"\x1b[?47;2$y"


def test_text_since_a_mark_is_what_came_after(terminal: Engine) -> None:
    terminal.feed(b"before\r\n$ ")
    mark = terminal.mark()
    terminal.feed(b"run\r\n" + numbered(0, 30) + b"$ ")
    assert terminal.text_since(mark) == ["$ run", *(f"line {n}" for n in range(30)), "$"]
    mark.close()


def test_a_mark_on_a_wrapped_row_gives_its_whole_line(terminal: Engine) -> None:
    terminal.feed(b"x" * 30)
    mark = terminal.mark()
    terminal.feed(b"y")
    assert terminal.text_since(mark) == ["x" * 30 + "y"]


def test_a_mark_whose_text_is_gone_says_so(terminal: Engine) -> None:
    terminal.set_scrollback(10)
    mark = terminal.mark()
    terminal.feed(numbered(0, 20_000))
    assert terminal.text_since(mark) is None
    fresh = terminal.mark()
    terminal.reset()
    assert terminal.text_since(fresh) is None


def test_a_mark_survives_a_resize_where_text_reflows(terminal: Engine) -> None:
    if Capability.REFLOW not in terminal.capabilities:
        return
    terminal.feed(b"x" * 30 + b"\r\n$ ")
    mark = terminal.mark()
    terminal.feed(b"run\r\n")
    terminal.resize(7, 9)
    assert terminal.text_since(mark) == ["$ run"]


def test_text_between_two_cells(terminal: Engine) -> None:
    terminal.feed(b"hello world\r\n" + b"x" * 25 + b"\r\nend")
    assert terminal.text_between((0, 6), (0, 10)) == "world"
    assert terminal.text_between((0, 6), (3, 1)) == "world\n" + "x" * 25 + "\nen"
    assert terminal.text_between((1, 18), (2, 1)) == "xxxx"
    assert terminal.text_between((0, 1), (1, 2), block=True) == "el\nxx"
    assert "hello" in terminal.text_between((0, 0), (0, 4), html=True)


@pytest.mark.parametrize(
    ("text", "col", "expected"),
    [
        ("say hello-world now", 6, (0, 4, 0, 14)),
        ("see (https://a.b/c?d=e). Then", 10, (0, 5, 0, 21)),
        ("a  b", 1, (0, 1, 0, 2)),
        ("漢字 x", 2, (0, 0, 0, 3)),
    ],
)
def test_words(text: str, col: int, expected: tuple[int, int, int, int]) -> None:
    for name in ENGINES:
        terminal = engine(name, 40, 5)
        terminal.feed(text.encode())
        assert terminal.word_at(0, col) == expected


def test_a_word_goes_on_over_a_soft_wrap(terminal: Engine) -> None:
    terminal.feed(b"see https://example.org/path/to")
    assert terminal.word_at(1, 2) == (0, 4, 1, 10)
    assert terminal.word_at(0, 6) == (0, 4, 1, 10)


# -- searching -------------------------------------------------------------------------------------------------------
def test_a_search_finds_text_in_scrollback_and_screen(terminal: Engine) -> None:
    terminal.feed(numbered(0, 30))
    hits, cut = terminal.search("LINE 2")
    assert not cut
    assert [hit.line for hit in hits] == [2, *range(20, 30)]
    assert hits[0] == Match(2, 0, 2, 6, 2, "line 2")
    assert terminal.search("LINE 2", case=True) == ([], False)


def test_a_search_finds_text_over_a_soft_wrap(terminal: Engine) -> None:
    terminal.feed(b"first\r\n" + b"x" * 18 + b"needle\r\n")
    (hit,), _ = terminal.search("needle")
    assert hit[:5] == (1, 18, 2, 4, 1)


def test_a_search_counts_cells_not_characters(terminal: Engine) -> None:
    terminal.feed("漢字 e\u0301 needle 漢".encode())
    (hit,), _ = terminal.search("needle")
    assert hit[:4] == (0, 7, 0, 13)
    hits, _ = terminal.search("漢")
    assert [hit[:4] for hit in hits] == [(0, 0, 0, 2), (0, 14, 0, 16)]


def test_on_the_alternate_screen_hits_in_the_scrollback_have_negative_rows(terminal: Engine) -> None:
    terminal.feed(b"find 1\r\n" + numbered(0, 12) + b"\x1b[?1049h\x1b[2;3Hfind 2")
    hits, _ = terminal.search("find")
    assert [(hit.row, hit.col, hit.line, hit.text) for hit in hits] == [(-9, 0, 0, "find 1"), (1, 2, 10, "  find 2")]


def test_a_search_can_be_a_regular_expression_and_stays_within_lines(terminal: Engine) -> None:
    terminal.feed(b"error: 12\r\nok\r\nerror: 7\r\n")
    assert [hit[:4] for hit in terminal.search(r"\d+$", regex=True)[0]] == [(0, 7, 0, 9), (2, 7, 2, 8)]
    assert [hit.text for hit in terminal.search(r"[^k]+", regex=True)[0]] == ["error: 12", "ok", "error: 7"]


def test_a_search_is_limited(terminal: Engine) -> None:
    terminal.feed(numbered(0, 30))
    hits, cut = terminal.search("line", limit=10)
    assert (len(hits), cut) == (10, True)


@pytest.mark.timeout(20)
def test_a_bad_or_endless_pattern_is_an_error(terminal: Engine) -> None:
    terminal.feed(b"a" * 60 + b"\r\n")
    for pattern in ("(", "", "(a|a)*(b|a)*(a|aa)*$(?<=c)"):
        with pytest.raises(ValueError, match=r"regular expression|pattern"):
            terminal.search(pattern, regex=True)


# -- events ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("data", "event"),
    [
        (b"\x1b]2;a title\x07", TitleChanged("a title")),
        (b"\x1b]0;with\x1b\\", TitleChanged("with")),
        (b"\x1b]7;file:///tmp\x07", CwdChanged("/tmp")),
        (b"\x1b]7;file://here/srv\x1b\\", CwdChanged("/srv")),
        (b"\x07\x07\x07", Bell()),
        (b"\x1b]52;c;aGVsbG8=\x07", ClipboardWrite("c", "hello")),
        (b"\x1b]52;p;aGVsbG8=\x07", ClipboardWrite("p", "hello")),
        (b"\x1b]9;done\x07", Notified("", "done")),
        (b"\x1b]777;notify;Title;Body\x1b\\", Notified("Title", "Body")),
        (b"\x1b]99;;Simple\x1b\\", Notified("Simple", "")),
        (b"\x1b]99;i=1:d=0;Two\x1b\\\x1b]99;i=1:p=body;parts\x1b\\", Notified("Two", "parts")),
        (b"\x1b]9;4;1;42\x07", Progress(ProgressState.NORMAL, 42)),
        (b"\x1b]9;4;3\x07", Progress(ProgressState.INDETERMINATE, None)),
        (b"\x1b]9;4;0\x07", Progress(ProgressState.NONE, None)),
        (b"\x1b]133;A\x07", ShellMark(MarkKind.PROMPT_START)),
        (b"\x1b]133;C;cmdline=ls\x1b\\", ShellMark(MarkKind.OUTPUT_START, None, (("cmdline", "ls"),))),
        (b"\x1b]133;D;127\x07", ShellMark(MarkKind.COMMAND_END, 127)),
        (b"\x1b]133;D;0;aid=7\x07", ShellMark(MarkKind.COMMAND_END, 0, (("aid", "7"),))),
        (b"\x1b]133;D\x07", ShellMark(MarkKind.COMMAND_END)),
    ],
)
def test_events(terminal: Engine, data: bytes, event: object) -> None:
    terminal.feed(data)
    assert terminal.take_events() == [event]
    assert terminal.take_events() == []


@pytest.mark.parametrize("cut", range(1, 12))
def test_a_shell_mark_may_come_in_pieces(terminal: Engine, cut: int) -> None:
    data = b"x\x1b]133;D;12\x07y"
    terminal.feed(data[:cut])
    terminal.feed(data[cut:])
    assert terminal.take_events() == [ShellMark(MarkKind.COMMAND_END, 12)]
    assert terminal.screen()[0] == "xy"


def test_prompts_are_known_with_their_exit_codes(terminal: Engine) -> None:
    for code in (0, 3):
        terminal.feed(
            b"\x1b]133;A\x07$ \x1b]133;B\x07cmd\r\n\x1b]133;C\x07" + numbered(0, 6) + b"\x1b]133;D;%d\x07" % code
        )
    terminal.feed(b"\x1b]133;A\x07$ ")
    assert terminal.prompts() == [PromptMark(0, 0), PromptMark(7, 3), PromptMark(14, None)]
    assert [terminal.lines()[mark.row] for mark in terminal.prompts()] == ["$ cmd", "$ cmd", "$"]


def test_prompts_go_with_what_is_erased(terminal: Engine) -> None:
    prompt = b"\x1b]133;A\x07$ \x1b]133;B\x07"
    command = b"cmd\r\n\x1b]133;C\x07out\r\n\x1b]133;D;%d\x07"
    terminal.feed(prompt + command % 0 + prompt + command % 3 + prompt)
    terminal.feed(b"\x1b[?1049h")
    assert [mark.row for mark in terminal.prompts()] == [0, 2, 4]
    terminal.feed(b"\x1b[?1049l")
    assert terminal.prompts() == [PromptMark(0, 0), PromptMark(2, 3), PromptMark(4, None)]
    terminal.feed(b"clear\r\n\x1b]133;C\x07\x1b[H\x1b[2J\x1b[3J\x1b]133;D;0\x07" + prompt)
    assert terminal.prompts() == [PromptMark(0, None)]


# -- modes, cursor, answers ------------------------------------------------------------------------------------------
def test_modes_follow_the_program(terminal: Engine) -> None:
    terminal.feed(b"\x1b[?1049h\x1b[?2004h\x1b[?1h\x1b=\x1b[?1000h\x1b[?1004h\x1b[?2026h\x1b[>5u")
    assert terminal.modes() == (True, True, True, True, 2, True, True, True, 5)
    terminal.feed(b"\x1b[<u\x1b[?2026l\x1b[?1007l")
    assert terminal.modes()[5:] == (False, True, False, 0)


def test_the_cursor(terminal: Engine) -> None:
    terminal.feed(b"\x1b[2;3H\x1b[4 q\x1b[?25l")
    assert terminal.cursor() == (1, 2, False, False, CursorShape.UNDERLINE)


def test_replies_are_taken_once(terminal: Engine) -> None:
    terminal.feed(b"\x1b[5n\x1b[6n")
    assert terminal.take_replies() == b"\x1b[0n\x1b[1;1R"
    assert terminal.take_replies() == b""


def test_theme_colours_are_answered(terminal: Engine) -> None:
    terminal.set_colors(0x112233, 0xFFFFFF, 0x445566, [0x010101] * 256)
    terminal.feed(b"\x1b]10;?\x07\x1b]11;?\x07")
    assert terminal.take_replies() == b"\x1b]10;rgb:1111/2222/3333\x07\x1b]11;rgb:ffff/ffff/ffff\x07"


# -- keeping ---------------------------------------------------------------------------------------------------------
def test_a_clear_keeps_the_cursors_line(terminal: Engine) -> None:
    terminal.feed(numbered(0, 20) + b"$ cmd")
    terminal.clear()
    assert terminal.lines() == ["$ cmd"]
    assert terminal.cursor()[:2] == (0, 5)
    assert terminal.scrollbar() == Scrollbar(5, 0, 5)


def test_a_clear_of_the_scrollback_keeps_the_screen(terminal: Engine) -> None:
    terminal.feed(numbered(0, 20))
    screen = terminal.screen()
    terminal.clear(scrollback_only=True)
    assert terminal.screen() == screen
    assert terminal.scrollbar().total == 5
    terminal.feed(numbered(20, 40))
    assert terminal.scrollbar().total > 20, "new scrollback is kept"


def numbers_fit(terminal: Engine) -> bool:
    """Whether every retained `line n` is row n, counted for life."""
    first = terminal.first_row()
    rows = [int(line.split()[1]) - row for row, line in enumerate(terminal.lines()) if line]
    return bool(rows) and set(rows) == {first}


def test_rows_have_numbers_for_life(terminal: Engine) -> None:
    terminal.set_scrollback(100)
    at = 0
    while terminal.first_row() < 100:
        terminal.feed(numbered(at, at + 37))
        at += 37
        assert numbers_fit(terminal)
    terminal.clear(scrollback_only=True)
    assert numbers_fit(terminal)
    terminal.feed(numbered(at, at + 3))
    assert numbers_fit(terminal)
    terminal.clear()
    terminal.feed(numbered(at + 3, at + 30))
    assert numbers_fit(terminal)


def test_after_a_flood_no_row_has_a_number_that_was_told_before(terminal: Engine) -> None:
    terminal.set_scrollback(100)
    terminal.feed(numbered(0, 50))
    told = terminal.first_row() + terminal.scrollbar().total
    terminal.feed(numbered(50, 20_000))
    assert told <= terminal.first_row() <= 20_000


def test_sizes_and_the_alternate_screen_are_no_loss_of_rows(terminal: Engine) -> None:
    terminal.feed(numbered(0, 50) + b"x" * 70)
    assert terminal.first_row() == 0
    terminal.resize(10, 5)
    terminal.feed(b"\x1b[?1049h" + numbered(0, 50))
    assert terminal.first_row() == 0
    terminal.resize(30, 9)
    terminal.feed(b"\x1b[?1049l")
    assert terminal.first_row() == 0
    terminal.feed(b"\x1b[2J\x1b[H\x1b[3L\x1b[2M\x1b[2;4r\x1bM\x1b[9S")
    assert terminal.first_row() == 0


def test_a_frame_says_how_many_rows_are_gone(terminal: Engine) -> None:
    terminal.set_scrollback(100)
    view = terminal.view()
    at = gone = 0
    while not gone:
        terminal.feed(numbered(at, at + 20))
        at += 20
        data = view.frame(1)
        assert data is not None
        gone = wire.HEADER.unpack_from(data)[-1]
    assert gone == terminal.first_row()


def test_a_reset_empties_everything(terminal: Engine) -> None:
    terminal.feed(b"\x1b]2;t\x07" + numbered(0, 20) + b"\x1b[?2004h\x1b[?1049h")
    terminal.reset()
    assert terminal.lines() == []
    assert not terminal.modes().bracketed_paste
    assert not terminal.modes().alternate_screen
    assert terminal.title() == ""


def test_a_snapshot_comes_back_as_scrollback_at_any_width(terminal: Engine) -> None:
    text = b"\x1b[1;31mred\x1b[0m plain\r\n" + b"w" * 45 + "\r\n漢字\r\n\r\n$ ".encode()
    terminal.feed(text)
    for name in ENGINES:
        other = engine(name, 33, 4)
        other.restore(terminal.snapshot())
        assert other.lines() == ["red plain", "w" * 45, "漢字", "", "$"]
        assert other.screen() == ["", "", "", ""]
        assert other.cursor()[:2] == (0, 0)
        other.scroll_to(0)
        assert cells_of(other)[0][0].style.fg == (1 << 24 | 1)
        assert cells_of(other)[0][0].style.attributes == wire.BOLD


def test_a_snapshot_in_parts_misses_nothing_that_is_printed_meanwhile(terminal: Engine) -> None:
    terminal.set_scrollback(20_000)
    blank = b"\r\n" * 2500  # over the seams between parts
    terminal.feed(b"\x1b[31mred\x1b[0m" + blank + numbered(0, 1500) + b"w" * 900 + blank)
    before = terminal.lines()
    parts = []
    for number, part in enumerate(terminal.text_parts()):
        parts.append(part)
        terminal.feed(b"later %d\r\n" % number)
    other = engine(ENGINES[0], 33, 4, 20_000)
    other.restore(snapshot.pack(parts))
    after = other.lines()
    assert after[: len(before)] == before
    assert [line for line in after[len(before) :] if line] in (
        [],
        [f"later {n}" for n in range(len(parts) - 1)],
    )


def test_a_snapshot_in_parts_survives_a_clear_and_an_end_in_between(terminal: Engine) -> None:
    terminal.feed(numbered(0, 900) * 3)
    parts = terminal.text_parts()
    next(parts)
    terminal.clear()
    assert b"".join(parts).count(b"line 3") <= 1
    terminal.feed(numbered(0, 900) * 3)
    parts = terminal.text_parts()
    next(parts)
    terminal.close()
    del parts


def test_a_snapshot_on_the_alternate_screen_is_of_the_primary(terminal: Engine) -> None:
    terminal.feed(numbered(0, 9) + b"\x1b[?1049hvim")
    other = engine(ENGINES[0], 20, 5)
    other.restore(terminal.snapshot())
    assert other.lines() == [f"line {n}" for n in range(9)]


def test_a_snapshot_on_the_alternate_screen_has_a_primary_screen_without_scrollback(terminal: Engine) -> None:
    terminal.feed(b"one\r\ntwo\x1b[?1049hvim")
    other = engine(ENGINES[0], 20, 5)
    other.restore(terminal.snapshot())
    assert other.lines() == ["one", "two"]


@pytest.mark.parametrize("data", [b"", b"nonsense", b"paneflow-text-1\nnonsense"])
def test_what_is_no_snapshot_is_refused(terminal: Engine, data: bytes) -> None:
    with pytest.raises(ValueError, match="snapshot"):
        terminal.restore(data)


def test_a_cut_snapshot_is_refused(terminal: Engine) -> None:
    terminal.feed(numbered(0, 20))
    with pytest.raises(ValueError, match="snapshot"):
        terminal.restore(terminal.snapshot()[:-3])


def test_the_scrollback_keeps_about_as_many_lines_as_asked(terminal: Engine) -> None:
    terminal.resize(100, 24)
    terminal.set_scrollback(10_000)
    for _ in range(25):
        terminal.feed(b"".join(b"%-90d\r\n" % n for n in range(1000)))
    kept = terminal.scrollbar().total - 24
    assert 9_000 <= kept <= 11_000


def test_compressing_loses_nothing(terminal: Engine) -> None:
    terminal.set_scrollback(20_000)
    terminal.feed(b"".join(b"some %d words\r\n" % n for n in range(10_000)))
    before = terminal.lines()
    for _ in range(1000):
        if not terminal.compress():
            break
    assert terminal.lines() == before
    assert terminal.memory() > 0


def test_what_is_called_after_closing_does_not_bring_the_process_down(terminal: Engine) -> None:
    view, mark = terminal.view(), terminal.mark()
    view.frame(1)
    terminal.close()
    for call in (
        lambda: terminal.feed(b"x"),
        lambda: terminal.resize(9, 9),
        lambda: terminal.tail(3),
        lambda: view.frame(1),
        lambda: terminal.encode_key(KeyEvent("a")),
        terminal.lines,
        terminal.modes,
        terminal.cursor,
        terminal.snapshot,
        terminal.prompts,
        mark.close,
        view.close,
    ):
        with contextlib.suppress(Exception):
            call()


def test_closing_twice_is_fine(terminal: Engine) -> None:
    terminal.view().frame(1)
    terminal.close()
    terminal.close()
