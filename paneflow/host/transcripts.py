"""Reads the end of an agent's transcript. Blocking; for a thread."""

import os
import stat
from contextlib import suppress
from typing import Final

from paneflow.agents.transcript import last_answer

TAIL: Final = 4 * 1024 * 1024


def last_answer_in(path: str) -> str | None:
    """The last answer in a transcript file, None if it cannot be told. A path comes from a hook: only plain files are read."""
    with suppress(OSError):
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
        try:
            told = os.fstat(handle)
            if not stat.S_ISREG(told.st_mode):
                return None
            os.lseek(handle, max(0, told.st_size - TAIL), os.SEEK_SET)
            return last_answer(os.read(handle, TAIL))
        finally:
            os.close(handle)
    return None
