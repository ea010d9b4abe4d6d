"""What the desktop is told: only of panes that nobody sees, calmly, and each question once."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import monotonic

from paneflow.gui.notifications import Notifications
from tests.support.agents import install_fakes
from tests.support.gui_window import Gui, report
from tests.support.host import HostProcess

Shown = list[tuple[str, str, int]]


def listen(gui: Gui) -> Shown:
    """Everything that is shown from now on."""
    shown: Shown = []
    gui.parts.notifications.shown.connect(lambda *told: shown.append(told))
    return shown


def hidden_pane(gui: Gui, host: HostProcess, name: str = "hidden") -> int:
    """A surface in a workspace that is not on view."""
    surface = host.new(pane_name=name)
    gui.wait(lambda: surface in gui.bench.model.surfaces)
    return surface


def state_of(gui: Gui, surface: int) -> str:
    record = gui.bench.model.surfaces.get(surface)
    return record.agent.state if record is not None and record.agent is not None else ""


def settled(notifications: Notifications) -> Callable[[], bool]:
    """Nothing is gathered any more."""
    return lambda: not notifications._pending


def told(surface: int, title: str) -> dict[str, object]:
    """What the host says of a program's notification."""
    return {"type": "notify", "surface": surface, "title": title, "body": ""}


def test_a_storm_is_told_as_one(gui: Gui, host: HostProcess) -> None:
    shown, hidden = listen(gui), hidden_pane(gui, host)
    twenty = "\\033]777;notify;storm;x\\007" * 20
    host.type(hidden, f"for i in 1 2 3 4 5 6 7 8 9; do printf '{twenty}'; sleep 0.06; done; printf '{twenty}'")
    gui.wait(lambda: shown)
    gui.wait(settled(gui.parts.notifications))
    assert shown == [("storm", "x", hidden)]


def test_a_storm_that_never_ends_is_told_and_keeps_no_more_than_one_word_of_each_pane(
    gui: Gui, host: HostProcess
) -> None:
    shown, hidden = listen(gui), hidden_pane(gui, host)
    began, count = monotonic(), 0

    def storm() -> bool:
        nonlocal count
        count += 1
        gui.bench.surface_told.emit(told(hidden, f"n{count}"))
        assert len(gui.parts.notifications._pending) <= 1
        return bool(shown)

    gui.wait(storm, 10)
    assert monotonic() - began > 1
    assert len(shown) == 1


def test_what_waits_to_be_told_is_bounded(gui: Gui, host: HostProcess) -> None:
    hidden = gui.bench.model.surfaces[hidden_pane(gui, host)]
    for number in range(1000, 1200):
        gui.parts.notifications.want(replace(hidden, id=number), "t", "x")
    assert list(gui.parts.notifications._pending) == list(range(1136, 1200))


def test_a_question_that_is_printed_and_hooked_is_told_once(gui: Gui, host: HostProcess) -> None:
    shown, hidden = listen(gui), hidden_pane(gui, host)
    report(host, hidden, "prompt_submit")
    gui.wait(lambda: state_of(gui, hidden) == "thinking")
    gui.bench.surface_told.emit(told(hidden, "Approval requested"))
    report(host, hidden, "notification", message="May I run make?")
    gui.wait(lambda: state_of(gui, hidden) == "waiting_for_input")
    gui.bench.surface_told.emit(told(hidden, "Approval requested"))
    gui.wait(lambda: shown)
    gui.wait(settled(gui.parts.notifications))
    assert shown == [("claude waits · now", "May I run make?", hidden)]


def test_a_question_in_the_terminal_that_makes_an_agent_wait_is_told_once(
    gui: Gui, host: HostProcess, tmp_path: Path
) -> None:
    shown, hidden = listen(gui), hidden_pane(gui, host)
    host.type(hidden, str(install_fakes(tmp_path / "bin", "codex") / "codex"))
    gui.wait(lambda: state_of(gui, hidden) == "unknown_running")
    host.wait_for_text(hidden, "ready codex")
    host.type(hidden, r"spawn printf '\033]9;Approval requested: rm x\007'")
    gui.wait(lambda: shown)
    assert state_of(gui, hidden) == "waiting_for_input"
    assert shown == [("codex waits · now", "Approval requested: rm x", hidden)]


def test_an_agent_first_seen_waiting_is_told(gui: Gui, host: HostProcess) -> None:
    shown, hidden = listen(gui), hidden_pane(gui, host)
    report(host, hidden, "notification", message="Which branch?")
    gui.wait(lambda: shown)
    assert shown == [("claude waits · now", "Which branch?", hidden)]


def test_a_failed_agent_is_told(gui: Gui, host: HostProcess) -> None:
    shown, hidden = listen(gui), hidden_pane(gui, host)
    report(host, hidden, "prompt_submit")
    gui.wait(lambda: state_of(gui, hidden) == "thinking")
    report(host, hidden, "exit", exit_code=3)
    gui.wait(lambda: shown)
    assert shown[0][0] == "claude failed · now"


def test_an_agent_on_view_is_not_told(gui: Gui, host: HostProcess) -> None:
    shown = listen(gui)
    report(host, gui.surface, "notification", message="Seen")
    gui.wait(lambda: state_of(gui, gui.surface) == "waiting_for_input")
    assert settled(gui.parts.notifications)()
    assert not shown


def test_what_was_looked_at_before_it_was_told_is_not_told(gui: Gui, host: HostProcess) -> None:
    shown, hidden = listen(gui), hidden_pane(gui, host)
    gui.bench.surface_told.emit(told(hidden, "late"))
    gui.bench.go_to(hidden)
    gui.wait(lambda: gui.bench.sees(hidden))
    gui.parts.notifications._show()
    assert not shown
