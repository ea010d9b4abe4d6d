"""Makes the pictures of the window anew, but for those of the themes and of a pre-edit: python -m tests.pictures [FOLDER]

A real host with vim, htop and a log in its panes, and a real window on Qt's offscreen platform. Look at them before they are
kept: htop shows the machine they were made on.
"""

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import subprocess
import sys
import time
from pathlib import Path
from typing import Final

from paneflow.gui import labels
from paneflow.gui.qt import QApplication, QColor, QImage, QPainter, QPoint, QTimer
from tests.support.gui_window import Gui, open_window, report
from tests.support.host import HostProcess, running_host

OURS: Final = Path(__file__).parents[1] / "resources" / "screenshots"
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


def main(folder: Path) -> None:
    """Make all of them."""
    application = QApplication.instance() or QApplication(["paneflow"])
    assert application is not None
    QApplication.setStyle("Fusion")
    with running_host(config=CONFIG) as host:
        labels._HOME = str(host.home)  # read when this process began
        panes = scene(host)
        with open_window(host) as gui:
            gui.window.resize(*SIZE)
            settle(1.0)
            start(host, panes)
            settle(4.0)
            take(gui, folder)


def scene(host: HostProcess) -> dict[str, int]:
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
    save(gui, folder / "panes.png")
    gui.run("command_palette")
    gui.parts.lists.picker.field.setText("pane")
    save(gui, folder / "palette.png")
    gui.run("open_attention_queue")
    save(gui, folder / "attention.png")
    gui.parts.lists.picker.dismiss()
    gui.bench.go_to(next(each for each in gui.bench.model.surfaces if gui.bench.model.surfaces[each].name == "server"))
    settle(0.5)
    gui.run("toggle_search")
    gui.parts.search.field.setText("brest")
    save(gui, folder / "search.png")
    gui.parts.search.dismiss()
    gui.run("open_settings")
    window = gui.parts.settings.window
    assert window is not None
    window.sections.setCurrentRow(1)
    settle(1.0)
    save(gui, folder / "settings.png", over=window.grab().toImage())
    window.close()
    gui.look.set(("theme",), "Linen")
    save(gui, folder / "light.png")


def save(gui: Gui, file: Path, over: QImage | None = None) -> None:
    """The window as it is in a moment, with a dialog in its middle if there is one."""
    settle(1.0)
    image = gui.window.grab().toImage()
    if over is not None:
        painter = QPainter(image)
        middle = QPoint((gui.window.width() - 900) // 2, (gui.window.height() - 640) // 2)
        painter.fillRect(image.rect(), QColor(0, 0, 0, 70))
        painter.drawImage(middle, over)
        painter.end()
    image.save(str(file))
    print(file)


def settle(seconds: float) -> None:
    """Let the window live for a while."""
    end = time.monotonic() + seconds
    wake = QTimer()
    wake.start(20)
    while time.monotonic() < end:
        QApplication.processEvents()
        time.sleep(0.005)
    wake.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else OURS)
