"""A frame's bytes (`vt/frame.py`) as a checked header and numpy arrays. Keeps nothing: `grid.py` does."""

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from paneflow.geometry import MAX_COLS, MAX_ROWS
from paneflow.vt import frame
from paneflow.vt.engine import Cursor, CursorShape, MouseMode

STYLE_DTYPE: Final = np.dtype(
    [("fg", "<u4"), ("bg", "<u4"), ("line", "<u4"), ("attrs", "<u2"), ("underline", "u1"), ("pad", "u1")]
)  # frame.STYLE
_COLOR_DTYPE: Final = np.dtype([("index", "<u2"), ("pad", "<u2"), ("rgb", "<u4")])  # frame.COLOR


class Picture(NamedTuple):
    """A picture on view, in cells: where it stands, which may be outside, and how large it is."""

    generation: int  # of its pixels
    image: int
    row: float
    col: float
    rows: float
    cols: float
    source: tuple[int, int, int, int]  # x, y, width and height in the image's pixels
    z: int


class ViewModes(NamedTuple):
    """The modes a view acts on."""

    alternate_screen: bool = False
    alternate_scroll: bool = False
    bracketed_paste: bool = False
    focus_events: bool = False
    application_cursor: bool = False
    reverse_screen: bool = False
    mouse: MouseMode = MouseMode.NONE
    kitty_flags: int = 0


class Header(NamedTuple):
    """`frame.HEADER`'s fields."""

    version: int
    flags: int
    surface: int
    generation: int
    cols: int
    rows: int
    cursor_x: int
    cursor_y: int
    cursor_shape: int
    mouse: int
    nrows: int
    npages: int
    ncolors: int
    nstyles: int
    ngraphemes: int
    total: int
    offset: int
    length: int
    kitty: int
    epoch: int
    first_row: int


class DecodedFrame:
    """A header and the arrays behind it, as views of the frame's bytes. Raises ValueError for anything else."""

    def __init__(self, data: bytes | memoryview) -> None:
        self._data, self._at = memoryview(data), frame.HEADER.size
        self.header = header = _header(self._data)
        self.cursor, self.modes = _cursor(header), _modes(header)
        count = header.nrows
        self.ys = self._take("<u2", count).astype(np.intp)
        self.pages = self._take("<u2", count)
        self.row_flags = self._take("<u2", count)
        self._align(4)
        self.style_keys = self._take("<u4", header.nstyles)
        self.styles = self._take(STYLE_DTYPE, header.nstyles)
        colors = self._take(_COLOR_DTYPE, header.ncolors)
        self.colors = dict(zip(colors["index"].tolist(), colors["rgb"].tolist(), strict=True))
        # None: those of the frame before
        self.pictures = self._pictures() if header.flags & (frame.HAS_PICTURES | frame.FULL) else None
        self._align(8)
        self.cells = self._take("<u8", count * header.cols).reshape(count, header.cols)
        self.clusters = [self._cluster(header) for _ in range(header.ngraphemes)]
        if (
            (self.ys >= header.rows).any()
            or (self.pages >= max(header.npages, 1)).any()
            or (self.style_keys >> 16 >= max(header.npages, 1)).any()
            or any(index > frame.COLOR_CURSOR for index in self.colors)
        ):
            raise ValueError("a frame names a row, page or colour that does not exist")

    def _take(self, dtype: npt.DTypeLike, count: int) -> npt.NDArray[Any]:
        array = np.frombuffer(self._data, dtype, count, self._at)  # raises ValueError past the end
        self._at += array.nbytes
        return array

    def _pictures(self) -> tuple[Picture, ...]:
        if not self.header.flags & frame.HAS_PICTURES:
            return ()
        start = self._at + frame.PICTURES.size
        if start > len(self._data):
            raise ValueError("a frame ends before its pictures")
        width, height, count = frame.PICTURES.unpack_from(self._data, self._at)
        self._at = start + count * frame.PICTURE.size
        if self._at > len(self._data) or (count and not (width and height)):
            raise ValueError("a frame ends within its pictures, or their cells have no size")
        entries = frame.PICTURE.iter_unpack(self._data[start : self._at])
        return tuple(_picture(entry, width, height) for entry in entries)

    def _align(self, to: int) -> None:
        self._at += -self._at % to

    def _cluster(self, header: Header) -> tuple[int, int, str]:
        """(row of this frame, col, text)."""
        start = self._at + frame.GRAPHEME.size
        if start > len(self._data):
            raise ValueError("a frame ends within its clusters")
        row, col, length = frame.GRAPHEME.unpack_from(self._data, self._at)
        self._at = start + length
        text = bytes(self._data[start : self._at]).decode(errors="replace")
        if self._at > len(self._data) or row >= header.nrows or col >= header.cols or not text:
            raise ValueError("a cluster of a frame lies outside its rows or its bytes")
        return row, col, text


def _header(data: memoryview) -> Header:
    if len(data) < frame.HEADER.size:
        raise ValueError("a frame shorter than its header")
    header = Header(*frame.HEADER.unpack_from(data))
    if header.version != frame.VERSION:
        raise ValueError(f"a frame of version {header.version}; {frame.VERSION} is known")
    if header.cols > MAX_COLS or header.rows > MAX_ROWS or header.npages > MAX_ROWS:
        raise ValueError(f"a frame of {header.cols}×{header.rows} cells and {header.npages} pages")
    return header


def _picture(entry: tuple[int, ...], cell_width: int, cell_height: int) -> Picture:
    generation, image, row, col, x, y, width, height, *source, z = entry
    left, top, part_width, part_height = source
    return Picture(
        generation, image, row + y / cell_height, col + x / cell_width, height / cell_height, width / cell_width,
        (left, top, part_width, part_height), z,
    )  # fmt: skip


def _cursor(header: Header) -> Cursor | None:
    if header.cursor_y >= header.rows or header.cursor_x >= header.cols:
        return None  # frame.NO_CURSOR
    visible, blinking = (bool(header.flags & flag) for flag in (frame.CURSOR_VISIBLE, frame.CURSOR_BLINKING))
    return Cursor(header.cursor_y, header.cursor_x, visible, blinking, CursorShape(header.cursor_shape))


def _modes(header: Header) -> ViewModes:
    flags = header.flags
    return ViewModes(
        alternate_screen=bool(flags & frame.ALTERNATE),
        alternate_scroll=bool(flags & frame.ALTERNATE_SCROLL),
        bracketed_paste=bool(flags & frame.BRACKETED_PASTE),
        focus_events=bool(flags & frame.FOCUS_EVENTS),
        application_cursor=bool(flags & frame.APPLICATION_CURSOR),
        reverse_screen=bool(flags & frame.REVERSE_SCREEN),
        mouse=MouseMode(header.mouse),
        kitty_flags=header.kitty,
    )
