"""A tab dragged with a real mouse (XTEST) on a real X server, read through the socket and from pixels."""

from collections.abc import Callable, Iterator

import pytest

from paneflow.gui.appearance import available_themes
from paneflow.gui.qt import QImage
from tests.support.display import Display, has_color, running_display, shown_window
from tests.support.host import HostProcess, running_host

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]

THEME = available_themes()["paneflow dark"]
CONFIG = "[window]\nsidebar = false\n"
HEADER = 14  # the middle of a pane's header
WIDTH, HEIGHT = 1180, 760  # of a first window


@pytest.fixture
def display() -> Iterator[Display]:
    with running_display() as shown:
        yield shown


@pytest.fixture
def host() -> Iterator[HostProcess]:
    with running_host(config=CONFIG) as started:
        yield started


def color(image: QImage, x: int, y: int) -> int:
    """0xRRGGBB."""
    return image.pixel(x, y) & 0xFFFFFF


def drag(display: Display, start: tuple[int, int], end: tuple[int, int], lights_up: Callable[[QImage], bool]) -> QImage:
    """Press, move as a hand does until the window shows where it would go, and let go there; what was to be seen."""
    display.xdotool("mousemove", *map(str, start), "mousedown", "1")
    for step in range(1, 9):
        place = (str(begin + (finish - begin) * step // 8) for begin, finish in zip(start, end, strict=True))
        display.xdotool("mousemove", *place)

    def seen(image: QImage) -> bool:
        display.xdotool("mousemove_relative", "--", "-1", "0")
        display.xdotool("mousemove", *map(str, end))
        return lights_up(image)

    image = display.wait_picture(seen)
    display.xdotool("mouseup", "1")
    return image


def test_a_tab_is_dragged_into_another_pane_and_then_to_an_edge(display: Display, host: HostProcess) -> None:
    first = host.new(focus=True, pane_name="api")
    second = host.call("surface.split", surface_id=first, direction="vertical", name="log")["surface_id"]

    def info(surface: int, key: str) -> int:
        return int(host.call("surface.info", surface_id=surface)[key])

    def panes() -> list[int]:
        rows = {row["surface_id"]: row["pane_id"] for row in host.call("surface.list")["surfaces"]}
        return [rows[first], rows[second]]

    with shown_window(host, display) as window:
        display.wait_picture(lambda shown: color(shown, WIDTH - 60, HEADER) == THEME.chrome.raised)
        background = THEME.scheme.background
        target = (WIDTH // 4, HEIGHT // 2)
        drag(display, (WIDTH - 200, HEADER), target, lambda shown: color(shown, WIDTH // 4, HEIGHT - 60) != background)
        host.wait_for(lambda: panes()[0] == panes()[1])
        host.wait_for(lambda: info(second, "cols") > 100)
        rows = info(second, "rows")

        display.wait_picture(
            lambda shown: color(shown, 540, HEADER) == background
        )  # the second of two tabs is in front
        edge = (WIDTH // 2, HEIGHT - 20)
        lit = drag(display, (400, HEADER), edge, lambda shown: color(shown, WIDTH - 60, HEIGHT - 60) != background)
        assert color(lit, WIDTH - 60, HEIGHT // 4) == background  # the lower half is lit, and nothing else
        host.wait_for(lambda: panes()[0] != panes()[1])
        host.wait_for(lambda: info(second, "rows") < 0.6 * rows and info(first, "rows") < 0.6 * rows)
        assert info(second, "cols") > 100
        display.wait_picture(
            lambda shown: has_color(shown, THEME.chrome.accent) and color(shown, WIDTH // 2, 0) != THEME.chrome.accent
        )
        display.type("echo below-$((1+1))")
        display.keys("Return")
        host.wait_for_text(second, "below-2")
        assert window.poll() is None
    assert (host.folder / "window.out").read_text() == ""
