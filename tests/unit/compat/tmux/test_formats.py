"""The format language, as a table. The values are what tmux 3.3a prints for them."""

from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paneflow.compat.tmux.formats import Looped, expand
from paneflow.compat.tmux.width import pad, text_width, trim


class Table:
    """A scope whose variables are a dict."""

    def __init__(self, **values: str) -> None:
        self.values = {
            "session_name": "work",
            "pane_active": "1",
            "path": "/a/b/c",
            "zero": "0",
            "empty": "",
            "time": "86400",
            **values,
        }

    def find(self, name: str) -> str | None:
        return self.values.get(name)

    def loop(self, over: str) -> Iterable[Looped] | None:
        if over == "P":
            return None
        return [Looped(Table(window_name=name, session_name=name), name == "two") for name in ("one", "two")]

    def search(self, text: str, *, regex: bool, ignore_case: bool) -> int:
        return 7 if text == "here" else 0

    def run(self, command: str) -> str:
        return f"<{command}>"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("plain", "plain"),
        ("#{session_name}", "work"),
        ("#S|#D", "work|"),
        ("#{nosuch}", ""),
        ("##{x}", "#{x}"),
        ("#[fg=red]x", "#[fg=red]x"),
        ("##[x]", "##[x]"),
        ("a#,b#}c", "a,b}c"),
        ("#x", "#x"),
        ("#", "#"),
        ("#{unclosed", ""),
        ("before#{unclosed", "before"),
        ("#(date +%s)", "<date +%s>"),
        ("#{?pane_active,yes,no}", "yes"),
        ("#{?zero,yes,no}#{?empty,yes,no}#{?nosuch,yes,no}", "nonono"),
        ("#{?#{==:a,b},yes,#{session_name}}", "work"),
        ("#{?a,b}", ""),
        ("#{==:#{session_name},work}#{!=:a,b}#{<:a,b}#{>:a,b}#{<=:a,a}#{>=:a,b}", "111010"),
        ("#{||:0,1}#{&&:1,0}#{&&:1,x}", "101"),
        ("#{m:w*k,work}#{m:w?rk,work}#{m:[v-x]ork,work}#{m:x*,work}", "1110"),
        ("#{m/r:^w.*k$,work}#{m/ri:WORK,work}#{m/i:W*,work}", "111"),
        ("#{=2:session_name}#{=-2:session_name}#{=/2/..:session_name}", "workwo.."),
        ("#{p6:session_name}|#{p-6:session_name}|", "work  |  work|"),
        ("#{n:session_name}#{w:session_name}", "44"),
        ("#{l:#{x}}", "#{x}"),
        ("#{b:path}#{d:path}", "c/a/b"),
        ("#{q:path}", "/a/b/c"),
        ("#{s/o/0/:session_name}", "w0rk"),
        ("#{s/(.)r/\\1R/:session_name}", "woRk"),
        ("#{e|+|:1,2}#{e|-|:1,2}#{e|*|:3,4}#{e|/|:7,2}#{e|m|:7,4}", "3-11233"),
        ("#{e|*|f|3:1.5,2}#{e|==|:1,1}#{e|<|:1,2}#{e|?|:1,2}", "3.00011"),
        ("#{a:65}#{a:300}", "A"),
        ("#{S:[#{session_name}]}", "[one][two]"),
        ("#{W:#{window_name} ,<#{window_name}>}", "one <two>"),
        ("#{N:two}#{N:three}#{N/s:one}", "101"),
        ("#{C:here}#{C:there}", "70"),
        ("#{=2;p4:session_name}|", "wo  |"),
        ("#{t/f/%Y:time}", "1970"),
    ],
)
def test_a_format_is_worth(text: str, value: str) -> None:
    assert expand(text, Table()) == value


def test_a_variable_that_holds_a_format_is_expanded_on_demand() -> None:
    scope = Table(outer="#{session_name} %H")
    assert expand("#{outer}|#{E:outer}", scope) == "#{session_name} %H|work %H"
    assert expand("#{T:outer}", scope, now=0) != "work %H"


def test_strftime_runs_over_the_whole_only_when_asked() -> None:
    assert expand("%Y", Table(), now=0) == "%Y"
    assert expand("%Y #{session_name}", Table(), with_time=True, now=0) == "1970 work"


def test_a_format_that_refers_to_itself_ends() -> None:
    assert expand("#{E:me}", Table(me="x#{E:me}")).count("x") < 20


@settings(deadline=None, max_examples=300)
@given(st.text(alphabet="#{}[]():;,?=<>|&!slmbdqEeTSWPNCp/ab01%^$*\\", max_size=60))
def test_nothing_that_can_be_written_raises(text: str) -> None:
    assert isinstance(expand(text, Table()), str)


@pytest.mark.parametrize(("text", "cells"), [("abc", 3), ("你好", 4), ("e\u0301", 1), ("#[fg=red]x", 1), ("😀", 2)])
def test_width_counts_cells(text: str, cells: int) -> None:
    assert text_width(text) == cells


def test_cutting_never_leaves_half_a_wide_character() -> None:
    assert trim("你好", 3) == "你"
    assert trim("你好", -3) == "好"
    assert pad("你", 4) == "你  "
