"""Params and results that several methods share."""

from paneflow.rpc.shapes import Bool, Choice, Field, Int, Many, Map, Maybe, Record, Str

ID = Int(1, 2**53)
SURFACE_ID = Field("surface_id", ID, "The surface.", required=True)
MAYBE_SURFACE_ID = Field("surface_id", ID, "The surface.")
TOKEN = Field(
    "token", Str(0, 256), "PANEFLOW_SURFACE_TOKEN of the caller, where the process tree does not tell who it is."
)
NAME = Field("name", Str(1, 256), "The surface's exact name (case-insensitive), instead of its id.")
TARGET = (MAYBE_SURFACE_ID, NAME)
ONE_TARGET = ("surface_id", "name")
TARGET_ERRORS = ("surface_not_found", "ambiguous_target")

CWD = Field("cwd", Str(1, 4096), "The folder to start in; ~ is expanded. The default is the neighbour's, else home.")
COMMAND = Field(
    "command",
    Str(1, 65536),
    "Typed into the new shell once its prompt is there. The default is just the shell.",
)
ENV = Field("env", Map(Str(0, 65536)), "Variables for the new child, over those of the configuration.")
ENV_LEFT_OUT = Field(
    "env_left_out", Many(Str()), "Names in `env` that no pane is given: TERM, COLORTERM, PANEFLOW_*, LD_*, DYLD_*."
)
SURFACE_NAME = Field("name", Str(0, 256), "A name to select it by; a taken one gets a number, and the answer says so.")
FOCUS = Field("focus", Bool(), "Move the person's focus there.", default=False)
LAYOUTS = ("even_h", "even_v", "main_vertical", "tiled")
LAYOUT = Choice(*LAYOUTS)
TREE = Record(open=True)

SURFACE_ROW = Record(
    Field("surface_id", ID, required=True),
    Field("name", Str(), required=True),
    Field("title", Str(), required=True),
    Field("cwd", Str(), required=True),
    Field(
        "cmd",
        Str(),
        "Command line of the program in the foreground, as far as the system tells.",
        required=True,
    ),
    Field("workspace", Int(0), "Index of the workspace.", required=True),
    Field("workspace_id", ID, required=True),
    Field("pane_id", ID, required=True),
    Field("focused", Bool(), "It has the person's focus.", required=True),
    Field("agent", Maybe(Str()), "The agent in it, if one is known.", required=True),
    Field("exit_code", Maybe(Int()), "How its program ended; null while it runs.", required=True),
    open=True,
)
WORKSPACE_ROW = Record(
    Field("index", Int(0), required=True),
    Field("workspace_id", ID, required=True),
    Field("title", Str(), required=True),
    Field("cwd", Str(), required=True),
    Field("panes", Int(0), required=True),
    Field("active", Bool(), required=True),
    open=True,
)
