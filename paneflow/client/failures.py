"""Errors from the wire as the classes that a caller can catch."""

from paneflow.errors import AmbiguousTarget, Busy, Failed, InvalidParams, NotFound, PaneflowError, Refused, TimedOut
from paneflow.rpc import codes

_KINDS: dict[type[PaneflowError], tuple[str, ...]] = {
    InvalidParams: (
        "invalid_params",
        "invalid_env",
        "invalid_layout",
        "invalid_pattern",
        "empty_text",
        "generation_unknown",
        "not_a_directory",
        "offset_out_of_range",
        "too_large",
        "unknown_key",
    ),
    NotFound: (
        "not_found",
        "surface_not_found",
        "workspace_not_found",
        "unknown_method",
        "surface_exited",
        "no_command",
        "output_gone",
    ),
    AmbiguousTarget: ("ambiguous_target",),
    Refused: (
        "gate_closed",
        "peer_refused",
        "not_permitted",
        "not_owner",
        "would_submit",
        "no_echo",
        "no_marks",
        "refused",
    ),
    Busy: ("busy", "too_many_connections", "too_many_requests", "shutting_down", "answer_timed_out"),
    TimedOut: ("timed_out",),
    Failed: ("failed", "internal", "spawn_failed", "disk"),
}
_CLASSES = {kind: error for error, kinds in _KINDS.items() for kind in kinds}


def from_wire(wire: object) -> PaneflowError:
    """The "error" of an answer, or the older string in its result, as an error of the class of its kind."""
    error = codes.from_wire(wire)
    found = _CLASSES.get(error.kind)
    if found is None:
        return error
    again = found(error.message, kind=error.kind)
    again.data = error.data
    return again
