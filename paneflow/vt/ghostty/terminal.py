"""A handle on one terminal of the library: options in, values out, places in its grid. No policy of ours."""

import weakref
from enum import IntEnum
from typing import Final

from paneflow.vt.ghostty.library import CData, ffi, grid_ref, lib, scroll_viewport, text_of, track_grid_ref

_get: Final = lib.ghostty_terminal_get
_ANSI_MODE: Final = 1 << 15


class Space(IntEnum):
    """What rows are counted from."""

    ACTIVE = lib.GHOSTTY_POINT_TAG_ACTIVE  # the top of the active area
    VIEWPORT = lib.GHOSTTY_POINT_TAG_VIEWPORT  # the top of what is on view
    SCREEN = lib.GHOSTTY_POINT_TAG_SCREEN  # the oldest retained row


class Terminal:
    """Owns one library terminal; everything else here borrows it."""

    def __init__(self, cols: int, rows: int) -> None:
        out = ffi.new("GhosttyTerminal*")
        if lib.ghostty_terminal_new(ffi.NULL, out, cols, rows) != 0:
            raise MemoryError("libghostty-vt has no memory for a terminal")
        self.handle: CData = out[0]
        self._free = weakref.finalize(self, lib.ghostty_terminal_free, self.handle)
        self._free.atexit = False  # the process's memory goes anyway
        self._point = ffi.new("GhosttyPointTwin*")
        self._u16 = ffi.new("uint16_t*")
        self._size = ffi.new("size_t*")
        self._mode = ffi.new("GhosttyTerminalModeConfig*")
        self._scrollbar = ffi.new("GhosttyTerminalScrollbar*")
        self._bool = ffi.new("bool*")
        self._int = ffi.new("int*")

    def write(self, data: bytes) -> None:
        """Parse bytes."""
        lib.ghostty_terminal_vt_write(self.handle, data, len(data))

    def set(self, option: str, value: CData) -> None:
        """Set an option; `value` is a pointer or a callback, as the option wants it."""
        result = lib.ghostty_terminal_set(self.handle, getattr(lib, "GHOSTTY_TERMINAL_OPT_" + option), value)
        if result != 0:
            raise ValueError(f"libghostty-vt refuses option {option}: {result}")

    def set_size(self, option: str, value: int) -> None:
        """Set an option that is a size."""
        self._size[0] = value
        self.set(option, self._size)

    def resize(self, cols: int, rows: int, cell_width: int, cell_height: int) -> None:
        """Change the size and reflow."""
        if lib.ghostty_terminal_resize(self.handle, cols, rows, cell_width, cell_height) != 0:
            raise MemoryError(f"libghostty-vt has no memory for {cols}×{rows}")

    def number(self, key: int) -> int:
        """A u16 value."""
        _get(self.handle, key, self._u16)
        return int(self._u16[0])

    def count(self, key: int) -> int:
        """A size_t value."""
        _get(self.handle, key, self._size)
        return int(self._size[0])

    def flag(self, key: int) -> bool:
        """A bool value."""
        _get(self.handle, key, self._bool)
        return bool(self._bool[0])

    def text(self, key: int) -> bytes:
        """A string value."""
        out = ffi.new("GhosttyString*")
        return text_of(out) if _get(self.handle, key, out) == 0 else b""

    def mode(self, number: int, *, ansi: bool = False) -> bool:
        """Whether a mode is set."""
        self._mode.mode = number | (_ANSI_MODE if ansi else 0)
        return _get(self.handle, lib.GHOSTTY_TERMINAL_DATA_MODE, self._mode) == 0 and bool(self._mode.value)

    def set_mode(self, number: int, value: bool) -> None:  # noqa: FBT001  # a mode and its value
        """Set a DEC mode's bit, without what the control sequence would do besides."""
        self._mode.mode, self._mode.value = number, value
        self.set("MODE", self._mode)

    def scrollbar(self) -> tuple[int, int, int]:
        """(total, offset, length) in rows."""
        bar = self._scrollbar
        _get(self.handle, lib.GHOSTTY_TERMINAL_DATA_SCROLLBAR, bar)
        return bar.total, bar.offset, bar.len

    def on_alternate(self) -> bool:
        """Whether the alternate screen is active."""
        _get(self.handle, lib.GHOSTTY_TERMINAL_DATA_ACTIVE_SCREEN, self._int)
        return bool(self._int[0] == lib.GHOSTTY_TERMINAL_SCREEN_ALTERNATE)

    def scroll(self, tag: int, value: int = 0) -> None:
        """Move the viewport; `tag` is one of GHOSTTY_SCROLL_VIEWPORT_*."""
        behaviour = ffi.new("GhosttyScrollTwin*")
        behaviour.tag = tag
        behaviour.value.delta = value
        scroll_viewport(self.handle, behaviour[0])

    def point(self, space: Space, row: int, col: int) -> CData:
        """A position, as the library's functions take it by value. Good until the next call."""
        point = self._point
        point.tag, point.value.x, point.value.y = space, col, row
        return point[0]

    def ref(self, space: Space, row: int, col: int = 0) -> CData | None:
        """A place in the grid, good until the terminal changes; None outside of it."""
        ref = sized_ref()
        return ref if grid_ref(self.handle, self.point(space, row, col), ref) == 0 else None

    def track(self, space: Space, row: int, col: int = 0) -> CData | None:
        """A place that moves with its text, to be freed with `untrack`; None outside of the grid."""
        out = ffi.new("GhosttyTrackedGridRef*")
        return out[0] if track_grid_ref(self.handle, self.point(space, row, col), out) == 0 else None

    def cursor(self) -> tuple[int, int]:
        """(row, col) in the active area."""
        return self.number(lib.GHOSTTY_TERMINAL_DATA_CURSOR_Y), self.number(lib.GHOSTTY_TERMINAL_DATA_CURSOR_X)

    def track_cursor(self) -> CData | None:
        """The cursor's place, tracked."""
        return self.track(Space.ACTIVE, *self.cursor())

    def free(self) -> None:
        """Give the memory back. The library ignores calls with the null handle that is left."""
        self.handle = ffi.NULL
        self._free()


def sized_ref() -> CData:
    """An empty place."""
    ref = ffi.new("GhosttyGridRef*")
    ref.size = _REF_SIZE
    return ref


def tracked_position(tracked: CData) -> tuple[int, int] | None:
    """Where a tracked place is now: (row from the oldest retained one, col); None when its text is gone."""
    out = ffi.new("GhosttyPointCoordinate*")
    if not lib.ghostty_tracked_grid_ref_has_value(tracked):
        return None
    if lib.ghostty_tracked_grid_ref_point(tracked, Space.SCREEN, out) != 0:
        return None
    return int(out.y), int(out.x)


def tracked_row(tracked: CData) -> int:
    """The library's row that a tracked place is in, whose bits are named below; 0 when its text is gone."""
    ref, row = sized_ref(), ffi.new("GhosttyRow*")
    if lib.ghostty_tracked_grid_ref_snapshot(tracked, ref) != 0 or lib.ghostty_grid_ref_row(ref, row) != 0:
        return 0
    return int(row[0])


def untrack(tracked: CData) -> None:
    """Forget a tracked place; also after its terminal was freed."""
    lib.ghostty_tracked_grid_ref_free(tracked)


def _row_bit(data: int, value: int = 1) -> int:
    """The bit of a GhosttyRow that makes a GHOSTTY_ROW_DATA_* read as `value`: asked for, as the layout is not promised."""
    out = ffi.new("int*")
    for bit in range(64):
        out[0] = 0
        lib.ghostty_row_get(1 << bit, data, out)
        if out[0] == value:
            return 1 << bit
    raise ImportError(f"libghostty-vt has no bit for row data {data}")


_REF_SIZE: Final = ffi.sizeof("GhosttyGridRef")
WRAPPED: Final = _row_bit(lib.GHOSTTY_ROW_DATA_WRAP)
PROMPT: Final = _row_bit(lib.GHOSTTY_ROW_DATA_SEMANTIC_PROMPT, lib.GHOSTTY_ROW_SEMANTIC_PROMPT)
PROMPT_CONTINUATION: Final = _row_bit(
    lib.GHOSTTY_ROW_DATA_SEMANTIC_PROMPT, lib.GHOSTTY_ROW_SEMANTIC_PROMPT_CONTINUATION
)
