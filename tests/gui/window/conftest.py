"""One host for all tests of the window; each begins with one fresh shell and ends with none."""

import sys
from collections.abc import Iterator

import pytest

from paneflow.gui.qt import QApplication
from tests.support.gui_window import Gui, open_window
from tests.support.host import HostProcess, running_host


@pytest.fixture(scope="package")
def shared_host() -> Iterator[HostProcess]:
    with running_host() as host:
        yield host


@pytest.fixture
def host(shared_host: HostProcess) -> Iterator[HostProcess]:
    (shared_host.folder / "config" / "config.toml").write_text("")
    shared_host.call("config.reload")
    shared_host.new(focus=True, cwd=str(shared_host.home))
    yield shared_host
    for row in shared_host.call("workspace.list")["workspaces"]:
        shared_host.call("workspace.close", workspace_id=row["workspace_id"])


@pytest.fixture(autouse=True)
def _no_exceptions_in_slots(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Qt's event loop only prints them."""
    raised: list[BaseException] = []
    monkeypatch.setattr(sys, "excepthook", lambda _kind, error, _trace: raised.append(error))
    yield
    if raised:
        raise raised[0]


@pytest.fixture
def gui(host: HostProcess, application: QApplication) -> Iterator[Gui]:
    with open_window(host) as shown:
        yield shown
