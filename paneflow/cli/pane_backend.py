"""`pane-backend`: the CustomPaneBackend over standard input and output, for agents that start a program to talk to."""

import os
import sys

from paneflow import paths
from paneflow.cli.command import Command
from paneflow.cli.exits import OK
from paneflow.cli.parse import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from paneflow.client.connection import Connection

_CHUNK = 1 << 16


def _bridge(options: Options) -> int:
    import threading

    from paneflow.client.connection import Connection
    from paneflow.client.start import ensure_host

    with ensure_host() as host:
        endpoint = paths.pane_backend_path(host.path)
    backend = Connection(endpoint)
    threading.Thread(target=_pass_on, args=(backend,), daemon=True).start()
    while data := backend.read_some():
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    backend.close()
    return OK


def _pass_on(backend: "Connection") -> None:
    while data := os.read(0, _CHUNK):
        backend.write(data)
    backend.end()


COMMANDS = (
    Command(
        "pane-backend",
        "Speak the CustomPaneBackend protocol on standard input and output.",
        _bridge,
        examples=("paneflow pane-backend < requests.jsonl",),
        notes="Starts a host if none runs. Ends when the other end closes and everything asked is answered.",
    ),
)
