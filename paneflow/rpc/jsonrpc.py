"""JSON-RPC 2.0, one object a line: bytes ↔ requests and responses. No I/O. Source: jsonrpc.org/specification."""

import json

from paneflow.errors import InvalidParams, PaneflowError
from paneflow.rpc.codes import to_wire

MAX_LINE = 256 * 1024  # of a request; answers have no cap


class Request:
    """A request that is well formed; `notification` ones are executed and not answered."""

    __slots__ = ("id", "method", "notification", "params")

    def __init__(self, method: str, params: object, request_id: object, *, notification: bool) -> None:
        self.method, self.params, self.id, self.notification = method, params, request_id, notification


class BadRequest(PaneflowError):
    """A line that is no request. `request_id` is what the answer carries: the request's id where it could be read."""

    default_kind = "invalid_request"

    def __init__(self, message: str, kind: str, request_id: object = None) -> None:
        super().__init__(message, kind=kind)
        self.request_id = request_id


def parse(line: bytes | bytearray) -> Request:
    """A line as a request. Raises `BadRequest`."""
    try:
        value = json.loads(line.decode("utf-8-sig"))  # of bytes it would guess the encoding
    except (ValueError, RecursionError) as error:
        raise BadRequest(f"this is not JSON: {error}", "parse_error") from None
    if isinstance(value, list):
        raise BadRequest("batches are not served; send one request a line", "batch_unsupported")
    if not isinstance(value, dict):
        raise BadRequest("a request is a JSON object", "invalid_request")
    return _request(value)


def is_finite(value: object) -> bool:
    """Whether JSON has the value, if it is a number: Python also reads NaN and 1e999, and writes what others cannot read."""
    return not isinstance(value, float) or value - value == 0


def _request(value: dict[str, object]) -> Request:
    request_id = value.get("id")
    if (
        isinstance(request_id, bool)
        or not isinstance(request_id, (str, int, float, type(None)))
        or not is_finite(request_id)
    ):
        raise BadRequest('"id" must be a string, a number or null', "invalid_request")
    if value.get("jsonrpc") != "2.0":
        raise BadRequest('"jsonrpc" must be "2.0"', "invalid_request", request_id)
    method = value.get("method")
    if not isinstance(method, str):
        raise BadRequest('"method" must be a string', "invalid_request", request_id)
    params = value.get("params")
    if not isinstance(params, (dict, type(None))):
        raise BadRequest('"params" must be an object', "invalid_request", request_id)
    return Request(method, params, request_id, notification="id" not in value)


def request(method: str, params: object, request_id: object = 1) -> bytes:
    """A request as a line. Raises `InvalidParams` when it is too long to be taken."""
    line = dump({"jsonrpc": "2.0", "method": method, "params": params, "id": request_id})
    if len(line) > MAX_LINE:
        raise InvalidParams(f"the request has {len(line)} bytes; at most {MAX_LINE} are taken", kind="too_large")
    return line


def result(request_id: object, value: object) -> bytes:
    """A good answer as a line."""
    return dump(answer(request_id, value))


def answer(request_id: object, value: object) -> dict[str, object]:
    """A good answer before it is written."""
    return {"jsonrpc": "2.0", "id": request_id, "result": value}


def failure(request_id: object, error: PaneflowError) -> bytes:
    """An error answer as a line."""
    return dump({"jsonrpc": "2.0", "id": request_id, "error": to_wire(error)})


def dump(value: object) -> bytes:
    """Any JSON value as a line."""
    return write(value) + b"\n"


def write(value: object) -> bytes:
    """Any JSON value. Lone surrogates, which file names can hold, are escaped rather than refused."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    try:
        return text.encode()
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":")).encode()
