"""Puts the tmux shim into a host."""

import asyncio
import os
import sys
from collections.abc import Mapping

from paneflow.compat.tmux.endpoint import Endpoint
from paneflow.compat.tmux.host import PaneHost
from paneflow.compat.tmux.keeper import Keeper
from paneflow.host.caller import Foreign
from paneflow.host.host import Host
from paneflow.ids import SurfaceId, WorkspaceId
from paneflow.runtime.callers import Callers


def serve_tmux(host: Host, callers: Callers) -> None:
    """Answer `tmux.exec` and the real tmux's client; new surfaces get the variables that go with it."""
    endpoint = Endpoint(PaneHost(host.session, host.socket_path, lambda: host.gates().write), callers)

    def environment(surface: SurfaceId, workspace: WorkspaceId | None) -> Mapping[str, str]:
        if not host.settings.config.tmux.shim:
            return {"PANEFLOW_TMUX_SHIM": "off"}
        return endpoint.environment(surface, workspace)

    host.session.spawner.sources += [callers.environment, environment]
    host.tmux = endpoint
    if sys.platform != "win32":
        host.foreign = _native(endpoint)


def keep_tmux(host: Host) -> Keeper:
    """Bring back what tmux's users had set, and keep it from now on; the model is there."""
    assert isinstance(host.tmux, Endpoint)
    return Keeper(host.tmux.shim, os.path.join(host.state_dir, "tmux.json"))


if sys.platform != "win32":

    def _native(endpoint: Endpoint) -> Foreign:
        from paneflow.compat.tmux import native, wire

        def take(transport: asyncio.Transport, pid: int | None, data: bytes) -> None:
            native.NativeClient(endpoint, transport, pid).data_received(data)

        return Foreign(wire.is_meant, take)
