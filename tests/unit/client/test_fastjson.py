import json
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paneflow.client import fastjson
from tests.support.cli import ROOT

NUMBERS = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@settings(deadline=None)
@given(VALUES)
def test_it_reads_and_writes_what_the_package_does(value: object) -> None:
    assert json.loads(fastjson.dumps(value)) == value
    assert json.loads(fastjson.pretty(value)) == value
    assert fastjson.loads(json.dumps(value)) == value


@settings(deadline=None)
@given(st.recursive(st.text('aé漢 \n"\\'), lambda inner: st.lists(inner) | st.dictionaries(st.text("ab"), inner)))
def test_it_is_laid_out_as_by_the_package(value: object) -> None:
    assert fastjson.pretty(value) == json.dumps(value, ensure_ascii=False, indent=2)
    assert fastjson.dumps(value) == json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@settings(deadline=None)
@given(st.text() | st.binary().map(lambda data: data.decode(errors="surrogateescape")))
def test_a_text_fares_the_same_without_the_accelerator(text: str) -> None:
    fast = fastjson.quoted(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fastjson, "_fast", None)
        assert fastjson.quoted(text) == fast
        assert fastjson.loads(json.dumps([text])) == [text]


@pytest.mark.parametrize("code", [0x00, 0x1B, 0x7F, 0x80, 0x9B, 0x9F, 0x202E, 0x2066, 0xD800, 0xDFFF])
def test_what_a_terminal_acts_on_is_escaped(code: int) -> None:
    printed = fastjson.pretty({chr(code): f"漢{chr(code)}"})

    assert chr(code) not in printed
    assert json.loads(printed) == {chr(code): f"漢{chr(code)}"}
    printed.encode()


@pytest.mark.parametrize("text", ["", " ", "{", "[1,", '"a', "{} {}", "nul", "01", "[1]x", '{"a" 1}', '"\n"'])
def test_what_is_no_json_is_refused_as_by_the_package(text: str) -> None:
    with pytest.raises(json.JSONDecodeError):
        fastjson.loads(text)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {1: 2}, {"a": object()}, [b"x"]])
def test_what_json_cannot_hold_is_refused(value: object) -> None:
    with pytest.raises(TypeError):
        fastjson.dumps(value)


def test_what_is_no_json_is_refused_although_the_package_was_never_loaded() -> None:
    code = "from paneflow.client import fastjson\ntry: fastjson.loads('{')\nexcept ValueError: print('refused')"

    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)

    assert (done.stdout, done.stderr) == ("refused\n", "")
