"""Uses a host and its window as a hurried person would, for long: python -m tests.bench.soak --minutes N [--seed S]

A window on an Xvfb of its own; over the socket come splits, closes, undone closes, floods, full-screen programs, zooms, moves
between workspaces, themes and fonts; from the keyboard, keys and what the window lays over its panes; the window itself
changes its size. It fails when the host or the window ends, when one of them logs a traceback or Qt warns, when the host stops
answering, or when memory keeps growing.
"""

import argparse
import contextlib
import random
import re
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import Any, Final

from tests.bench.bench_host import resident
from tests.bench.terminals import our_window
from tests.bench.x11 import Display, own_display, until
from tests.support.host import HostProcess, RpcError, running_host

PANES, WORKSPACES = 12, 4
STEP_S: Final = (0.02, 0.25)
SAMPLE_S: Final = 5.0
WARM_SHARE: Final = 0.3  # of the time, in which caches fill
GROWTH: Final = 1.25  # of memory after that, and
SLACK_MB: Final = 20.0
THEMES: Final = ("Paneflow Dark", "Paneflow Light", "Deep Tide", "Ember", "Linen", "High Contrast")
PROGRAMS: Final = (
    "timeout 2 yes",
    "seq 20000",
    "ls --color -la /usr/bin",
    "printf '\\033[?1049h\\033[2J\\033[5;5Hfull screen'; sleep 1; printf '\\033[?1049l'",
    "head -c 300000 /dev/urandom",
    "for n in {1..200}; do printf '\\033[38;5;%dm%d \\033[0m' $n $n; done",
    "printf '你好 👩\\u200d👧 e\\u0301 ▁▂▃▄ ─┼─\\n%.0s' {1..200}",
    "for n in {1..100}; do printf '\\r%d %%' $n; sleep 0.01; done",
    "printf '\\033]0;title %s\\007\\033]9;notice\\007\\a' $RANDOM",
    "for n in {1..30}; do printf '\\033_Ga=T,f=24,s=1,v=1,c=8,r=4;/wAA\\033\\\\'; sleep 0.02; done",
    "sleep 0.3; exit",
)
KEYS: Final = ("a", "Return", "Up", "BackSpace", "Tab", "Escape", "Page_Up", "F5")
OVERLAYS: Final = (
    "p",
    "f",
    "x",
    "k",
    "space",
    "F1",
)  # Ctrl+Shift+…: palette, search, copy mode, queue, hints, all keys
TROUBLE: Final = re.compile(
    r"^(?:Traceback.*(?:\n(?: .*)?)*\n\S.*|.*(?:CRITICAL|\bERROR\b|QObject|QPainter|QWidget|QFont|QSocket|qt\.|Warning:).*)",
    re.MULTILINE,
)
MAX_TROUBLE: Final = 40


class Soak:
    """What is done, and what is watched."""

    def __init__(self, host: HostProcess, display: Display, seed: int) -> None:
        self.host, self.display, self.random = host, display, random.Random(seed)
        self.done: dict[str, int] = {}
        self.refused: dict[str, int] = {}

    def step(self) -> None:
        """Do one thing. That a target has just vanished is no failure; every other answer than these is one."""
        actions = self._actions()
        action = self.random.choices([act for _, act in actions], [weight for weight, _ in actions])[0]
        self.done[action.__name__] = self.done.get(action.__name__, 0) + 1
        try:
            action()
        except RpcError as error:
            if error.code in (-32603, -32601):
                raise
            self.refused[error.kind] = self.refused.get(error.kind, 0) + 1

    def _actions(self) -> list[tuple[int, Callable[[], object]]]:
        return [
            (20, self.flood),
            (8, self.split),
            (7, self.close),
            (2, self.undo),
            (3, self.workspace),
            (2, self.close_workspace),
            (5, self.select),
            (5, self.focus),
            (3, self.zoom),
            (3, self.arrange),
            (5, self.divider),
            (5, self.window_size),
            (3, self.theme),
            (10, self.key),
            (5, self.overlay),
            (5, self.read),
        ]

    def surfaces(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.host.call("surface.list")["surfaces"]
        return found

    def any_surface(self) -> int:
        """One of those that run; a new one when none does."""
        running = [row["surface_id"] for row in self.surfaces() if row["exit_code"] is None]
        if not running:
            return int(self.host.call("workspace.create")["surface_id"])
        return int(self.random.choice(running))

    def flood(self) -> None:
        self.host.type(self.any_surface(), self.random.choice(PROGRAMS))

    def split(self) -> None:
        if len(self.surfaces()) < PANES:
            self.host.call("surface.split", surface_id=self.any_surface(), direction=self.random.choice("hv"))

    def close(self) -> None:
        self.host.call("surface.close", surface_id=self.any_surface())

    def undo(self) -> None:
        if len(self.surfaces()) < PANES:
            self.host.call("workspace.undo_close")

    def workspace(self) -> None:
        if len(self.host.call("workspace.list")["workspaces"]) < WORKSPACES:
            self.host.call("workspace.create", name=f"w{self.random.randrange(1000)}")

    def close_workspace(self) -> None:
        self.host.call("workspace.close", index=self._index())

    def select(self) -> None:
        self.host.call("workspace.select", index=self._index())

    def _index(self) -> int:
        return self.random.randrange(max(1, len(self.host.call("workspace.list")["workspaces"])))

    def focus(self) -> None:
        self.host.call("surface.focus", surface_id=self.any_surface())

    def zoom(self) -> None:
        self.host.call("layout.zoom", surface_id=self.any_surface())

    def arrange(self) -> None:
        self.host.call("layout.apply", layout=self.random.choice(["even_h", "even_v", "main_vertical", "tiled"]))

    def divider(self) -> None:
        direction = self.random.choice(["left", "right", "up", "down"])
        cells = self.random.randrange(1, 9)
        self.host.call("layout.resize", surface_id=self.any_surface(), direction=direction, cells=cells)

    def window_size(self) -> None:
        if window := self.display.largest():
            self.display.place(window[0], self.random.randrange(400, 1500), self.random.randrange(300, 1100))
            self.display.focus(window[0])

    def theme(self) -> None:
        size = self.random.choice([9, 10, 13])
        text = f'theme = "{self.random.choice(THEMES)}"\nfont_size = {size}\n'
        (self.host.folder / "config" / "config.toml").write_text(text)

    def key(self) -> None:
        self.display.press(self.random.choice(KEYS))

    def overlay(self) -> None:
        self.display.press("Control_L", "Shift_L", self.random.choice(OVERLAYS))
        time.sleep(self.random.uniform(*STEP_S))
        for key in (self.random.choice("abce"), "Down", "Escape", "Escape"):
            self.display.press(key)

    def read(self) -> None:
        self.host.read(self.any_surface(), 500)


def trouble(host: HostProcess) -> list[str]:
    """What both programs printed that should not be: the line, and a traceback with what belongs to it."""
    said = host.output() + "\n" + (host.folder / "window.out").read_text(errors="replace")
    return list(dict.fromkeys(match[0] for match in TROUBLE.finditer(said)))[:MAX_TROUBLE]


def growth(samples: list[float]) -> tuple[float, float]:
    """Memory in MB once warm, and at the end: medians of a few samples each."""
    warm = samples[int(len(samples) * WARM_SHARE) :]
    few = max(1, len(warm) // 5)
    return median(warm[:few]), median(warm[-few:])


def soak(minutes: float, seed: int) -> list[str]:
    """Do it; what went wrong."""
    with own_display() as display, running_host() as host, our_window(display, host) as window:
        until(lambda: window.poll() is not None or display.largest(), 30, 0.05)
        doing = Soak(host, display, seed)
        wrong: list[str] = []
        memory: dict[str, list[float]] = {"host": [], "window": []}
        end = time.monotonic() + minutes * 60
        sampled = 0.0
        while time.monotonic() < end and not wrong:
            doing.step()
            time.sleep(doing.random.uniform(*STEP_S))
            if time.monotonic() - sampled > SAMPLE_S:
                sampled = time.monotonic()
                memory["host"].append(resident(host.pid))
                with contextlib.suppress(OSError):
                    memory["window"].append(resident(window.pid))
                if window.poll() is not None:
                    wrong.append(f"the window ended with {window.returncode}")
        host.wait_for(lambda: host.call("system.ping"), 10)
        print("done:", dict(sorted(doing.done.items())), "\nrefused:", doing.refused)
        for who, samples in memory.items():
            print(f"{who}, MB every {SAMPLE_S * 6:.0f} s:", *(f"{each:.0f}" for each in samples[::6]))
            before, after = growth(samples)
            if minutes >= 2 and after > before * GROWTH + SLACK_MB:
                wrong.append(f"the {who} grew from {before:.0f} to {after:.0f} MB")
        return wrong + trouble(host)


def main() -> int:
    """Run it and say what went wrong; 1 if something did."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    wrong = soak(options.minutes, options.seed)
    print(*wrong or ["nothing went wrong"], sep="\n")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
