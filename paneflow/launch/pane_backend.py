"""Puts the CustomPaneBackend into a host."""

import contextlib
import logging
import os

from paneflow import paths
from paneflow.compat.pane_backend.backend import Backend
from paneflow.compat.pane_backend.discovery import Discovery
from paneflow.errors import PaneflowError
from paneflow.host.endpoint import Endpoint, endpoint
from paneflow.host.host import Host
from paneflow.host.peer import peer_of
from paneflow.ids import SurfaceId

log = logging.getLogger(__name__)


class PaneBackend:
    """The backend with its endpoint and the files by which it is found."""

    def __init__(self, host: Host) -> None:
        self._host = host
        path = paths.pane_backend_path(host.socket_path)
        self._backend = Backend(
            host.session,
            host.callers,
            path,
            peer_of=peer_of,
            gate_open=lambda: host.gates().write,
            audit=self._audit,
        )
        self._endpoint: Endpoint = endpoint(path, self._backend)
        self._discovery: Discovery | None = None

    async def open(self) -> None:
        """Serve. What cannot be served is logged: the host runs without it."""
        self._backend.adopt()
        try:
            await self._endpoint.open()
        except (PaneflowError, OSError) as error:
            log.warning("the pane backend is not served: %s", error)
            return
        if self._host.settings.config.pane_backend.discovery_file:
            home = self._host.env.get("HOME") or os.path.expanduser("~")
            self._discovery = Discovery(self._host.session, os.path.join(home, ".psmux"), self._backend.path)

    async def close(self) -> None:
        """Serve no more."""
        if self._discovery:
            self._discovery.close()
        self._backend.close()
        with contextlib.suppress(OSError):
            await self._endpoint.close()

    def _audit(self, pid: int | None, method: str, surface: object, size: int, *, ok: bool) -> None:
        known = surface if isinstance(surface, int) else None
        self._host.audit.record(
            pid=pid, method=method, surface_id=SurfaceId(known) if known else None, size=size, ok=ok
        )
