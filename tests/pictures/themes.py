"""Each theme with a search, a selection and an agent that waits; and a pre-edit in one pane."""

from pathlib import Path
from typing import Final

from paneflow.geometry import Point
from paneflow.gui.qt import QApplication, QColor, QImage, QInputMethodEvent, QPainter
from paneflow.gui.selection import Selection
from tests.pictures.sitting import save, settle, sitting
from tests.support.gui_window import Gui, report
from tests.support.host import HostProcess

SIZE: Final = (690, 256)
GAP: Final = 8
BETWEEN: Final = QColor(128, 137, 146)
CONFIG: Final = "font_size = 9\n[window]\nsidebar_width = 180\n"
THEMES: Final = ("Paneflow Dark", "Paneflow Light", "Deep Tide", "Linen", "Ember", "High Contrast")
SELECTED: Final = "angle = hours"
SOUGHT: Final = "tide"
# Source and a log in the theme's own sixteen colours, and the colours themselves beside them.
TEXT: Final = r'''
printf '\n\n\n'
printf '\033[35mdef\033[0m \033[1;34mheight\033[0m(tide, hours: \033[36mfloat\033[0m):\n'
printf '    \033[32m"""In metres."""\033[0m  \033[90m# of one harmonic\033[0m\n'
printf '    angle = hours / \033[33m360\033[0m * tau\n    \033[35mreturn\033[0m \033[33m1.25\033[0m * cos(angle)\n'
say() { printf '\033[90m09:41:%s\033[0m \033[%sm%-5s\033[0m %b\n' "$1" "$2" "$3" "$4"; }
say 02 32 INFO 'tide table read'
say 05 36 DEBUG '4 workers ready'
row() { printf '\033[%dG' 39; for n in 0 1 2 3 4 5 6 7; do printf '\033[%dm    ' $(($1 + n)); done; printf '\033[0m\r'; }
row 40; say 06 33 WARN 'no tide for brest'
row 100; say 06 '1;31' ERROR 'tide.py:14: \033[4mtimed out\033[0m'
say 08 34 GET '/tides/brest \033[32m200\033[0m'
'''
LOG: Final = r"""
say() { printf '\033[90m09:41:%s\033[0m \033[32mINFO\033[0m  %s\n' "$1" "$2"; }
say 02 'listening on http://localhost:8137'
say 06 '潮汐表 of brest read'
say 08 'GET /tides/brest 200 in 3.2 ms'
"""
TYPED: Final = 'git commit -m "'
COMPOSED: Final = "東京湾のちょうせき"


def make(folder: Path) -> None:
    """Make both."""
    with sitting(CONFIG, furnish) as (host, gui, harbor):
        gui.window.resize(*SIZE)
        settle(1.0)
        play(host, gui, harbor, "themes.sh", "08")
        save(all_themes(host, gui), folder / "themes.png")
        gui.look.set(("theme",), THEMES[0])
        gui.parts.search.dismiss()
        play(host, gui, harbor, "log.sh", "3.2 ms")
        save(composing(gui), folder / "preedit.png")


def furnish(host: HostProcess) -> int:
    """Two workspaces; the second one's agent waits. Answers the first one's pane."""
    folder = host.home / "harbor"
    folder.mkdir()
    (folder / "themes.sh").write_text(TEXT)
    (folder / "log.sh").write_text(LOG)
    (host.home / ".bashrc").write_text("PS1='\\[\\e[32m\\]dev\\[\\e[0m\\]:\\[\\e[34m\\]\\W\\[\\e[0m\\]$ '\n")
    harbor = host.new(name=THEMES[0], pane_name="harbor", cwd=str(folder), focus=True)
    beacon = host.new(name="beacon", pane_name="beacon", cwd=str(folder))
    report(host, beacon, "prompt_submit")
    report(host, beacon, "notification", message="May I?")
    return harbor


def play(host: HostProcess, gui: Gui, surface: int, script: str, until: str) -> None:
    """Show what a script prints, and nothing before it."""
    host.type(surface, f"clear; . ./{script}")
    gui.wait_text(until)
    settle(0.5)


def all_themes(host: HostProcess, gui: Gui) -> QImage:
    """The window in each of the themes, two in a row."""
    gui.run("toggle_search")
    gui.parts.search.field.setText(SOUGHT)
    settle(1.0)
    select(gui, SELECTED)
    pictures = []
    for theme in THEMES:
        gui.look.set(("theme",), theme)
        host.call("workspace.rename", index=0, title=theme)
        settle(1.0)
        pictures.append(gui.window.grab().toImage())
    return beside(pictures)


def select(gui: Gui, text: str) -> None:
    """Select where a text stands."""
    grid = gui.terminal.grid_view.grid
    row = next(row for row in range(grid.rows) if text in grid.row_text(row))
    start = grid.row_text(row).index(text)
    gui.terminal.grid_view.select(Selection(Point(row, start), Point(row, start + len(text) - 1)))


def beside(pictures: list[QImage]) -> QImage:
    """Pictures of one size, two in a row."""
    ratio = pictures[0].devicePixelRatio()
    width, height, gap = pictures[0].width(), pictures[0].height(), round(GAP * ratio)
    rows = (len(pictures) + 1) // 2
    sheet = QImage(2 * width + gap, rows * height + (rows - 1) * gap, QImage.Format.Format_RGB32)
    sheet.fill(BETWEEN)
    painter = QPainter(sheet)
    for number, picture in enumerate(pictures):
        picture.setDevicePixelRatio(1.0)
        painter.drawImage(number % 2 * (width + gap), number // 2 * (height + gap), picture)
    painter.end()
    return sheet


def composing(gui: Gui) -> QImage:
    """The pane while an input method composes."""
    view = gui.terminal.grid_view
    view.select(None)
    gui.type(TYPED)
    gui.wait_text(TYPED)
    caret = QInputMethodEvent.Attribute(QInputMethodEvent.AttributeType.Cursor, len(COMPOSED), 1, None)
    QApplication.sendEvent(view, QInputMethodEvent(COMPOSED, [caret]))
    settle(0.5)
    image = view.grab().toImage()
    return image.copy(0, 0, image.width(), image.height() // 2)
