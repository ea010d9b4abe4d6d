"""Reads the ends of agents' transcripts. Blocking; for a thread."""

import os
import stat
from contextlib import suppress
from typing import Final

from paneflow.agents.transcript import last_answer, was_interrupted

TAIL: Final = 4 * 1024 * 1024


def last_answer_in(path: str) -> str | None:
    """The last answer in a transcript file, None if it cannot be told."""
    return last_answer(_tail(path))


def was_interrupted_in(path: str) -> bool:
    """Whether a transcript file ends with an interrupted turn."""
    return was_interrupted(_tail(path))


def _tail(path: str) -> bytes:
    """The end of a file; b"" if it cannot be read. The path comes from a hook: only plain files are read."""
    with suppress(OSError):
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
        try:
            told = os.fstat(handle)
            if stat.S_ISREG(told.st_mode):
                os.lseek(handle, max(0, told.st_size - TAIL), os.SEEK_SET)
                return os.read(handle, TAIL)
        finally:
            os.close(handle)
    return b""
