"""The frame: what a view of a surface needs to paint it, packed by the engine's side and decoded by the window's.

Little-endian. A frame is stateless: it carries its own style table, so nothing has to be kept in step. Colours stay
palette, default or rgb, so a change of theme needs no new frame. Layout, in order:

    header      HEADER (64 bytes)
    row ys      u16 × nrows      viewport row of each row that follows, ascending
    row pages   u16 × nrows      which page the row's style ids belong to
    row flags   u16 × nrows      ROW_*
    (padding to 4)
    style keys  u32 × nstyles    page << 16 | style id; style id 0 is the default style and is not listed
    styles      STYLE × nstyles
    colours     COLOR × ncolors  colours a program changed (OSC 4, 10, 11, 12): index 0–255, or COLOR_*
    pictures    PICTURES, PICTURE × its count    with the flag HAS_PICTURES only: all that are on view, the lowest first
    (padding to 8)
    cells       u64 × nrows × cols     libghostty's packed cells; bit positions in CELL_*
    graphemes   GRAPHEME + utf-8, for each cell with more than one code point: the whole cluster

A view that receives a frame with FULL set forgets everything before it. Rows not listed are unchanged, and so are the pictures
of a frame without HAS_PICTURES. A picture's pixels do not come with frames: `rpc/attach.py`.
"""

from struct import Struct
from typing import Final

VERSION: Final = 2  # when it rises, so does `rpc.attach.PROTOCOL`

# version, flags, surface, generation, cols, rows, cursor x, cursor y, cursor shape, mouse mode, nrows, npages, ncolors,
# nstyles, ngraphemes, scrollbar total, scrollbar offset, scrollbar length, kitty flags, palette epoch (reserved, 0),
# the oldest row's number for life (`Engine.first_row`), from which the scrollbar counts
HEADER: Final = Struct("<HHIIHHHHBBHHHIIIIIIIQ")
STYLE: Final = Struct("<IIIHBB")  # fg, bg, underline colour (each COLOR_TAG), ATTR_*, underline style, reserved
COLOR: Final = Struct("<HxxI")  # index, 0xRRGGBB
PICTURES: Final = Struct(
    "<HHI"
)  # width and height of the engine's cells, of whose pixels pictures speak; how many follow
# generation, image, row, col, x, y, width, height, the source's x, y, width and height, z: `vt.images.Placement`
PICTURE: Final = Struct("<QIiiIIIIIIIIi")
GRAPHEME: Final = Struct("<HHH")  # row (index into this frame's rows), x, length in bytes

NO_CURSOR: Final = 0xFFFF  # cursor x and y when it is outside the viewport

# header flags
FULL, ALTERNATE, CURSOR_VISIBLE, CURSOR_BLINKING = 1, 2, 4, 8
BRACKETED_PASTE, ALTERNATE_SCROLL, REVERSE_SCREEN, FOCUS_EVENTS = 16, 32, 64, 128
APPLICATION_CURSOR, CELL_COLOR_ONLY = 256, 512  # the latter: some cells are only a background (tags 2 and 3)
HAS_PICTURES = 1024

# row flags
ROW_WRAPPED = 1  # the row continues on the next one
ROW_PROMPT = 2  # the row starts a prompt (OSC 133)
ROW_PROMPT_CONTINUATION = 4

# a colour in a style: tag << 24 | value
TAG_DEFAULT, TAG_PALETTE, TAG_RGB = 0, 1, 2

# style attributes
BOLD, ITALIC, FAINT, BLINK, INVERSE, INVISIBLE, STRIKE, OVERLINE = (1 << n for n in range(8))

# underline styles
UNDERLINE_NONE, UNDERLINE_SINGLE, UNDERLINE_DOUBLE, UNDERLINE_CURLY, UNDERLINE_DOTTED, UNDERLINE_DASHED = range(6)

# colours that are not palette entries
COLOR_FOREGROUND, COLOR_BACKGROUND, COLOR_CURSOR = 256, 257, 258

# bits of a cell (the libghostty engine asserts them against the library at start; pyte packs the same)
CELL_TAG_SHIFT, CELL_TAG_MASK = 0, 0x3  # 0 code point, 1 grapheme cluster, 2 background palette, 3 background rgb
CELL_CONTENT_SHIFT, CELL_CONTENT_MASK = 2, 0xFFFFFF
CELL_CODEPOINT_MASK = 0x1FFFFF
CELL_STYLE_SHIFT, CELL_STYLE_MASK = 26, 0xFFFF
CELL_WIDE_SHIFT, CELL_WIDE_MASK = 42, 0x3  # 0 narrow, 1 wide, 2 tail of a wide cell, 3 head that did not fit the row
CELL_LINK_SHIFT = 45  # the cell belongs to an OSC 8 link


def padding(size: int, to: int) -> bytes:
    """Zero bytes that bring `size` up to a multiple of `to`."""
    return bytes(-size % to)
