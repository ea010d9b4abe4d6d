"""Kinds of errors and their JSON-RPC codes: the one place where an error becomes a wire error."""

from paneflow.errors import PaneflowError

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS, INTERNAL = (
    -32700,
    -32600,
    -32601,
    -32602,
    -32603,
)
NOT_PERMITTED, BACK_PRESSURE = -32001, -32000

_CODES = {
    "parse_error": PARSE_ERROR,
    "invalid_request": INVALID_REQUEST,
    "line_too_long": INVALID_REQUEST,
    "batch_unsupported": INVALID_REQUEST,
    "unknown_method": METHOD_NOT_FOUND,
    "gate_closed": METHOD_NOT_FOUND,
    "peer_refused": NOT_PERMITTED,
    "not_permitted": NOT_PERMITTED,
    "not_owner": NOT_PERMITTED,
    "timed_out": NOT_PERMITTED,
    "busy": BACK_PRESSURE,
    "too_many_connections": BACK_PRESSURE,
    "too_many_requests": BACK_PRESSURE,
    "shutting_down": BACK_PRESSURE,
    "answer_timed_out": BACK_PRESSURE,
    "internal": INTERNAL,
    "failed": INTERNAL,
    "spawn_failed": INTERNAL,
    "disk": INTERNAL,
}


def code_of(kind: str) -> int:
    """The code of an error's kind; a kind that is not listed is about the request's params."""
    return _CODES.get(kind, INVALID_PARAMS)


def to_wire(error: PaneflowError) -> dict[str, object]:
    """An error as the "error" object of a response."""
    return {"code": code_of(error.kind), "message": error.message, "data": {"kind": error.kind, **error.data}}


def from_wire(error: object) -> PaneflowError:
    """The "error" of a response, or the legacy string in `result.error`, as an exception."""
    if not isinstance(error, dict):
        return PaneflowError(str(error))
    data = error.get("data")
    extra = {str(key): value for key, value in data.items()} if isinstance(data, dict) else {}
    kind = extra.pop("kind", None)
    message = str(error.get("message", "the host answered with an error"))
    found = PaneflowError(message, kind=kind if isinstance(kind, str) else _kind_of(error.get("code")))
    found.data = extra
    return found


def _kind_of(code: object) -> str:
    by_code = {value: key for key, value in reversed(_CODES.items())}
    return by_code.get(code, "invalid_params") if isinstance(code, int) else "failed"
