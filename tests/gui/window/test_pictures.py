"""Pictures in a whole window: two of them, tabs, and a host that comes back."""

import base64
from pathlib import Path

import pytest

from paneflow.gui.qt import QApplication, QImage
from tests.support.graphics import png
from tests.support.gui_window import Gui, open_window
from tests.support.host import HostProcess, running_host
from tests.support.qt_window import picture
from tests.support.vt import ENGINES

pytestmark = pytest.mark.skipif("ghostty" not in ENGINES, reason="only this engine shows pictures")
GREEN, BLUE = (17, 202, 101), (17, 101, 202)
SIDE = 40


def has(image: QImage, color: tuple[int, int, int]) -> int:
    """How many pixels have a colour."""
    wanted = color[0] << 16 | color[1] << 8 | color[2]
    return sum(image.pixel(x, y) & 0xFFFFFF == wanted for y in range(image.height()) for x in range(image.width()))


def shows(gui: Gui, color: tuple[int, int, int]) -> bool:
    return has(picture(gui.terminal.grid_view), color) == SIDE * SIDE


def show(host: HostProcess, surface: int, color: tuple[int, int, int], folder: Path) -> None:
    """Let a shell print a picture below an empty screen's top."""
    file = folder / f"{color[1]}"
    file.write_bytes(
        b"\x1b[H\x1b[2J\x1b[3J\x1b_Ga=T,q=2,f=100;" + base64.b64encode(png(SIDE, SIDE, color)) + b"\x1b\\\r\n"
    )
    host.type(surface, f"cat {file}")


def test_a_picture_is_there_again_with_its_tab(gui: Gui, host: HostProcess, tmp_path: Path) -> None:
    surface = gui.surface
    show(host, surface, GREEN, tmp_path)
    gui.wait(lambda: shows(gui, GREEN))
    asked = []
    gui.bench.pictures._ask = lambda *what: asked.append(what)
    gui.run("new_tab")
    gui.wait(lambda: gui.surface != surface and "$" in gui.text())
    assert not shows(gui, GREEN)
    host.call("surface.focus", surface_id=surface)
    gui.wait(lambda: gui.surface == surface and shows(gui, GREEN))
    assert asked == []


def test_both_of_two_windows_show_it(gui: Gui, host: HostProcess, tmp_path: Path) -> None:
    with open_window(host) as other:
        show(host, gui.surface, GREEN, tmp_path)
        gui.wait(lambda: shows(gui, GREEN))
        other.wait(lambda: shows(other, GREEN))


def test_a_host_that_comes_back_has_other_pictures(application: QApplication, tmp_path: Path) -> None:
    with running_host() as host:
        host.new(focus=True)
        with open_window(host) as gui:
            show(host, gui.surface, GREEN, tmp_path)
            gui.wait(lambda: shows(gui, GREEN))
            host.kill()
            gui.wait(lambda: any("host is gone" in text for text in gui.bench.banners.texts()))
            assert shows(gui, GREEN)  # what was there stays until there is something else
            host.start()
            gui.wait(lambda: gui.link.is_attached and not gui.bench.banners.texts(), 20)
            gui.wait(lambda: gui.bench.terminal is not None and "$" in gui.text())
            gui.wait(lambda: not shows(gui, GREEN))
            show(host, gui.surface, BLUE, tmp_path)  # it has the number that the other one had
            gui.wait(lambda: shows(gui, BLUE))
