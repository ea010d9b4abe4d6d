"""The application object and the first window; what follows is loaded while that window is on the screen already."""

import os
import signal
import sys
from typing import TYPE_CHECKING, Final

from paneflow import paths
from paneflow.gui.main_window import MainWindow
from paneflow.gui.qt import QApplication, QTimer, qInstallMessageHandler

if TYPE_CHECKING:
    from paneflow.gui.host_link import HostLink
    from paneflow.gui.qt import QtMsgType

_SHOT_LIMIT_MS: Final = 20_000
_UNSEEN_MS: Final = 1000
_SETTLE_MS: Final = 600  # without a change before a picture is taken
_ADVICE: Final = "paneflow: paneflow doctor says what is missing; the host runs, and every verb works without a window"


def run(path: str, *, screenshot: str | None = None) -> int:
    """Show a window of the host at `path`; the exit code. With `screenshot`: save a picture of it and leave."""
    application = _application()
    window = MainWindow()
    opening = Opening(window, path, screenshot)
    window.first_painted.connect(opening.go_on_soon)
    window.show()
    code = application.exec()
    opening.close()
    return code


def _application() -> QApplication:
    said: list[str] = []

    def hear(kind: "QtMsgType", _context: object, text: str) -> None:
        """Qt ends the process after its last word: say what it said before, and leave without a core dump."""
        said.append(text.partition("\n")[0])
        if kind.name == "QtFatalMsg":
            sys.stderr.write(f"paneflow: the window cannot open: {' '.join(said)}\n{_ADVICE}\n")
            sys.stderr.flush()
            os._exit(1)

    before = qInstallMessageHandler(hear)
    application = QApplication(sys.argv[:1])
    qInstallMessageHandler(before)
    sys.stderr.writelines(f"{line}\n" for line in said)
    application.setApplicationName("paneflow")
    application.setApplicationDisplayName("Paneflow")
    application.setDesktopFileName("paneflow")
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return application


class Opening:
    """What comes after the first paint, once."""

    def __init__(self, window: MainWindow, path: str, screenshot: str | None) -> None:
        self._window, self._path, self._screenshot = window, path, screenshot
        self._link: HostLink | None = None
        self._timer = timer = QTimer(window)
        timer.setSingleShot(True)
        timer.timeout.connect(self.go_on)
        timer.start(_UNSEEN_MS)  # a window that begins minimised paints nothing

    def go_on_soon(self) -> None:
        """Go on once what was painted is on the screen."""
        self._timer.start(0)

    def go_on(self) -> None:
        """Put everything into the window."""
        if self._link is None:
            self._link = _furnish(self._window, self._path, self._screenshot)

    def close(self) -> None:
        """Leave the host."""
        if self._link is not None:
            self._link.close()


def _furnish(window: MainWindow, path: str, screenshot: str | None) -> "HostLink":
    from paneflow.gui.furnish import Furniture  # numpy takes a while, and the window is shown
    from paneflow.gui.host_link import HostLink
    from paneflow.gui.look import Look
    from paneflow.gui.qt import QIcon

    QApplication.setStyle("Fusion")
    look, link = Look(), HostLink(path, window)
    window.dress(look)
    bench = Furniture(window, look, link).bench
    link.open()
    window.setWindowIcon(QIcon(os.path.join(paths.resources_dir(), "icons", "paneflow-128.png")))
    if screenshot:
        bench.ready.connect(lambda: QTimer.singleShot(_SETTLE_MS, lambda: _save(window, screenshot)))
        QTimer.singleShot(_SHOT_LIMIT_MS, lambda: QApplication.exit(1))
    return link


def _save(window: MainWindow, file: str) -> None:
    saved = window.grab().save(file)
    if not saved:
        sys.stderr.write(f"paneflow: cannot write {file}\n")
    QApplication.exit(0 if saved else 1)
