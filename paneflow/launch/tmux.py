"""Puts the tmux shim into a host."""

from collections.abc import Mapping

from paneflow.compat.tmux.endpoint import Endpoint
from paneflow.compat.tmux.host import PaneHost
from paneflow.host.host import Host
from paneflow.ids import SurfaceId, WorkspaceId
from paneflow.runtime.callers import Callers


def serve_tmux(host: Host, callers: Callers) -> None:
    """Answer `tmux.exec`; new surfaces get the variables that go with it."""
    endpoint = Endpoint(PaneHost(host.session, host.socket_path, lambda: host.gates().write), callers)

    def environment(surface: SurfaceId, workspace: WorkspaceId | None) -> Mapping[str, str]:
        if not host.settings.config.tmux.shim:
            return {"PANEFLOW_TMUX_SHIM": "off"}
        return endpoint.environment(surface, workspace)

    host.session.spawner.sources += [callers.environment, environment]
    host.tmux = endpoint
