"""The window, put together: `paneflow` and `paneflow gui`. A host is started first, beside the import of Qt."""

import os
from collections.abc import Sequence

from paneflow.cli.display import trouble
from paneflow.cli.exits import OK, code_of
from paneflow.cli.output import complain
from paneflow.cli.parse import Options, parse
from paneflow.cli.window import GUI
from paneflow.client.client import Client
from paneflow.client.start import is_answering, spawn_host
from paneflow.errors import PaneflowError


def main(argv: Sequence[str] = ()) -> int:
    """Show a window until it is closed; the exit code."""
    try:
        options = parse(GUI, list(argv))
        path = _with_host()
    except PaneflowError as error:
        complain(error.message)
        return code_of(error)
    if (file := options.maybe("file")) and (code := _open(file)) != OK:
        return code
    return _show(path, options)


def _with_host() -> str:
    """The host's endpoint; a host is on its way there if none answered."""
    with Client(timeout_s=2.0) as client:
        if not is_answering(client):
            spawn_host(client.path)
        return client.path


def _open(file: str) -> int:
    """Start the workspace of a document, as `paneflow up` does."""
    from paneflow.cli.main import run

    return run(["up", file])


def _show(path: str, options: Options) -> int:
    try:
        from paneflow.gui.application import run
    except ImportError as error:
        if error.name and error.name.split(".")[0] in ("PySide6", "shiboken6", "numpy"):
            complain(f"the window needs {error.name}; install it with: pip install 'paneflow[gui]'")
            return 1
        raise
    screenshot = options.maybe("screenshot")
    if reason := trouble(os.environ):
        if screenshot is None:
            complain(f"{reason}; the host runs, and every verb works without a window")
            return 1
        os.environ["QT_QPA_PLATFORM"] = "offscreen"  # a picture needs no display
    return run(path, screenshot=screenshot)
