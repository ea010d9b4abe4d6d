import json

import pytest

from paneflow.client.wire import MAX_LINE, answer_of, request_line
from paneflow.errors import (
    AmbiguousTarget,
    Busy,
    Failed,
    InvalidParams,
    NotFound,
    PaneflowError,
    Refused,
    TimedOut,
)
from paneflow.rpc import jsonrpc
from paneflow.rpc.codes import code_of


def test_a_request_is_one_that_the_host_parses() -> None:
    line = request_line("surface.read", {"surface_id": 1, "text": "é\n"}, 7)

    request = jsonrpc.parse(line)
    assert (request.method, request.params, request.id) == ("surface.read", {"surface_id": 1, "text": "é\n"}, 7)
    assert line.count(b"\n") == 1


def test_a_request_that_no_host_takes_is_not_made() -> None:
    assert MAX_LINE == jsonrpc.MAX_LINE
    with pytest.raises(InvalidParams, match="262,144") as caught:
        request_line("x", {"text": "a" * MAX_LINE}, 1)
    assert caught.value.kind == "too_large"


@pytest.mark.parametrize(
    ("kind", "error"),
    [
        ("surface_not_found", NotFound),
        ("ambiguous_target", AmbiguousTarget),
        ("gate_closed", Refused),
        ("busy", Busy),
        ("timed_out", TimedOut),
        ("internal", Failed),
        ("invalid_params", InvalidParams),
        ("something_new", PaneflowError),
    ],
)
def test_an_error_comes_back_as_its_class_with_its_data(kind: str, error: type[PaneflowError]) -> None:
    wire = {"code": code_of(kind), "message": "no", "data": {"kind": kind, "more": 1}}

    with pytest.raises(error, match=r"^no$") as caught:
        answer_of(json.dumps({"jsonrpc": "2.0", "id": 3, "error": wire}).encode(), 3)

    assert type(caught.value) is error
    assert (caught.value.kind, caught.value.data) == (kind, {"more": 1})


def test_the_older_error_shape_is_a_failure_too() -> None:
    with pytest.raises(PaneflowError, match="no such pane"):
        answer_of(b'{"jsonrpc":"2.0","id":3,"result":{"error":"no such pane"}}', 3)


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"garbage",
        b"[]",
        b"\xff",
        b'{"id":4,"result":1}',
        b'{"id":3}',
        b"[" * 100_000,
    ],
)
def test_what_is_no_answer_to_the_request_is_a_protocol_error(line: bytes) -> None:
    with pytest.raises(PaneflowError) as caught:
        answer_of(line, 3)
    assert caught.value.kind == "protocol"
