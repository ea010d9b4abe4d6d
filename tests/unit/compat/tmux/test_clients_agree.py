"""The client that imports nothing of ours and the one of pip's launcher read a command line alike."""

import pytest

from paneflow.compat.tmux import client, portable, version

LINES = [
    [],
    ["ls"],
    ["-L", "x", "ls"],
    ["-Lx", "ls"],
    ["-2uf", "/dev/null", "new", "-d"],
    ["--", "-a"],
    ["-L"],
    ["ls", "-L"],
    ["-"],
]


@pytest.mark.parametrize("argv", LINES, ids=" ".join)
def test_options_end_at_the_same_word(argv: list[str]) -> None:
    values, rest = client.split(argv)
    assert portable.split(argv) == (set(values), rest)


@pytest.mark.parametrize("name", ["READERS", "STARTERS", "TAKE_VALUE"])
def test_their_tables_are_the_same(name: str) -> None:
    assert sorted(getattr(client, name)) == sorted(getattr(portable, name))


def test_they_say_the_same_version() -> None:
    assert f"tmux {version.VERSION}" == client.VERSION
