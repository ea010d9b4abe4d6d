"""Finding text in lines."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paneflow.vt.search import Hit, find, find_last

LINES = ["An error", "no", "", "error error", "the end"]


def hits(pattern: str, *, regex: bool = False, case: bool = False, limit: int = 100) -> list[Hit]:
    return find(LINES, pattern, regex=regex, case=case, limit=limit)[0]


def test_every_hit_of_a_line_counts() -> None:
    assert hits("error") == [Hit(0, 3, 8), Hit(3, 0, 5), Hit(3, 6, 11)]


def test_case_counts_only_when_asked_for() -> None:
    assert hits("AN") == [Hit(0, 0, 2)]
    assert hits("AN", case=True) == []


def test_a_plain_pattern_is_no_expression() -> None:
    assert hits("e.d") == []
    assert hits("e.d", regex=True) == [Hit(4, 4, 7)]


def test_anchors_are_those_of_lines() -> None:
    assert hits("^error|end$", regex=True) == [Hit(3, 0, 5), Hit(4, 4, 7)]


def test_a_hit_never_leaves_its_line() -> None:
    assert hits(r"[^z]+", regex=True) == [Hit(0, 0, 8), Hit(1, 0, 2), Hit(3, 0, 11), Hit(4, 0, 7)]
    assert hits(r"error\s+\w", regex=True) == [Hit(3, 0, 7)]


def test_empty_hits_are_none() -> None:
    assert hits("x*", regex=True) == []


def test_the_limit_says_that_it_cut() -> None:
    assert find(LINES, "e", regex=False, case=False, limit=2) == ([Hit(0, 3, 4), Hit(3, 0, 1)], True)
    assert find(LINES, "no", regex=False, case=False, limit=1) == ([Hit(1, 0, 2)], False)


def test_the_last_hits_are_found_when_there_are_too_many() -> None:
    lines = [f"line {number}" for number in range(5000)]
    found, cut = find_last(lines, "line", regex=False, case=True, limit=3000)
    assert (found[0], found[-1], len(found), cut) == (Hit(2000, 0, 4), Hit(4999, 0, 4), 3000, True)
    for regex in (False, True):
        every = find(lines, "7", regex=regex, case=True, limit=10_000)
        assert find_last(lines, "7", regex=regex, case=True, limit=10_000) == every
    assert find_last([], "x", regex=True, case=True, limit=1) == ([], False)
    with pytest.raises(ValueError, match="regular expression"):
        find_last([], "(", regex=True, case=True, limit=1)


@pytest.mark.timeout(15)
@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|a)*$", "(.*a){20}$", "(a|aa)+$"])
def test_a_pattern_that_back_tracks_for_ever_ends(pattern: str) -> None:
    lines = ["a" * 5000 + "!"] * 50
    with pytest.raises(ValueError, match="too long"):
        find(lines, pattern, regex=True, case=True, limit=10)


@pytest.mark.parametrize("pattern", ["(", "[", "a{2,1}", "(?P<x>", "\\"])
def test_a_bad_expression_is_an_error(pattern: str) -> None:
    with pytest.raises(ValueError, match="regular expression"):
        find(LINES, pattern, regex=True, case=True, limit=10)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.text(alphabet="ab \n", max_size=8).map(lambda s: s.replace("\n", "")), max_size=8),
    st.sampled_from(["a", "ab", "[^b]", r"\s+a", "[^x]+", "b$", "^a"]),
)
def test_hits_are_those_of_each_line(lines: list[str], pattern: str) -> None:
    import regex

    expected = [
        Hit(number, match.start(), match.end())
        for number, line in enumerate(lines)
        for match in regex.finditer(pattern, line)
        if match.end() > match.start()
    ]
    assert find(lines, pattern, regex=True, case=True, limit=1000)[0] == expected
