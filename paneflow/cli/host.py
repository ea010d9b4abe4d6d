"""`host`: the process that owns the panes."""

import os
from time import monotonic, sleep

from paneflow.cli import output
from paneflow.cli.command import JSON, Command, Flag, Group
from paneflow.cli.exits import FAILED, OK, TO_OPEN
from paneflow.cli.parse import Options
from paneflow.client.client import Client
from paneflow.client.start import is_answering, start_host
from paneflow.errors import Busy, Failed, PaneflowError

_STOP_S = 15.0


def _start(options: Options) -> int:
    client = Client()
    runs = is_answering(client)
    if not runs:
        client.close()
        start_host(client.path)
    told = _ask(client)
    if runs and os.environ.get("PANEFLOW_IPC_SCRIPTING") == "1" and not told["scripting"]:
        output.complain(f"it was started before, with the gate for writing closed\n{TO_OPEN}")
    return _tell(told, as_json=options.has("json"))


def _status(options: Options) -> int:
    client = Client()
    if not is_answering(client):
        if options.has("json"):
            output.json({"running": False, "socket": client.path})
        else:
            output.line(f"no host is running (socket {client.path})")
        return FAILED
    return _tell(_ask(client), as_json=options.has("json"))


def _ask(client: Client) -> dict[str, object]:
    with client:
        identity, capabilities = client.call("system.identify"), client.capabilities()
    return {
        "running": True,
        "pid": identity["pid"],
        "version": identity["version"],
        "engine": capabilities["engine"],
        "scripting": capabilities["scripting"],
        "socket": client.path,
    }


def _tell(told: dict[str, object], *, as_json: bool) -> int:
    if as_json:
        output.json(told)
        return OK
    gate = "open" if told["scripting"] else "closed"
    output.line(
        f"the host runs: pid {told['pid']}, version {told['version']}, engine {told['engine']}, writing gate {gate}"
    )
    output.line(f"socket {told['socket']}")
    return OK


def _stop(options: Options) -> int:
    client = Client()
    if not is_answering(client):
        output.complain("no host is running")
        return OK
    with client:
        pid = client.call("system.identify")["pid"]
        try:
            client.shut_down(force=options.has("force"))
        except Busy as error:
            raise Busy(f"{error.message}\nto end it all the same: paneflow host stop --force") from None
    _await_end(pid)
    return OK


def _await_end(pid: int) -> None:
    deadline = monotonic() + _STOP_S
    while is_running(pid):
        if monotonic() > deadline:
            raise Failed(f"the host (pid {pid}) is still there after {_STOP_S:g} s")
        sleep(0.02)


def is_running(pid: int) -> bool:
    """Whether a host still answers or its process is there; a zombie of a parent that does not look is neither."""
    try:
        answering = is_answering(Client(timeout_s=1.0))
    except PaneflowError:
        answering = False
    if answering or os.name == "nt":  # os.kill would end it there
        return answering
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return not _is_zombie(pid)


def _is_zombie(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as stat:
            return stat.read().rpartition(")")[2].split()[0] == "Z"
    except (OSError, IndexError):
        return False


HOST = Group(
    "host",
    "The host owns the panes and outlives windows and terminals.",
    Command("run", "Run the host here, until Ctrl-C.", None, examples=("PANEFLOW_IPC_SCRIPTING=1 paneflow host run",)),
    Command(
        "start",
        "Start a host in the background, if none runs.",
        _start,
        flags=(JSON,),
        examples=("paneflow host start",),
    ),
    Command(
        "status",
        "Tell whether a host runs; exit code 1 if not.",
        _status,
        flags=(JSON,),
        examples=("paneflow host status --json | jq .pid",),
    ),
    Command(
        "stop",
        "End the host. Refused while anything but idle shells runs.",
        _stop,
        flags=(Flag("--force", "End what runs in it, too."),),
        examples=("paneflow host stop", "paneflow host stop --force"),
    ),
    examples=("PANEFLOW_IPC_SCRIPTING=1 paneflow host start", "paneflow host status --json | jq .pid"),
)

COMMANDS = (HOST,)
