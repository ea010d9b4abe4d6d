"""A blocking client of the host's socket; standard library only, and quick to import.

>>> from paneflow.client import Client, ensure_host
>>> with ensure_host() as client:
...     client.call("system.ping")
{'pong': True}
"""

from paneflow.client.client import Client as Client


def ensure_host(path: str | None = None, *, timeout_s: float = 15.0) -> Client:
    """A client of the host that runs, started first if none does. Raises `Failed` when none comes up."""
    from paneflow.client import start  # a verb does not start hosts

    return start.ensure_host(path, timeout_s=timeout_s)


def start_host(path: str | None = None, *, timeout_s: float = 15.0) -> int:
    """Start a host and wait until one answers; returns the process id of the one that does. Raises `Failed`."""
    from paneflow.client import start

    return start.start_host(path, timeout_s=timeout_s)
