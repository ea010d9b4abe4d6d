"""What is told of a command's output when the command clears the screen or moves about on it: by its run, and afterwards.

A table of commands, each played after several things that stand on the screen, in real shells with both engines: `run` has
all that the command showed, in order; the last output is what still stands of that. Neither is cut and said to be whole.
"""

import shutil
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import pytest

from tests.support.host import SCRIPTING, Rpc, running_host
from tests.support.pane import Pane, kind_of
from tests.support.vt import ENGINES

SHELLS = ("bash", "zsh", "fish")
GONE = None


def numbers(first: int, last: int) -> str:
    return "\n".join(map(str, range(first, last + 1)))


class Row(NamedTuple):
    """A command; what it prints; what is left of that, GONE if nothing is; and whether that is all of it."""

    command: str
    output: str
    last: str | None
    whole: bool = True


def same(command: str, output: str) -> Row:
    """A command of whose output all is left."""
    return Row(command, output, output)


CLEARS = {
    "clear": "clear",
    "tput": "tput clear",
    "home-erase": r"printf '\033[H\033[2J'",
    "erase-home": r"printf '\033[2J\033[H'",
    "erase": r"printf '\033[2J'",
    "home-below": r"printf '\033[H\033[J'",
    "reset": r"printf '\033c'",
    "tput-reset": "tput reset",
    "styled": r"printf '\033[1;1H\033[0m\033[0J'",
    "zeros": r"printf '\033[00;01f\033[02J'",
}
TABLE = {
    **{f"{name}-five": same(f"{clear}; seq 1 5", numbers(1, 5)) for name, clear in CLEARS.items()},
    **{f"{name}-one": same(f"{clear}; echo two", "two") for name, clear in CLEARS.items()},
    **{f"{name}-sixty": same(f"{clear}; seq 1 60", numbers(1, 60)) for name, clear in CLEARS.items()},
    **{f"{name}-nothing": same(clear, "") for name, clear in CLEARS.items()},
    **{
        f"{name}-between": Row(f"seq 1 6; {clear}; seq 1 5", f"{numbers(1, 6)}\n{numbers(1, 5)}", numbers(1, 5), False)
        for name, clear in CLEARS.items()
    },
    **{f"{name}-after": Row(f"seq 1 6; {clear}", numbers(1, 6), GONE) for name, clear in CLEARS.items()},
    "clear-after-much": Row("seq 1 90; clear; echo end", f"{numbers(1, 90)}\nend", "end", False),
    "clear-after-much-left": Row(r"seq 1 90; printf '\033[H\033[2J'; echo end", f"{numbers(1, 90)}\nend", "end", False),
    "clear-twice": Row("clear; echo a; clear; echo b", "a\nb", "b", False),
    "clear-without-a-line-end": Row("printf ab; clear; printf cd", "ab\ncd", "cd", False),
    "plain": same("seq 1 5", numbers(1, 5)),
    "nothing": same("true", ""),
    "scrollback": same(r"printf '\033[3J'; seq 1 5", numbers(1, 5)),
    "scrollback-between": same(r"echo a; printf '\033[3J'; echo b", "a\nb"),
    "scrollback-in-a-line": same(r"printf 'ab\033[3Jcd\n'", "abcd"),
    "erase-above": Row(r"seq 1 3; printf '\033[1J'; echo x", f"{numbers(1, 3)}\nx", "x", False),
    "alternate": same(r"tput smcup; echo x; tput rmcup; echo y", "y"),
    "alternate-cleared": same(r"echo w; tput smcup; clear; echo x; tput rmcup; echo y", "w\ny"),
    "progress": same(r"printf '10%%\r20%%\r30%%\n'", "30%"),
    "up": same(r"seq 1 5; printf '\033[2A\033[2Kfour\n\033[2Kfive\n'", "1\n2\n3\nfour\nfive"),
    "up-and-erase": same(r"seq 1 5; printf '\033[2A\033[Jfour\nfive\n'", "1\n2\n3\nfour\nfive"),
    "page": same(r"printf '\033[Hone\033[K\ntwo\033[K\nthree\033[K\n\033[J'", "one\ntwo\nthree"),
}


def before_much(pane: Pane, _: Row) -> None:
    pane.run("seq 101 150", timeout_s=20)


def before_the_same(pane: Pane, row: Row) -> None:
    pane.run(row.command, timeout_s=20)


def before_clears(pane: Pane, _: Row) -> None:
    pane.run("true", timeout_s=20)
    pane.run(f"seq 1 6; {CLEARS['home-erase']}; seq 1 5", timeout_s=20)


def before_a_clear_at_the_prompt(pane: Pane, _: Row) -> None:
    pane.run("seq 1 60", timeout_s=20)
    pane.settle()
    pane.key("ctrl-l")
    pane.settle()


BEFORE = {
    "much": before_much,
    "the-same": before_the_same,
    "clears": before_clears,
    "ctrl-l": before_a_clear_at_the_prompt,
}


class Kind(NamedTuple):
    shell: str
    engine: str
    rows: int

    def __str__(self) -> str:
        return "-".join(map(str, self))


KINDS = [Kind(shell, ENGINES[0], 24) for shell in SHELLS] + [Kind("bash", each, 10) for each in ENGINES]


@pytest.fixture(scope="module", params=KINDS, ids=str)
def pane(request: pytest.FixtureRequest) -> Iterator[Pane]:
    kind: Kind = request.param
    path = shutil.which(kind.shell)
    if path is None:
        pytest.skip(f"{kind.shell} is not installed")
    with running_host(config=f'default_shell = "{path}"\n', env={**SCRIPTING, "PANEFLOW_ENGINE": kind.engine}) as host:
        (host.home / ".zshrc").write_text("PS1='%# '\n")
        with Pane(host) as pane:
            pane.call("surface.resize", cols=80, rows=kind.rows)
            pane.settle()
            yield pane


def last(pane: Pane) -> tuple[str, bool] | None:
    """The last output, and whether it begins at its beginning."""
    if kind_of(lambda: pane.call("surface.read", last=True, fenced=False)) == "output_gone":
        return None
    read = pane.call("surface.read", last=True, fenced=False)
    return read["text"], read["eof"]


Told = tuple[str, bool, str, tuple[str, bool] | None]


def told(pane: Pane, command: str) -> Told:
    """What its run tells of a command, and what is told of it afterwards."""
    ran = pane.run(command, timeout_s=20)
    return ran["output"], ran["truncated"], ran["evidence"], last(pane)


@pytest.mark.parametrize("command", TABLE)
def test_the_output(pane: Pane, command: str) -> None:
    row = TABLE[command]
    found: dict[str, Told] = {}  # by what came before
    for name, play in BEFORE.items():
        play(pane, row)
        found[name] = told(pane, row.command)
    expected = (row.output, False, "marks", None if row.last is None else (row.last, row.whole))
    assert found == dict.fromkeys(BEFORE, expected)


@pytest.mark.parametrize("before", BEFORE)
def test_a_line_that_is_drawn_at_the_top_comes_first(pane: Pane, before: str) -> None:
    """There are as many blank lines behind it as were above the command."""
    row = same(r"printf '\0337\033[H\033[Kstatus\0338'; seq 1 3", "status\n1\n2\n3")
    BEFORE[before](pane, row)
    output, truncated, _, left = told(pane, row.command)
    assert left is not None
    assert [[*filter(None, text.split("\n"))] for text in (output, left[0])] == [["status", "1", "2", "3"]] * 2
    assert truncated is False


@pytest.mark.parametrize("before", BEFORE)
def test_what_is_printed_over_old_text_is_told_without_it(pane: Pane, before: str) -> None:
    row = same(r"printf '\033[H'; seq 1 3", numbers(1, 3))
    BEFORE[before](pane, row)
    ran = pane.run(row.command, timeout_s=20)
    assert (ran["output"], ran["truncated"]) == (row.output, False)


@pytest.mark.parametrize("clear", CLEARS.values())
def test_a_size_that_changes_while_it_runs(pane: Pane, clear: str) -> None:
    pane.run("seq 101 150", timeout_s=20)
    size = pane.call("surface.info")
    turn = [(30, 8), (100, 40), (size["cols"], size["rows"])]
    with ThreadPoolExecutor(1) as pool:
        ran = pool.submit(pane.run, f"seq 1 6; {clear}; seq 1 5; sleep 0.6; seq 6 8", timeout_s=20)
        time.sleep(0.2)
        with Rpc(pane.host.socket_path) as other:
            for cols, rows in turn:
                other.call("surface.resize", surface_id=pane.id, cols=cols, rows=rows)
                time.sleep(0.1)
        row = ran.result()
    assert (row["output"], row["truncated"]) == (f"{numbers(1, 6)}\n{numbers(1, 8)}", False)
    left = last(pane)
    assert left is not None
    assert ([*filter(None, left[0].split("\n"))], left[1]) == (numbers(1, 8).split("\n"), False)


def test_output_longer_than_what_is_retained(pane: Pane) -> None:
    ran = pane.run(f"{CLEARS['home-erase']}; seq 1 30000", timeout_s=60)
    assert (ran["output"], ran["truncated"]) == (numbers(1, 30000), False)
    left = last(pane)
    assert left is not None
    assert (left[0].split("\n")[-1], left[1]) == ("30000", False)


TAKEN = {
    "deleted": r"seq 1 3; printf '\033[H\033[99M'; echo end",
    "inserted": r"seq 1 3; printf '\033[H\033[99L'; echo end",
    "scrolled-down": r"seq 1 3; printf '\033[99T\033[H'; echo end",
    "scrolled-in-a-part": r"printf '\033[3;5r\033[3H'; seq 1 20; printf '\033[r\033[9H'; echo end",
    "left-on-the-alternate-screen": r"seq 1 3; printf '\033[?1049h'; seq 1 300; echo end",
}


@pytest.mark.parametrize("command", TAKEN.values(), ids=TAKEN)
def test_lines_that_are_taken_from_the_screen_are_said_to_be_lost(pane: Pane, command: str) -> None:
    pane.run("seq 101 150", timeout_s=20)
    ran = pane.run(command, timeout_s=20)
    left = last(pane)
    pane.run(r"printf '\033[?1049l'", timeout_s=20)
    assert ran["output"].split("\n")[-1] == "end"
    assert (ran["truncated"], left is None or not left[1]) == (True, True)


def test_what_stood_before_the_alternate_screen_is_told_where_that_stays(pane: Pane) -> None:
    ran = pane.run(r"seq 1 3; printf '\033[?1049h'", timeout_s=20)
    pane.run(r"printf '\033[?1049l'", timeout_s=20)
    assert (ran["output"], ran["truncated"]) == (numbers(1, 3), True)


def test_a_storm_of_clears_is_told_whole_or_said_to_be_cut(pane: Pane) -> None:
    ran = pane.run(r"""sh -c "printf '\033[H\033[2Jframe %s' $(seq -s ' ' 1 400)" """, timeout_s=20)
    frames = ran["output"].split("\n")
    assert frames[-1] == "frame 400"
    assert ran["truncated"] is (frames != [f"frame {number}" for number in range(1, 401)])
