"""Keeps on the disk what `kept` makes of the servers: read once at the start, written soon after commands that changed it."""

import asyncio
import contextlib
import json
import logging
import os
import time
from typing import Final

from paneflow.compat.tmux import kept
from paneflow.compat.tmux.shim import Shim
from paneflow.runtime.files import read_file
from paneflow.runtime.store import write_file

SAVE_AFTER_S: Final = 0.5
SIZE_LIMIT: Final = 64 << 20

log = logging.getLogger(__name__)


class Keeper:
    """Belongs to the loop's thread; files are written in another."""

    def __init__(self, shim: Shim, path: str) -> None:
        self._shim, self._path = shim, path
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._saved = b""
        self._saving: asyncio.Future[None] | None = None
        self._restore()
        shim.after_line = self._changed

    def _restore(self) -> None:
        """Bring back what was kept; a file that cannot be understood is set aside."""
        try:
            self._saved = read_file(self._path, SIZE_LIMIT)
            document = json.loads(self._saved)
        except FileNotFoundError:
            return
        except (OSError, ValueError, RecursionError) as error:
            self._set_aside(f"cannot be read: {error}")
            return
        if wrong := kept.problems(document):
            self._set_aside(f"cannot be understood: {wrong[0]}")
            return
        mirror = self._shim.mirror
        mirror.sync()
        for name, server in document["servers"].items():
            if mirror.server(name).sessions:
                kept.restore(mirror.server(name), server)

    def _set_aside(self, why: str) -> None:
        target = f"{self._path}.corrupt-{time.time_ns()}"
        with contextlib.suppress(OSError):
            os.rename(self._path, target)
        log.warning("%s %s; it was set aside as %s", self._path, why, target)

    def _changed(self) -> None:
        if self._timer is None:
            self._timer = self._loop.call_later(SAVE_AFTER_S, self._save)

    def _save(self) -> None:
        self._timer = None
        if self._saving is not None and not self._saving.done():
            self._changed()  # a slow disk: once more, later
            return
        if (data := self._data()) != self._saved:
            self._saved = data
            self._saving = self._loop.run_in_executor(None, self._write, data)

    def _data(self) -> bytes:
        self._shim.mirror.sync()
        texts = self._shim.host.session.config.host.save_scrollback  # as with what panes show
        document = kept.dump(self._shim.mirror.servers.values(), buffers=texts)
        return json.dumps(document, separators=(",", ":")).encode()

    def _write(self, data: bytes) -> None:
        try:
            write_file(self._path, data)
        except OSError as error:
            log.warning("%s cannot be written: %s", self._path, error)

    async def finish(self) -> None:
        """Write what is not written yet, before the panes end."""
        self._shim.after_line = None
        if self._timer is not None:
            self._timer.cancel()
        if self._saving is not None:
            await self._saving
        if (data := self._data()) != self._saved:
            self._write(data)
