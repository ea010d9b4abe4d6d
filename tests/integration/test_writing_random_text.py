"""Ten thousand random texts: what a raw program gets is exactly what the cleaner promises, and nothing else submits."""

import random
import re
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.host import HostProcess, Rpc, RpcError, running_host
from tests.support.pane import kind_of

RECORDER = Path(__file__).parents[1] / "support" / "recorder.py"
PAIRS = 10_000
PIECES = [
    "a", "word ", "é", "漢", "👩‍👧", "\t", "\n", "\r", "\r\n", "\x1b", "\x1b[200~", "\x1b[201~", "\x1b[20", "1~", "\x9b201~",
    "\x9b", "\x00", "\x03", "\x04", "\x07", "\x08", "\x7f", "\x85", "\u2028", "\u2029", "\u202e", "\u200b", "\x1bOM", "[201~",
    "\x1b]52;c;aGk=\x07", "\x1bP", "\x9d", "\x84", "; rm -rf x", "\ud800", "\ufeff",
]  # fmt: skip
LINE_END = re.compile("\r\n|[\r\n\x85\u2028\u2029]")
HALF = re.compile("[\ud800-\udfff]")
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")


class Case(NamedTuple):
    """One call."""

    text: str
    submit: bool
    paste: bool | None


def cases(seed: int, count: int) -> Iterator[Case]:
    dice = random.Random(seed)
    for _ in range(count):
        text = "".join(dice.choices(PIECES, k=dice.randrange(9)))
        yield Case(text, dice.random() < 0.08, dice.choice([None, True, False]))


def cleaned(text: str) -> bytes:
    """The promise, in words of its own: no controls but the tab, each line end as Enter sends it, whole characters in UTF-8."""
    lines = [CONTROL.sub("", line) for line in LINE_END.split(text)]
    return HALF.sub("\ufffd", "\r".join(lines)).encode()


def promised(case: Case, bracketed: bool) -> bytes | None:
    """What arrives; None when the call has to be refused."""
    text = cleaned(case.text)
    if case.submit:
        pasted = bracketed if case.paste is None else bracketed and case.paste
        return (b"\x1b[200~" + text + b"\x1b[201~" if pasted and case.text else text) + b"\r"
    if not case.text:
        return None
    if bracketed and case.paste is not False:
        return b"\x1b[200~" + text + b"\x1b[201~"
    return None if b"\r" in text else text


@pytest.fixture(scope="module")
def host() -> Iterator[HostProcess]:
    with running_host(config="submit_paste_delay_ms = 10\n") as host:
        yield host


class Recorder:
    """A raw program in a pane that notes what it gets."""

    def __init__(self, host: HostProcess, *, bracketed: bool = False) -> None:
        self.host, self.bracketed = host, bracketed
        self.surface = host.new()
        self.file = host.folder / f"record-{self.surface}"
        host.type(self.surface, f"python3 -S {RECORDER} {self.file} {'paste' if bracketed else ''}")
        host.wait_for_text(self.surface, "\nrecording")

    def heard(self, size: int) -> bytes:
        """What it got, once it is that much."""
        self.host.wait_for(lambda: self.file.stat().st_size >= size, 30)
        return self.file.read_bytes()


def play(recorder: Recorder, seed: int, wrong: list[object]) -> None:
    expected = bytearray()
    with Rpc(recorder.host.socket_path) as rpc:
        for case in cases(seed, PAIRS // 4):
            wanted = promised(case, recorder.bracketed)
            params = {} if case.paste is None else {"paste": case.paste}
            try:
                rpc.call("surface.send_text", surface_id=recorder.surface, text=case.text, submit=case.submit, **params)
                if wanted is None:
                    wrong.append(case)
            except RpcError as error:
                if wanted is not None or error.kind not in ("would_submit", "empty_text"):
                    wrong.append((case, error))
            expected += wanted or b""
    if recorder.heard(len(expected)) != bytes(expected):
        wrong.append("the record is another one")


@pytest.mark.timeout(110)
def test_what_arrives_is_what_the_cleaner_promises(host: HostProcess) -> None:
    recorders = [Recorder(host, bracketed=bracketed) for bracketed in (True, False, True, False)]
    wrong: list[object] = []
    threads = [threading.Thread(target=play, args=(each, seed, wrong)) for seed, each in enumerate(recorders)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_nothing_is_executed_that_was_not_submitted(host: HostProcess) -> None:
    surface = host.new()
    trap = host.folder / "executed"
    with host.connect() as rpc:
        for case in cases(99, 150):
            text = f"touch {trap};{case.text}"
            refused = kind_of(partial(rpc.call, "surface.send_text", surface_id=surface, text=text))
            assert refused in ("", "would_submit")
            rpc.call("surface.send_keystroke", surface_id=surface, keystroke="ctrl-c")
    host.wait_for(lambda: host.call("surface.info", surface_id=surface)["foreground"])
    host.type(surface, "echo over-$((1+1))")
    host.wait_for_text(surface, "over-2")
    assert not trap.exists()


@pytest.mark.parametrize("bracketed", [True, False])
def test_each_text_of_two_clients_arrives_whole(host: HostProcess, bracketed: bool) -> None:
    recorder = Recorder(host, bracketed=bracketed)
    texts = [f"<{letter}{number:02}{letter * 9000}>" for number in range(12) for letter in "xy"]

    def write(mine: list[str]) -> None:
        with Rpc(host.socket_path) as rpc:
            for text in mine:
                rpc.call("surface.send_text", surface_id=recorder.surface, text=text, submit=True)

    threads = [threading.Thread(target=write, args=(texts[start::2],)) for start in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    each = 13 if bracketed else 1
    heard = recorder.heard(sum(len(text) + each for text in texts)).decode()

    def wrap(text: str) -> str:
        return f"\x1b[200~{text}\x1b[201~\r" if bracketed else f"{text}\r"

    assert sorted(re.findall(r"[^\r]*\r", heard)) == sorted(map(wrap, texts))
    for start in (0, 1):
        assert [heard.index(wrap(text)) for text in texts[start::2]] == sorted(
            heard.index(wrap(text)) for text in texts[start::2]
        )
