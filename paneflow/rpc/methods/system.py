"""`system.*`: who answers here, and what it can do."""

from paneflow.rpc.method import Method
from paneflow.rpc.shapes import Bool, Field, Int, Many, Map, Record, Str

PING = Method("system.ping", "Say that the host is alive.", result=Record(Field("pong", Bool(), required=True)))

IDENTIFY = Method(
    "system.identify",
    "Name the program, its version and its protocol.",
    result=Record(
        Field("name", Str(), required=True),
        Field("version", Str(), required=True),
        Field("protocol", Str(), required=True),
        Field("pid", Int(1), required=True),
        open=True,
    ),
)

CAPABILITIES = Method(
    "system.capabilities",
    "List the methods, and which gates are open now.",
    result=Record(
        Field("scripting", Bool(), "Writes are allowed now.", required=True),
        Field("methods", Many(Str()), required=True),
        Field("version", Str(), required=True),
        Field("protocol", Str(), required=True),
        Field("engine", Str(), required=True),
        Field("gates", Map(Bool()), required=True),
        Field("limits", Map(Int()), required=True),
    ),
)

DESCRIBE = Method(
    "system.describe",
    "The method table as JSON Schema.",
    Field("method", Str(1, 128), "Only this one."),
    result=Record(Field("methods", Many(Record(open=True)), required=True)),
    errors=("unknown_method",),
)

SHUTDOWN = Method(
    "system.shutdown",
    "End the host. Refused, naming the processes, while anything but idle shells runs.",
    Field("force", Bool(), "End it all the same.", default=False),
    result=Record(Field("stopping", Bool(), required=True)),
    errors=("busy",),
)

METHODS = (PING, IDENTIFY, CAPABILITIES, DESCRIBE, SHUTDOWN)
