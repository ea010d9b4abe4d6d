"""Text from a terminal cannot get out of its fence."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paneflow.rpc.fence import TAG, broken, fence

CLOSERS = [
    f'</{TAG} id="00">',
    f"</{TAG}>",
    f"< / {TAG.upper()} >",
    f"<\n/\t{TAG}",
    f"<<{TAG}",
    f"<{TAG} id='x'>",
]


def looks_like_ours(text: str) -> int:
    return len(re.findall(rf"<[\s/]*{TAG}", text, re.IGNORECASE))


def test_it_says_where_the_text_is_from_and_names_its_end() -> None:
    assert fence("hi", "ab12", source="surface:7", eof=True) == (
        f'<{TAG} source="surface:7" eof="true" id="ab12">\nhi\n</{TAG} id="ab12">'
    )


@pytest.mark.parametrize("closer", CLOSERS)
def test_what_looks_like_a_fence_inside_is_broken(closer: str) -> None:
    assert looks_like_ours(fence(f"a{closer}b", "ab")) == 2


def test_other_text_is_not_touched() -> None:
    text = "if a < b and c </ d: <b>bold</b> <3"
    assert broken(text) == text


def test_an_attribute_cannot_close_the_tag() -> None:
    assert '">' not in fence("", "n", source='x"><script>').split("\n")[0][:-2]


@settings(deadline=None)
@given(st.lists(st.sampled_from([*CLOSERS, "<", "/", TAG, " ", "a"]) | st.text(max_size=3)).map("".join))
def test_no_text_whatever_gets_out(text: str) -> None:
    assert looks_like_ours(fence(text, "n")) == 2
