"""`agent.*`: sessions of coding agents that programs drive by name (`paneflow agent`, `paneflow.driver`).

A session is a surface in the group of its namespace. Who made it may read, write to and end it without a gate, as may what
it made in turn; others' need the write gate, and are not read through these methods at all.
"""

from paneflow.rpc.method import Method
from paneflow.rpc.methods.common import ENV_LEFT_OUT, ID, TOKEN
from paneflow.rpc.methods.surface import MAX_TEXT
from paneflow.rpc.shapes import Bool, Choice, Field, Int, Many, Map, Maybe, Record, Str

KEYS = ("enter", "escape", "up", "down", "1", "2", "3", "4", "5", "y", "n")

NAMESPACE = Field("namespace", Str(1, 64), "Sessions of one do not see those of another.", required=True)
NAME = Field("name", Str(1, 64), "The session's name.", required=True)
TARGET = (NAMESPACE, NAME, TOKEN)
HOLDER = Field(
    "holder", Str(1, 128), "Who writes: a word of its own choice, the same for all its calls.", required=True
)

ROW = Record(
    Field("namespace", Str(), required=True),
    Field("name", Str(), required=True),
    Field("surface_id", ID, required=True),
    Field("tool", Str(), "The agent's family.", required=True),
    Field("agent_session_id", Maybe(Str()), "The conversation, if it is known.", required=True),
    Field("cwd", Str(), required=True),
    Field("pid", Maybe(Int()), required=True),
    Field("age_ms", Int(0), "Since it was started.", required=True),
    Field("state", Maybe(Str()), "What the agent says of itself; null while nothing is known.", required=True),
    Field("reason", Maybe(Str()), "Where the state comes from.", required=True),
    Field("state_ms", Maybe(Int(0)), "Since when.", required=True),
    Field("hooked", Bool(), "Its hooks are heard.", required=True),
    Field("turns", Int(0), "Prompts that it took.", required=True),
    Field("active_tool", Maybe(Str()), required=True),
    Field("transcript_path", Maybe(Str()), required=True),
    Field("cursor", Maybe(Str()), "Where the last turn began that was driven.", required=True),
    Field("interrupted", Bool(), "It was interrupted since.", required=True),
    Field("writer", Maybe(Record(open=True)), "Who holds the pen: `claim`, `pid`.", required=True),
    Field(
        "asked",
        Maybe(Record(open=True)),
        "`turns` and `output_generation` when the pen was last taken up: what is above them is younger.",
        required=True,
    ),
    Field("output_generation", Int(0), required=True),
    Field("quiet_ms", Int(0), "Since it printed something.", required=True),
    Field("serial", Int(0), "Rises with everything that becomes known of it, other than output.", required=True),
    Field("text", Str(), "What it shows, if that was asked for."),
    open=True,
)
GONE = ("session_gone", "not_owner")

SPAWN = Method(
    "agent.spawn",
    "Start an agent in a workspace of its own. What it is started with is the caller's choice.",
    *TARGET,
    Field("tool", Str(1, 64), "The agent's family, such as claude.", required=True),
    Field("argv", Many(Str(0, 131_072), low=1, high=1024), required=True),
    Field("cwd", Str(1, 4096), required=True),
    Field("env", Map(Str(0, 65_536)), "Variables over those of the configuration."),
    Field("agent_session_id", Str(1, 128)),
    result=Record(*ROW.fields, ENV_LEFT_OUT, open=ROW.open),
    errors=("session_exists", "invalid_name", "not_a_directory", "invalid_env", "spawn_failed", "too_many_workspaces"),
)
GET = Method(
    "agent.get",
    "What is known of a session. With `within_ms`, wait until its serial is another than `since`, at most that long.",
    *TARGET,
    Field("screen", Choice("plain", "styled"), "Also tell what it shows, styled with SGR sequences."),
    Field("lines", Int(1, 1000), "At most so many rows of it, from the bottom."),
    Field("seen", Int(0), "The output generation that the caller has the screen of: it is not told again."),
    Field("since", Int(0)),
    Field("within_ms", Int(0, 60_000)),
    result=ROW,
    errors=GONE,
    slow=True,
)
LIST = Method(
    "agent.list",
    "All sessions, by name.",
    Field("namespace", Str(1, 64), "Only those of one namespace."),
    result=Record(Field("agents", Many(ROW), required=True)),
)
CLAIM = Method(
    "agent.claim",
    "Take the pen: one writer a session, until the turn it begins is over, or its process has been gone for 10 seconds.",
    *TARGET,
    HOLDER,
    Field("force", Bool(), "Take it from another.", default=False),
    result=ROW,
    errors=(*GONE, "busy_writer", "gate_closed"),
)
RELEASE = Method(
    "agent.release",
    "Put the pen down: the turn is over. A claim that is not the present one is nobody's business any more.",
    *TARGET,
    Field("claim", Int(1), "The number of the claim.", required=True),
    result=Record(Field("released", Bool(), required=True)),
    errors=GONE,
)
SUBMIT = Method(
    "agent.submit",
    "Paste a text and press Enter, once. Needs the pen.",
    *TARGET,
    HOLDER,
    Field("text", Str(1, MAX_TEXT), required=True),
    result=Record(Field("output_generation", Int(0), "From just before the write.", required=True)),
    errors=(*GONE, "busy_writer", "gate_closed", "too_large", "would_submit", "no_echo"),
    slow=True,
)
PRESS = Method(
    "agent.press",
    "Press keys. Needs no pen: questions are answered, and turns interrupted, by whoever looks after the agent.",
    *TARGET,
    Field("keys", Many(Choice(*KEYS), low=1, high=16), required=True),
    Field(
        "interrupt",
        Bool(),
        "It is to stop the agent: until its next prompt the turn counts as interrupted.",
        default=False,
    ),
    result=Record(Field("output_generation", Int(0), "From just before the write.", required=True)),
    errors=(*GONE, "gate_closed"),
)
NOTE = Method(
    "agent.note",
    "Keep with the session where its last turn began, for other processes that wait for it.",
    *TARGET,
    Field("cursor", Str(0, 256)),
    result=Record(Field("noted", Bool(), required=True)),
    errors=GONE,
)
KILL = Method(
    "agent.kill",
    "End a session. One that is not there is no error.",
    *TARGET,
    result=Record(Field("killed", Bool(), required=True)),
    errors=("not_owner", "gate_closed"),
)

METHODS = (SPAWN, GET, LIST, CLAIM, RELEASE, SUBMIT, PRESS, NOTE, KILL)
