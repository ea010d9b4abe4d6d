"""`fleet.*`: all agents at once."""

from paneflow.rpc.method import KEYSTROKE, Method
from paneflow.rpc.methods.common import ID
from paneflow.rpc.shapes import Bool, Choice, Field, Int, Many, Maybe, Record, Str

TEXT = Maybe(Str())
STATES = "thinking, waiting_for_input, finished, errored, stalled, idle or unknown_running"
AGENT_FIELDS = (
    Field("pid", Maybe(Int()), "The agent's process, if known.", required=True),
    Field("tool", TEXT, "The agent's family.", required=True),
    Field("state", Str(), STATES, required=True),
    Field("hooked", Bool(), "Hooks report its whole life.", required=True),
    Field(
        "reason",
        TEXT,
        "Where the state comes from: hook, transcript, typed, silence, notification, progress, no_hook, exit.",
        required=True,
    ),
    Field("surface_id", ID, required=True),
    Field("surface_name", Str(), required=True),
    Field("workspace", Int(0), "Index of the workspace.", required=True),
    Field("active_tool_name", TEXT, "The tool it uses."),
    Field("message", TEXT, "What it asks."),
    Field(
        "question", Maybe(Int(0)), "Names the permission question that is open, for `fleet.answer`; null: its person's."
    ),
    Field("last_result", TEXT, "The end of its last turn."),
    Field("waiting_ms", Maybe(Int(0)), "How long it has been waiting for its person."),
    Field("idle_ms", Maybe(Int(0)), "Since its last sign of life."),
    Field("state_ms", Maybe(Int(0)), "Since the state began."),
    Field("agent_session_id", TEXT, "The agent's own name of the session."),
    Field("transcript_path", TEXT),
    Field("exit_code", Maybe(Int())),
    Field("turns", Int(0), "Prompts so far."),
)

LIST = Method(
    "fleet.list",
    "All agents of all workspaces, in the order of their workspaces.",
    result=Record(Field("agents", Many(Record(*AGENT_FIELDS, open=True)), required=True)),
)

ANSWER = Method(
    "fleet.answer",
    "Answer an agent's permission question by its own key: once yes, or no. Refused unless exactly that question is open, "
    "by the agent's word and on its screen.",
    Field("surface_id", ID, "The surface.", required=True),
    Field("question", Int(0), "Its name, as `fleet.list` told it.", required=True),
    Field("choice", Choice("allow", "deny"), "allow: this once.", required=True),
    result=Record(
        Field("answered", Bool(), required=True),
        Field("surface_id", ID, required=True),
        Field("keystroke", Str(), "What was pressed.", required=True),
    ),
    capability=KEYSTROKE,
    errors=("surface_not_found", "surface_exited", "gate_closed", "no_echo", "question_changed", "question_not_shown"),
)

METHODS = (LIST, ANSWER)
