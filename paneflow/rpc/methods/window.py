"""`window.*`: the private side door of our own window (`rpc/attach.py`)."""

from paneflow.rpc.attach import PROTOCOL
from paneflow.rpc.method import WINDOW, Method
from paneflow.rpc.methods.common import ID, SURFACE_ID
from paneflow.rpc.shapes import Bool, Field, Int, Many, Maybe, Number, Record, Str

ROW = Int(0, 2**53)
COL = Int(0, 65535)
COLOR = Int(0, 0xFFFFFF)
FROM_OLDEST = "Rows have numbers for life: those of rows that left the scrollback are not given again."

ATTACH = Method(
    "window.attach",
    "Turn this connection into an attach stream: binary frames out, input in.",
    Field("protocol", Int(1), f"The stream's version: {PROTOCOL}.", required=True),
    result=Record(Field("protocol", Int(1), required=True), open=True),
    capability=WINDOW,
    errors=("other_version", "not_permitted", "gate_closed"),
)

TEXT = Method(
    "window.text",
    f"The text from one cell to another, both included, soft wraps joined. {FROM_OLDEST}",
    SURFACE_ID,
    Field("row", ROW, required=True),
    Field("col", COL, required=True),
    Field("end_row", ROW, required=True),
    Field("end_col", COL, required=True),
    Field("block", Bool(), "The rectangle between them instead.", default=False),
    Field("html", Bool(), "With colours, as HTML.", default=False),
    result=Record(Field("text", Str(), required=True)),
    capability=WINDOW,
    errors=("surface_not_found",),
)

WORD = Method(
    "window.word",
    f"Where the word at a cell begins and ends, both included. {FROM_OLDEST}",
    SURFACE_ID,
    Field("row", ROW, required=True),
    Field("col", COL, required=True),
    result=Record(*(Field(name, Int(0), required=True) for name in ("row", "col", "end_row", "end_col"))),
    capability=WINDOW,
    errors=("surface_not_found",),
)

LINK = Method(
    "window.link",
    'The target of the OSC 8 link at a cell of the viewport; "" when there is none.',
    SURFACE_ID,
    Field("row", COL, required=True),
    Field("col", COL, required=True),
    result=Record(Field("target", Str(), required=True)),
    capability=WINDOW,
    errors=("surface_not_found",),
)

SEARCH = Method(
    "window.search",
    f"The last hits with their places, oldest first; the end is exclusive. {FROM_OLDEST}",
    SURFACE_ID,
    Field("pattern", Str(1, 512), required=True),
    Field("regex", Bool(), default=False),
    Field("case", Bool(), default=False),
    Field("limit", Int(1, 10_000), default=1000),
    Field("text", Bool(), "With the text of each hit's line.", default=False),
    result=Record(Field("matches", Many(Record(open=True)), required=True), Field("truncated", Bool(), required=True)),
    capability=WINDOW,
    errors=("surface_not_found", "invalid_pattern"),
)

PROMPTS = Method(
    "window.prompts",
    f"The shell's prompts, oldest first, and how the command after each ended. {FROM_OLDEST}",
    SURFACE_ID,
    result=Record(
        Field(
            "prompts",
            Many(Record(Field("row", Int(0), required=True), Field("exit_code", Maybe(Int()), required=True))),
            required=True,
        )
    ),
    capability=WINDOW,
    errors=("surface_not_found",),
)

RESET = Method(
    "window.reset",
    "Reset a terminal that a program left in disorder.",
    SURFACE_ID,
    result=Record(Field("reset", Bool(), required=True)),
    capability=WINDOW,
    errors=("surface_not_found",),
)

COLORS = Method(
    "window.colors",
    "Tell the theme's colours, which programs may ask for. It holds for all surfaces, new ones too.",
    Field("foreground", COLOR, required=True),
    Field("background", COLOR, required=True),
    Field("cursor", COLOR, required=True),
    Field("palette", Many(COLOR, 256, 256), required=True),
    result=Record(Field("told", Bool(), required=True)),
    capability=WINDOW,
)

DIVIDE = Method(
    "window.divide",
    "Set the shares of a split, as a person drags its dividers.",
    Field("workspace_id", ID, required=True),
    Field("path", Many(Int(0, 64), 0, 64), "Child positions from the root to the split.", required=True),
    Field("ratios", Many(Number(0, 1), 2, 64), "They are brought to a sum of 1.", required=True),
    result=Record(Field("workspace_id", ID, required=True)),
    capability=WINDOW,
    errors=("workspace_not_found", "invalid_layout"),
)

BROADCAST = Method(
    "window.broadcast",
    "Let surfaces share what is typed into one of them; fewer than two dissolve the group.",
    Field("name", Str(1, 64), required=True),
    Field("surface_ids", Many(ID, 0, 64), required=True),
    result=Record(Field("surface_ids", Many(ID), required=True)),
    capability=WINDOW,
    errors=("surface_not_found", "too_many_broadcasts"),
)

FOLD = Method(
    "window.fold",
    "Fold a group of workspaces in the sidebar, or unfold it.",
    Field("group_id", ID, required=True),
    Field("folded", Bool(), required=True),
    result=Record(Field("folded", Bool(), required=True)),
    capability=WINDOW,
    errors=("group_not_found",),
)

GROUP = Method(
    "window.group",
    "Put a workspace into a group that is there or, with a name, into a new one; without either, into none.",
    Field("workspace_id", ID, required=True),
    Field("group_id", Maybe(ID)),
    Field("name", Maybe(Str(1, 256)), "A number is added where another group has it."),
    result=Record(Field("group_id", Maybe(ID), required=True)),
    capability=WINDOW,
    errors=("workspace_not_found", "group_not_found", "too_many_groups", "too_many_workspaces"),
)

RENAME_GROUP = Method(
    "window.rename_group",
    "Give a group another name.",
    Field("group_id", ID, required=True),
    Field("name", Str(1, 256), required=True),
    result=Record(Field("name", Str(), required=True)),
    capability=WINDOW,
    errors=("group_not_found", "name_taken", "empty_name"),
)

RUNNING = Method(
    "window.running",
    "What runs besides idle shells.",
    result=Record(Field("programs", Many(Record(open=True)), required=True)),
    capability=WINDOW,
)

METHODS = (
    ATTACH,
    TEXT,
    WORD,
    LINK,
    SEARCH,
    PROMPTS,
    RESET,
    COLORS,
    DIVIDE,
    BROADCAST,
    FOLD,
    GROUP,
    RENAME_GROUP,
    RUNNING,
)
