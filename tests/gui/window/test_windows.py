"""Several windows on one host."""

from tests.support.gui_window import ALT, CTRL, SHIFT, Gui, environment, open_window
from tests.support.host import HostProcess, running_host


def active(host: HostProcess) -> int:
    found: int = host.call("workspace.current")["workspace_id"]
    return found


def test_each_window_shows_its_own_workspace(gui: Gui, host: HostProcess) -> None:
    with open_window(host) as other:
        first = gui.bench.model.active
        assert other.press("n", CTRL | SHIFT)  # a new workspace, in the other window only
        other.wait(lambda: other.bench.model.active not in (None, first) and other.bench.terminal is not None)
        second = other.bench.model.active
        gui.wait(lambda: len(gui.bench.model.order) == 2)
        assert (gui.bench.model.active, active(host)) == (first, second)
        gui.window.activateWindow()
        gui.terminal.setFocus()
        gui.wait(lambda: active(host) == first)
        gui.type("echo one-$((1+1))\n")
        gui.wait_text("one-2")
        assert other.bench.model.active == second
        assert other.press("e", CTRL | SHIFT)
        other.wait(lambda: other.panes() == 2)
        assert gui.panes() == 1


def test_a_key_means_the_window_it_was_pressed_in(gui: Gui, host: HostProcess) -> None:
    for count in (2, 3):
        gui.press("e", CTRL | SHIFT)
        gui.wait(lambda count=count: gui.panes() == count)  # type: ignore[misc]
    with open_window(host) as other:
        other.press("n", CTRL | SHIFT)
        other.wait(lambda: other.panes() == 1)
        front = gui.surface
        gui.press("left", ALT)  # the other window was used last
        gui.wait(lambda: gui.surface != front)
        gui.run("layout_even_vertical")
        gui.wait(lambda: host.call("workspace.current")["layout"].get("direction") == "horizontal")
        assert gui.panes() == 3


def test_a_notice_is_told_once_and_not_by_a_window_that_does_not_show_it(gui: Gui, host: HostProcess) -> None:
    told: list[tuple[str, str]] = []
    hidden = host.new(pane_name="hidden")
    with open_window(host) as other:
        gui.parts.notifications.shown.connect(lambda title, *_: told.append(("first", title)))
        other.parts.notifications.shown.connect(lambda title, *_: told.append(("second", title)))
        gui.wait(lambda: not gui.bench.leads and hidden in other.bench.model.surfaces)
        other.press("n", CTRL | SHIFT)
        other.wait(lambda: other.bench.model.active != gui.bench.model.active)
        other.type("printf '\\033]777;notify;seen;x\\007'\n")  # the first window does not show it: the person sees it
        other.wait(lambda: "notify;seen" in other.text())
        host.type(hidden, "printf '\\033]777;notify;Build;done\\007'")
        gui.wait(lambda: told)
        assert told == [("second", "Build")]


def test_when_the_host_is_back_each_window_is_where_it_was() -> None:
    with running_host() as host:
        host.new(focus=True)
        with open_window(host) as gui, open_window(host) as other, environment(host):
            other.press("n", CTRL | SHIFT)
            other.wait(lambda: other.bench.model.active != gui.bench.model.active and other.bench.terminal is not None)
            before = (gui.bench.model.active, other.bench.model.active)
            host.drop_connection()
            host.stop()
            gui.wait(lambda: not gui.link.is_attached and not other.link.is_attached)
            host.start()
            gui.wait(lambda: gui.link.is_attached and other.link.is_attached, 25)
            gui.wait(lambda: (gui.bench.model.active, other.bench.model.active) == before)
