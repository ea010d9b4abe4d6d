import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paneflow.compat.pane_backend import envelope
from paneflow.compat.pane_backend.errors import BackendError


def parsed(text: str) -> envelope.Request:
    return envelope.parse(text.encode())


def answer(request: envelope.Request, value: object) -> bytes:
    return envelope.write(envelope.result(request, value))


def test_a_request_needs_only_a_method() -> None:
    assert parsed('{"method":"list"}') == envelope.Request(None, "list", {}, jsonrpc=False)
    assert parsed('{"method":"list","params":null,"id":0}').params == {}


def test_answers_are_lines_with_the_id_first() -> None:
    request = parsed('{"id":"x","method":"list"}')

    assert answer(request, {"a": 1}) == b'{"id":"x","result":{"a":1}}'
    assert (
        envelope.failure(BackendError(-32001, "no"), request) == b'{"id":"x","error":{"code":-32001,"message":"no"}}\n'
    )
    assert (
        envelope.failure(BackendError(-1, "no", a=1))
        == b'{"id":null,"error":{"code":-1,"message":"no","data":{"a":1}}}\n'
    )
    assert envelope.push("m", {"a": 1}) == b'{"method":"m","params":{"a":1}}\n'


def test_json_rpc_is_spoken_with_who_speaks_it() -> None:
    request = parsed('{"jsonrpc":"2.0","id":1,"method":"list"}')

    assert json.loads(answer(request, {})) == {"jsonrpc": "2.0", "id": 1, "result": {}}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("", -32700),
        ("{", -32700),
        ("[]", -32600),
        ("1", -32600),
        ('{"method":1}', -32600),
        ('{"id":true,"method":"x"}', -32600),
        ('{"id":NaN,"method":"x"}', -32600),
        ('{"id":1e999,"method":"x"}', -32600),
    ],
)
def test_what_is_no_request(line: str, code: int) -> None:
    with pytest.raises(BackendError) as error:
        parsed(line)
    assert error.value.code == code


@given(st.binary(max_size=200))
def test_any_line_is_a_request_or_an_error_of_the_protocol(line: bytes) -> None:
    try:
        envelope.parse(line)
    except BackendError as error:
        assert error.code in (-32700, -32600)  # noqa: PT017 - both outcomes are right


@given(st.recursive(st.none() | st.integers() | st.text(st.characters()), lambda each: st.lists(each, max_size=3)))
def test_every_value_fits_on_one_line(value: object) -> None:
    line = envelope.push("m", {"value": value})

    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert json.loads(line)["params"]["value"] == value
