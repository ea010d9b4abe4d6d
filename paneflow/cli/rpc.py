"""`rpc`, `schema`: the protocol as it is."""

import sys

from paneflow.cli import output
from paneflow.cli.command import METHOD, SECONDS, Arg, Command, Flag, Usage
from paneflow.cli.exits import OK
from paneflow.cli.parse import Options
from paneflow.client import fastjson
from paneflow.client.caller import ANSWER_S
from paneflow.client.client import Client
from paneflow.client.events import Events
from paneflow.errors import NotFound

_STREAM, _BINARY = "events.subscribe", "window.attach"


def _rpc(options: Options) -> int:
    method, params = options.text("method"), _params(options.maybe("params"))
    if method == _BINARY:
        raise Usage(f"{method} turns the connection into a binary stream, which a command line cannot show")
    client = Client()
    if method == _STREAM:
        try:
            with Events(client.path, params) as events:
                for frame in events:
                    output.json_line(frame)
        except KeyboardInterrupt:
            return OK
    with client, _known_method():
        output.json(client.request(method, params, timeout_s=options.seconds("timeout", ANSWER_S)))
    return OK


def _params(given: str | None) -> dict[str, object]:
    if given is None:
        return {}
    try:
        value = fastjson.loads(sys.stdin.read() if given == "-" else given)
    except (ValueError, RecursionError) as error:
        raise Usage(f"the params are not JSON: {error}") from None
    if not isinstance(value, dict):
        raise Usage("the params are a JSON object, such as '{\"surface_id\": 1}'")
    return value


def _schema(options: Options) -> int:
    from paneflow.rpc.describe import describe
    from paneflow.rpc.table import method, methods

    name = options.maybe("method")
    if name is None:
        output.json({"methods": [describe(row) for row in methods().values()]})
    else:
        with _known_method():
            row = method(name)
        output.json(describe(row))
    return OK


class _known_method:  # noqa: N801 - reads as a word: with _known_method()
    """A context in which a method that nobody knows is a wrong word of the command line."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, _type: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, NotFound) and error.kind == "unknown_method":
            raise Usage(error.message) from None


RPC = Command(
    "rpc",
    "Call a method of the protocol and print its result.",
    _rpc,
    args=(
        Arg("method", "Its name.", kind=METHOD, param=""),
        Arg("params", "A JSON object; - reads it from stdin.", optional=True, param=""),
    ),
    flags=(Flag("--timeout", "How long to wait for the answer, 10 by default.", value="S", kind=SECONDS, param=""),),
    examples=("paneflow rpc system.capabilities", 'paneflow rpc surface.read \'{"surface_id": 1, "lines": 5}\''),
)

SCHEMA = Command(
    "schema",
    "Print what a method takes and returns, as JSON Schema; without a name, of all.",
    _schema,
    args=(Arg("method", "Its name.", kind=METHOD, optional=True),),
    examples=("paneflow schema surface.split",),
    notes="It describes this version's methods and needs no host.",
)

COMMANDS = (RPC, SCHEMA)
