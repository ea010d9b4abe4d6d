"""`window.*`: the private side door of our own window."""

from paneflow.errors import Failed
from paneflow.host.caller import Caller
from paneflow.host.host import Host


def attach(host: Host, caller: Caller, *, protocol: int) -> dict[str, object]:
    """Turn the connection into an attach stream."""
    raise Failed("the attach stream is not served yet")
