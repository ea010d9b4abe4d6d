"""Who has the keyboard on a real display: names and searches typed with capitals, clicks beside the panes (XTEST)."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.display import Display, shown_window, written
from tests.support.host import HostProcess, running_host

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]


@pytest.fixture
def host() -> Iterator[HostProcess]:
    with running_host() as started:
        yield started


def test_a_name_is_typed_with_capitals_and_the_shell_hears_nothing_of_it(display: Display, host: HostProcess) -> None:
    surface = host.new(focus=True)

    def title() -> object:
        return host.call("workspace.list")["workspaces"][0]["title"]

    with shown_window(host, display):
        host.wait_for(lambda: host.call("surface.info", surface_id=surface)["cols"] != 120, 20)
        display.keys("F2")
        display.type("Build ME")
        display.keys("Return")
        host.wait_for(lambda: host.call("surface.info", surface_id=surface)["name"] == "Build ME")
        display.keys("shift+F2")
        display.type("My Shop")
        display.keys("Return")
        host.wait_for(lambda: title() == "My Shop")
        display.keys("shift+F2")
        display.type("Nonsense")
        display.keys("Escape")
        display.type("echo AFTER-$((1+1))")
        display.keys("Return")
        shown = host.wait_for_text(surface, "AFTER-2")
        assert title() == "My Shop"
        assert "Build" not in shown
        assert "Shop" not in shown
        assert "Nonsense" not in shown


def test_an_action_is_found_with_capitals(display: Display, host: HostProcess) -> None:
    surface = host.new(focus=True)
    with shown_window(host, display):
        host.wait_for(lambda: host.call("surface.info", surface_id=surface)["cols"] != 120, 20)
        display.keys("ctrl+shift+p")
        display.type("Split Beside")
        display.keys("Return")
        host.wait_for(lambda: len(host.call("surface.list")["surfaces"]) == 2)
        assert "Beside" not in host.read(surface)


def test_a_click_beside_the_panes_leaves_the_keyboard_where_it_is(
    display: Display, host: HostProcess, tmp_path: Path
) -> None:
    surface, keys = host.new(focus=True, cwd=str(tmp_path)), tmp_path / "keys"
    host.call("surface.split", surface_id=surface, direction="vertical")
    with shown_window(host, display):
        host.wait_for(lambda: host.call("surface.info", surface_id=surface)["cols"] != 120, 20)
        host.call("surface.focus", surface_id=surface)
        display.type("stty raw -echo; printf '\\033[?1004h'; cat > keys")
        display.keys("Return")
        host.wait_for(keys.exists)
        for x, y in ((100, 30), (100, 400), (709, 400)):  # a row of the sidebar, below its rows, the divider
            display.xdotool("mousemove", str(x), str(y), "mousedown", "1", "mousemove", str(x + 20), str(y + 20))
            display.xdotool("mousemove", str(x), str(y), "mouseup", "1")
            display.type("x")
        host.wait_for(lambda: written(keys).endswith("xxx"))
        assert written(keys) == "xxx"  # no report that the focus was lost
