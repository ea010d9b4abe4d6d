"""`tmux.*`: what the program named `tmux` asks."""

from paneflow.rpc.method import Method
from paneflow.rpc.shapes import Bool, Field, Int, Many, Map, Maybe, Record, Str

BYTES = "Bytes as text: each character is one byte."

EXEC = Method(
    "tmux.exec",
    "Run a tmux command line, as the program named tmux does. What it may do to which pane follows from where the caller "
    "runs: a surface's programs own what they made.",
    Field("argv", Many(Str(0, 262_144), high=4096), "The words after the program's name.", required=True),
    Field("cwd", Str(1, 4096), "The caller's folder.", required=True),
    Field(
        "env", Map(Str(0, 131_072)), "Those of the caller's variables that matter: TMUX, TMUX_PANE, PATH and the like."
    ),
    Field("stdin", Maybe(Str(0, 262_144)), BYTES),
    Field("stdin_file", Maybe(Str(1, 4096)), "A file that holds it, when it is long."),
    Field("terminal", Bool(), "The caller has a terminal that could show a session.", default=False),
    result=Record(
        Field("rc", Int(0, 255), "The exit code.", required=True),
        Field("stdout", Str(), BYTES, required=True),
        Field("stderr", Str(), BYTES, required=True),
        Field("attach", Maybe(Int(0)), "The group that a window should open on.", required=True),
    ),
    slow=True,
    example=(
        {"argv": ["-V"], "cwd": "/home/me", "env": {}},
        {"rc": 0, "stdout": "tmux 3.5a\n", "stderr": "", "attach": None},
    ),
)

METHODS = (EXEC,)
