"""What control sequences do, case by case, as xterm (patch 379) documents it; "modern" marks what came after it.

The default engine passes all. How many the fallback engine passes is stated below and may only rise.
"""

import unicodedata
from collections.abc import Callable

import pytest

from paneflow.vt.engine import CursorShape, Engine, MouseMode
from paneflow.vt.events import ClipboardWrite
from paneflow.vt.frame import BOLD
from tests.support.vt import ENGINES, cells_of, engine

FALLBACK_PASSES = 85

Check = Callable[[Engine], None]
CASES: dict[str, tuple[int, int, Check]] = {}


def case(name: str, cols: int = 10, rows: int = 5) -> Callable[[Check], Check]:
    def register(check: Check) -> Check:
        assert name not in CASES
        CASES[name] = (cols, rows, check)
        return check

    return register


def shows(
    name: str, data: bytes | str, *rows: str, cursor: tuple[int, int] | None = None, size: tuple[int, int] = (10, 5)
) -> None:
    """The data leaves these first rows on the screen, and the cursor at (row, col)."""

    def check(terminal: Engine) -> None:
        terminal.feed(data if isinstance(data, bytes) else data.encode())
        seen = [unicodedata.normalize("NFC", row) for row in terminal.screen()[: len(rows)]]
        assert seen == [unicodedata.normalize("NFC", row) for row in rows]
        if cursor is not None:
            assert terminal.cursor()[:2] == cursor

    case(name, *size)(check)


def answers(name: str, data: bytes, start: bytes, end: bytes = b"") -> None:
    """The terminal answers with something that starts and ends so; `end` empty means exactly the start."""

    def check(terminal: Engine) -> None:
        terminal.feed(data)
        reply = terminal.take_replies()
        assert reply.startswith(start)
        assert reply.endswith(end) if end else reply == start

    case(name, 80, 24)(check)


NUMBERS = b"1\r\n2\r\n3\r\n4\r\n5"

# -- the right margin ------------------------------------------------------------------------------------------------
shows("a full row wraps with the next character", b"A" * 10 + b"B", "A" * 10, "B", cursor=(1, 1))
shows("CR at the margin stays on the row", b"A" * 10 + b"\rX", "XAAAAAAAAA", "")
shows("BS at the margin goes back from the last column", b"A" * 10 + b"\bX", "AAAAAAAAXA", "")
shows("CUP forgets the pending wrap", b"A" * 10 + b"\x1b[1;10HX", "AAAAAAAAAX", "")
shows("LF at the margin keeps the column", b"A" * 10 + b"\nB", "A" * 10, "         B")
shows("EL at the margin clears the last cell", b"A" * 10 + b"\x1b[K", "A" * 9, "")
shows("SGR keeps the pending wrap", b"A" * 10 + b"\x1b[1mB", "A" * 10, "B")
shows("without DECAWM the last cell is overwritten", b"\x1b[?7lABCDEFGHIJKL", "ABCDEFGHIL", "")
shows("a wide character that does not fit wraps whole", "abcd漢", "abcd", "漢", cursor=(1, 2), size=(5, 5))

# -- scrolling and editing -------------------------------------------------------------------------------------------
shows("LF at the bottom margin scrolls the region", NUMBERS + b"\x1b[2;4r\x1b[4;1H\nX", "1", "3", "4", "X", "5")
shows("DECSTBM homes the cursor", b"\x1b[3;3H\x1b[2;4r", cursor=(0, 0))
shows("RI at the top margin scrolls the region", NUMBERS + b"\x1b[2;4r\x1b[2;1H\x1bM", "1", "", "2", "3", "5")
shows("LF below the region does not scroll", NUMBERS + b"\x1b[1;2r\x1b[5;1H\nX", "1", "2", "3", "4", "X")
shows("IL inserts within the region", NUMBERS + b"\x1b[2;4r\x1b[2;1H\x1b[L", "1", "", "2", "3", "5")
shows("DL deletes within the region", NUMBERS + b"\x1b[2;4r\x1b[2;1H\x1b[M", "1", "3", "4", "", "5")
shows("IL outside of the region does nothing", NUMBERS + b"\x1b[2;3r\x1b[5;1H\x1b[L", "1", "2", "3", "4", "5")
shows("ICH", b"ABCDE\x1b[1;2H\x1b[2@", "A  BCDE")
shows("DCH", b"ABCDE\x1b[1;2H\x1b[2P", "ADE")
shows("ECH", b"ABCDE\x1b[1;2H\x1b[2X", "A  DE")
shows("EL 1 clears up to the cursor's cell", b"ABCDE\x1b[1;3H\x1b[1K", "   DE")
shows("ED 0 and 1", NUMBERS + b"\x1b[2;1H\x1b[1J\x1b[4;1H\x1b[J", "", "", "3", "", "")
shows("SU and SD", NUMBERS + b"\x1b[2S\x1b[T", "", "3", "4", "5", "")
shows("IRM inserts", b"ABC\x1b[1;1H\x1b[4hXY\x1b[4lZ", "XYZBC")
shows("tab stops are every eight columns", b"a\tb\tc", "a       b       c", size=(20, 5))
shows("HTS, TBC and CBT", b"\x1b[3g\x1b[1;5H\x1bH\x1b[1;1H\tX\x1b[1;9H\x1b[ZY", "    Y", size=(20, 5))
shows("REP", b"ab\x1b[3bc", "abbbbc")
shows("DECALN", b"\x1b#8", *["E" * 10] * 5)
shows("left and right margins", b"\x1b[?69h\x1b[3;6s\x1b[1;3Habcdef", "  abcd", "  ef")

# -- characters ------------------------------------------------------------------------------------------------------
shows("a character over the second half of a wide one", "漢\x1b[1;2Hx", " x")
shows("a character over the first half of a wide one", "漢\x1b[1;1Hx", "x")
shows("DCH through a wide character", "漢b\x1b[1;2H\x1b[P", " b")
shows("a combining mark joins its cell", "e\u0301x", "e\u0301x", cursor=(0, 2))
shows("a combining mark joins the cell at the margin", "A" * 9 + "e\u0301B", "A" * 9 + "e\u0301", "B")
shows("an emoji takes two cells", "🚀x", "🚀x", cursor=(0, 3))
shows("a family of three takes six cells", "👩\u200d👩\u200d👧", cursor=(0, 6))
shows("a family of three takes two cells in mode 2027 (modern)", "\x1b[?2027h👩\u200d👩\u200d👧", cursor=(0, 2))
shows("invalid UTF-8 becomes U+FFFD", b"a\xffb\xc3(c", "a\ufffdb\ufffd(c")
shows("DEC line drawing in G0", b"\x1b(0lqk\x1b(Bq", "┌─┐q")
shows("SO and SI with G1", b"\x1b)0a\x0eq\x0fb", "a─b")


@case("UTF-8 in pieces")
def _(terminal: Engine) -> None:
    for byte in "漢é🚀".encode():
        terminal.feed(bytes([byte]))
    assert terminal.screen()[0] == "漢é🚀"


# -- moving ----------------------------------------------------------------------------------------------------------
shows("origin mode counts from the margin", b"\x1b[2;4r\x1b[?6h\x1b[1;1HX\x1b[99;1HY", "", "X", "", "Y", "")
shows("CUP is clamped", b"\x1b[99;99HX", cursor=(4, 9))
shows("CNL, CPL, CHA and VPA", b"\x1b[2Ea\x1b[1Fb\x1b[5Gc\x1b[5dd", "", "b   c", "a", "", "     d")
shows("DECSC and DECRC", b"\x1b[2;3H\x1b7\x1b[1;1HA\x1b8B", "A", "  B")
shows("IND and NEL", b"ab\x1bDc\x1bEd", "ab", "  c", "d")
shows("BS stops at the first column", b"a\r\b\bX", "X")
shows("LNM", b"\x1b[20ha\nb", "a", "b")

# -- parsing ---------------------------------------------------------------------------------------------------------
shows("CAN ends a sequence", b"\x1b[12\x18X", "X")
shows("a control character within a sequence acts", b"ab\x1b[\r1CX", "aX")
shows(
    "strings that nobody knows are swallowed",
    b"\x1bP1$r0m\x1b\\\x1b_Gfoo\x1b\\\x1b^pm\x1b\\\x1bXsos\x1b\\X",
    "X",
)
shows("sequences that nobody knows are swallowed", b"\x1b[?1;2;3zX\x1b[>4;2mY\x1b[=1;1uZ", "XYZ")
shows("RIS", b"abc\x1b[2;4r\x1b[?6h\x1bcX", "X", "", cursor=(0, 1))
shows("DECSTR resets origin, region and insert mode", b"\x1b[2;4r\x1b[?6h\x1b[4h\x1b[!p\x1b[1;1HX", "X")


# -- the alternate screen and scrollback -----------------------------------------------------------------------------
@case("1049 puts the screen aside and brings it back")
def _(terminal: Engine) -> None:
    terminal.feed(b"one\r\ntwo\x1b[?1049h")
    assert terminal.screen()[0] == ""
    terminal.feed(b"\x1b[HALT\x1b[?1049l")
    assert terminal.screen()[:2] == ["one", "two"]
    assert terminal.cursor()[:2] == (1, 3)


def history(terminal: Engine) -> int:
    return terminal.scrollbar().total - terminal.rows


@case("the alternate screen adds no scrollback")
def _(terminal: Engine) -> None:
    terminal.feed(b"\x1b[?1049h" + b"x\r\n" * 50 + b"\x1b[?1049l")
    assert history(terminal) == 0


@case("what leaves the screen is scrollback")
def _(terminal: Engine) -> None:
    terminal.feed(b"x\r\n" * 100)
    assert history(terminal) == 96


@case("ED 3 clears the scrollback")
def _(terminal: Engine) -> None:
    terminal.feed(b"x\r\n" * 100 + b"\x1b[3J")
    assert history(terminal) == 0


@case("a region that is not at the top adds no scrollback")
def _(terminal: Engine) -> None:
    terminal.feed(b"\x1b[2;4r\x1b[4;1H" + b"x\r\n" * 20)
    assert history(terminal) == 0


# -- styles ----------------------------------------------------------------------------------------------------------
RGB_1_2_3 = 2 << 24 | 0x010203

for form in ("38;2;1;2;3", "38:2::1:2:3", "38:2:1:2:3"):

    @case(f"SGR {form}")
    def _(terminal: Engine, form: str = form) -> None:
        terminal.feed(f"\x1b[{form}mX".encode())
        assert cells_of(terminal)[0][0].style.fg == RGB_1_2_3


@case("SGR 38:5:n is 38;5;n")
def _(terminal: Engine) -> None:
    terminal.feed(b"\x1b[38;5;100mA\x1b[0m\x1b[38:5:100mB\x1b[0mC")
    first, second, third = (cell.style.fg for cell in cells_of(terminal)[0][:3])
    assert first == second == (1 << 24 | 100)
    assert third == 0


@case("SGR 4:3 underlines, 4:0 does not")
def _(terminal: Engine) -> None:
    terminal.feed(b"\x1b[4:3mA\x1b[4:0mB")
    curly, none = (cell.style for cell in cells_of(terminal)[0][:2])
    assert (curly.underline, curly.attributes, none.underline) == (3, 0, 0)


@case("SGR 58 colours the underline")
def _(terminal: Engine) -> None:
    terminal.feed(b"\x1b[4;58:2::1:2:3mA")
    assert cells_of(terminal)[0][0].style.underline_color == RGB_1_2_3


@case("SGR 21 is a double underline")
def _(terminal: Engine) -> None:
    terminal.feed(b"\x1b[1;21mA")
    style = cells_of(terminal)[0][0].style
    assert (style.attributes, style.underline) == (BOLD, 2)


@case("SGR bright colours, and 39 and 49")
def _(terminal: Engine) -> None:
    terminal.feed(b"\x1b[97;107mA\x1b[39;49mB")
    bright, plain = (cell.style for cell in cells_of(terminal)[0][:2])
    assert (bright.fg, bright.bg) == (1 << 24 | 15, 1 << 24 | 15)
    assert (plain.fg, plain.bg) == (0, 0)


def background(terminal: Engine, row: int, col: int) -> int:
    cell = cells_of(terminal)[row][col]
    return cell.style.bg if cell.background is None else cell.background


@case("EL fills with the background")
def _(terminal: Engine) -> None:
    terminal.feed(b"\x1b[41m\x1b[K")
    assert background(terminal, 0, 5) == (1 << 24 | 1)
    assert background(terminal, 1, 5) == 0


@case("scrolling fills with the background")
def _(terminal: Engine) -> None:
    terminal.feed(b"\x1b[5;1H\x1b[42m\n")
    assert background(terminal, 4, 5) == (1 << 24 | 2)
    assert background(terminal, 3, 5) == 0


@case("DECSC keeps the style")
def _(terminal: Engine) -> None:
    terminal.feed(b"\x1b[1m\x1b7\x1b[0m\x1b8A")
    assert cells_of(terminal)[0][0].style.attributes == BOLD


@case("DECSCUSR 5 is a bar")
def _(terminal: Engine) -> None:
    terminal.feed(b"\x1b[5 q")
    assert terminal.cursor().shape is CursorShape.BAR


# -- answers ---------------------------------------------------------------------------------------------------------
answers("DA1", b"\x1b[c", b"\x1b[?6", b"c")
answers("DA2", b"\x1b[>c", b"\x1b[>", b"c")
answers("DSR 5", b"\x1b[5n", b"\x1b[0n")
answers("DSR 6", b"\x1b[3;4H\x1b[6n", b"\x1b[3;4R")
answers("DSR 6 in origin mode", b"\x1b[3;10r\x1b[?6h\x1b[2;4H\x1b[6n", b"\x1b[2;4R")
answers("DECRQM 2004", b"\x1b[?2004h\x1b[?2004$p", b"\x1b[?2004;1$y")
answers("DECRQM 2026 is known", b"\x1b[?2026$p", b"\x1b[?2026;2$y")
answers("XTVERSION", b"\x1b[>q", b"\x1bP>|paneflow ", b"\x1b\\")
answers("kitty's keyboard flags (modern)", b"\x1b[>1u\x1b[?u", b"\x1b[?1u")
answers("DECRQSS of SGR", b"\x1b[1m\x1bP$qm\x1b\\", b"\x1bP1$r", b"m\x1b\\")
answers("OSC 11 ?", b"\x1b]11;?\x1b\\", b"\x1b]11;rgb:", b"\x1b\\")


# -- what programs tell ----------------------------------------------------------------------------------------------
@case("a title with BEL, with ST, and in pieces")
def _(terminal: Engine) -> None:
    terminal.feed(b"\x1b]2;he")
    terminal.feed(b"llo\x07")
    assert terminal.title() == "hello"
    terminal.feed("\x1b]0;wörld\x1b\\".encode())
    assert terminal.title() == "wörld"


@case("OSC 7")
def _(terminal: Engine) -> None:
    terminal.feed(b"\x1b]7;file:///tmp/a%20b\x07")
    assert terminal.cwd() == "/tmp/a b"


@case("OSC 8")
def _(terminal: Engine) -> None:
    terminal.feed(b"\x1b]8;id=1;http://e.x/\x1b\\L\x1b]8;;\x1b\\N")
    assert (terminal.link_at(0, 0), terminal.link_at(0, 1)) == ("http://e.x/", "")


@case("OSC 52")
def _(terminal: Engine) -> None:
    terminal.feed(b"\x1b]52;c;aGVsbG8=\x07")
    assert terminal.take_events() == [ClipboardWrite("c", "hello")]


@case("modes can be read")
def _(terminal: Engine) -> None:
    terminal.feed(b"\x1b[?2004h\x1b[?1h\x1b[?1003h")
    modes = terminal.modes()
    assert (modes.bracketed_paste, modes.application_cursor, modes.mouse) == (True, True, MouseMode.MOTION)


# -- resizing --------------------------------------------------------------------------------------------------------
@case("text reflows when the width shrinks and grows (modern)", 20, 5)
def _(terminal: Engine) -> None:
    terminal.feed(b"abcdefghijklmnop\r\nxy")
    terminal.resize(10, 5)
    assert terminal.screen()[:3] == ["abcdefghij", "klmnop", "xy"]
    terminal.resize(20, 5)
    assert terminal.screen()[:2] == ["abcdefghijklmnop", "xy"]
    assert terminal.cursor()[:2] == (1, 2)


@case("scrollback reflows (modern)", 20, 5)
def _(terminal: Engine) -> None:
    terminal.feed(b"abcdefghijklmnop\r\n" * 10)
    terminal.resize(10, 5)
    assert history(terminal) == 20 + 1 - 5


@case("rows with a line end between them are not joined")
def _(terminal: Engine) -> None:
    terminal.feed(b"abcdefghij\r\nkl")
    terminal.resize(20, 5)
    assert terminal.screen()[:2] == ["abcdefghij", "kl"]


@case("fewer rows keep the cursor's")
def _(terminal: Engine) -> None:
    terminal.feed(NUMBERS)
    terminal.resize(10, 3)
    assert terminal.screen() == ["3", "4", "5"]
    assert terminal.cursor()[:2] == (2, 1)


def run(name: str, engine_name: str) -> None:
    cols, rows, check = CASES[name]
    terminal = engine(engine_name, cols, rows)
    try:
        check(terminal)
    finally:
        terminal.close()


@pytest.mark.skipif("ghostty" not in ENGINES, reason="libghostty-vt is not installed for this system")
@pytest.mark.parametrize("name", CASES)
def test_the_default_engine_does_as_xterm_does(name: str) -> None:
    run(name, "ghostty")


def test_the_fallback_engine_passes_as_many_cases_as_stated() -> None:
    failed = {name for name in CASES if not _passes(name)}
    passed = len(CASES) - len(failed)
    assert passed >= FALLBACK_PASSES, f"it got worse: {sorted(failed)}"
    assert passed == FALLBACK_PASSES, f"it got better: state {passed}"


def _passes(name: str) -> bool:
    try:
        run(name, "pyte")
    except AssertionError:
        return False
    return True


def test_there_are_ninety_cases() -> None:
    assert len(CASES) == 90
