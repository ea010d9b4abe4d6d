"""Paneflow's window and other terminals on one display, each showing the same program in 120×40 cells."""

import contextlib
import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from tests.bench.x11 import Display, Rect, until
from tests.support.host import HostProcess, running_host

COLS, ROWS = 120, 40
RED, BLUE = 0xFF0000, 0x0000FF  # the same in every terminal's 256 colors
SHADES: Final = {RED: 196, BLUE: 21}
FONT: Final = "DejaVu Sans Mono"
PATIENCE_S: Final = 30.0
SETTLED_S: Final = 0.6  # without a change of size
ROOT: Final = Path(__file__).parents[2]


def painted(color: int) -> str:
    """Fills every cell with a color."""
    rows = "".join(f"\x1b[{row};1H\x1b[48;5;{SHADES[color]}m{' ' * COLS}" for row in range(1, ROWS + 1))
    return f"\x1b[?25l{rows}\x1b[0m"


def commands(job: Sequence[str], folder: Path) -> dict[str, list[str]]:
    """How the others are started; only those that are installed."""
    xterm = ["xterm", "-fa", FONT, "-fs", "10", "-geometry", f"{COLS}x{ROWS}+0+0", "-e"]
    (folder / "tmux.conf").write_text("set -g status off\nset -g history-limit 10000\n")
    tmux = ["tmux", "-S", str(folder / "t"), "-f", str(folder / "tmux.conf"), "new-session", shlex.join(job)]
    cells = ["-o", f"window.dimensions.columns={COLS}", "-o", f"window.dimensions.lines={ROWS}"]
    alacritty = ["alacritty", *cells, "-o", "font.size=8", "-o", f"font.normal.family={FONT}", "-e"]
    options = {
        "initial_window_width": f"{COLS}c",
        "initial_window_height": f"{ROWS}c",
        "remember_window_size": "no",
        "font_size": "8",
        "font_family": FONT,
        "scrollback_lines": "10000",
        "confirm_os_window_close": "0",
        "update_check_interval": "0",
    }
    kitty = ["kitty", "--config", "NONE", *(word for pair in options.items() for word in ("-o", "=".join(pair)))]
    every = {
        "xterm": [*xterm, *job],
        "alacritty": [*alacritty, *job],
        "kitty": [*kitty, *job],
        "tmux in xterm": [*xterm, *tmux],
    }
    return {name: argv for name, argv in every.items() if all(map(shutil.which, name.split(" in ")))}


def installed() -> list[str]:
    """The names of the others that are here."""
    return list(commands([], Path("/tmp")))


@contextlib.contextmanager
def other(name: str, display: Display, job: Sequence[str], folder: Path) -> Iterator[Rect]:
    """Another terminal with the program in it, which fills the grid with blue; where its grid is."""
    env = {**os.environ, "DISPLAY": display.name, "HOME": str(folder), "LIBGL_ALWAYS_SOFTWARE": "1", "TERM": "xterm"}
    env.pop("TMUX", None)
    env.pop("WAYLAND_DISPLAY", None)
    drop = subprocess.DEVNULL
    argv = commands(job, folder)[name]
    process = subprocess.Popen(argv, env=env, stdin=drop, stdout=drop, stderr=drop, start_new_session=True)
    try:
        grid = _shown_grid(display)
        display.focus(_window(display))
        yield grid
    finally:
        process.terminate()
        process.wait(10)
        if name == "tmux in xterm":
            subprocess.run(["tmux", "-S", str(folder / "t"), "kill-server"], stderr=drop)
        until(lambda: display.find(BLUE) is None and display.find(RED) is None, PATIENCE_S, 0.05)


@contextlib.contextmanager
def our_window(display: Display, host: HostProcess) -> Iterator["subprocess.Popen[bytes]"]:
    """Paneflow's window on a host, as `paneflow gui` opens it."""
    with (host.folder / "window.out").open("ab") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "paneflow", "gui"],
            env={**host.env, "DISPLAY": display.name},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            cwd=ROOT,
        )
    try:
        yield process
    finally:
        process.terminate()
        process.wait(10)


@contextlib.contextmanager
def ours(display: Display, job: Sequence[str]) -> Iterator[tuple[Rect, HostProcess]]:
    """Paneflow's window with the program in it, made as large as it takes for 120×40 cells."""
    with running_host(config=f'font_family = "{FONT}"\nfont_size = 10\n') as host:
        surface = host.new()
        host.call("surface.resize", surface_id=surface, cols=90, rows=25)  # it changes once the window shows it
        with our_window(display, host):
            window = _window(display)
            display.focus(window)
            _fit(display, host, surface, window)
            host.type(surface, "exec " + shlex.join(job))
            yield _shown_grid(display), host


def _window(display: Display) -> int:
    window = until(display.largest, PATIENCE_S, 0.05)
    assert window is not None
    return window[0]


def _fit(display: Display, host: HostProcess, surface: int, window: int) -> None:
    """Find the window's size that gives the wanted cells."""
    width, height = 1100, 800
    until(lambda: _size(host, surface) != (90, 25), PATIENCE_S, 0.05)
    for _ in range(12):
        display.place(window, width, height)
        cols, rows = _settled_size(host, surface)
        if (cols, rows) == (COLS, ROWS):
            return
        width, height = (
            width + (COLS - cols) * 7,
            height + (ROWS - rows) * 15,
        )  # cells are a little larger: it closes in
    raise TimeoutError(f"the window does not come to {COLS}×{ROWS}")


def _settled_size(host: HostProcess, surface: int) -> tuple[int, int]:
    before, since = (0, 0), time.monotonic()
    while time.monotonic() - since < SETTLED_S:
        size = _size(host, surface)
        if size != before:
            before, since = size, time.monotonic()
        time.sleep(0.05)
    return before


def _size(host: HostProcess, surface: int) -> tuple[int, int]:
    info = host.call("surface.info", surface_id=surface)
    return info["cols"], info["rows"]


def _shown_grid(display: Display) -> Rect:
    """Where the blue is, once it is there and stays."""
    before, end = None, time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        grid = display.find(BLUE)
        if grid and grid == before and grid.width > COLS * 4 and grid.height > ROWS * 8:
            return grid
        before = grid
        time.sleep(0.2)
    raise TimeoutError("the grid is not on the screen")
