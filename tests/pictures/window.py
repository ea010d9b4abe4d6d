"""A working day's window: vim, htop and a log in its panes, the palette, the search, the settings."""

import subprocess
from pathlib import Path
from typing import Final

from paneflow.gui.qt import QColor, QImage, QPainter, QPoint
from tests.pictures.sitting import save, settle, sitting
from tests.support.gui_window import Gui, report
from tests.support.host import HostProcess

SIZE: Final = (1380, 860)
CONFIG: Final = "font_size = 10\n[window]\nsidebar_width = 240\n"
PROGRAM: Final = '''"""Tide tables: heights over time, from harmonic constituents."""

from dataclasses import dataclass
from math import cos, tau


@dataclass(frozen=True)
class Constituent:
    """One astronomical term: amplitude in metres, speed in degrees an hour."""

    name: str
    amplitude: float
    speed: float
    phase: float

    def height(self, hours: float) -> float:
        angle = (self.speed * hours - self.phase) / 360 * tau
        return self.amplitude * cos(angle)
'''
LOG: Final = r"""
say() { printf '\033[90m09:41:%s\033[0m \033[%sm%-5s\033[0m %s\n' "$1" "$2" "$3" "$4"; }
say 02.113 32 INFO  'listening on http://localhost:8137'
say 02.480 34 DEBUG 'pool: 4 workers ready 🚀'
say 05.902 32 INFO  'GET /tides/brest 200 in 3.2 ms'
say 06.017 33 WARN  'cache miss: 潮汐表/brest/2026'
say 06.420 31 ERROR 'upstream timed out after 5 s ✗ retrying'
say 07.001 32 INFO  'upstream back: café, naïve, Ωμέγα 👩‍🚀 ✅'
say 08.733 32 INFO  'GET /tides/saint-malo 200 in 2.8 ms'
for i in $(seq 0 39); do printf '\033[48;2;%d;%d;%dm ' $((35 + 3 * i)) $((115 - i)) $((205 - 2 * i)); done; printf '\033[0m\n'
printf '┌─────────┬────────┐\n│ \033[1mstation\033[0m │ height │\n├─────────┼────────┤\n'
printf '│ brest   │ \033[32m▁▂▃▄▅▆\033[0m │\n│ roscoff │ \033[33m▆▅▄▃▂▁\033[0m │\n└─────────┴────────┘\n'
"""
SIDES: Final = (("v", "editor", "monitor"), ("h", "editor", "server"), ("h", "monitor", "agent"))


def make(folder: Path) -> None:
    """Make all of them."""
    with sitting(CONFIG, furnish) as (host, gui, panes):
        gui.window.resize(*SIZE)
        settle(1.0)
        start(host, panes)
        settle(4.0)
        take(gui, folder)


def furnish(host: HostProcess) -> dict[str, int]:
    """The workspaces and their panes, by name."""
    project = host.home / "projects" / "harbor"
    (project / "src").mkdir(parents=True)
    (project / "src" / "tides.py").write_text(PROGRAM)
    (project / "log.sh").write_text(LOG)
    (host.home / ".bashrc").write_text("PS1='\\[\\e[32m\\]dev\\[\\e[0m\\]:\\[\\e[34m\\]\\w\\[\\e[0m\\]$ '\n")
    (host.home / ".vimrc").write_text("syntax on\nset number noswapfile background=dark\n")
    for words in (("init", "-q", "-b", "feature/tides"), ("-C", "src", "status")):
        subprocess.run(["git", *words], cwd=project, check=True, capture_output=True)
    panes = {"editor": host.new(name="harbor", pane_name="editor", cwd=str(project), focus=True)}
    for direction, beside, name in SIDES:
        asked = {"direction": direction, "surface_id": panes[beside], "name": name, "cwd": str(project)}
        panes[name] = host.call("surface.split", **asked)["surface_id"]
    panes["tests"] = host.call("surface.new", surface_id=panes["agent"], name="tests")["surface_id"]
    panes["claude"] = host.new(name="beacon", pane_name="claude", cwd=str(host.home))
    host.new(name="notes", cwd=str(host.home))
    return panes


def start(host: HostProcess, panes: dict[str, int]) -> None:
    """What runs, once the panes have their sizes."""
    host.type(panes["editor"], "clear; vim +14 src/tides.py")
    host.type(panes["monitor"], "clear; htop -F bash")
    host.type(panes["server"], "clear; sh log.sh")
    host.type(panes["agent"], "clear; git status")
    report(host, panes["agent"], "prompt_submit")
    report(host, panes["claude"], "prompt_submit")
    report(host, panes["claude"], "notification", message="May I run the migration on staging?")
    host.call("surface.focus", surface_id=panes["editor"])


def take(gui: Gui, folder: Path) -> None:
    """One picture after the other."""
    save(grabbed(gui), folder / "panes.png")
    gui.run("command_palette")
    gui.parts.lists.picker.field.setText("pane")
    save(grabbed(gui), folder / "palette.png")
    gui.run("open_attention_queue")
    save(grabbed(gui), folder / "attention.png")
    gui.parts.lists.picker.dismiss()
    gui.bench.go_to(next(each for each in gui.bench.model.surfaces if gui.bench.model.surfaces[each].name == "server"))
    settle(0.5)
    gui.run("toggle_search")
    gui.parts.search.field.setText("brest")
    save(grabbed(gui), folder / "search.png")
    gui.parts.search.dismiss()
    gui.run("open_settings")
    window = gui.parts.settings.window
    assert window is not None
    window.sections.setCurrentRow(1)
    settle(1.0)
    save(in_front(gui, window.grab().toImage()), folder / "settings.png")
    window.close()
    gui.look.set(("theme",), "Linen")
    save(grabbed(gui), folder / "light.png")


def grabbed(gui: Gui) -> QImage:
    """The window as it is in a moment."""
    settle(1.0)
    return gui.window.grab().toImage()


def in_front(gui: Gui, dialog: QImage) -> QImage:
    """The window with a dialog in its middle."""
    image = grabbed(gui)
    painter = QPainter(image)
    middle = QPoint((gui.window.width() - 900) // 2, (gui.window.height() - 640) // 2)
    painter.fillRect(image.rect(), QColor(0, 0, 0, 70))
    painter.drawImage(middle, dialog)
    painter.end()
    return image
