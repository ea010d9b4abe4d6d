"""The host going and coming back, windows closing, several windows, notifications and agents."""

import gc
import json
import os
import signal
import subprocess
import sys
import weakref
from pathlib import Path

import pytest

from paneflow.gui.qt import QAbstractButton, QApplication, QObject, Qt
from paneflow.gui.question import Question
from paneflow.rpc import attach
from tests.support.answering import cancel, choose, when_asked
from tests.support.gui_window import CTRL, SHIFT, Gui, config_text, environment, open_question, open_window, report
from tests.support.host import SCRIPTING, HostProcess, host_folder, running_host


def saved(host: HostProcess) -> str:
    file = host.state / "state.json"
    return file.read_text() if file.exists() else ""


def test_a_killed_host_shows_a_calm_banner_and_is_started_again_by_a_click(application: QApplication) -> None:
    with running_host() as host:
        host.new(focus=True, name="kept")
        with open_window(host) as gui:
            pid = host.pid
            host.call("workspace.rename", index=0, title="still here")
            host.wait_for(lambda: "still here" in saved(host))
            host.kill()
            gui.wait(lambda: any("host is gone" in text for text in gui.bench.banners.texts()))
            gui.window.grab()  # it still paints
            gui.run("split_vertically")
            gui.wait(lambda: len(gui.bench.banners.texts()) == 2)
            for button in gui.bench.banners.findChildren(QAbstractButton):
                assert not button.focusPolicy().value & Qt.FocusPolicy.ClickFocus.value
            host.start()
            gui.wait(lambda: gui.link.is_attached and not gui.bench.banners.texts(), 20)
            assert host.pid != pid
            gui.wait(lambda: gui.bench.terminal is not None and "$" in gui.text())
            gui.type("echo back-$((1+1))\n")
            gui.wait_text("back-2")


def test_a_window_older_than_its_host_says_so_and_does_not_call_it_gone(
    application: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running_host() as host:
        monkeypatch.setattr(attach, "PROTOCOL", attach.PROTOCOL - 1)
        with environment(host):
            gui = Gui(host)
            gui.window.show()
            gui.link.open()
            gui.wait(gui.bench.banners.texts)
            assert gui.bench.banners.texts() == [
                "The host does not take this window: the window is of an older Paneflow; start it again."
            ]
            assert not gui.link.is_attached
            monkeypatch.undo()
            next(each for each in gui.bench.banners.findChildren(QAbstractButton) if each.text() == "Try again").click()
            gui.wait(lambda: gui.link.is_attached and not gui.bench.banners.texts())
            gui.close()


def test_a_question_goes_with_what_it_is_about(gui: Gui, host: HostProcess) -> None:
    first, before = gui.surface, gui.bench.banners.texts()
    gui.run("split_vertically")
    gui.wait(lambda: gui.surface != first and "$" in gui.text())
    gui.type("sleep 600\n")
    gui.wait(lambda: host.call("surface.info", surface_id=gui.surface)["cmd"] == "sleep 600")
    asked = gui.surface
    titles = when_asked(gui, lambda _question: host.call("surface.close", surface_id=asked))
    gui.run("close_pane")
    gui.run("close_pane")  # asks nothing more
    gui.wait(lambda: titles and open_question() is None and gui.surface == first)
    assert titles == ["Close this pane?"]
    assert gui.bench.banners.texts() == before
    gui.wait(lambda: not gui.window.findChildren(Question))


@pytest.mark.parametrize("action", ["close_window", "stop_host"])
def test_a_question_about_programs_goes_with_the_host(application: QApplication, action: str) -> None:
    with running_host() as host:
        surface = host.new(focus=True)
        with open_window(host) as gui:
            gui.type("sleep 600\n")
            gui.wait(lambda: host.call("surface.info", surface_id=surface)["cmd"] == "sleep 600")
            titles = when_asked(gui, lambda _question: host.kill())
            gui.run(action)
            gui.wait(lambda: titles and open_question() is None and not gui.link.is_attached)
            assert gui.window.isVisible()
            gui.window.close()
            gui.wait(lambda: not gui.window.isVisible())


def test_the_banners_button_starts_a_host(application: QApplication) -> None:
    with host_folder() as folder:
        host = HostProcess(folder, SCRIPTING)
        try:
            host.start()
            host.new(focus=True)
            with open_window(host) as gui:
                host.kill()
                gui.wait(gui.bench.banners.texts)
                os.environ.update({name: value for name, value in host.env.items() if name.startswith("PANEFLOW")})
                gui.parts.life._start()
                gui.wait(lambda: gui.link.is_attached and gui.bench.terminal is not None and "$" in gui.text(), 25)
                host.call("system.shutdown", force=True)
                host.drop_connection()
                gui.wait(lambda: not gui.link.is_attached)
        finally:
            os.environ.pop("PANEFLOW_IPC_SCRIPTING", None)
            host.close()


def test_a_killed_window_ends_nothing(host: HostProcess) -> None:
    surface = host.call("surface.list")["surfaces"][0]["surface_id"]
    env = {**host.env, "QT_QPA_PLATFORM": "offscreen"}
    with (host.folder / "window.out").open("wb") as out:
        window = subprocess.Popen([sys.executable, "-m", "paneflow", "gui"], env=env, stdout=out, stderr=out)
    try:
        host.wait_for(lambda: host.call("surface.info", surface_id=surface)["cols"] != 120, 30)
        host.type(surface, "echo before-$((1+1))")
        host.wait_for_text(surface, "before-2")
        pid = host.call("surface.info", surface_id=surface)["pid"]
    finally:
        window.send_signal(signal.SIGKILL)
        window.wait()
    host.type(surface, "echo after-$((1+1))")
    host.wait_for_text(surface, "after-2")
    assert host.call("surface.info", surface_id=surface)["pid"] == pid


def test_two_windows_show_one_surface_and_the_last_typed_in_gives_its_size(gui: Gui, host: HostProcess) -> None:
    with environment(host):
        other = Gui(host)
        try:
            other.show()
            other.window.resize(700, 500)
            other.type("echo from-two\n")
            gui.wait(lambda: "from-two" in gui.text() and "from-two" in other.text())
            cols = other.terminal.grid_view.wanted_size().cols
            gui.wait(lambda: gui.terminal.grid_view.grid.cols == cols)
            gui.type("echo mine\n")
            wanted = gui.terminal.grid_view.wanted_size().cols
            gui.wait(lambda: other.terminal.grid_view.grid.cols == wanted)
        finally:
            other.close()


def test_closing_an_idle_window_asks_nothing(gui: Gui) -> None:
    gui.window.close()
    gui.wait(lambda: not gui.window.isVisible())


def test_closing_while_something_runs_asks_and_keeps_it_running(gui: Gui, host: HostProcess) -> None:
    gui.type("sleep 300\n")
    gui.wait(lambda: any("sleep" in str(row["cmd"]) for row in host.call("surface.list")["surfaces"]))
    titles = when_asked(gui, cancel)
    gui.window.close()
    gui.wait(lambda: titles)
    assert gui.window.isVisible()
    titles = when_asked(gui, choose(0, remember=True))
    gui.window.close()
    gui.wait(lambda: not gui.window.isVisible())
    assert 'on_close = "keep_running"' in config_text(host)
    assert any("sleep" in str(row["cmd"]) for row in host.call("surface.list")["surfaces"])


def test_stop_them_ends_the_host(application: QApplication) -> None:
    with running_host() as host:
        host.new(focus=True)
        with open_window(host) as gui:
            gui.type("sleep 300\n")
            gui.wait(lambda: any("sleep" in str(row["cmd"]) for row in host.call("surface.list")["surfaces"]))
            host.drop_connection()
            titles = when_asked(gui, choose(1))
            gui.window.close()
            gui.wait(lambda: titles and not gui.window.isVisible())
            assert host.process is not None
            host.process.wait(20)


def test_notifications_come_only_for_panes_nobody_sees(gui: Gui, host: HostProcess) -> None:
    shown: list[tuple[str, str, int]] = []
    gui.parts.notifications.shown.connect(lambda *told: shown.append(told))
    hidden = host.new(pane_name="hidden")
    gui.wait(lambda: hidden in gui.bench.model.surfaces)
    gui.type("printf '\\033]777;notify;seen;nothing\\007'\n")
    gui.wait(lambda: "notify;seen" in gui.text())
    host.type(hidden, "printf '\\033]777;notify;A & B;it is <done>\\007'")
    gui.wait(lambda: shown)
    assert shown == [("A & B", "it is &lt;done>", hidden)]
    gui.parts.notifications.go()
    gui.wait(lambda: gui.bench.model.focused is not None and gui.bench.model.focused.id == hidden)


def test_a_bell_marks_the_tab_of_a_hidden_pane(gui: Gui, host: HostProcess) -> None:
    hidden = host.new(pane_name="hidden")
    gui.wait(lambda: hidden in gui.bench.model.surfaces)
    host.type(hidden, "printf '\\a'")
    gui.wait(lambda: gui.bench.model.note(hidden).bell)


def test_waiting_agents_queue_up_with_their_question(gui: Gui, host: HostProcess) -> None:
    other = host.new(pane_name="agent")
    gui.wait(lambda: other in gui.bench.model.surfaces)
    report(host, other, "prompt_submit")
    report(host, other, "notification", message="May I run make?")
    gui.wait(lambda: [each.id for each in gui.bench.model.waiting()] == [other])
    gui.run("open_attention_queue")
    picker = gui.parts.lists.picker
    assert picker.titles() == ["claude in agent"]
    assert "May I run make?" in str(picker._choices[0].detail)
    assert "Enter: go there" in picker.field.placeholderText()
    picker.dismiss()
    gui.run("jump_next_waiting")
    gui.wait(lambda: gui.bench.model.focused is not None and gui.bench.model.focused.id == other)
    assert any("waits" in line.text for row in gui.bench.sidebar._rows for line in row.lines)


def without_display(host: HostProcess) -> dict[str, str]:
    names = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return {name: value for name, value in host.env.items() if name not in names}


def run_window(env: dict[str, str], *words: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "paneflow", "gui", *words]
    return subprocess.run(command, env=env, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("platform", [{"QT_QPA_PLATFORM": "offscreen"}, {}, {"DISPLAY": ":6543"}])
def test_a_picture_of_the_window_needs_no_display(host: HostProcess, tmp_path: Path, platform: dict[str, str]) -> None:
    file = tmp_path / "shot.png"
    done = run_window(without_display(host) | platform, "--screenshot", str(file))
    assert done.returncode == 0, done.stderr
    assert file.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("platform", "said"),
    [
        ({}, "paneflow: there is no display"),
        ({"DISPLAY": ":6543"}, "paneflow: no display answers at DISPLAY=:6543"),
        ({"QT_QPA_PLATFORM": "nonsense"}, "paneflow: the window cannot open: Could not find the Qt platform plugin"),
        (
            {"QT_QPA_PLATFORM": "xcb", "DISPLAY": ":6543"},
            "paneflow: the window cannot open: could not connect to display",
        ),
    ],
)
def test_without_a_display_it_says_so_and_leaves_no_core(
    host: HostProcess, platform: dict[str, str], said: str
) -> None:
    done = run_window(without_display(host) | platform)
    assert done.returncode == 1
    assert done.stderr.startswith(said)
    assert "the host runs" in done.stderr


def test_the_size_of_the_window_is_remembered(gui: Gui, host: HostProcess) -> None:
    gui.window.resize(777, 555)
    gui.window.close()
    gui.wait(lambda: not gui.window.isVisible())
    assert json.loads((host.state / "window.json").read_text())["size"] == [777, 555]


def test_a_workspace_that_ends_leaves_the_window_with_a_fresh_shell(gui: Gui, host: HostProcess) -> None:
    first = gui.surface
    gui.type("exit\n")
    gui.wait(lambda: gui.bench.terminal is not None and gui.surface != first and "$" in gui.text())
    assert gui.press("p", CTRL | SHIFT)
    gui.parts.lists.picker.dismiss()


def watched(*parts: QObject) -> "list[weakref.ref[QObject]]":
    return [weakref.ref(each) for each in parts]


def kinds(left: "list[weakref.ref[QObject]]") -> set[str]:
    """What is still there."""
    gc.collect()
    return {type(each).__name__ for each in (ref() for ref in left) if each is not None}


def test_a_closed_window_leaves_nothing_behind(host: HostProcess) -> None:
    with open_window(host) as gui:
        gui.run("split_vertically")
        gui.wait(lambda gui=gui: gui.panes() == 2)  # type: ignore[misc] # not a cell: it would keep it
        gui.type("yes\n")
        gui.wait_text("y\ny\ny")
        views = gui.bench.pool.all()
        left = watched(gui.window, gui.bench, gui.link, *views, *(each.grid_view for each in views))
        gui.window.hide()  # frames are on their way
        del views
    del gui
    assert kinds(left) == set()


def test_a_closed_pane_leaves_nothing_behind(gui: Gui, host: HostProcess) -> None:
    first = gui.surface
    gui.run("split_vertically")
    gui.wait(lambda: gui.panes() == 2 and gui.surface != first and "$" in gui.text())
    gui.type("yes\n")
    gui.wait_text("y\ny\ny")
    left = watched(gui.terminal, gui.terminal.grid_view, gui.terminal.scrollbar)
    host.call("surface.close", surface_id=gui.surface)
    gui.wait(lambda: gui.panes() == 1)
    gui.wait(lambda: kinds(left) == set())
