"""Counts the host's starts that did not turn out well, so that what kills it at each start is not brought back for ever.

A start has turned out well when the host ran for a while or was stopped. No clock is read: a clock may jump.
"""

import contextlib
import os
from typing import Final

TOO_MANY: Final = 3  # starts in a row that did not turn out well
STEADY: Final = 30.0  # seconds of running after which a start has turned out well


class Starts:
    """A file in the state folder, as many bytes long as there were starts. A folder that cannot be written counts none."""

    def __init__(self, folder: str) -> None:
        self._path = os.path.join(folder, "starts")

    def begin(self) -> bool:
        """Count one more; whether too many before it did not turn out well."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0)
        try:
            file = os.open(self._path, flags, 0o600)
        except OSError:
            return False
        try:
            failed = os.fstat(file).st_size
            with contextlib.suppress(OSError):
                os.write(file, b"x")
        finally:
            os.close(file)
        return failed >= TOO_MANY

    def went_well(self) -> None:
        """This one turned out well."""
        with contextlib.suppress(OSError):
            os.unlink(self._path)
