"""A desktop's notification service of one's own: says what it was asked to show, and clicks it when it is told to.

`running_service` runs this file with the system's Python: that is where PyGObject is, which speaks D-Bus.
"""

import contextlib
import importlib
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

PYTHON = "/usr/bin/python3"
_NAME, _PATH = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"
_IN = "".join(f'<arg type="{kind}" direction="in"/>' for kind in ("s", "u", "s", "s", "s", "as", "a{sv}", "i"))
_XML = f"""<node><interface name="{_NAME}">
<method name="Notify">{_IN}<arg type="u" direction="out"/></method>
<signal name="ActionInvoked"><arg type="u"/><arg type="s"/></signal>
</interface></node>"""


def missing() -> str:
    """What this machine lacks for it; "" for nothing."""
    command = [PYTHON, "-c", "from gi.repository import Gio"]
    there = Path(PYTHON).exists() and not subprocess.run(command, capture_output=True).returncode
    return "" if there else "the system's Python has no PyGObject"


class Service:
    """A running service."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._in: IO[str] = process.stdin
        self._out: IO[str] = process.stdout

    def next(self) -> list[Any]:
        """The arguments of the next call; waits for it."""
        found: list[Any] = json.loads(self._out.readline())
        return found

    def click(self, number: int) -> None:
        """Click a notification; the first one is number 1."""
        self._in.write(f"{number}\n")
        self._in.flush()


@contextlib.contextmanager
def running_service(env: Mapping[str, str]) -> Iterator[Service]:
    """A service on the session bus of `env`."""
    process = subprocess.Popen(
        [PYTHON, __file__], env=dict(env), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        service = Service(process)
        assert service.next() == ["ready"]
        yield service
    finally:
        process.terminate()
        process.communicate(timeout=10)


def _serve() -> None:
    gio, glib = (importlib.import_module(f"gi.repository.{name}") for name in ("Gio", "GLib"))
    numbers = iter(range(1, 1 << 30))

    def called(_bus: Any, _sender: str, _path: str, _interface: str, _method: str, given: Any, asked: Any) -> None:
        print(json.dumps(given.unpack()), flush=True)
        asked.return_value(glib.Variant("(u)", (next(numbers),)))

    def acquired(bus: Any, _name: str) -> None:
        bus.register_object(_PATH, gio.DBusNodeInfo.new_for_xml(_XML).interfaces[0], called, None, None)

        def clicked(*_: Any) -> bool:
            number = int(sys.stdin.readline() or 0)
            bus.emit_signal(None, _PATH, _NAME, "ActionInvoked", glib.Variant("(us)", (number, "default")))
            return bool(number)

        glib.io_add_watch(sys.stdin.fileno(), glib.PRIORITY_DEFAULT, glib.IO_IN, clicked)

    gio.bus_own_name(gio.BusType.SESSION, _NAME, 0, acquired, lambda *_: print('["ready"]', flush=True), None)
    glib.MainLoop().run()


if __name__ == "__main__":
    _serve()
