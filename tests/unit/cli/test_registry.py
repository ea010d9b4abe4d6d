import shlex

import pytest

from paneflow.cli import help as help_texts
from paneflow.cli import registry
from paneflow.cli.command import Arg, Command, Flag, Group
from paneflow.cli.grammar import Leaf, groups, leaves
from paneflow.cli.parse import parse

BEGUN_BY_MAIN = {("host", "run"), ("gui",)}


@pytest.mark.parametrize("verb", [*registry.VERBS, *registry.ALIASES])
def test_a_row_leads_to_its_command(verb: str) -> None:
    found = registry.load(verb)

    assert found.name == registry.ALIASES.get(verb, verb)
    assert isinstance(found, Command | Group)


@pytest.mark.parametrize("leaf", leaves(), ids=lambda leaf: leaf.name)
def test_a_command_is_told_of_in_full(leaf: Leaf) -> None:
    command = leaf.command
    text = help_texts.of_command(command, leaf.name)
    assert (command.run is None) == (leaf.path in BEGUN_BY_MAIN)
    words: list[Arg | Flag] = [*command.args, *command.flags]
    assert all(word.shown in text and word.doc in text for word in words)
    assert all(flag.name.startswith("--") for flag in command.flags)
    assert all(doc.endswith(".") for doc in [command.doc, *(word.doc for word in words)])
    assert {name for pair in command.conflicts for name in pair} <= {flag.name for flag in command.flags}


def test_the_overview_names_every_verb() -> None:
    text = help_texts.overview()

    assert all(f"  {verb} " in text for verb in registry.VERBS)
    assert max(map(len, text.splitlines())) <= 128


@pytest.mark.parametrize("leaf", leaves(), ids=lambda leaf: leaf.name)
def test_a_command_shows_how_it_is_called(leaf: Leaf) -> None:
    calls = [call for call in calls_of(leaf.command.examples) if call[: len(leaf.path)] == [*leaf.path]]
    assert calls, "there is no example"
    for call in calls:
        parse(leaf.command, call[len(leaf.path) :])


@pytest.mark.parametrize("group", groups().values(), ids=lambda group: group.name)
def test_a_group_shows_how_it_is_called(group: Group) -> None:
    calls = [call for call in calls_of(group.examples) if call[:1] == [group.name]]
    assert calls, "there is no example"
    commands = {command.name: command for command in group.commands}
    for _, name, *words in calls:
        parse(commands[name], words)
    text = help_texts.of_group(group)
    assert all(f"\n  {example}\n" in text for example in group.examples)


def calls_of(examples: tuple[str, ...]) -> list[list[str]]:
    return [call for example in examples for call in calls_in(example)]


def calls_in(example: str) -> list[list[str]]:
    """The words behind each `paneflow` of a line of shell."""
    words = shlex.shlex(example, posix=True, punctuation_chars=True)
    words.whitespace_split = True
    calls: list[list[str]] = [[]]
    for word in words:
        if word == "paneflow" or set(word) <= set("|&;<>()"):
            calls.append([])
        else:
            calls[-1].append(word)
    return calls
