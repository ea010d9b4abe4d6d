"""Where the host's log goes: one file in the state folder, rotated, readable by its user only."""

import logging
import logging.handlers
import os
import sys

MAX_SIZE = 2 << 20  # bytes
KEPT = 3


def start_logging(path: str, *, echo: bool) -> None:
    """Log to a file, and to stderr as well when a person watches. A disk that refuses leaves stderr."""
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    form = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    handlers: list[logging.Handler] = []
    try:
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0), 0o600))
        handlers.append(logging.handlers.RotatingFileHandler(path, maxBytes=MAX_SIZE, backupCount=KEPT, delay=True))
    except OSError:
        echo = True
    if echo:
        handlers.append(logging.StreamHandler(sys.stderr))
    for handler in handlers:
        handler.setFormatter(form)
        root.addHandler(handler)
    logging.raiseExceptions = False  # a full disk must not fill stderr with traces
