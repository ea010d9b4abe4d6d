"""Requests as lines, and lines as answers: the client's half of JSON-RPC 2.0. Pure."""

from paneflow.client import fastjson
from paneflow.errors import AmbiguousTarget, Busy, Failed, InvalidParams, NotFound, PaneflowError, Refused, TimedOut
from paneflow.rpc.codes import from_wire

MAX_LINE = 256 * 1024  # of a request, as `rpc.jsonrpc` has it

_KINDS: dict[type[PaneflowError], tuple[str, ...]] = {
    InvalidParams: ("invalid_params", "too_large", "offset_out_of_range", "invalid_pattern", "invalid_layout"),
    NotFound: ("not_found", "surface_not_found", "workspace_not_found", "unknown_method", "surface_exited"),
    AmbiguousTarget: ("ambiguous_target",),
    Refused: ("gate_closed", "peer_refused", "not_permitted", "not_owner", "would_submit", "no_echo", "refused"),
    Busy: ("busy", "too_many_connections", "too_many_requests", "shutting_down", "answer_timed_out"),
    TimedOut: ("timed_out",),
    Failed: ("failed", "internal", "spawn_failed", "disk"),
}
_CLASSES = {kind: error for error, kinds in _KINDS.items() for kind in kinds}


def request_line(method: str, params: object, request_id: int) -> bytes:
    """A request as a line. Raises `InvalidParams` (too_large) for one that no host would take."""
    value = {"jsonrpc": "2.0", "method": method, "params": params, "id": request_id}
    line = fastjson.dumps(value).encode() + b"\n"
    if len(line) > MAX_LINE:
        raise InvalidParams(
            f"the request has {len(line):,} bytes; a host takes {MAX_LINE:,}", kind="too_large", limit=MAX_LINE
        )
    return line


def answer_of(line: bytes, request_id: int) -> object:
    """The result that a line carries. Raises the error that it carries, in its present form or the older one."""
    answer = parsed(line)
    if answer.get("error") is not None:
        raise typed(from_wire(answer["error"]))
    if answer.get("id") != request_id or "result" not in answer:
        raise PaneflowError("the host's answer is not one to this request", kind="protocol")
    result = answer["result"]
    if isinstance(result, dict) and isinstance(result.get("error"), str):
        raise from_wire(result["error"])
    return result


def parsed(line: bytes) -> dict[str, object]:
    """A line as a JSON object. Raises `PaneflowError` (protocol)."""
    try:
        value = fastjson.loads(line.decode())
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise PaneflowError("the host's answer is no JSON object", kind="protocol")
    return value


def typed(error: PaneflowError) -> PaneflowError:
    """An error from the wire as the class of its kind."""
    found = _CLASSES.get(error.kind)
    if found is None:
        return error
    again = found(error.message, kind=error.kind)
    again.data = error.data
    return again
