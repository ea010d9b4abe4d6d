import shlex

from hypothesis import given, settings
from hypothesis import strategies as st

from paneflow.cli.run import command_line


def test_one_word_is_a_command_line_already() -> None:
    assert command_line(["make test && echo $?"]) == "make test && echo $?"


@settings(deadline=None)
@given(st.lists(st.text(), min_size=2))
def test_several_words_reach_the_shell_as_they_are(words: list[str]) -> None:
    assert command_line(words) == shlex.join(words)
