"""By hand: random splits, closes, floods, resizes and themes in a window; memory, tracebacks and Qt's warnings are told.

python tests/bench/soak_window.py [seconds] [seed]
"""

import os
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import psutil

from paneflow.gui.qt import QApplication, QtMsgType, qInstallMessageHandler
from tests.support.gui_window import Gui, open_window
from tests.support.host import running_host

ACTIONS = (
    "split_horizontally", "split_vertically", "new_tab", "close_tab", "next_tab", "toggle_zoom", "split_equalize",
    "layout_tiled", "layout_main_vertical", "new_workspace", "next_workspace", "focus_left", "focus_down", "undo_close_pane",
    "increase_font_size", "reset_font_size", "toggle_sidebar", "scroll_page_up", "scroll_to_bottom", "toggle_search",
    "command_palette", "open_hints", "toggle_copy_mode", "resize_left", "previous_prompt",
)  # fmt: skip
LINES = (
    "seq 3000\n", "ls --color -la /usr/bin\n", "timeout 2 yes\n", "printf '\\033[?1049h'; sleep 0.2; printf '\\033[?1049l'\n",
    'for i in $(seq 200); do printf "\\033[48;5;${i}m %s" $i; done\n', "clear\n", "\x03",
)  # fmt: skip
MOST = 12  # terminals at once


def main(seconds: float = 1800, seed: int = 1) -> int:
    application = QApplication([])
    wrong: list[str] = []
    sys.excepthook = lambda _kind, error, _trace: wrong.append(repr(error))
    qInstallMessageHandler(lambda kind, _, text: wrong.append(text) if kind != QtMsgType.QtDebugMsg else None)
    luck = random.Random(seed)
    with running_host(config='[window]\nconfirm_close = "never"\n') as host:
        host.new(focus=True)
        with open_window(host) as gui:
            began, told, steps = time.monotonic(), 0.0, 0
            while (passed := time.monotonic() - began) < seconds:
                step(gui, luck)
                steps += 1
                end = time.monotonic() + luck.uniform(0, 0.08)
                while time.monotonic() < end:
                    application.processEvents()
                if passed >= told:
                    told += max(seconds / 12, 5)
                    report(passed, steps, gui, host.pid)
    known = {"This plugin does not support propagateSizeHints()", "This plugin does not support raise()"}
    failures = [each for each in wrong if each not in known]
    print("nothing went wrong" if not failures else "\n".join(failures[:20]))
    return 1 if failures else 0


def step(gui: Gui, luck: random.Random) -> None:
    """One random deed."""
    if gui.bench.key_taker is not None or gui.parts.lists.picker.isVisible():
        gui.press("escape")
        gui.parts.lists.picker.dismiss()
    elif luck.random() < 0.3 and gui.bench.terminal is not None:
        gui.type(luck.choice(LINES))
    elif luck.random() < 0.05:
        gui.window.resize(luck.randint(320, 1600), luck.randint(200, 1000))
    elif luck.random() < 0.03:
        gui.look.set(("theme",), luck.choice([theme.name for theme in gui.look.themes.values()]))
    else:
        many = len(gui.bench.model.surfaces) >= MOST
        gui.bench.perform("close_tab" if many else luck.choice(ACTIONS))


def report(passed: float, steps: int, gui: Gui, host: int) -> None:
    window, served = (psutil.Process(pid).memory_info().rss / 1e6 for pid in (os.getpid(), host))
    surfaces, views = len(gui.bench.model.surfaces), len(gui.bench.pool.all())
    print(f"{passed:6.0f} s, {steps} steps: window {window:.0f} MB, host {served:.0f} MB, "
          f"{surfaces} terminals, {views} views", flush=True)  # fmt: skip


if __name__ == "__main__":
    seconds, seed = (*sys.argv[1:3], *("1800", "1")[len(sys.argv[1:3]) :])
    sys.exit(main(float(seconds), int(seed)))
