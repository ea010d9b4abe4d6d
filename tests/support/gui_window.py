"""A whole window on Qt's offscreen platform, attached to a real host.

with open_window(host) as gui:
    gui.wait(lambda: gui.bench.terminal is not None)
    gui.run("split_vertically")
"""

import contextlib
import gc
import os
from collections.abc import Callable, Iterator
from pathlib import Path

from paneflow.gui.furnish import Furniture
from paneflow.gui.host_link import HostLink
from paneflow.gui.look import Look
from paneflow.gui.main_window import MainWindow
from paneflow.gui.qt import QApplication, QEvent, QKeyEvent, QMenu, QMouseEvent, QPoint, QPointF, Qt, QWidget
from paneflow.gui.question import Question
from paneflow.gui.terminal_view import TerminalView
from paneflow.gui.workbench import Workbench
from paneflow.vt.input import KeyEvent, Mods
from tests.support.host import HostProcess
from tests.support.qt_window import wait_until

CTRL, SHIFT, ALT = Mods.CTRL, Mods.SHIFT, Mods.ALT


class Gui:
    """One window and what a person would do with it."""

    def __init__(self, host: HostProcess) -> None:
        self.host = host
        self.look = Look(host.env["PANEFLOW_CONFIG"])
        self.window = MainWindow()
        self.window.dress(self.look)
        self.link = HostLink(host.socket_path, self.window)
        self.parts = Furniture(self.window, self.look, self.link)

    @property
    def bench(self) -> Workbench:
        return self.parts.bench

    def show(self) -> "Gui":
        """Show it and wait until it is the one a person uses, with a first pane at its prompt."""
        self.window.resize(900, 600)
        self.window.show()
        self.window.activateWindow()
        self.link.open()
        self.wait(lambda: self.bench.terminal is not None and "$" in self.text())
        self.wait(self.window.isActiveWindow)
        return self

    @staticmethod
    def wait(condition: Callable[[], object], timeout_s: float = 15.0) -> None:
        """Run the event loop until something holds."""
        wait_until(lambda: bool(condition()), timeout_s)

    def run(self, action: str) -> None:
        """Do an action of the table."""
        assert self.bench.run(action), action

    def press(self, key: str, mods: Mods = Mods.NONE) -> bool:
        """Press a key as the grid would tell it; whether the window took it for itself."""
        return self.bench.take_key(KeyEvent(key, mods))

    def type(self, text: str) -> None:
        """Type into the focused pane."""
        view = self.terminal.grid_view
        for char in text:
            key, typed = (Qt.Key.Key_Return.value, "\r") if char == "\n" else (ord(char.upper()), char)
            for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
                QApplication.sendEvent(view, QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, typed))

    @property
    def terminal(self) -> TerminalView:
        terminal = self.bench.terminal
        assert terminal is not None
        return terminal

    @property
    def surface(self) -> int:
        return self.terminal.surface

    def text(self) -> str:
        """What the focused pane shows."""
        grid = self.terminal.grid_view.grid
        return "\n".join(grid.row_text(row).rstrip() for row in range(grid.rows))

    def wait_text(self, text: str) -> None:
        """Wait until the focused pane shows a text."""
        try:
            self.wait(lambda: text in self.text())
        except AssertionError:
            raise AssertionError(f"{text!r} is not in {self.text()!r}") from None

    def panes(self) -> int:
        """How many panes are on view."""
        return sum(1 for frame in self.bench.panes.frames.values() if frame.isVisible())

    def close(self) -> None:
        """Take it away, whatever runs."""
        self.link.close()
        self.window.may_close = lambda: True
        self.window.close()
        self.window.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        QApplication.processEvents()
        gc.collect()  # a window is one large cycle, and its glyphs are megabytes that the collector does not count


@contextlib.contextmanager
def open_window(host: HostProcess) -> Iterator[Gui]:
    """A shown window of a host."""
    with environment(host):
        gui = Gui(host)
        try:
            yield gui.show()
        finally:
            gui.close()


@contextlib.contextmanager
def environment(host: HostProcess) -> Iterator[None]:
    """The host's environment in this process: configuration, state and runtime folders."""
    names = ("XDG_RUNTIME_DIR", "PANEFLOW_STATE", "PANEFLOW_CONFIG", "HOME", "SHELL")
    before = {name: os.environ.get(name) for name in names}
    os.environ.update({name: host.env[name] for name in names})
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def report(host: HostProcess, surface: int, event: str, **fields: object) -> None:
    """What an agent's hook would say."""
    host.call(f"ai.{event}", surface_id=surface, tool="claude", pid=os.getpid(), **fields)


def click(widget: QWidget, x: float, y: float, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
    """Press and release at a place in a widget."""
    drag(widget, [(x, y)], button)


def drag(
    widget: QWidget, places: list[tuple[float, float]], button: Qt.MouseButton = Qt.MouseButton.LeftButton
) -> None:
    """Press at the first place, move over the others, release at the last. Places are the widget's at the press."""
    start = QPointF(widget.mapToGlobal(QPoint(0, 0)))

    def send(kind: QEvent.Type, place: tuple[float, float], held: Qt.MouseButton) -> None:
        spot = QPointF(*place)
        on_screen = start + spot
        here = on_screen - QPointF(widget.mapToGlobal(QPoint(0, 0)))
        mods = Qt.KeyboardModifier.NoModifier
        pressed = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseMove else button
        QApplication.sendEvent(widget, QMouseEvent(kind, here, on_screen, pressed, held, mods))

    send(QEvent.Type.MouseButtonPress, places[0], button)
    for place in places[1:]:
        send(QEvent.Type.MouseMove, place, button)
        QApplication.processEvents()
    send(QEvent.Type.MouseButtonRelease, places[-1], Qt.MouseButton.NoButton)


def send_key(
    widget: QWidget, key: Qt.Key, text: str = "", mods: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    """Press and release a key in a widget."""
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        QApplication.sendEvent(widget, QKeyEvent(kind, key.value, mods, text))


def open_question() -> Question | None:
    """The question that is asked now."""
    found = [each for each in QApplication.topLevelWidgets() if isinstance(each, Question) and each.isVisible()]
    return found[-1] if found else None


def open_menu() -> QMenu | None:
    """The context menu that is open now."""
    found = [each for each in QApplication.topLevelWidgets() if isinstance(each, QMenu) and each.isVisible()]
    return found[-1] if found else None


def config_text(host: HostProcess) -> str:
    """The configuration file's text."""
    return Path(host.env["PANEFLOW_CONFIG"]).read_text()
