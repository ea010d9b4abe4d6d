"""Lines to requests, answers to lines."""

import json

import pytest

from paneflow.errors import InvalidParams, NotFound
from paneflow.rpc import jsonrpc
from paneflow.rpc.codes import from_wire, to_wire

BAD = [
    (b"{", "parse_error", None),
    (b"\xff\xfe", "parse_error", None),
    ('{"jsonrpc":"2.0","method":"a.b"}'.encode("utf-16-be"), "parse_error", None),
    (b'{"jsonrpc":"2.0","method":"\xed\xa0\x80"}', "parse_error", None),
    (b"[" * 100_000, "parse_error", None),
    (b"[]", "batch_unsupported", None),
    (b"3", "invalid_request", None),
    (b'{"jsonrpc":"2.0","method":"a.b","id":true}', "invalid_request", None),
    (b'{"jsonrpc":"2.0","method":"a.b","id":[1]}', "invalid_request", None),
    (b'{"jsonrpc":"2.0","method":"a.b","id":NaN}', "invalid_request", None),
    (b'{"jsonrpc":"2.0","method":"a.b","id":-1e999}', "invalid_request", None),
    (b'{"jsonrpc":"1.0","method":"a.b","id":7}', "invalid_request", 7),
    (b'{"jsonrpc":"2.0","method":5,"id":"x"}', "invalid_request", "x"),
    (b'{"jsonrpc":"2.0","method":"a.b","params":[1],"id":1}', "invalid_request", 1),
]


@pytest.mark.parametrize(("line", "kind", "request_id"), BAD)
def test_a_line_that_is_no_request_is_refused_with_its_kind(line: bytes, kind: str, request_id: object) -> None:
    with pytest.raises(jsonrpc.BadRequest) as caught:
        jsonrpc.parse(line)
    assert (caught.value.kind, caught.value.request_id) == (kind, request_id)


def test_a_request_without_an_id_is_a_notification() -> None:
    assert jsonrpc.parse(b'{"jsonrpc":"2.0","method":"a.b"}').notification
    assert not jsonrpc.parse(b'{"jsonrpc":"2.0","method":"a.b","id":null}').notification


def test_a_request_survives_the_round_trip() -> None:
    request = jsonrpc.parse(jsonrpc.request("surface.read", {"surface_id": 3}, "abc"))
    assert (request.method, request.params, request.id) == ("surface.read", {"surface_id": 3}, "abc")


def test_a_request_that_no_host_would_take_is_refused_at_once() -> None:
    with pytest.raises(InvalidParams) as caught:
        jsonrpc.request("surface.send_text", {"text": "x" * jsonrpc.MAX_LINE})
    assert caught.value.kind == "too_large"


def test_lone_surrogates_of_file_names_are_escaped() -> None:
    line = jsonrpc.result(1, {"cwd": "/tmp/\udcff"})
    assert json.loads(line)["result"]["cwd"] == "/tmp/\udcff"


def test_an_error_keeps_kind_message_and_data_over_the_wire() -> None:
    error = NotFound("there is no surface 9", kind="surface_not_found", surface_id=9)
    wire = json.loads(jsonrpc.failure(1, error))["error"]
    assert wire == {
        "code": -32602,
        "message": "there is no surface 9",
        "data": {"kind": "surface_not_found", "surface_id": 9},
    }
    back = from_wire(wire)
    assert (back.kind, back.message, back.data) == (error.kind, error.message, error.data)


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("gate_closed", -32601),
        ("unknown_method", -32601),
        ("peer_refused", -32001),
        ("busy", -32000),
        ("surface_not_found", -32602),
        ("too_large", -32602),
        ("internal", -32603),
        ("line_too_long", -32600),
        ("parse_error", -32700),
    ],
)
def test_each_kind_has_its_code(kind: str, code: int) -> None:
    assert to_wire(NotFound("x", kind=kind))["code"] == code


def test_legacy_errors_are_errors_too() -> None:
    assert from_wire("no such pane").message == "no such pane"
    assert from_wire({"code": -32601, "message": "closed"}).kind in {"unknown_method", "gate_closed"}
