"""An accessibility bus of one's own, and what a screen reader finds on it.

`nodes` and `listening` run this file with the system's Python: that is where pyatspi is, which speaks AT-SPI.
"""

import contextlib
import importlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

PYTHON = "/usr/bin/python3"
EVENTS = ("object:text-changed:insert", "object:text-caret-moved")


def missing() -> str:
    """What this machine lacks for it; "" for nothing."""
    if shutil.which("dbus-daemon") is None:
        return "there is no dbus-daemon"
    if not any(Path(folder, "at-spi-bus-launcher").exists() for folder in ("/usr/libexec", "/usr/lib/at-spi2-core")):
        return "there is no at-spi2-core"
    if not Path(PYTHON).exists() or subprocess.run([PYTHON, "-c", "import pyatspi"], capture_output=True).returncode:
        return "the system's Python has no pyatspi"
    return ""


@contextlib.contextmanager
def running_bus(env: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """A session bus, which starts the accessibility bus when it is asked for; what programs on it need besides `env`."""
    command = ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address=1"]
    bus = subprocess.Popen(command, env=dict(env), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert bus.stdout is not None
    try:
        address = bus.stdout.readline().strip()
        assert address, "the session bus did not start"
        yield {
            "DBUS_SESSION_BUS_ADDRESS": address,
            "QT_ACCESSIBILITY": "1",
            "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
        }
    finally:
        bus.terminate()
        bus.wait(10)
        bus.stdout.close()


def nodes(env: Mapping[str, str]) -> list[dict[str, Any]]:
    """All parts of Paneflow's windows, parents first: `role`, `name`, `parent` (its name); `text` and `caret` of a text."""
    done = subprocess.run(
        [PYTHON, __file__, "tree"], env=dict(env), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=60
    )
    return [] if done.returncode else [json.loads(line) for line in done.stdout.splitlines()]


@contextlib.contextmanager
def listening(env: Mapping[str, str]) -> Iterator[IO[str]]:
    """A screen reader that follows texts; each event is a line: what happened, the place, the text."""
    reader = subprocess.Popen(
        [PYTHON, __file__, "listen"], env=dict(env), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert reader.stdout is not None
    try:
        assert reader.stdout.readline() == "ready\n"
        yield reader.stdout
    finally:
        reader.kill()
        reader.wait()
        reader.stdout.close()


# -- what the system's Python runs ---------------------------------------------------------------------------------
def _tell_tree(atspi: Any) -> None:
    desktop = atspi.Registry.getDesktop(0)
    for application in (desktop.getChildAtIndex(index) for index in range(desktop.childCount)):
        if application is not None and application.name == "paneflow":
            _tell_node(application, "")


def _tell_node(node: Any, parent: str) -> None:
    told = {"role": node.getRoleName(), "name": node.name, "parent": parent}
    if told["role"] == "terminal":
        text = node.queryText()
        told |= {"text": text.getText(0, -1), "caret": text.caretOffset}
    _say(json.dumps(told))
    for index in range(node.childCount):
        child = node.getChildAtIndex(index)
        if child is not None:  # it may have gone meanwhile
            _tell_node(child, node.name)


def _tell_events(atspi: Any) -> None:
    def tell(event: Any) -> None:
        _say(json.dumps([event.type, event.detail1, str(event.any_data)]))

    atspi.Registry.registerEventListener(tell, *EVENTS)
    _say("ready")
    atspi.Registry.start()


def _say(line: str) -> None:
    os.write(1, f"{line}\n".encode())


if __name__ == "__main__":
    {"tree": _tell_tree, "listen": _tell_events}[sys.argv[1]](importlib.import_module("pyatspi"))
