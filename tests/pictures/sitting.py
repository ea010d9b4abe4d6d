"""A host and a window that sit for their pictures, on Qt's offscreen platform."""

import contextlib
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from paneflow.gui import labels
from paneflow.gui.qt import QApplication, QImage, QTimer
from tests.support.gui_window import Gui, open_window
from tests.support.host import HostProcess, running_host

Panes = TypeVar("Panes")


@contextlib.contextmanager
def sitting(config: str, furnish: Callable[[HostProcess], Panes]) -> Iterator[tuple[HostProcess, Gui, Panes]]:
    """A host with panes, and its window."""
    application = QApplication.instance() or QApplication(["paneflow"])
    assert application is not None
    QApplication.setStyle("Fusion")
    with running_host(config=config) as host:
        labels._HOME = str(host.home)  # read when this process began
        panes = furnish(host)
        with open_window(host) as gui:
            yield host, gui, panes


def save(image: QImage, file: Path) -> None:
    """Write a picture, and say where."""
    image.save(str(file))
    print(file)


def settle(seconds: float) -> None:
    """Let the window live for a while."""
    end = time.monotonic() + seconds
    wake = QTimer()
    wake.start(20)
    while time.monotonic() < end:
        QApplication.processEvents()
        time.sleep(0.005)
    wake.stop()
