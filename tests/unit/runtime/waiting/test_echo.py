"""What was sent, taken out of what came back."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paneflow.runtime.waiting.echo import Echoes, masked, shows, without_echo


@pytest.mark.parametrize(
    ("lines", "sent", "left"),
    [
        (["$ make test", "passed"], ["make test"], ["$ ", "passed"]),
        (["$ echo x", "echo x"], ["echo x"], ["$ ", "echo x"]),
        (["$ one", "$ two", "two"], ["one", "two"], ["$ ", "$ ", "two"]),
        (["$ ec"], ["echo DONE"], ["$ "]),
        (["$ ec", "DONE"], ["echo DONE"], ["$ ec", "DONE"]),
        (["> a", "> b", "a"], ["a\nb"], ["> ", "> ", "a"]),
        (["two", "one"], ["one", "two"], ["two", ""]),
        (["out"], [], ["out"]),
        (["out"], ["", "  ", "\n"], ["out"]),
        (["$ a       b"], ["a\tb"], ["$ "]),
        ([], ["x"], []),
        (["hunter2"], ["hunter3"], ["hunter2"]),
        (["$ true x"], ["/foo", "true x"], ["$ "]),
        (["$ true quick"], ["q", "true quick"], ["$ "]),
        (["$ true qui"], ["q", "true quick"], ["$ "]),
        (["$ ls q", "q"], ["ls q", "q"], ["$ ", ""]),
        (["$ printf '          x'"], ["printf '\t  x'"], ["$ "]),
        (["$ printf 'x'"], ["printf '\tx'"], ["$ "]),
    ],
)
def test_the_first_showing_of_each_text_goes(lines: list[str], sent: list[str], left: list[str]) -> None:
    assert without_echo(lines, Echoes(sent)) == left


def test_at_the_prompt_every_showing_goes() -> None:
    assert without_echo(["$ ls", "$ ls -l", "out"], Echoes(["ls -l", "ls"]), typing=True) == ["$ ", "$ ", "out"]


@pytest.mark.parametrize(
    ("lines", "before", "left"),
    [
        (["$ ls"], "", ["$"]),
        ([" ls", "$ ls -l", "$ ls"], "$", ["", "$ ls -l", "$"]),
        (["ls", "> ls", "$ ls"], "", ["ls", "> ls", "$"]),
    ],
)
def test_what_was_typed_shows_behind_a_prompt_any_time(lines: list[str], before: str, left: list[str]) -> None:
    assert without_echo(lines, Echoes((), {"ls"}, {"$"}), before=before) == left


@pytest.mark.timeout(5)
@pytest.mark.parametrize("text", ["a" * 60_000, "ab" * 30_000])
def test_half_of_a_long_text_is_found_without_a_stop(text: str) -> None:
    assert without_echo([f"$ {text[:-10]}"], Echoes([text])) == ["$ "]
    assert without_echo([f"$ {text[:-10]}!"], Echoes([text])) == [f"$ {text[:-10]}!"]


TEXTS = st.text(alphabet="ab \n", max_size=6)


@settings(max_examples=400, deadline=None)
@given(st.lists(st.text(alphabet="abc ", max_size=8), max_size=5), st.lists(TEXTS, max_size=3), st.booleans())
def test_nothing_is_taken_out_that_was_not_sent(lines: list[str], sent: list[str], typing: bool) -> None:
    left = without_echo(lines, Echoes(sent), typing=typing)
    assert len(left) == len(lines)
    for before, after in zip(lines, left, strict=True):
        assert is_rest(after, before)
        assert before.count("c") == after.count("c")  # which was in nothing that was sent
    if not typing:
        gone = sum(map(len, lines)) - sum(map(len, left))
        assert gone <= sum(len(text.expandtabs()) for text in sent)


def is_rest(part: str, whole: str) -> bool:
    left = iter(whole)
    return all(char in left for char in part)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.text(alphabet="xyz ", max_size=8), max_size=4), st.text(alphabet="ab", min_size=1, max_size=8))
def test_an_echo_behind_a_prompt_goes_and_the_output_stays(output: list[str], sent: str) -> None:
    assert without_echo([f"$ {sent}", *output], Echoes([sent])) == ["$ ", *output]


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="ab", min_size=1, max_size=8), st.integers(0, 8))
def test_the_beginning_of_an_echo_goes_too(sent: str, shown: int) -> None:
    assert without_echo([f"$ {sent[:shown]}"], Echoes([sent])) == ["$ "]


@pytest.mark.parametrize(
    ("lines", "text", "found"),
    [
        (["$ ls -l"], "ls -l", True),
        (["$ ls"], "ls -l", False),
        (["> a", "> b"], "a\nb", True),
        (["> b", "> a"], "a\nb", False),
    ],
)
def test_a_text_shows_when_it_stands_there_as_a_whole(lines: list[str], text: str, found: bool) -> None:
    assert shows(lines, text) is found


@pytest.mark.parametrize(
    ("shown", "text", "mask"),
    [
        (" ***", "abc", True), ("●●●●", "abc", True), ("******", "abc", True), ("**", "abc", False), ("***", "***", False),
        ("abc", "abc", False), ("xxx", "abc", False), ("**-", "abc", False), ("", "abc", False),
    ],
)  # fmt: skip
def test_a_mask_is_one_sign_again_and_again(shown: str, text: str, mask: bool) -> None:
    assert masked(shown, text) is mask
