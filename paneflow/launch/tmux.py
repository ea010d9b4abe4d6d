"""Puts the tmux shim into a host."""

from paneflow.compat.tmux.endpoint import Endpoint
from paneflow.compat.tmux.host import PaneHost
from paneflow.host.host import Host
from paneflow.runtime.callers import Callers


def serve_tmux(host: Host, callers: Callers) -> None:
    """Answer `tmux.exec`; new surfaces get the variables that go with it."""
    endpoint = Endpoint(PaneHost(host.session, host.socket_path, lambda: host.gates().write), callers)
    host.session.spawner.sources += [callers.environment, endpoint.environment]
    host.tmux = endpoint
