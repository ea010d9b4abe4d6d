"""What the window costs: nice python tests/bench/bench_window.py [latency] [startup] [idle] [cat] [memory]

Each part starts a host and a window of its own on an X server of its own, and prints a line of figures. Figures of one run
on one machine are to be compared with each other, not with those of another run.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import psutil  # noqa: E402

from tests.support.display import Display, running_display, shown_window  # noqa: E402
from tests.support.host import running_host  # noqa: E402

END = 0x2468AC  # painted when a program is done
BARE = """
import sys, time
from PySide6.QtWidgets import QApplication, QWidget
from PySide6.QtCore import QTimer
app = QApplication([])
class Bare(QWidget):
    def paintEvent(self, event):
        QTimer.singleShot(0, app.quit)
window = Bare(); window.resize(1180, 760); window.show(); app.exec()
"""


def quantiles(values: list[float]) -> str:
    ordered = sorted(values)
    at = [ordered[min(len(ordered) - 1, round(share * (len(ordered) - 1)))] for share in (0.5, 0.95, 0.99)]
    return " / ".join(f"{value:.1f}" for value in at) + " ms (median / p95 / p99)"


# -- key to pixels -------------------------------------------------------------------------------------------------


def latency(keys: int = 150) -> None:
    """From a key event in the window to its echo painted and flushed: host, PTY, cat, engine, frame, paint."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from paneflow.gui.qt import QApplication
    from tests.support.gui_window import open_window

    application = QApplication.instance() or QApplication([])
    with running_host() as host:
        host.new(focus=True)
        with open_window(host) as gui:
            gui.type("stty raw -echo; cat\n")
            gui.wait(lambda: any("cat" in str(row["cmd"]) for row in host.call("surface.list")["surfaces"]))
            print("key → pixels, idle:      ", quantiles(one_by_one(gui, application, keys)))
            floods = [host.call("workspace.create")["surface_id"] for _ in range(8)]
            for surface in floods:
                host.type(surface, "yes flood")
            settle(application, 2)
            print("key → pixels, 8 flooding:", quantiles(one_by_one(gui, application, keys)))


def one_by_one(gui: object, application: object, keys: int) -> list[float]:
    from tests.support.gui_window import Gui

    assert isinstance(gui, Gui)
    painted: list[float] = []
    view = gui.terminal.grid_view
    view.frame_painted.connect(lambda _cost: painted.append(time.perf_counter()))
    taken = []
    for number in range(keys):
        settle(application, 0.02)
        painted.clear()
        began = time.perf_counter()
        gui.type("abcdefgh"[number % 8])
        while not painted and time.perf_counter() - began < 2:
            application.processEvents()  # type: ignore[attr-defined]
        taken.append((painted[0] - began) * 1000)
    return taken


def settle(application: object, seconds: float) -> None:
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        application.processEvents()  # type: ignore[attr-defined]


# -- start-up ------------------------------------------------------------------------------------------------------


def startup(runs: int = 7) -> None:
    """From exec to the first painted window, and to the first prompt, against a bare PySide6 window."""
    with running_display() as display, running_host() as host:
        host.new(focus=True)
        env = {**host.env, **display.env, "QT_QPA_PLATFORM": "xcb"}
        bare = [timed(lambda: subprocess.run([sys.executable, "-c", BARE], env=env, check=True)) for _ in range(runs)]
        first = [first_window(env, display) for _ in range(runs)]
        bare_s, first_s = statistics.median(bare), statistics.median(first)
        print(f"bare PySide6 window, start to end: {bare_s * 1000:.0f} ms")
        print(f"Paneflow, start to first painted window: {first_s * 1000:.0f} ms, {first_s / bare_s:.2f} ×")
        shots = [timed(lambda: screenshot(env)) for _ in range(3)]
        print(f"Paneflow, start to a settled picture and end (with 600 ms of settling): {min(shots) * 1000:.0f} ms")


def timed(run: Callable[[], object]) -> float:
    began = time.perf_counter()
    run()
    return time.perf_counter() - began


def first_window(env: dict[str, str], display: Display) -> float:
    """How long until the window's own colour is on the screen."""
    began = time.perf_counter()
    window = subprocess.Popen([sys.executable, "-m", "paneflow", "gui"], env=env, cwd=ROOT)
    try:
        wait_pixel(display, 600, 400, lambda color: color != 0)
        return time.perf_counter() - began
    finally:
        window.kill()
        window.wait()


def screenshot(env: dict[str, str]) -> None:
    with tempfile.NamedTemporaryFile(suffix=".png") as file:
        command = [sys.executable, "-m", "paneflow", "gui", "--screenshot", file.name]
        subprocess.run(command, env=env, check=True, cwd=ROOT)


class Pixel:
    """Reads one pixel of the root window through the X library, fast enough to poll."""

    def __init__(self, display: str) -> None:
        import ctypes

        self._x = x = ctypes.CDLL("libX11.so.6")
        x.XOpenDisplay.restype = x.XGetImage.restype = ctypes.c_void_p
        x.XDefaultRootWindow.restype = ctypes.c_ulong
        x.XGetPixel.restype = ctypes.c_ulong
        x.XDefaultRootWindow.argtypes = [ctypes.c_void_p]
        x.XGetImage.argtypes = [ctypes.c_void_p, ctypes.c_ulong, *[ctypes.c_int] * 2, *[ctypes.c_uint] * 2,
                                ctypes.c_ulong, ctypes.c_int]  # fmt: skip
        x.XGetPixel.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int]
        x.XDestroyImage.argtypes = x.XCloseDisplay.argtypes = [ctypes.c_void_p]
        x.XOpenDisplay.argtypes = [ctypes.c_char_p]
        self._display = x.XOpenDisplay(display.encode())
        assert self._display, "no X server"
        self._root = x.XDefaultRootWindow(self._display)

    def at(self, x: int, y: int) -> int:
        image = self._x.XGetImage(self._display, self._root, x, y, 1, 1, 0xFFFFFFFF, 2)
        assert image, "the X server is gone"
        color = int(self._x.XGetPixel(image, 0, 0)) & 0xFFFFFF
        self._x.XDestroyImage(image)
        return color

    def close(self) -> None:
        self._x.XCloseDisplay(self._display)


def wait_pixel(display: Display, x: int, y: int, holds: Callable[[int], bool], timeout: float = 120) -> None:
    pixel = Pixel(display.env["DISPLAY"])
    end = time.perf_counter() + timeout
    while not holds(pixel.at(x, y)):
        assert time.perf_counter() < end
        time.sleep(0.002)
    pixel.close()


# -- idle ----------------------------------------------------------------------------------------------------------


def idle(surfaces: int = 50, seconds: float = 20) -> None:
    """CPU time and wake-ups of window and host with many idle shells."""
    with running_display() as display, running_host() as host:
        first = host.call("workspace.create", focus=True)["surface_id"]
        for _ in range(surfaces - 1):
            host.call("workspace.create")
        with shown_window(host, display) as window:
            host.wait_for(lambda: host.call("surface.info", surface_id=first)["cols"] != 120, 30)
            time.sleep(15)  # blinking ends, prompts are drawn
            processes = [psutil.Process(window.pid), psutil.Process(host.pid)]
            before = [(sum(each.cpu_times()[:2]), each.num_ctx_switches().voluntary) for each in processes]
            time.sleep(seconds)
            for name, process, (cpu, woken) in zip(("window", "host"), processes, before, strict=True):
                used = sum(process.cpu_times()[:2]) - cpu
                switches = process.num_ctx_switches().voluntary - woken
                rss = process.memory_info().rss / 1e6
                print(f"idle {name}, {surfaces} surfaces: {used / seconds:.2%} of a core, "
                      f"{switches / seconds:.2f} wake-ups a second, {rss:.0f} MB")  # fmt: skip


# -- cat -----------------------------------------------------------------------------------------------------------


def cat(megabytes: int = 50, runs: int = 3) -> None:
    """From when `cat` may begin to the last line painted: `cat` of plain text in a 120×40 window, and in other terminals."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "text")
        line = "the quick brown fox jumps over the lazy dog, 0123456789 times or so ".ljust(99) + "\n"
        file.write_text(line * (megabytes * 10_000))
        script = Path(folder, "go")
        red, green, blue = END >> 16, END >> 8 & 255, END & 255
        wait = f"while [ ! -e {folder}/gate ]; do sleep 0.02; done"
        done = f"printf '\\033[48;2;{red};{green};{blue}m\\033[2J'; sleep 2"
        script.write_text(f"#!/bin/sh\n{wait}\ncat {file}\n{done}\n")
        script.chmod(0o700)
        times: dict[str, list[float]] = {}
        for _ in range(runs):
            for name in ("paneflow", "xterm", "alacritty", "tmux"):
                if name == "paneflow" or shutil.which(name):
                    times.setdefault(name, []).append(cat_once(name, str(script)))
        for name, values in times.items():
            print(
                f"cat {megabytes} MB in {name}: {statistics.median(values):.2f} s ({min(values):.2f}–{max(values):.2f})"
            )


def cat_once(name: str, script: str) -> float:
    with running_display(1400, 1000) as display:
        if name == "paneflow":
            return cat_in_paneflow(display, script)
        geometry = ["-geometry", "120x40"]
        commands = {
            "xterm": ["xterm", *geometry, "-fa", "DejaVu Sans Mono", "-fs", "10", "-e", script],
            "alacritty": ["alacritty", "-o", "window.dimensions.columns=120", "-o", "window.dimensions.lines=40", "-e", script],
            "tmux": ["xterm", *geometry, "-fa", "DejaVu Sans Mono", "-fs", "10", "-e", "tmux", "-L", f"b{os.getpid()}",
                     "-f", "/dev/null", "new-session", script],
        }  # fmt: skip
        env = {**os.environ, **display.env, "SHELL": "/bin/sh"}
        env.pop("TMUX", None)
        terminal = subprocess.Popen(commands[name], env=env, stderr=subprocess.DEVNULL)
        try:
            return from_gate_to_end(display, script)
        finally:
            terminal.kill()
            terminal.wait()


def from_gate_to_end(display: Display, script: str) -> float:
    gate = Path(script).with_name("gate")
    time.sleep(3)
    began = time.perf_counter()
    gate.touch()
    try:
        wait_pixel(display, 300, 300, _is_end, 300)
        return time.perf_counter() - began
    finally:
        gate.unlink()


def cat_in_paneflow(display: Display, script: str) -> float:
    with running_host(config="font_size = 10\nline_height = 1.0\n[window]\nsidebar = false\n") as host:
        (host.state / "window.json").write_text('{"size": [972, 688]}')
        surface = host.new(focus=True)
        with shown_window(host, display):
            host.wait_for(lambda: host.call("surface.info", surface_id=surface)["rows"] >= 39, 30)
            display.type(script)
            display.keys("Return")
            return from_gate_to_end(display, script)


def _is_end(color: int) -> bool:
    """Within what a 16-bit or rounded colour may differ."""
    return all(abs((color >> shift & 255) - (END >> shift & 255)) <= 2 for shift in (16, 8, 0))


# -- memory --------------------------------------------------------------------------------------------------------


def memory() -> None:
    """What one shown pane and three more take of the window."""
    with running_display() as display, running_host() as host:
        host.new(focus=True)
        with shown_window(host, display) as window:
            time.sleep(3)
            one = psutil.Process(window.pid).memory_info().rss / 1e6
            for keys in ("ctrl+shift+e", "ctrl+shift+d", "ctrl+shift+d"):
                display.keys(keys)
                time.sleep(1)
            four = psutil.Process(window.pid).memory_info().rss / 1e6
            print(f"window: {one:.0f} MB with one pane, {four:.0f} MB with four")


PARTS = {"latency": latency, "startup": startup, "idle": idle, "cat": cat, "memory": memory}

if __name__ == "__main__":
    for part in sys.argv[1:] or PARTS:
        PARTS[part]()
