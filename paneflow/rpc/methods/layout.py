"""`layout.*`: how panes share a workspace."""

from paneflow.rpc.method import Method
from paneflow.rpc.methods.common import ID, LAYOUT, SURFACE_ID, TREE
from paneflow.rpc.methods.workspace import WORKSPACE_ID
from paneflow.rpc.shapes import Bool, Choice, Either, Field, Int, Record

DIRECTION = Choice("left", "right", "up", "down")
DONE = Record(Field("workspace_id", ID, required=True), open=True)

APPLY = Method(
    "layout.apply",
    "Arrange a workspace's panes by a preset or a tree. Without a target: the active workspace.",
    WORKSPACE_ID,
    Field("layout", Either(LAYOUT, TREE, "even_h, even_v, main_vertical, tiled or a tree"), required=True),
    result=DONE,
    errors=("workspace_not_found", "invalid_layout"),
)

EQUALISE = Method(
    "layout.equalise",
    "Give all panes their even share.",
    WORKSPACE_ID,
    result=DONE,
    errors=("workspace_not_found",),
)

ZOOM = Method(
    "layout.zoom",
    "Show one pane alone, or all again.",
    SURFACE_ID,
    Field("on", Bool(), "The default is the other state."),
    result=Record(Field("zoomed", Bool(), required=True)),
    errors=("surface_not_found",),
)

SWAP = Method(
    "layout.swap",
    "Let two panes change places: with a neighbour in a direction, or with another surface's pane.",
    SURFACE_ID,
    Field("direction", DIRECTION),
    Field("with", ID, "The other surface."),
    result=DONE,
    one_of=("direction", "with"),
    errors=("surface_not_found", "no_neighbour"),
)

RESIZE = Method(
    "layout.resize",
    "Move the divider of a pane by cells, or set a split's ratio.",
    SURFACE_ID,
    Field("direction", DIRECTION, required=True),
    Field("cells", Int(1, 1000), default=1),
    result=DONE,
    errors=("surface_not_found", "no_neighbour"),
)

FOCUS = Method(
    "layout.focus",
    "Move the person's focus to the neighbour in a direction.",
    Field("direction", DIRECTION, required=True),
    result=Record(Field("surface_id", ID, required=True)),
    errors=("workspace_not_found", "no_neighbour"),
)

MOVE = Method(
    "layout.move",
    "Move a surface: into another pane's stack, to an edge of it, or to another workspace.",
    SURFACE_ID,
    Field("to", ID, "The surface whose pane is meant."),
    Field("edge", DIRECTION, "Split that pane at this edge instead of stacking."),
    Field("place", Int(0, 64), "Place in the stack."),
    Field("workspace_id", ID, "The other workspace."),
    result=DONE,
    one_of=("to", "workspace_id"),
    errors=("surface_not_found", "workspace_not_found", "too_many_panes"),
)

METHODS = (APPLY, EQUALISE, ZOOM, SWAP, RESIZE, FOCUS, MOVE)
