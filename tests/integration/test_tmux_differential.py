"""The same command lines on Debian's tmux and on the shim: codes, stdout and stderr have to be equal once ids are masked.

What may differ is not among the lines; `specs/tmux.md` lists it with reasons.
"""

import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.host import HostProcess, running_host
from tests.support.tmux import REAL, Difference, RealTmux, Shim, compare

LINES = Path(__file__).with_name("tmux_lines.txt")
ENOUGH = 200

pytestmark = pytest.mark.skipif(REAL is None, reason="there is no tmux to compare with")


def _scenarios() -> dict[str, list[list[str]]]:
    found = {}
    for block in LINES.read_text(encoding="utf-8").split("\n\n")[1:]:
        title, *lines = block.strip().splitlines()
        found[title.removeprefix("# ")] = [[word.replace("<NL>", "\n") for word in shlex.split(line)] for line in lines]
    return found


SCENARIOS = _scenarios()


@pytest.fixture(scope="module")
def host() -> Iterator[HostProcess]:
    with running_host() as host:
        yield host


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.timeout(300)
def test_tmux_and_the_shim_answer_alike(host: HostProcess, scenario: str) -> None:
    name = scenario.replace(" ", "-")
    theirs = RealTmux(host, name)
    try:
        differences = compare(Shim(host, name), theirs, SCENARIOS[scenario])
    finally:
        theirs.close()

    assert not differences, "\n".join(map(_shown, differences))


def _shown(difference: Difference) -> str:
    return f"{shlex.join(difference.line)}\n  ours   {difference.ours}\n  theirs {difference.theirs}"


def test_there_are_enough_lines() -> None:
    assert sum(map(len, SCENARIOS.values())) >= ENOUGH


def test_a_difference_would_be_seen(host: HostProcess) -> None:
    theirs = RealTmux(host, "seen")
    try:
        lines = [["new-session", "-d", "-s", "a", "cat"], ["display-message", "-p", "#{socket_path}#{pid}"]]
        assert [each.line for each in compare(Shim(host, "seen"), theirs, lines)] == [lines[1]]
    finally:
        theirs.close()
