"""`system.*`."""

import os

from paneflow import __version__
from paneflow.errors import Busy
from paneflow.host.caller import Caller
from paneflow.host.connection import MAX_CONNECTIONS
from paneflow.host.dispatcher import MAX_REQUESTS
from paneflow.host.host import PROTOCOL, Host
from paneflow.host.running import busy_programs
from paneflow.model.limits import MAX_PANES, MAX_WORKSPACES
from paneflow.rpc import table
from paneflow.rpc.describe import describe as described
from paneflow.rpc.jsonrpc import MAX_LINE
from paneflow.rpc.methods.surface import MAX_TEXT

LIMITS = {
    "line_bytes": MAX_LINE,
    "text_bytes": MAX_TEXT,
    "connections": MAX_CONNECTIONS,
    "requests": MAX_REQUESTS,
    "workspaces": MAX_WORKSPACES,
    "panes_per_workspace": MAX_PANES,
}


def ping(host: Host, caller: Caller) -> dict[str, object]:
    """Say that the host is alive."""
    return {"pong": True}


def identify(host: Host, caller: Caller) -> dict[str, object]:
    """Name the program."""
    return {"name": "Paneflow", "version": __version__, "protocol": PROTOCOL, "pid": os.getpid()}


def capabilities(host: Host, caller: Caller) -> dict[str, object]:
    """What is served, and which gates are open now."""
    gates = host.gates()
    return {
        "scripting": gates.write,
        "methods": host.dispatcher.methods,
        "version": __version__,
        "protocol": PROTOCOL,
        "engine": host.session.spawner.engine_name,
        "gates": gates.as_dict(),
        "limits": LIMITS,
    }


def describe(host: Host, caller: Caller, *, method: str | None) -> dict[str, object]:
    """The method table as JSON Schema."""
    rows = [table.method(method)] if method else list(table.methods().values())
    return {"methods": [described(row) for row in rows]}


def shutdown(host: Host, caller: Caller, *, force: bool) -> dict[str, object]:
    """End the host, unless something other than idle shells runs."""
    programs = [] if force else busy_programs(host.session)
    if programs:
        told = ", ".join(f"{each['cmd']} (surface {each['surface_id']})" for each in programs[:5])
        raise Busy(f"still running: {told}", processes=programs)
    host.stopping.set()
    return {"stopping": True}
