"""audit.log: one JSON line for each attempt to write to a pane. Who, where, how much, never what."""

import json
import logging
import os
import time
from typing import Final

MAX_SIZE: Final = 4 << 20  # bytes, then the file becomes audit.log.1

log = logging.getLogger(__name__)


class Audit:
    """Appends to the file in the state folder; a disk that refuses is logged once and hinders nobody."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._failing = False

    def record(self, *, pid: int | None, method: str, surface_id: object, size: int, ok: bool) -> None:
        """Note one attempt; `size` in bytes."""
        entry = {
            "ts": round(time.time() * 1000),
            "pid": pid,
            "method": method,
            "surface_id": surface_id,
            "bytes": size,
            "ok": ok,
        }
        try:
            self._append(json.dumps(entry).encode() + b"\n")
            self._failing = False
        except OSError as error:
            if not self._failing:
                log.warning("audit.log cannot be written: %s", error)
            self._failing = True

    def _append(self, line: bytes) -> None:
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0)
        file = os.open(self._path, flags, 0o600)
        try:
            os.write(file, line)
            full = os.fstat(file).st_size > MAX_SIZE
        finally:
            os.close(file)
        if full:
            os.replace(self._path, self._path + ".1")
