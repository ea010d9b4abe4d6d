"""A display of our own: Xvfb, its pixels, its windows, and keys pressed as a keyboard would (XTEST)."""

import contextlib
import ctypes
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final, NamedTuple, TypeVar

T = TypeVar("T")
WHITE: Final = 0xFFFFFF  # of the root window
_ALL_PLANES: Final = ctypes.c_ulong(-1)
_Z_PIXMAP: Final = 2
_REVERT_TO_PARENT: Final = 2
_BYTES: Final = 4  # of a pixel: blue, green, red, nothing


class _Image(ctypes.Structure):
    """The first fields of Xlib's XImage."""

    _fields_ = (
        ("width", ctypes.c_int),
        ("height", ctypes.c_int),
        ("xoffset", ctypes.c_int),
        ("format", ctypes.c_int),
        ("data", ctypes.c_void_p),
    )


class Rect(NamedTuple):
    """Pixels of the screen."""

    left: int
    top: int
    width: int
    height: int

    @property
    def center(self) -> tuple[int, int]:
        """The pixel in the middle."""
        return self.left + self.width // 2, self.top + self.height // 2


@cache
def _libraries() -> tuple[Any, Any]:
    x11, xtst = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XDefaultRootWindow.restype = ctypes.c_ulong
    x11.XGetImage.restype = ctypes.POINTER(_Image)
    place, size = [ctypes.c_int] * 2, [ctypes.c_uint] * 2
    x11.XGetImage.argtypes = [ctypes.c_void_p, ctypes.c_ulong, *place, *size, ctypes.c_ulong, ctypes.c_int]
    x11.XStringToKeysym.restype = ctypes.c_ulong
    return x11, xtst


class Display:
    """One connection to a display of 24 bits."""

    def __init__(self, name: str, width: int, height: int) -> None:
        self.name, self.width, self.height = name, width, height
        self._x11, self._xtst = _libraries()
        self._display = ctypes.c_void_p(self._x11.XOpenDisplay(name.encode()))
        assert self._display.value, f"no display {name}"
        self._root = self._x11.XDefaultRootWindow(self._display)

    def picture(self, left: int, top: int, width: int, height: int) -> bytes:
        """Pixels of the screen, `_BYTES` each, row by row."""
        image = self._x11.XGetImage(self._display, self._root, left, top, width, height, _ALL_PLANES, _Z_PIXMAP)
        data = ctypes.string_at(image.contents.data, width * height * _BYTES)
        self._x11.XFree(ctypes.c_void_p(image.contents.data))
        self._x11.XFree(image)
        return data

    def pixel(self, x: int, y: int) -> int:
        """0xRRGGBB."""
        return int.from_bytes(self.picture(x, y, 1, 1)[:3], "little")

    def find(self, color: int) -> Rect | None:
        """The smallest rectangle that holds all pixels of a color."""
        import numpy as np

        data = np.frombuffer(self.picture(0, 0, self.width, self.height), np.uint32).reshape(self.height, self.width)
        rows, cols = np.nonzero((data & 0xFFFFFF) == color)
        if not len(rows):
            return None
        left, top = int(cols.min()), int(rows.min())
        return Rect(left, top, int(cols.max()) + 1 - left, int(rows.max()) + 1 - top)

    def press(self, *keys: str) -> None:
        """Press keys one after another, as in a chord, and release them."""
        codes = [self._code(key) for key in keys]
        for down, order in ((1, codes), (0, codes[::-1])):
            for code in order:
                self._xtst.XTestFakeKeyEvent(self._display, code, down, ctypes.c_ulong(0))
        self._x11.XFlush(self._display)

    def _code(self, key: str) -> int:
        return int(self._x11.XKeysymToKeycode(self._display, ctypes.c_ulong(self._x11.XStringToKeysym(key.encode()))))

    def focus(self, window: int) -> None:
        """Give a window the keyboard; there is no window manager here that would."""
        self._x11.XSetInputFocus(self._display, ctypes.c_ulong(window), _REVERT_TO_PARENT, ctypes.c_ulong(0))
        self._x11.XSync(self._display, 0)

    def place(self, window: int, width: int, height: int) -> None:
        """Put a window into the corner with a size."""
        self._x11.XMoveResizeWindow(self._display, ctypes.c_ulong(window), 0, 0, width, height)
        self._x11.XSync(self._display, 0)

    def largest(self) -> tuple[int, Rect] | None:
        """The largest window that is shown."""
        command = ["xdotool", "search", "--onlyvisible", "--maxdepth", "1", "--name", ".*"]
        said = subprocess.run(command, env={**os.environ, "DISPLAY": self.name}, capture_output=True, text=True).stdout
        shown = [int(line) for line in said.split() if int(line) != self._root]
        found = [(window, self._geometry(window)) for window in shown]
        return max(found, key=lambda each: each[1].width * each[1].height, default=None)

    def _geometry(self, window: int) -> Rect:
        root, border, depth = ctypes.c_ulong(), ctypes.c_uint(), ctypes.c_uint()
        x, y, width, height = ctypes.c_int(), ctypes.c_int(), ctypes.c_uint(), ctypes.c_uint()
        parts = [ctypes.byref(each) for each in (root, x, y, width, height, border, depth)]
        self._x11.XGetGeometry(self._display, ctypes.c_ulong(window), *parts)
        return Rect(x.value, y.value, width.value, height.value)

    def close(self) -> None:
        """Close the connection."""
        self._x11.XCloseDisplay(self._display)


def until(condition: Callable[[], T], seconds: float, pause_s: float = 0.0005) -> T:
    """Look until something is there; what it is. Raises TimeoutError."""
    end = time.perf_counter() + seconds
    while not (value := condition()):
        if time.perf_counter() > end:
            raise TimeoutError("it did not come true")
        time.sleep(pause_s)
    return value


@contextlib.contextmanager
def own_display(width: int = 1600, height: int = 1200) -> Iterator[Display]:
    """An Xvfb with a white root window."""
    reader, writer = os.pipe()
    screen = ["-screen", "0", f"{width}x{height}x24", "-wr", "-nolisten", "tcp", "-displayfd", str(writer)]
    server = subprocess.Popen(["Xvfb", *screen], pass_fds=[writer], stderr=subprocess.DEVNULL)
    os.close(writer)
    try:
        with os.fdopen(reader) as told:
            display = Display(f":{told.readline().strip()}", width, height)
        try:
            yield display
        finally:
            display.close()
    finally:
        server.terminate()
        server.wait()
