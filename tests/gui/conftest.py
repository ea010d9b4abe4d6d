"""One offscreen application for all window tests; whatever Qt warns of fails the test that caused it."""

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.pop("DBUS_SESSION_BUS_ADDRESS", None)  # tests tell a person's desktop nothing

from collections.abc import Iterator

import pytest

from paneflow.gui.qt import QApplication, QtMsgType, qInstallMessageHandler
from tests.support.display import Display, running_display

_OFFSCREEN_ONLY = (
    "This plugin does not support propagateSizeHints()",
    "This plugin does not support raise()",
    "This plugin does not support grabbing the keyboard",
)  # says the platform of these tests


@pytest.fixture(scope="session", autouse=True)
def application() -> Iterator[QApplication]:
    """The application; Qt allows one a process."""
    made = QApplication.instance() or QApplication(["paneflow-tests"])
    assert isinstance(made, QApplication)
    yield made
    for widget in made.topLevelWidgets():
        widget.close()


@pytest.fixture(scope="module")
def display() -> Iterator[Display]:
    """A real X server; the tests of a module share it."""
    with running_display() as shown:
        yield shown


@pytest.fixture(autouse=True)
def _no_qt_warnings(application: QApplication) -> Iterator[None]:
    warnings: list[str] = []

    def take(kind: QtMsgType, _context: object, message: str) -> None:
        if kind not in (QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg) and message not in _OFFSCREEN_ONLY:
            warnings.append(message)

    before = qInstallMessageHandler(take)
    yield
    for widget in application.topLevelWidgets():
        widget.close()
        widget.deleteLater()
    application.processEvents()
    qInstallMessageHandler(before)
    assert not warnings
