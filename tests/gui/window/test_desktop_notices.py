"""Notifications through a real bus and a service on it: what is shown, and where a click goes."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from paneflow.gui.desktop_notices import bus_address
from tests.support.accessibility_bus import running_bus
from tests.support.gui_window import Gui
from tests.support.host import HostProcess
from tests.support.notification_service import missing, running_service


@pytest.fixture
def bus(host: HostProcess, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    if lacks := missing():
        pytest.skip(lacks)
    with running_bus(host.env) as told:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", told["DBUS_SESSION_BUS_ADDRESS"])
        yield host.env | told


def hidden(gui: Gui, host: HostProcess, name: str) -> int:
    """A surface in a workspace that is not on view."""
    surface = host.new(pane_name=name)
    gui.wait(lambda: surface in gui.bench.model.surfaces)
    return surface


def focused(gui: Gui) -> int | None:
    front = gui.bench.model.focused
    return None if front is None else front.id


def test_each_notification_is_shown_and_a_click_goes_to_its_own_pane(
    bus: dict[str, str], gui: Gui, host: HostProcess
) -> None:
    first, second = hidden(gui, host, "first"), hidden(gui, host, "second")
    notices = gui.parts.notifications._desktop
    with running_service(bus) as service:
        for number, (surface, text) in enumerate(((first, "one & <two>"), (second, "three")), 1):
            host.type(surface, f"printf '\\033]777;notify;Build;{text}\\007'")
            gui.wait(lambda number=number: len(notices._shown) == number)  # type: ignore[misc]
        told = [service.next(), service.next()]
        assert [(app, title, text) for app, _, _, title, text, *_ in told] == [
            ("Paneflow", "Build", "one &amp; &lt;two>"),
            ("Paneflow", "Build", "three"),
        ]
        assert told[0][5:] == [["default", "Show it"], {"desktop-entry": "paneflow"}, -1]
        service.click(1)
        gui.wait(lambda: focused(gui) == first)
        service.click(2)
        gui.wait(lambda: focused(gui) == second)


def test_without_a_service_or_a_bus_it_is_told_otherwise(
    bus: dict[str, str], gui: Gui, monkeypatch: pytest.MonkeyPatch
) -> None:
    notices, otherwise = gui.parts.notifications._desktop, list[str]()
    notices.tell("t", "x", 1, lambda: otherwise.append("no service"))
    gui.wait(lambda: otherwise == ["no service"])
    notices._drop("over")
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS")
    notices.tell("t", "x", 1, lambda: otherwise.append("no bus"))
    assert otherwise == ["no service", "no bus"]


@pytest.mark.parametrize(
    ("environment", "socket"),
    [
        ({"DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/user/1000/bus"}, "/run/user/1000/bus"),
        ({"DBUS_SESSION_BUS_ADDRESS": "unix:path=/tmp/a%20b,guid=00ff;unix:path=/other"}, "/tmp/a b"),
        ({"DBUS_SESSION_BUS_ADDRESS": "unix:abstract=/tmp/dbus-x,guid=0"}, "\0/tmp/dbus-x"),
        ({"DBUS_SESSION_BUS_ADDRESS": "tcp:host=localhost,port=1"}, None),
        ({"DBUS_SESSION_BUS_ADDRESS": "nonsense"}, None),
        ({"XDG_RUNTIME_DIR": "/run/user/1000"}, "/run/user/1000/bus"),
        ({}, None),
    ],
)
def test_the_buss_address_is_read(environment: dict[str, str], socket: str | None) -> None:
    assert bus_address(environment) == socket


@pytest.mark.parametrize("answer", [b"HTTP/1.1 400 Bad Request\r\n", b"OK 0\r\nmore", b"REJECTED\r\n", b""])
def test_what_is_no_bus_is_left(gui: Gui, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: bytes) -> None:
    otherwise = list[str]()
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(tmp_path / "bus"))
    listener.listen()
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", f"unix:path={tmp_path}/bus")
    gui.parts.notifications._desktop.tell("t", "x", 1, lambda: otherwise.append("told"))
    with listener, listener.accept()[0] as bus:
        bus.sendall(answer)
        bus.shutdown(socket.SHUT_WR)
        gui.wait(lambda: otherwise == ["told"])
