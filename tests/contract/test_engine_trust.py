"""What no program's output can do to an engine, or through it."""

import pytest

from paneflow.vt.engine import Engine
from paneflow.vt.events import ClipboardWrite, Notified, ShellMark
from tests.support.vt import ENGINES, engine

pytestmark = pytest.mark.parametrize("name", ENGINES)

HOSTILE = "\x1b]2;rm -rf ~\x07"


def replies(terminal: Engine, data: bytes) -> bytes:
    terminal.feed(data)
    return terminal.take_replies()


@pytest.mark.parametrize(
    "query",
    [
        b"\x1b[21t", b"\x1b[20t", b"\x05", b"\x1b]50;?\x07", b"\x1b]52;c;?\x07", b"\x1b]52;p;?\x1b\\", b"\x1b[1;1;1;1;1;1*y",
        b"\x1bP+q616263\x1b\\", b"\x1b]2;?\x07", b"\x1b]l;?\x07", b"\x1b[?15n", b"\x1b[x", b"\x1b]1337;ReportCellSize\x07",
    ],
)  # fmt: skip
def test_queries_for_text_of_programs_stay_unanswered(name: str, query: bytes) -> None:
    terminal = engine(name)
    terminal.feed(HOSTILE.encode() + b"\x1b]52;c;cm0gLXJm\x07evil")
    assert replies(terminal, query) == b""


def test_a_clipboard_is_never_sent(name: str) -> None:
    terminal = engine(name)
    answer = replies(terminal, b"\x1b]5522;type=read;dGV4dC9wbGFpbg==\x07")
    assert answer in (b"", b"\x1b]5522;type=read:status=EPERM\x07")


def test_answers_are_numbers_and_text_of_ours(name: str) -> None:
    terminal = engine(name)
    terminal.feed(HOSTILE.encode())
    answer = replies(
        terminal, b"\x1bP$qecho evil\r\x1b\\\x1b]4;1;evil\x07\x1b]10;evil\x07\x1b]11;?\x07\x1b[?1$p\x1b[>q\x1b[c"
    )
    assert b"evil" not in answer
    assert b"\r" not in answer
    assert b"\n" not in answer


def test_a_clipboard_write_is_capped_and_cleaned(name: str) -> None:
    terminal = engine(name)
    terminal.feed(b"\x1b]52;c;" + b"QUFB" * 400_000 + b"\x07")
    assert terminal.take_events() == []
    terminal.feed(b"\x1b]52;c;YRtbMjAxfmINYwBkCg==\x07")  # a ESC [201~ b CR c NUL d LF
    assert terminal.take_events() == [ClipboardWrite("c", "a[201~b\ncd\n")]


def test_a_clipboard_is_not_emptied(name: str) -> None:
    terminal = engine(name)
    terminal.feed(b"\x1b]52;c;\x07\x1b]52;c;!\x07")
    assert terminal.take_events() == []


def test_titles_are_capped_and_cleaned(name: str) -> None:
    terminal = engine(name)
    terminal.feed("\x1b]2;a\u202eb\u200bc\u2066d\x07".encode())
    assert terminal.title() == "abcd"
    terminal.feed(b"\x1b]2;" + b"x" * 1000 + b"\x07")
    assert len(terminal.title()) <= 256


def test_notifications_are_capped_and_cleaned(name: str) -> None:
    terminal = engine(name)
    terminal.feed("\x1b]9;a\u202e\u0085b\x07".encode())
    assert terminal.take_events() == [Notified("", "a b")]
    terminal.feed(b"\x1b]9;flood\x07" * 1000)
    assert len(terminal.take_events()) <= 16


def test_events_and_answers_are_bounded(name: str) -> None:
    terminal = engine(name)
    for _ in range(20):
        terminal.feed(b"\x1b]133;C\x07\x1b[c" * 1000)
    assert len(terminal.take_events()) <= 1024
    assert len(terminal.take_replies()) <= 64 << 10


@pytest.mark.parametrize(
    "uri",
    [
        b"file://elsewhere/tmp",
        b"file:///tmp/\xe2\x80\xaeevil",
        b"relative/path",
        b"http://here/x",
        b"file:///a%0ab",
        b"file://[x/",
    ],
)
def test_folders_of_other_hosts_and_odd_ones_are_not_reported(name: str, uri: bytes) -> None:
    terminal = engine(name)
    terminal.feed(b"\x1b]7;" + uri + b"\x07")
    assert terminal.cwd() == ""
    assert terminal.take_events() == []


def test_an_endless_string_is_dropped_and_the_terminal_recovers(name: str) -> None:
    terminal = engine(name)
    for start in (b"\x1b]2;", b"\x1b]133;D;", b"\x1bP", b"\x1b_G", b"\x1b]52;c;"):
        terminal.feed(start + b"x" * 5_000_000)
        terminal.feed(b"\x1b\\ok\r\n")
    assert terminal.screen()[:5] == ["ok"] * 5


@pytest.mark.timeout(30)
@pytest.mark.parametrize(
    "data", [b"a\x1b[99999999b", b"\x1b[99999999@", b"\x1b[99999999L", b"\x1b[99999999S", b"\x1b[99999999X"]
)
def test_counts_are_clamped_to_the_grid(name: str, data: bytes) -> None:
    terminal = engine(name)
    terminal.feed(data)
    assert len(terminal.lines()) <= 24 * 3


def test_a_cell_does_not_grow_for_ever(name: str) -> None:
    terminal = engine(name)
    terminal.feed(b"e" + "\u0301".encode() * 100_000)
    view = terminal.view()
    frame = view.frame(1)
    assert frame is not None
    assert len(frame) < 100_000


def test_restored_text_is_inert(name: str) -> None:
    from paneflow.vt import snapshot

    terminal = engine(name)
    terminal.restore(snapshot.pack([b"a\x1b]52;c;aGVsbG8=\x07\x1b]2;t\x07\x07\x1b[c\x1b[?2004h\x1b[31mb\x1b[0m"]))
    assert terminal.take_events() == []
    assert terminal.take_replies() == b""
    assert terminal.title() == ""
    assert not terminal.modes().bracketed_paste


def test_shell_mark_options_are_bounded(name: str) -> None:
    terminal = engine(name)
    terminal.feed(b"\x1b]133;C;" + b";".join(b"k%d=v" % n for n in range(200)) + b"\x07")
    (mark,) = terminal.take_events()
    assert isinstance(mark, ShellMark)
    assert len(mark.options) <= 16


@pytest.mark.parametrize("bracketed", [False, True])
def test_a_paste_cannot_end_itself(name: str, bracketed: bool) -> None:
    terminal = engine(name)
    terminal.feed(b"\x1b[?2004h" if bracketed else b"")
    pasted = terminal.encode_paste("a\x1b[20\x1b[201~1~\x9b201~b\nc\x03")
    body = pasted.removeprefix(b"\x1b[200~").removesuffix(b"\x1b[201~") if bracketed else pasted
    assert body == b"a[20[201~1~201~b\rc"


def test_focus_is_reported_only_when_asked_for(name: str) -> None:
    terminal = engine(name)
    assert terminal.encode_focus(focused=True) == b""
    terminal.feed(b"\x1b[?1004h")
    assert (terminal.encode_focus(focused=True), terminal.encode_focus(focused=False)) == (b"\x1b[I", b"\x1b[O")
