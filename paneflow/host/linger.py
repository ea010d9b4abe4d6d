"""Ends the host some time after its last window went, if the configuration says so and only idle shells run."""

import asyncio
import logging

from paneflow.host.host import Host
from paneflow.host.running import busy_programs

log = logging.getLogger(__name__)


class Linger:
    """Hears from `Windows` that one came or went. Without `[host] linger_secs` it does nothing."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._timer: asyncio.TimerHandle | None = None
        host.windows.changed = self._windows_changed

    def _windows_changed(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
        seconds = self._host.settings.config.host.linger_secs
        if seconds is not None and not self._host.windows.all:
            self._timer = asyncio.get_running_loop().call_later(seconds, self._look)

    def _look(self) -> None:
        self._timer = None
        if busy_programs(self._host.session):
            self._windows_changed()  # and look again when as much time has passed
        else:
            log.info("no window for a while, and only idle shells: stopping")
            self._host.stopping.set()
