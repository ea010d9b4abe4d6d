"""`fleet.*`: all agents at once."""

from paneflow.host.caller import Caller
from paneflow.host.host import Host


def list_(host: Host, caller: Caller) -> dict[str, object]:
    """All agents of all workspaces."""
    return {"agents": host.fleet.rows()}
