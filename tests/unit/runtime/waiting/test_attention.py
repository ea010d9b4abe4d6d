"""What a watch sees of an engine's output, and what it never takes for new; with both engines."""

from collections.abc import Iterator

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from paneflow.runtime.waiting.attention import Attention, Watch
from paneflow.runtime.waiting.new_text import NewText
from paneflow.runtime.waiting.seams import Piece
from paneflow.runtime.waiting.sent import Sent
from paneflow.runtime.waiting.shell import Shell
from paneflow.vt.engine import Engine
from paneflow.vt.events import MarkKind, ShellMark
from tests.support.vt import ENGINES, engine

WORD = "s3cret"


class Scene:
    """A surface without a program: bytes go in, and each watch notes what it was shown."""

    def __init__(self, made: Engine) -> None:
        self.engine = made
        self.shell = Shell(WORD)
        self.sent = Sent(made)
        self.attention = Attention(made, self.shell, self.sent)
        self.generation = 0

    def watch(self, *, keep: bool = False) -> tuple[Watch, list[str]]:
        seen: list[str] = []
        watch = Watch(NewText(self.engine, keep=keep), self.generation, seen.append)
        self.attention.add(watch)
        return watch, seen

    def feed(self, data: bytes) -> None:
        if self.attention.needed:
            self.attention.feed(data, self._feed)
        else:
            self.engine.feed(data)
            self._tell()
        self.generation += 1

    def _feed(self, piece: Piece) -> None:
        self.engine.feed(piece.data)
        self._tell()

    def _tell(self) -> None:
        for event in self.engine.take_events():
            if isinstance(event, ShellMark) and self.shell.hear(event) and self.shell.trusted:
                self.attention.hear(event)
                if event.kind is MarkKind.OUTPUT_START:
                    self.sent.shown()


def mark(kind: str) -> bytes:
    return f"\x1b]133;{kind};nonce={WORD}\x07".encode()


@pytest.fixture(params=ENGINES)
def scene(request: pytest.FixtureRequest) -> Iterator[Scene]:
    made = engine(request.param, 30, 6, 100)
    yield Scene(made)
    made.close()


def ever(seen: list[str], line: str) -> bool:
    return any(line in text.split("\n") for text in seen)


def test_only_what_comes_after_it_began_is_seen(scene: Scene) -> None:
    scene.feed(b"old\r\nolder\r\n")
    _, seen = scene.watch()
    scene.feed(b"new\r\n")
    assert ever(seen, "new")
    assert "old" not in "".join(seen)


def test_text_that_is_gone_at_once_was_seen(scene: Scene) -> None:
    _, seen = scene.watch()
    scene.feed(b"one\rtwo\x1b[2K\rthree\x1b[H\x1b[2Jfour\x1b[?1049hfive\x1b[?1049lsix\x1bcseven")
    for word in ("one", "two", "three", "four", "five", "six", "seven"):
        assert any(word in text for text in seen), word


def test_a_long_line_that_wraps_is_one(scene: Scene) -> None:
    _, seen = scene.watch()
    scene.feed(b"x" * 100 + b"\r\n")
    assert ever(seen, "x" * 100)


def test_a_resize_makes_nothing_new(scene: Scene) -> None:
    scene.feed(b"a rather long line of old text\r\nand one more\r\n$ ")
    watch, seen = scene.watch()
    for cols in (10, 50, 7, 30):
        scene.engine.resize(cols, 6)
        scene.attention.look()
    scene.feed(b"new")
    assert "old" not in "".join(seen)
    assert scene.attention.whole(watch).endswith("new")


def test_a_clear_from_outside_makes_nothing_new(scene: Scene) -> None:
    scene.feed(b"old\r\n$ old typing")
    watch, seen = scene.watch(keep=True)
    scene.feed(b" more")
    scene.attention.cleared(scene.engine.clear)
    scene.feed(b"\r\nnew\r\n")
    assert "old" not in "".join(seen)
    assert "more" in scene.attention.whole(watch)
    assert "new" in scene.attention.whole(watch)


def test_all_of_it_is_kept_in_order_whatever_scrolls_away(scene: Scene) -> None:
    watch, _ = scene.watch(keep=True)
    wanted = [f"line {number}" for number in range(3000)]
    data = "".join(f"{line}\r\n" for line in wanted).encode()
    for start in range(0, len(data), 777):
        scene.feed(data[start : start + 777])
    assert scene.attention.whole(watch).split("\n")[:3000] == wanted
    assert not watch.text.truncated


def test_what_is_kept_has_a_bound_and_says_so(scene: Scene) -> None:
    watch, _ = scene.watch(keep=True)
    for _ in range(56):
        scene.feed((b"y" * 29 + b"\r\n") * 700)
    assert len(scene.attention.whole(watch)) <= 1 << 20
    assert watch.text.truncated


def test_an_echo_is_seen_by_nobody_and_the_output_by_all(scene: Scene) -> None:
    scene.feed(b"$ ")
    (_, one), (_, two) = scene.watch(), scene.watch()
    scene.sent.text(scene.generation, "echo DONE")
    for byte in b"echo DONE":
        scene.feed(bytes([byte]))
    assert "DONE" not in "".join(one + two)
    scene.feed(b"\r\nDONE\r\n$ ")
    assert ever(one, "DONE")
    assert ever(two, "DONE")


def test_what_a_person_types_at_the_prompt_is_no_output(scene: Scene) -> None:
    scene.feed(mark("A") + b"$ " + mark("B"))
    _, seen = scene.watch()
    scene.feed(b"echo DO")
    scene.feed(b"NE")
    assert "DONE" not in "".join(seen)
    scene.feed(b"\r\n" + mark("C") + b"DONE\r\n" + mark("D;0") + mark("A") + b"$ " + mark("B"))
    assert ever(seen, "DONE")


def test_a_prompt_that_comes_is_seen(scene: Scene) -> None:
    _, seen = scene.watch()
    scene.feed(b"\r\n" + mark("D;0") + mark("A") + b"me$ " + mark("B"))
    assert any("me$" in text for text in seen)


def test_marks_without_the_word_are_nobodys(scene: Scene) -> None:
    scene.feed(mark("A") + b"$ " + mark("B") + b"x\r\n" + mark("C"))
    _, seen = scene.watch()
    scene.feed(b"\x1b]133;B\x07FOUND\x1b]133;C\x07\x1b]133;D;0\x07")
    assert any("FOUND" in text for text in seen)
    assert scene.shell.trusted
    assert not scene.shell.at_prompt


def test_the_end_of_the_last_watch_gives_back_what_was_held(scene: Scene) -> None:
    one, _ = scene.watch()
    two, _ = scene.watch()
    scene.feed(b"abc\x1b[3")
    assert scene.attention.remove(one) == b""
    assert scene.attention.remove(two) == b"\x1b[3"
    assert scene.attention.remove(two) == b""
    assert not scene.attention.needed


ACTIONS = st.lists(
    st.sampled_from(["line", "part", "over", "clear", "home", "color", "alternate", "resize", "mark", "wide", "many"]),
    max_size=25,
)


@pytest.mark.parametrize("name", ENGINES)
@settings(max_examples=60, deadline=None)
@given(before=ACTIONS, after=ACTIONS, cuts=st.lists(st.integers(1, 60), min_size=1, max_size=8))
@example(before=[], after=["line", "line", "line", "color", "home"], cuts=[35])
def test_each_word_printed_later_is_seen_and_none_printed_before(
    name: str, before: list[str], after: list[str], cuts: list[int]
) -> None:
    made = engine(name, 24, 5, 200)
    scene = Scene(made)
    old, new = Script("o"), Script("n")
    scene.feed(b"".join(old.bytes_of(action) for action in [*before, "line"]))
    _, seen = scene.watch()
    data = b"".join(new.bytes_of(action) for action in after)
    sizes = iter(cuts * (len(data) // min(cuts) + 1))
    at = 0
    while at < len(data):
        size = next(sizes)
        scene.feed(data[at : at + size])
        at += size
        if size % 7 == 0 and not data[at - 1 : at + 1].isalnum():  # which could move a word's second half elsewhere
            made.resize(10 + size, 3 + size % 5)
    everything = "\n".join(seen)
    assert [word for word in new.words if word not in everything] == []
    if "home" not in before + after:  # which writes over old lines and so makes them new
        assert [word for word in old.words if word in everything] == []
    made.close()


class Script:
    """Output in which each word stands once; what was printed is in `words`."""

    def __init__(self, letter: str) -> None:
        self._letter = letter
        self.words: list[str] = []

    def bytes_of(self, action: str) -> bytes:
        if action == "many":
            return b"".join(self.bytes_of("line") for _ in range(30))
        word = f"{self._letter}{len(self.words)}{self._letter}"
        self.words.append(word)
        return {
            "line": f"{word}\r\n",
            "part": f"{word} ",
            "over": f"{word}\r",
            "clear": f"{word}\x1b[H\x1b[2J",
            "home": f"\x1b[H{word}",
            "color": f"\x1b[1;31m{word}\x1b[0m\r\n",
            "alternate": f"\x1b[?1049h\x1b[H{word}\x1b[?1049l",
            "resize": f"{word}\r\n",
            "mark": f"{word}\x1b]133;A\x07",
            "wide": f"漢字{word}\r\n",
        }[action].encode()


@pytest.mark.parametrize("clear", [b"\x1b[H\x1b[2J\x1b[3J", b"\x1b[H\x1b[J", b"\x1bc"])
def test_what_is_cleared_is_said_to_be_lost(scene: Scene, clear: bytes) -> None:
    watch, _ = scene.watch(keep=True)
    scene.feed(b"before\r\n" + clear + b"after\r\n")

    whole = scene.attention.whole(watch)
    assert "after" in whole
    assert watch.text.truncated is ("before" not in whole)


@pytest.mark.parametrize(
    "take", [b"\x1b[H\x1b[99M", b"\x1b[H\x1b[99L", b"\x1b[99T", b"\x1b[3;9r\x1b[9H" + b"\r\n" * 20]
)
def test_lines_that_are_taken_from_the_screen_are_said_to_be_lost(scene: Scene, take: bytes) -> None:
    scene.feed(b"old\r\n")
    watch, _ = scene.watch(keep=True)
    scene.feed(b"before\r\n" + take + b"after\r\n")

    assert "after" in scene.attention.whole(watch)
    assert watch.text.truncated


@pytest.mark.parametrize("take", [b"\x1b[99S", b"\x1b[2M", b"\x1b[H\x1b[M\x1b[2H", b"\x1b[r\x1b[5H", b"\x1b[L"])
def test_what_takes_no_line_that_came_is_no_loss(scene: Scene, take: bytes) -> None:
    scene.feed(b"old\r\n")
    watch, _ = scene.watch(keep=True)
    scene.feed(b"before\r\n" + take + b"after\r\n")

    assert "before" in scene.attention.whole(watch)
    assert not watch.text.truncated


def test_what_came_before_the_alternate_screen_is_told_while_that_is_shown(scene: Scene) -> None:
    watch, _ = scene.watch(keep=True)
    scene.feed(b"before\r\n\x1b[?1049h\x1b[Hwithin")
    assert scene.attention.whole(watch) == "before\nwithin"
    assert watch.text.truncated
    scene.feed(b"\x1b[?1049lafter\r\n")
    assert scene.attention.whole(watch).rstrip("\n") == "before\nafter"


@pytest.mark.parametrize("output", [b"\x1b[H\x1b[2Jafter\r\n", b"10 %\r20 %\r\nafter\r\n", b"a\r\nb\r\n\x1b[2A\x1b[Jc"])
def test_what_is_overwritten_or_cleared_before_anything_came_is_no_loss(scene: Scene, output: bytes) -> None:
    scene.feed(b"old\r\n")
    watch, _ = scene.watch(keep=True)
    scene.feed(output)

    scene.attention.whole(watch)
    assert watch.text.truncated is False


@pytest.mark.parametrize("clear", [b"\x1b[H\x1b[2J\x1b[3J", b"\x1b[H\x1b[J", b"\x1b[2J\x1b[H", b"\x1bc"])
def test_the_same_line_counts_again_behind_a_clear(scene: Scene, clear: bytes) -> None:
    scene.feed(b"one\r\ntwo\r\n$ ")
    _, seen = scene.watch()
    scene.feed(clear + b"one\r\ntwo\r\n")
    assert ever(seen, "one")
    assert ever(seen, "two")


@pytest.mark.parametrize("clear", [b"\x1b[H\x1b[2J\x1b[3J", b"\x1b[H\x1b[J", b"\x1bc"])
def test_text_is_read_before_it_is_cleared(scene: Scene, clear: bytes) -> None:
    scene.feed(b"after\r\n")
    watch, _ = scene.watch(keep=True)
    scene.feed(b"before\r\nno end" + clear + b"after\r\n")
    assert scene.attention.whole(watch).strip() == "before\nno end\nafter"
    assert not watch.text.truncated


def test_text_that_is_cleared_faster_than_it_can_be_read_is_said_to_be_lost(scene: Scene) -> None:
    watch, _ = scene.watch(keep=True)
    scene.feed(b"".join(b"\x1b[H\x1b[2Jframe %d" % number for number in range(500)))
    assert scene.attention.whole(watch).endswith("frame 499")
    assert watch.text.truncated
