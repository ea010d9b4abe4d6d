"""opencode: driven by its screen and its plugin's hooks. Its storage is a database of its own, which is not read."""

from paneflow.driver.definition import Definition

DEFINITION = Definition(
    name="opencode",
    argv=("opencode",),
    fresh=None,
    resume=lambda session_id: ("--session", session_id),
    identity=("--session", "-s", "--continue", "-c", "--fork"),
    prompt="┃",
    working=("esc interrupt", "esc to interrupt"),
    permission=("Permission required",),
    dialog_end=("enter confirm",),
)
