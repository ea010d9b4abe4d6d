"""`watch`: events, one JSON object a line, until Ctrl-C."""

from paneflow.cli import output
from paneflow.cli.command import INT, PANE, Command, Flag
from paneflow.cli.exits import OK
from paneflow.cli.parse import Options
from paneflow.client.client import Client
from paneflow.rpc.events import EVERYTHING, TYPES


def _watch(options: Options) -> int:
    try:
        with Client() as client:
            targets = [client.resolve_one(selector) for selector in options.many("surface")]
            with client.watch(targets, types=options.many("type"), since=options.integer("since")) as events:
                for frame in events:
                    output.json_line(frame)
    except KeyboardInterrupt:
        pass
    return OK


WATCH = Command(
    "watch",
    "Print events as they happen, one JSON object a line, until Ctrl-C.",
    _watch,
    flags=(
        Flag(
            "--surface",
            "Only events of this pane; may be given several times.",
            value="SEL",
            kind=PANE,
            many=True,
            param="surfaces",
        ),
        Flag(
            "--type",
            "Only events of this type, * for all there are; may be given several times.",
            value="T",
            choices=(*TYPES, EVERYTHING),
            many=True,
            param="types",
        ),
        Flag("--since", "Replay what is still retained after this seq.", value="SEQ", kind=INT),
    ),
    examples=("paneflow watch --type ai.stop", "paneflow watch --surface api --type command_finished"),
    notes="Without --type: the events of agents, and surface_changed. After a `dropped` frame, ask ps or status again.",
)

COMMANDS = (WATCH,)
