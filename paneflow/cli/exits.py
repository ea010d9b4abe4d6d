"""Exit codes, and which error ends with which: the one place that decides it."""

from paneflow.errors import PaneflowError

OK = 0
FAILED = 1  # no host, pane closed, gate refused, any other error of the host
USAGE = 2
TARGET = 3  # what was named is not there, or several are
TIMED_OUT = 4
INTERRUPTED = 130  # 128 + SIGINT, as shells count

MEANING = {
    OK: "done",
    FAILED: "failed: no host answers, the pane is closed, a gate is shut, or the host reports another error",
    USAGE: "the command line, one of its values, a pattern or a document is wrong",
    TARGET: "the target is not there, or several match",
    TIMED_OUT: "the time was up first",
    INTERRUPTED: "interrupted by Ctrl-C (watch ends with 0)",
}

_CODES = {
    "usage": USAGE,
    "invalid_pattern": USAGE,
    "invalid_document": USAGE,
    "invalid_params": USAGE,
    "invalid_env": USAGE,
    "too_large": USAGE,
    "empty_text": USAGE,
    "unknown_key": USAGE,
    "offset_out_of_range": USAGE,
    "generation_unknown": USAGE,
    "surface_not_found": TARGET,
    "workspace_not_found": TARGET,
    "ambiguous_target": TARGET,
    "timed_out": TIMED_OUT,
    "interrupted": INTERRUPTED,
}

TO_OPEN = "to open it: paneflow host stop, then PANEFLOW_IPC_SCRIPTING=1 paneflow host start"
_HINTS = {
    "gate_closed": TO_OPEN,
    "no_echo": "send --force and key --force type there all the same",
    "would_submit": "send --submit submits it",
}


def code_of(error: PaneflowError) -> int:
    """The exit code for an error."""
    return _CODES.get(error.kind, FAILED)


def hint_for(error: PaneflowError) -> str | None:
    """What a person can do about an error, if there is something."""
    return _HINTS.get(error.kind)
