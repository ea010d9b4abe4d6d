"""Requests as lines, and lines as answers: the client's half of JSON-RPC 2.0. Pure."""

from paneflow.client import fastjson
from paneflow.errors import InvalidParams, PaneflowError

MAX_LINE = 256 * 1024  # of a request, as `rpc.jsonrpc` has it


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
        raise failure(answer["error"])
    if answer.get("id") != request_id or "result" not in answer:
        raise PaneflowError("the host's answer is not one to this request", kind="protocol")
    result = answer["result"]
    if isinstance(result, dict) and isinstance(result.get("error"), str):
        raise failure(result["error"])
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


def failure(wire: object) -> PaneflowError:
    """The error that the host answered with."""
    from paneflow.client.failures import from_wire  # only when something is wrong

    return from_wire(wire)
