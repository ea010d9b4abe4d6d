"""`ai.*`: what coding agents say of themselves through their hooks, posted without waiting for an answer.

A caller reports for the surface it runs in and those that it made; for any other it needs the gate of writes.

The method is the coarse meaning; `event` and `hook_payload`, the agent's own words, refine it where the agent's form is
known. `at_ms` is the sender's monotonic clock, so that events that overtake each other are put right.
"""

from paneflow.rpc.method import Method
from paneflow.rpc.methods.common import ID, TOKEN
from paneflow.rpc.shapes import Anything, Bool, Field, Int, Maybe, Record, Str

PARAMS = (
    Field("tool", Str(1, 64), "The agent's family, such as claude.", required=True),
    Field("surface_id", ID, "PANEFLOW_SURFACE_ID of the agent."),
    Field("workspace_id", ID, "PANEFLOW_WORKSPACE_ID of the agent."),
    Field("pid", Int(1), "The agent's process."),
    Field("parent_pid", Int(1), "The process that ran the hook, if `pid` is not known."),
    Field("event", Str(0, 128), "The agent's own name of the event."),
    Field("at_ms", Int(0), "When it happened, by the machine's monotonic clock."),
    Field("hook_payload", Anything(), "What the agent gave to its hook: JSON, or its text."),
    Field("tool_name", Str(0, 1024)),
    Field("message", Str(0, 65536)),
    Field("last_result", Str(0, 65536)),
    Field("exit_code", Int()),
    TOKEN,
)
RESULT = Record(
    Field("accepted", Bool(), "It told something about an agent in a surface.", required=True),
    Field("surface_id", Maybe(ID), required=True),
    Field("state", Maybe(Str()), "The agent's state now.", required=True),
)
ERRORS = ("unknown_agent", "surface_not_found", "not_owner")


def _row(name: str, doc: str) -> Method:
    return Method(f"ai.{name}", doc, *PARAMS, result=RESULT, errors=ERRORS)


METHODS = (
    _row("session_start", "A session of the agent begins, or gives way to another one in the same process."),
    _row("prompt_submit", "A prompt was submitted: the agent thinks."),
    _row("tool_use", "The agent uses a tool, or is done with one."),
    _row("notification", "The agent asks its person something."),
    _row("stop", "The agent's turn is over."),
    _row("exit", "The agent's process ended, with `exit_code`."),
    _row("session_end", "The session is over."),
)
