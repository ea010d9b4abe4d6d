"""Lines ↔ requests, answers and pushes. Pure.

A request is `{id, method, params}`. Whoever says `"jsonrpc": "2.0"` gets it back; whoever does not, does not.
"""

import json
from typing import Final, NamedTuple

from paneflow.compat.pane_backend.errors import INVALID_REQUEST, PARSE_ERROR, BackendError
from paneflow.rpc.jsonrpc import is_finite

JSONRPC: Final = "2.0"
MAX_LINE: Final = 24 << 20  # bytes of a request: a write of 16 MiB in base64 fits


class Request(NamedTuple):
    """A request that is well formed; `id` goes back as it came."""

    id: object
    method: str
    params: object
    jsonrpc: bool


def parse(line: bytes | bytearray) -> Request:
    """A line as a request. Raises `BackendError`."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BackendError(PARSE_ERROR, f"this is not JSON: {error}") from None
    if not isinstance(value, dict) or not isinstance(value.get("method"), str):
        raise BackendError(INVALID_REQUEST, 'a request is an object with a "method"')
    request_id = value.get("id")
    if (
        isinstance(request_id, bool)
        or not isinstance(request_id, str | int | float | None)
        or not is_finite(request_id)
    ):
        raise BackendError(INVALID_REQUEST, '"id" is a string, a number or null')
    params = value.get("params")
    return Request(request_id, value["method"], {} if params is None else params, value.get("jsonrpc") == JSONRPC)


def result(request: Request, value: object) -> dict[str, object]:
    """A good answer, to be written with `write`: it may be long."""
    return _whole({"id": request.id, "result": value}, jsonrpc=request.jsonrpc)


def failure(error: BackendError, request: Request | None = None) -> bytes:
    """An error answer; without a request its id is null."""
    told: dict[str, object] = {"code": error.code, "message": error.message}
    if error.data:
        told["data"] = error.data
    request_id = request.id if request is not None else None
    return _line({"id": request_id, "error": told}, jsonrpc=request is not None and request.jsonrpc)


def push(method: str, params: dict[str, object]) -> bytes:
    """What nobody asked for: no id."""
    return _line({"method": method, "params": params}, jsonrpc=False)


def _line(value: dict[str, object], *, jsonrpc: bool) -> bytes:
    return write(_whole(value, jsonrpc=jsonrpc)) + b"\n"


def _whole(value: dict[str, object], *, jsonrpc: bool) -> dict[str, object]:
    return {"jsonrpc": JSONRPC, **value} if jsonrpc else value


def write(value: object) -> bytes:
    """Any JSON value. Escaped to ASCII: file names can hold halves of surrogates."""
    return json.dumps(value, separators=(",", ":")).encode()
