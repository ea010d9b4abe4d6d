"""How long others wait while a host is at work."""

import threading
import time
from collections.abc import Callable

from tests.support.host import HostProcess, Rpc


def slowest_ping(host: HostProcess, work: Callable[[], object]) -> float:
    """Seconds that the slowest other request took while something was done."""
    thread = threading.Thread(target=work)
    slowest = 0.0
    with Rpc(host.socket_path) as rpc:
        thread.start()
        while thread.is_alive():
            began = time.monotonic()
            rpc.call("system.ping")
            slowest = max(slowest, time.monotonic() - began)
    return slowest
