"""An X server of one's own, with `paneflow gui` on it: keys go in through XTEST, pictures come out of the root window."""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from paneflow.gui.qt import QImage
from tests.support.host import HostProcess

NEEDED = ("Xvfb", "xdotool", "import")


class Display:
    """A running X server."""

    def __init__(self, number: str) -> None:
        self.env = {"DISPLAY": f":{number}"}

    def xdotool(self, *words: str) -> str:
        """Run xdotool; what it printed."""
        done = subprocess.run(
            ["xdotool", *words], env={**os.environ, **self.env}, capture_output=True, text=True, check=True, timeout=30
        )
        return done.stdout.strip()

    def type(self, text: str) -> None:
        """Type a text."""
        self.xdotool("type", "--delay", "8", text)

    def keys(self, *names: str) -> None:
        """Press keys, such as "ctrl+shift+e" or "Return"."""
        self.xdotool("key", *names)

    def picture(self) -> QImage:
        """What is on the screen."""
        with tempfile.NamedTemporaryFile(suffix=".png") as file:
            subprocess.run(
                ["import", "-silent", "-window", "root", file.name],
                env={**os.environ, **self.env},
                check=True,
                timeout=30,
            )
            return QImage(file.name).convertToFormat(QImage.Format.Format_RGB32)

    def wait_picture(self, shows: Callable[[QImage], bool], timeout: float = 15.0) -> QImage:
        """Wait until the screen shows something."""
        end = time.monotonic() + timeout
        while not shows(image := self.picture()):
            assert time.monotonic() < end, "the screen never showed it"
            time.sleep(0.05)
        return image


@contextlib.contextmanager
def running_display(width: int = 1200, height: int = 800) -> Iterator[Display]:
    """An X server until the end of the block; the test is skipped where there is none to be had."""
    for program in NEEDED:
        if shutil.which(program) is None:
            pytest.skip(f"there is no {program}")
    reading, writing = os.pipe()
    command = [
        "Xvfb",
        "-noreset",
        "-displayfd",
        str(writing),
        "-screen",
        "0",
        f"{width}x{height}x24",
        "-nolisten",
        "tcp",
    ]
    server = subprocess.Popen(command, pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as told:
            number = told.readline().strip()
        assert number, "the X server did not start"
        yield Display(number)
    finally:
        server.terminate()
        server.wait(10)


@contextlib.contextmanager
def shown_window(host: HostProcess, display: Display, *words: str, **env: str) -> Iterator["subprocess.Popen[bytes]"]:
    """`paneflow gui` on that display, with the keyboard (there is no window manager)."""
    everything = {**host.env, **display.env, "QT_QPA_PLATFORM": "xcb", **env}
    out = (host.folder / "window.out").open("wb")
    window = subprocess.Popen([sys.executable, "-m", "paneflow", "gui", *words], env=everything, stdout=out, stderr=out)
    try:
        end = time.monotonic() + 30
        found = ""
        while not found:
            assert window.poll() is None, (host.folder / "window.out").read_text()
            assert time.monotonic() < end, "the window never came"
            with contextlib.suppress(subprocess.CalledProcessError):
                found = display.xdotool("search", "--onlyvisible", "--name", "Paneflow").split("\n")[-1]
        display.xdotool("windowfocus", "--sync", found)
        yield window
    finally:
        window.terminate()
        window.wait(10)
        out.close()


def has_color(image: QImage, color: int, at_least: int = 1) -> bool:
    """Whether so many pixels have exactly a colour (0xRRGGBB)."""
    return count(image, color) >= at_least


def count(image: QImage, color: int) -> int:
    """How many pixels have exactly a colour."""
    data = bytes(image.constBits())
    wanted = bytes((color & 255, color >> 8 & 255, color >> 16 & 255, 255))
    found = at = 0
    while (at := data.find(wanted, at)) >= 0:
        found += at % 4 == 0
        at += 4 if at % 4 == 0 else 1
    return found


def written(path: Path) -> str:
    """A file's text; "" while there is none."""
    return path.read_text() if path.exists() else ""
