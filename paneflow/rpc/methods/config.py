"""`config.*`: the configuration as the host reads it."""

from paneflow.rpc.method import Method
from paneflow.rpc.shapes import Anything, Bool, Field, Many, Record, Str

PROBLEMS = Field(
    "problems",
    Many(
        Record(
            Field("level", Str(), required=True),
            Field("key", Str(), required=True),
            Field("line", Anything(), required=True),
            Field("message", Str(), required=True),
            open=True,
        )
    ),
    "What is wrong with the file, if anything; line by line.",
    required=True,
)

GET = Method(
    "config.get",
    "The values in force, or one of them.",
    Field("key", Str(1, 128), "For example terminal.scrollback_lines."),
    result=Record(Field("config", Anything(), required=True), Field("file", Str(), required=True), PROBLEMS),
    errors=("unknown_key",),
)

RELOAD = Method(
    "config.reload",
    "Read the file again. A bad one changes nothing, and the answer says what is wrong.",
    result=Record(Field("reloaded", Bool(), required=True), PROBLEMS),
)

METHODS = (GET, RELOAD)
