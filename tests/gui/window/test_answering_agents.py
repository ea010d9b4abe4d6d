"""Permission questions answered in the attention queue: offered with the gate open, pressed in the pane that asked."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from paneflow.gui.picker import Picker
from paneflow.gui.qt import QApplication, Qt
from tests.support.agents import install_fakes
from tests.support.gui_window import Gui, open_window, report, send_key
from tests.support.host import HostProcess, running_host

CTRL = Qt.KeyboardModifier.ControlModifier


def asking(host: HostProcess, tmp_path: Path, command: str) -> int:
    """A hidden pane with an agent that shows its dialog."""
    fakes = install_fakes(tmp_path / "fakes", "claude")
    surface = host.new(pane_name="agent", env={"FAKES": str(fakes)})
    host.type(surface, "PATH=$PANEFLOW_BIN_DIR:$FAKES:$PATH claude")
    host.wait_for_text(surface, "ready claude")
    host.type(surface, f"ask {command}")
    host.wait_for_text(surface, "3. No")
    host.wait_for(lambda: host.call("surface.status", surface_id=surface).get("question"))
    return surface


def queue(gui: Gui, surface: int) -> Picker:
    gui.wait(lambda: [each.id for each in gui.bench.model.waiting()] == [surface])
    gui.run("open_attention_queue")
    return gui.parts.lists.picker


@pytest.mark.parametrize(("button", "key", "data"), [(0, Qt.Key.Key_Return, b"1"), (1, Qt.Key.Key_Delete, b"\x1b")])
@pytest.mark.parametrize("by", ["key", "button"])
def test_a_question_is_answered_from_the_queue(
    gui: Gui, host: HostProcess, tmp_path: Path, button: int, key: Qt.Key, data: bytes, by: str
) -> None:
    surface = asking(host, tmp_path, "npm test")
    picker = queue(gui, surface)
    gui.wait(picker.extras.isVisible)
    assert picker.extras.about.text() == "Bash: npm test"
    names = [each.accessibleName() for each in picker.extras.buttons]
    assert names == ["Allow once: Bash: npm test", "Deny: Bash: npm test"]
    if by == "key":
        send_key(picker.field, key, mods=CTRL)
    else:
        picker.extras.buttons[button].click()
    assert not picker.isVisible()
    gui.wait(lambda: f"got key {data!r}" in host.read(surface))
    gui.wait(lambda: gui.bench.model.waiting() == [])
    assert gui.surface != surface  # the person's focus stays where it was


def test_questions_of_agents_whose_keys_are_not_known_are_not_offered(gui: Gui, host: HostProcess) -> None:
    surface = host.new(pane_name="agent")
    report(host, surface, "notification", message="May I?")
    picker = queue(gui, surface)
    answered: list[object] = []
    gui.bench.request("system.ping", answered.append)
    gui.wait(lambda: answered)  # after what the queue itself asked
    assert not picker.extras.isVisible()
    send_key(picker.field, Qt.Key.Key_Delete, mods=CTRL)
    assert picker.isVisible()
    picker.dismiss()


def test_a_question_that_changed_meanwhile_is_not_answered_and_that_is_told(
    gui: Gui, host: HostProcess, tmp_path: Path
) -> None:
    surface = asking(host, tmp_path, "npm test")
    picker = queue(gui, surface)
    gui.wait(picker.extras.isVisible)
    host.call("surface.send_text", surface_id=surface, text="3", paste=False)
    host.wait_for_text(surface, "got key b'3'")
    host.type(surface, "ask make install")
    host.wait_for_text(surface, "3. No")
    picker.extras.buttons[0].click()
    gui.wait(lambda: "not open any more" in " ".join(gui.bench.banners.texts()))
    assert "got key b'1'" not in host.read(surface)


@pytest.fixture
def closed_host() -> Iterator[HostProcess]:
    with running_host({}) as host:
        yield host


def test_with_the_gate_closed_nothing_is_offered(
    closed_host: HostProcess, application: QApplication, tmp_path: Path
) -> None:
    with open_window(closed_host) as gui:
        fakes = install_fakes(tmp_path / "fakes", "claude")
        gui.type(f"PATH=$PANEFLOW_BIN_DIR:{fakes}:$PATH claude\n")
        gui.wait(lambda: "ready claude" in gui.text())
        gui.type("ask npm test\n")
        surface = gui.surface
        gui.wait(lambda: (record := gui.bench.model.surfaces[surface].agent) is not None and record.question)
        picker = queue(gui, surface)
        answered: list[object] = []
        gui.bench.request("system.ping", answered.append)
        gui.wait(lambda: answered)
        assert not picker.extras.isVisible()
        picker.dismiss()
