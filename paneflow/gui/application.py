"""The application object and the first window; what follows is loaded while that window is on the screen already."""

import os
import signal
import sys
from typing import Final

from paneflow import paths
from paneflow.gui.host_link import HostLink
from paneflow.gui.look import Look
from paneflow.gui.main_window import MainWindow
from paneflow.gui.qt import QApplication, QIcon, QTimer

_SHOT_LIMIT_MS: Final = 20_000
_SETTLE_MS: Final = 600  # without a change before a picture is taken


def run(path: str, *, screenshot: str | None = None) -> int:
    """Show a window of the host at `path`; the exit code. With `screenshot`: save a picture of it and leave."""
    application = _application()
    look = Look()
    window = MainWindow(look)
    link = HostLink(path, window)
    window.show()
    link.open()
    QTimer.singleShot(0, lambda: _furnish(window, look, link, screenshot))
    return application.exec()


def _application() -> QApplication:
    application = QApplication(sys.argv[:1])
    application.setApplicationName("paneflow")
    application.setApplicationDisplayName("Paneflow")
    application.setDesktopFileName("paneflow")
    application.setStyle("Fusion")
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return application


def _furnish(window: MainWindow, look: Look, link: HostLink, screenshot: str | None) -> None:
    from paneflow.gui.furnish import Furniture  # numpy takes a while, and the window is shown

    bench = Furniture(window, look, link).bench
    window.setWindowIcon(QIcon(os.path.join(paths.resources_dir(), "icons", "paneflow-128.png")))
    if screenshot:
        bench.ready.connect(lambda: QTimer.singleShot(_SETTLE_MS, lambda: _save(window, screenshot)))
        QTimer.singleShot(_SHOT_LIMIT_MS, lambda: QApplication.exit(1))


def _save(window: MainWindow, file: str) -> None:
    saved = window.grab().save(file)
    if not saved:
        sys.stderr.write(f"paneflow: cannot write {file}\n")
    QApplication.exit(0 if saved else 1)
