"""`ps`, `status`: the agents in the panes."""

from paneflow.cli import output
from paneflow.cli.command import JSON, TARGET, Command
from paneflow.cli.exits import OK
from paneflow.cli.parse import Options
from paneflow.client.client import Client

_COLUMNS = (("PID", -7), ("TOOL", 10), ("STATE", 18), ("WS", -2), ("PANE", 0))


def _ps(options: Options) -> int:
    with Client() as client:
        found = client.call("fleet.list")
    if options.has("json"):
        output.json(found)
    elif not found["agents"]:
        output.line("(no agents)")
    else:
        output.table(_COLUMNS, [_row(agent) for agent in found["agents"]])
    return OK


def _row(agent: dict[str, object]) -> tuple[object, ...]:
    name = agent.get("surface_name") or agent.get("surface_id")
    return agent.get("pid"), agent.get("tool"), agent.get("state"), agent.get("workspace"), name


def _status(options: Options) -> int:
    with Client() as client:
        found = client.call("surface.status", surface_id=client.resolve(options.text("target")))
    if options.has("json"):
        output.json(found)
        return OK
    tool = found.get("tool")
    output.line(f"{found['state']} ({output.one_line(tool)})" if tool else found["state"])
    if found.get("message"):
        output.line(found["message"])
    return OK


PS = Command(
    "ps",
    "List the agents in all workspaces.",
    _ps,
    flags=(JSON,),
    examples=("paneflow ps", "paneflow ps --json | jq '.agents[] | select(.state == \"waiting_for_input\")'"),
)

STATUS = Command(
    "status",
    "Tell what a pane's agent is doing, and what it asks.",
    _status,
    args=(TARGET,),
    flags=(JSON,),
    examples=("paneflow status backend",),
    notes="A pane without an agent is idle.",
)

COMMANDS = (PS, STATUS)
