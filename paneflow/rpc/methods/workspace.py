"""`workspace.*`: named sets of panes."""

from paneflow.rpc.method import Method
from paneflow.rpc.methods.common import (
    COMMAND,
    CWD,
    ENV,
    ENV_LEFT_OUT,
    FOCUS,
    ID,
    LAYOUT,
    SURFACE_NAME,
    TREE,
    WORKSPACE_ROW,
)
from paneflow.rpc.shapes import Bool, Either, Field, Int, Many, Maybe, Record, Str

INDEX = Field("index", Int(0), "Place in the list, from 0.")
WORKSPACE_ID = Field("workspace_id", ID, "The workspace, by id instead of by index.")
WHICH = (INDEX, WORKSPACE_ID)
TITLE = Str(1, 256)
NOT_FOUND = ("workspace_not_found",)
NOT_MADE = (
    "not_a_directory",
    "invalid_env",
    "too_many_workspaces",
    "too_many_panes",
    "invalid_layout",
    "spawn_failed",
)

LIST = Method(
    "workspace.list",
    "All workspaces, in order.",
    result=Record(Field("workspaces", Many(WORKSPACE_ROW), required=True)),
)

CURRENT = Method(
    "workspace.current",
    "The active workspace with its layout, or null when there is none; with an index or id, that one.",
    *WHICH,
    result=Maybe(WORKSPACE_ROW),
    errors=NOT_FOUND,
)

CREATE = Method(
    "workspace.create",
    "Create a workspace with one shell, or with a layout. The person's focus stays, unless it is the first.",
    Field("name", TITLE, "Its title.", default="Terminal"),
    CWD,
    Field("layout", TREE, "A tree of splits and panes, as `workspace.current` returns it."),
    COMMAND,
    Field("pane_name", Str(1, 256), "A name for its first pane."),
    ENV,
    FOCUS,
    result=Record(
        Field("index", Int(0), required=True),
        Field("workspace_id", ID, required=True),
        Field("title", Str(), required=True),
        Field("panes", Int(1), required=True),
        Field("surface_id", ID, "Its first surface.", required=True),
        Field("name", Str(), "The first surface's name.", required=True),
        ENV_LEFT_OUT,
        open=True,
    ),
    errors=NOT_MADE,
    example=(
        {"name": "api", "cwd": "~"},
        {"index": 0, "workspace_id": 1, "title": "api", "panes": 1, "surface_id": 1, "name": "api"},
    ),
)

SELECT = Method(
    "workspace.select",
    "Make a workspace the active one.",
    *WHICH,
    result=Record(Field("selected", Int(0), required=True)),
    one_of=("index", "workspace_id"),
    errors=NOT_FOUND,
)

CLOSE = Method(
    "workspace.close",
    "Close a workspace and end its processes (hang-up, then kill after a grace). Without a target: the active one.",
    *WHICH,
    result=Record(Field("closed", Int(0), required=True), open=True),
    errors=NOT_FOUND,
)

RENAME = Method(
    "workspace.rename",
    "Give a workspace another title.",
    *WHICH,
    Field("title", TITLE, required=True),
    result=Record(Field("renamed", Bool(), required=True), Field("title", Str(), required=True)),
    one_of=("index", "workspace_id"),
    errors=NOT_FOUND,
)

MOVE = Method(
    "workspace.move",
    "Move a workspace to another place in the list.",
    *WHICH,
    Field("to", Int(0, 10_000), "The new index.", required=True),
    result=Record(Field("index", Int(0), required=True)),
    one_of=("index", "workspace_id"),
    errors=NOT_FOUND,
)

PANE = Record(
    Field("cwd", Str(1, 4096), "Must exist."),
    Field("command", Str(0, 65536), "Typed into the shell, then Enter."),
    Field("prompt", Str(0, 65536), "Filled in when the program is ready; never submitted."),
    Field("focus", Bool(), default=False),
    ENV,
    SURFACE_NAME,
    Field("managed_worktree", Record(open=True), "The worktree it lives in, to be looked after at close."),
    Field("profile", Str(0, 64)),
)

UP = Method(
    "workspace.up",
    "Create a workspace with several panes at once: all of it, or nothing.",
    Field("name", TITLE, default="Workspace"),
    Field("layout", Either(LAYOUT, TREE, "even_h, even_v, main_vertical, tiled or a tree"), default="even_h"),
    Field("panes", Many(PANE, 1, 64), required=True),
    result=Record(
        Field("index", Int(0), required=True),
        Field("workspace_id", ID, required=True),
        Field("title", Str(), required=True),
        Field("panes", Int(1), required=True),
        Field("surface_ids", Many(ID), "In the order of the panes.", required=True),
        Field("labels", Many(Str()), "Their names.", required=True),
        ENV_LEFT_OUT,
        open=True,
    ),
    errors=NOT_MADE,
)

RESTORE_LAYOUT = Method(
    "workspace.restore_layout",
    "Arrange the active workspace's panes as a tree says; panes that are missing are created.",
    Field("layout", TREE, required=True),
    result=Record(Field("restored", Bool(), required=True), Field("panes", Int(1), required=True)),
    errors=("workspace_not_found", "invalid_layout", "too_many_panes"),
)

UNDO_CLOSE = Method(
    "workspace.undo_close",
    "Bring back what was closed last: folders, names, layout and scrollback; no command is run.",
    result=Record(Field("surface_ids", Many(ID), required=True)),
    errors=("nothing_to_undo",),
)

METHODS = (LIST, CURRENT, CREATE, SELECT, CLOSE, RENAME, MOVE, UP, RESTORE_LAYOUT, UNDO_CLOSE)
