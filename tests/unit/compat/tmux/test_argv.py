"""From words to commands: global options, `;`, flags, names and errors."""

import pytest

from paneflow.compat.tmux.argv import find_verb, parse_command, parse_commands, split_commands, split_globals
from paneflow.compat.tmux.commands import VERBS
from paneflow.compat.tmux.errors import TmuxError


@pytest.mark.parametrize(
    ("argv", "values", "words"),
    [
        ([], {}, []),
        (["-L", "a", "ls"], {"L": "a"}, ["ls"]),
        (["-La", "ls"], {"L": "a"}, ["ls"]),
        (
            ["-2uL", "a", "-f", "/dev/null", "ls", "-F", "x"],
            {"2": "", "u": "", "L": "a", "f": "/dev/null"},
            ["ls", "-F", "x"],
        ),
        (["-S", "/p", "--", "-x"], {"S": "/p"}, ["-x"]),
        (["-V"], {"V": ""}, []),
        (["-"], {}, ["-"]),
    ],
)
def test_global_options_come_before_the_command(argv: list[str], values: dict[str, str], words: list[str]) -> None:
    assert split_globals(argv) == (values, words)


@pytest.mark.parametrize(
    ("argv", "text"), [(["-Z"], "tmux: unknown option -- Z"), (["-L"], "tmux: option requires an argument -- L")]
)
def test_a_bad_global_option_is_answered_with_the_usage(argv: list[str], text: str) -> None:
    with pytest.raises(TmuxError) as caught:
        split_globals(argv)
    assert caught.value.message.splitlines()[:2] == [text, *caught.value.message.splitlines()[1:2]]
    assert "usage: tmux" in caught.value.message


@pytest.mark.parametrize(
    ("words", "commands"),
    [
        (["a", ";", "b"], [["a"], ["b"]]),
        (["a", "b;", "c"], [["a", "b"], ["c"]]),
        (["a", r"b\;", "c"], [["a", "b;", "c"]]),
        ([";", "a"], [[], ["a"]]),
        (["a;"], [["a"]]),
        ([], []),
    ],
)
def test_semicolons_part_commands(words: list[str], commands: list[list[str]]) -> None:
    assert split_commands(words) == commands


@pytest.mark.parametrize(
    ("name", "verb"),
    [
        ("ls", "list-sessions"),
        ("split-windo", "split-window"),
        ("neww", "new-window"),
        ("next", "next-window"),
        ("at", "attach-session"),
    ],
)
def test_a_verb_goes_by_name_alias_and_unique_beginning(name: str, verb: str) -> None:
    assert find_verb(name).name == verb


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["nosuch"], "unknown command: nosuch"),
        (["kill-pane", "-Q"], "command kill-pane: unknown flag -Q"),
        (["kill-pane", "-!"], "command kill-pane: invalid flag -!"),
        (["kill-pane", "a"], "command kill-pane: too many arguments (need at most 0)"),
        (["rename-window"], "command rename-window: too few arguments (need at least 1)"),
        (["kill-pane", "-?"], "usage: kill-pane [-a] [-t target-pane]"),
        ([], "no command"),
    ],
)
def test_errors_are_worded_as_tmux_words_them(words: list[str], text: str) -> None:
    with pytest.raises(TmuxError) as caught:
        parse_command(words)
    assert caught.value.message == text


def test_an_ambiguous_name_lists_what_it_could_be() -> None:
    with pytest.raises(
        TmuxError, match=r"^ambiguous command: list, could be: list-buffers, list-clients, list-commands"
    ):
        find_verb("list")


@pytest.mark.parametrize(
    ("words", "flags", "rest"),
    [
        (
            ["splitw", "-dP", "-F#{pane_id}", "-l50%", "--", "claude", "-x"],
            {"d": None, "P": None, "F": "#{pane_id}", "l": "50%"},
            ["claude", "-x"],
        ),
        (["send", "-t", "x", "foo", "-l"], {"t": "x"}, ["foo", "-l"]),
        (["capturep", "-epJtx"], {"e": None, "p": None, "J": None, "t": "x"}, []),
        (["splitp", "-h"], {"h": None}, []),
        (["send", "-"], {}, ["-"]),
    ],
)
def test_flags_cluster_and_stop_at_the_first_word(
    words: list[str], flags: dict[str, str | None], rest: list[str]
) -> None:
    command = parse_command(words)
    assert {flag: command.args.get(flag) for flag in command.args.flags} == flags
    assert command.args.words == rest


def test_a_repeated_flag_keeps_all_its_values() -> None:
    args = parse_command(["new-session", "-e", "A=1", "-eB=2"]).args
    assert args.all("e") == ["A=1", "B=2"]
    assert args.get("e") == "B=2"
    assert args.count("e") == 2


def test_nothing_runs_if_a_later_command_is_wrong() -> None:
    with pytest.raises(TmuxError, match="unknown command: nosuch"):
        parse_commands(["display-message", "x", ";", "nosuch"])


def test_every_verb_has_a_well_formed_row() -> None:
    assert len({verb.name for verb in VERBS}) == len(VERBS) == 90
    for verb in VERBS:
        assert verb.upper == -1 or verb.lower <= verb.upper
        for target in filter(None, (verb.source, verb.target)):
            assert f"{target.flag}:" in verb.flags
