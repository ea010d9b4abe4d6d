"""What is on view, packed as frames (`vt/frame.py`).

The library marks rows as changed for one reader only, so a terminal has one render state, made when the first viewer
comes and dropped with the last; what it reports is handed to every viewer, and each builds frames from its own share.
"""

from struct import Struct
from typing import Final

from paneflow.vt import frame
from paneflow.vt.engine import Cursor, CursorShape
from paneflow.vt.ghostty.library import CData, ffi, grid_ref, lib
from paneflow.vt.ghostty.terminal import PROMPT, PROMPT_CONTINUATION, WRAPPED, Space, Terminal, sized_ref
from paneflow.vt.packing import Rows

_next_dirty: Final = lib.ghostty_render_state_row_iterator_next_dirty
_next: Final = lib.ghostty_render_state_row_iterator_next
_row_get: Final = lib.ghostty_render_state_row_get
_select: Final = lib.ghostty_render_state_row_cells_select
_cells_get: Final = lib.ghostty_render_state_row_cells_get
_state_get: Final = lib.ghostty_render_state_get
_CELLS_RAW: Final = lib.GHOSTTY_RENDER_STATE_ROW_DATA_CELLS_RAW
_CELLS: Final = lib.GHOSTTY_RENDER_STATE_ROW_DATA_CELLS
_ROW_RAW: Final = lib.GHOSTTY_RENDER_STATE_ROW_DATA_RAW
_STYLE: Final = lib.GHOSTTY_RENDER_STATE_ROW_CELLS_DATA_STYLE
_CLUSTER: Final = lib.GHOSTTY_RENDER_STATE_ROW_CELLS_DATA_GRAPHEMES_UTF8

_SHAPES: Final = {
    lib.GHOSTTY_RENDER_STATE_CURSOR_VISUAL_STYLE_BAR: CursorShape.BAR,
    lib.GHOSTTY_RENDER_STATE_CURSOR_VISUAL_STYLE_UNDERLINE: CursorShape.UNDERLINE,
}

# GhosttyStyle after its size: three colours (tag, value) of 16 bytes, eight flags of a byte, the underline style.
# One unpack is three times faster than reading fourteen fields.
_RAW_STYLE: Final = Struct("<I4xI4xI4xI4xI4xI4xQi4x")
_STYLE_BYTES: Final = slice(ffi.offsetof("GhosttyStyle", "fg_color"), ffi.sizeof("GhosttyStyle"))
MAX_STYLES: Final = 20_000  # interned; a program that draws in ever new colours must not fill the memory
MAX_CLUSTER: Final = 256  # bytes of one cell's text


class Viewport:
    """The render state: which rows changed, for whom, and how to read them."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._state = _new("GhosttyRenderState", lib.ghostty_render_state_new)[0]
        self._rows = _new("GhosttyRenderStateRowIterator", lib.ghostty_render_state_row_iterator_new)
        self._cells = _new("GhosttyRenderStateRowCells", lib.ghostty_render_state_row_cells_new)
        self._dirty = ffi.new("int*")
        self._y = ffi.new("uint16_t*")
        self._row = ffi.new("GhosttyRow*")
        self._view = ffi.new("GhosttyCellsView*")
        self._style = ffi.new("GhosttyStyle*")
        self._style.size = ffi.sizeof("GhosttyStyle")
        self._style_buffer = ffi.buffer(self._style)
        self._cursor = ffi.new("GhosttyRenderStateCursor*")
        self._cursor.size = ffi.sizeof("GhosttyRenderStateCursor")
        self._text = ffi.new("uint8_t[]", MAX_CLUSTER)
        self._cluster = ffi.new("GhosttyBuffer*")
        self._ref = sized_ref()
        self._styles: dict[bytes, bytes] = {}
        self._cells_of = -1  # the row whose cells the cell iterator is at
        self.shares: list[set[int]] = []  # for each viewer, the rows that changed since its last frame

    def refresh(self) -> None:
        """Take over what changed in the terminal."""
        lib.ghostty_render_state_update(self._state, self._terminal.handle)
        _state_get(self._state, lib.GHOSTTY_RENDER_STATE_DATA_CURSOR, self._cursor)
        _state_get(self._state, lib.GHOSTTY_RENDER_STATE_DATA_DIRTY, self._dirty)
        if self._dirty[0] == lib.GHOSTTY_RENDER_STATE_DIRTY_FALSE:
            return
        rows, y = self._iterate(), self._y
        changed: list[int] = []
        while _next_dirty(rows, y):
            changed.append(y[0])
        for share in self.shares:
            share.update(changed)
        lib.ghostty_render_state_clean(self._state)

    def cursor(self) -> Cursor:
        """The cursor in viewport cells; NO_CURSOR for both when it is outside. Needs a `refresh` before."""
        cursor = self._cursor
        inside = cursor.viewport_has_value
        return Cursor(
            cursor.viewport_y if inside else frame.NO_CURSOR,
            cursor.viewport_x if inside else frame.NO_CURSOR,
            cursor.visible,
            cursor.blinking,
            _SHAPES.get(cursor.visual_style, CursorShape.BLOCK),
        )

    def pack(self, share: set[int], cols: int) -> Rows:
        """The rows of a share, in order. Needs a `refresh` before."""
        packed = Rows(cols)
        rows, view, row, y = self._iterate(), self._view, self._row, -1
        self._cells_of = -1
        wanted = len(share)
        while wanted and _next(rows):
            y += 1
            if y in share:
                wanted -= 1
                _row_get(rows, _CELLS_RAW, view)
                _row_get(rows, _ROW_RAW, row)
                raw = bytes(ffi.buffer(view.ptr, view.len * 8))
                packed.add(y, raw, _row_flags(row[0]), self._page_of, self._style_at, self._cluster_at)
        return packed

    def free(self) -> None:
        """Give the memory back."""
        lib.ghostty_render_state_row_cells_free(self._cells[0])
        lib.ghostty_render_state_row_iterator_free(self._rows[0])
        lib.ghostty_render_state_free(self._state)

    def _iterate(self) -> CData:
        _state_get(self._state, lib.GHOSTTY_RENDER_STATE_DATA_ROW_ITERATOR, self._rows)
        return self._rows[0]

    def _page_of(self, y: int) -> int:
        grid_ref(self._terminal.handle, self._terminal.point(Space.VIEWPORT, y, 0), self._ref)
        return int(ffi.cast("uintptr_t", self._ref.node))

    def _cell(self, y: int, x: int) -> CData:
        if self._cells_of != y:
            _row_get(self._rows[0], _CELLS, self._cells)
            self._cells_of = y
        _select(self._cells[0], x)
        return self._cells[0]

    def _style_at(self, y: int, x: int) -> bytes:
        _cells_get(self._cell(y, x), _STYLE, self._style)
        raw = self._style_buffer[_STYLE_BYTES]
        packed = self._styles.get(raw)
        if packed is None:
            if len(self._styles) >= MAX_STYLES:
                self._styles.clear()
            packed = self._styles[raw] = _pack_style(raw)
        return packed

    def _cluster_at(self, y: int, x: int) -> bytes:
        buffer = self._cluster
        buffer.ptr, buffer.cap, buffer.len = self._text, MAX_CLUSTER, 0
        if _cells_get(self._cell(y, x), _CLUSTER, buffer) != 0:
            return b""  # longer than a frame carries: the cell's first code point stands for it
        return bytes(ffi.buffer(self._text, buffer.len))


def _new(name: str, make: CData) -> CData:
    out = ffi.new(f"{name}*")
    if make(ffi.NULL, out) != 0:
        raise MemoryError(f"libghostty-vt has no memory for {name}")
    return out


def _row_flags(row: int) -> int:
    flags = frame.ROW_WRAPPED if row & WRAPPED else 0
    if row & PROMPT:
        flags |= frame.ROW_PROMPT
    elif row & PROMPT_CONTINUATION:
        flags |= frame.ROW_PROMPT_CONTINUATION
    return flags


def _pack_style(raw: bytes) -> bytes:
    """A GhosttyStyle without its size, as a frame's STYLE."""
    *colors, flags, underline = _RAW_STYLE.unpack(raw)
    attributes = sum((flags >> 8 * bit & 1) << bit for bit in range(8))
    foreground, background, line = (_pack_color(*colors[at : at + 2]) for at in (0, 2, 4))
    return frame.STYLE.pack(foreground, background, line, attributes, underline, 0)


def _pack_color(tag: int, value: int) -> int:
    if tag == frame.TAG_RGB:  # the bytes are r, g, b in memory
        return tag << 24 | (value & 0xFF) << 16 | value & 0xFF00 | value >> 16 & 0xFF
    return tag << 24 | value & 0xFF if tag == frame.TAG_PALETTE else 0
