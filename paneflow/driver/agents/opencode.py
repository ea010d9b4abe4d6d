"""opencode: driven by its screen and its plugin's hooks. Its storage is a database of its own, which is not read."""

from collections.abc import Sequence

from paneflow.driver.definition import Definition

_SIDE, _FOOT = "┃", "╹"


def composer(rows: Sequence[str]) -> tuple[int, range, int] | None:
    """The lowest block with a foot. Its last row with words names the model; those above hold the draft.

    What was asked before stands in blocks, too, but without a foot.
    """
    foot = next((at for at in range(len(rows) - 1, -1, -1) if rows[at].lstrip().startswith(_FOOT)), None)
    if foot is None:
        return None
    column = len(rows[foot]) - len(rows[foot].lstrip()) + 1
    top = foot
    while top > 0 and rows[top - 1].lstrip().startswith(_SIDE):
        top -= 1
    worded = [at for at in range(top, foot) if rows[at][column:].strip()]
    return foot, range(top, worded[-1] if worded else top), column


DEFINITION = Definition(
    name="opencode",
    argv=("opencode",),
    fresh=None,
    resume=lambda session_id: ("--session", session_id),
    identity=("--session", "-s", "--continue", "-c", "--fork"),
    composer=composer,
    hints=("Ask anything",),
    working=("esc interrupt", "esc again to interrupt"),
    interrupt=("escape", "escape"),
    permission=("Permission required",),
    dialog_end=("enter confirm",),
)
