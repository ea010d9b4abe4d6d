"""How tabs and the sidebar show agents: whose news nobody has looked at, and for how long each does what it does."""

from paneflow.gui.labels import TabLabel
from paneflow.gui.sidebar_rows import Line
from tests.support.gui_window import Gui, report
from tests.support.host import HostProcess


def hidden_pane(gui: Gui, host: HostProcess) -> int:
    """A surface in a workspace that is not on view."""
    surface = host.new(pane_name="hidden")
    gui.wait(lambda: surface in gui.bench.model.surfaces)
    return surface


def line_of(gui: Gui, surface: int) -> Line:
    """What the sidebar says of a surface's agent."""
    lines = [line for row in gui.bench.sidebar._rows for line in row.lines]
    return next((line for line in lines if line.surface == surface), Line(""))


def label_of(gui: Gui, surface: int) -> TabLabel:
    """What a surface's tab says."""
    frame = gui.bench.panes.frame_of(surface)
    assert frame is not None
    return next(label for label in frame.tabs._labels if label.surface == surface)


def test_news_of_a_hidden_agent_stands_out_until_its_pane_is_on_view(gui: Gui, host: HostProcess) -> None:
    hidden = hidden_pane(gui, host)
    report(host, hidden, "prompt_submit")
    gui.wait(lambda: "works" in line_of(gui, hidden).text)
    assert not line_of(gui, hidden).unseen
    report(host, hidden, "stop")
    gui.wait(lambda: "done" in line_of(gui, hidden).text)
    assert line_of(gui, hidden).unseen
    gui.bench.go_to(hidden)
    gui.wait(lambda: gui.bench.sees(hidden) and not line_of(gui, hidden).unseen)


def test_a_tab_behind_another_stands_out_and_is_painted_bolder(gui: Gui, host: HostProcess) -> None:
    behind = gui.surface
    gui.run("new_tab")
    gui.wait(lambda: gui.surface != behind)
    report(host, behind, "notification", message="Go on?")
    gui.wait(lambda: label_of(gui, behind).unseen)
    assert "not looked" in label_of(gui, behind).tip
    frame = gui.bench.panes.frame_of(behind)
    assert frame is not None
    before = frame.tabs.grab().toImage()
    gui.bench.go_to(behind)
    gui.wait(lambda: gui.surface == behind and not label_of(gui, behind).unseen)
    assert frame.tabs.grab().toImage() != before


def test_an_agent_on_view_is_never_unseen(gui: Gui, host: HostProcess) -> None:
    report(host, gui.surface, "notification", message="Go on?")
    gui.wait(lambda: "waits" in line_of(gui, gui.surface).text)
    assert not gui.bench.model.unseen(gui.surface)
    assert not line_of(gui, gui.surface).unseen


def test_the_age_of_work_is_shown_and_kept_up_by_one_shot(gui: Gui, host: HostProcess) -> None:
    ages = gui.bench._ages
    assert not ages.isActive()
    report(host, gui.surface, "prompt_submit")
    gui.wait(lambda: line_of(gui, gui.surface).text.startswith("claude works · now"))
    assert label_of(gui, gui.surface).detail == "claude works · now"
    assert ages.isSingleShot()
    assert 1_000 <= ages.interval() <= 10_000
    ages.start(0)
    gui.wait(lambda: ages.interval() >= 1_000)  # it has looked, and set the next time


def test_no_clock_runs_while_nothing_ages_or_nothing_is_on_view(gui: Gui, host: HostProcess) -> None:
    ages, hidden = gui.bench._ages, hidden_pane(gui, host)
    report(host, hidden, "session_start")
    gui.wait(lambda: line_of(gui, hidden).text.startswith("claude idle"))
    assert not ages.isActive()
    report(host, hidden, "prompt_submit")
    gui.wait(ages.isActive)
    gui.run("toggle_sidebar")
    gui.wait(lambda: not ages.isActive())
    gui.run("toggle_sidebar")
    gui.wait(ages.isActive)
    gui.window.hide()
    ages.start(0)
    gui.wait(lambda: not ages.isActive())
    gui.window.show()
    gui.window.activateWindow()
    gui.wait(ages.isActive)
