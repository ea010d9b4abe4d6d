"""`events.*`."""

import asyncio

from paneflow.host.caller import Caller, Upgrade
from paneflow.host.host import Host
from paneflow.host.subscriptions import Filter
from paneflow.ids import SurfaceId
from paneflow.model import lookup


def subscribe(
    host: Host, caller: Caller, *, surfaces: list[int] | None, types: list[str] | None, since: int | None
) -> Upgrade:
    """Turn the connection into a stream of frames."""
    for surface in surfaces or ():
        lookup.surface(host.session.model, SurfaceId(surface))
    wanted = Filter(types, surfaces)

    def take(transport: asyncio.Transport, request_id: object, rest: bytes) -> None:
        host.hub.subscribe(transport, request_id, wanted, since)

    return Upgrade(take)
