"""Engines under test, and a decoder of frames that is written from `vt/frame.py`'s text alone."""

import struct
from typing import NamedTuple

from paneflow.geometry import Size
from paneflow.vt import frame as wire
from paneflow.vt.choose import engine_name, new_engine
from paneflow.vt.engine import Engine

ENGINES = ("ghostty", "pyte") if engine_name() == "ghostty" else ("pyte",)


def engine(name: str, cols: int = 80, rows: int = 24, scrollback: int = 1000) -> Engine:
    return new_engine(Size(cols, rows), scrollback, name, host_name="here")


class Style(NamedTuple):
    fg: int
    bg: int
    underline_color: int
    attributes: int
    underline: int


DEFAULT_STYLE = Style(0, 0, 0, 0, 0)


class Cell(NamedTuple):
    text: str  # "" for what belongs to another cell
    style: Style
    wide: int
    link: bool
    background: int | None  # tag << 24 | value of a cell that is only a background


class Frame(NamedTuple):
    flags: int
    surface: int
    generation: int
    cols: int
    rows: int
    cursor: tuple[int, int]  # (row, col)
    cursor_shape: int
    mouse: int
    scrollbar: tuple[int, int, int]
    kitty_flags: int
    colors: dict[int, int]
    lines: dict[int, tuple[list[Cell], int]]  # y → cells and row flags
    pictures: list[tuple[int, ...]] | None  # wire.PICTURE; None: as before


def decode(data: bytes) -> Frame:
    (
        version, flags, surface, generation, cols, rows, x, y, shape, mouse, nrows, _pages, ncolors, nstyles, nclusters,
        total, offset, length, kitty, _epoch, _first_row,
    ) = wire.HEADER.unpack_from(data)  # fmt: skip
    assert version == wire.VERSION
    at = wire.HEADER.size
    ys, pages, row_flags = (struct.unpack_from(f"<{nrows}H", data, at + 2 * nrows * n) for n in range(3))
    at += 6 * nrows
    at += -at % 4
    keys = struct.unpack_from(f"<{nstyles}I", data, at)
    at += 4 * nstyles
    styles = {key: Style(*wire.STYLE.unpack_from(data, at + 16 * n)[:5]) for n, key in enumerate(keys)}
    at += 16 * nstyles
    colors = dict(wire.COLOR.unpack_from(data, at + wire.COLOR.size * n) for n in range(ncolors))
    at += wire.COLOR.size * ncolors
    pictures = None
    if flags & wire.HAS_PICTURES:
        count = wire.PICTURES.unpack_from(data, at)[2]
        at += wire.PICTURES.size
        pictures = [wire.PICTURE.unpack_from(data, at + wire.PICTURE.size * n) for n in range(count)]
        at += wire.PICTURE.size * count
    at += -at % 8
    cells = [struct.unpack_from(f"<{cols}Q", data, at + 8 * cols * n) for n in range(nrows)]
    at += 8 * cols * nrows
    clusters: dict[tuple[int, int], str] = {}
    for _ in range(nclusters):
        row, col, size = wire.GRAPHEME.unpack_from(data, at)
        at += wire.GRAPHEME.size
        clusters[row, col] = data[at : at + size].decode()
        at += size
    assert at == len(data), "bytes are left over"
    assert list(ys) == sorted(set(ys))
    lines = {
        ys[n]: ([_cell(raw, pages[n], styles, clusters.get((n, x))) for x, raw in enumerate(cells[n])], row_flags[n])
        for n in range(nrows)
    }
    return Frame(
        flags, surface, generation, cols, rows, (y, x), shape, mouse, (total, offset, length), kitty, colors, lines,
        pictures,
    )  # fmt: skip


def _cell(raw: int, page: int, styles: dict[int, Style], cluster: str | None) -> Cell:
    tag = raw & wire.CELL_TAG_MASK
    content = raw >> wire.CELL_CONTENT_SHIFT & wire.CELL_CONTENT_MASK
    style_id = raw >> wire.CELL_STYLE_SHIFT & wire.CELL_STYLE_MASK
    wide = raw >> wire.CELL_WIDE_SHIFT & wire.CELL_WIDE_MASK
    style = styles[page << 16 | style_id] if style_id else DEFAULT_STYLE
    link = bool(raw >> wire.CELL_LINK_SHIFT & 1)
    if tag >= 2:
        red, green, blue = content & 255, content >> 8 & 255, content >> 16
        background = wire.TAG_PALETTE << 24 | red if tag == 2 else wire.TAG_RGB << 24 | red << 16 | green << 8 | blue
        return Cell(" ", style, wide, link, background)
    if wide >= 2:
        return Cell("", style, wide, link, None)
    code = content & wire.CELL_CODEPOINT_MASK
    text = cluster if tag == 1 and cluster else chr(code) if code else " "
    return Cell(text, style, wide, link, None)


class Picture:
    """What a window knows of a surface: frames put one over the other."""

    def __init__(self) -> None:
        self.lines: dict[int, list[Cell]] = {}
        self.last: Frame | None = None

    def apply(self, data: bytes | None) -> Frame | None:
        if data is None:
            return None
        frame = decode(data)
        if frame.flags & wire.FULL:
            self.lines = {}
            assert sorted(frame.lines) == list(range(frame.rows))
        self.lines |= {y: cells for y, (cells, _) in frame.lines.items()}
        self.last = frame
        return frame

    def text(self) -> list[str]:
        return ["".join(cell.text for cell in self.lines[y]).rstrip() for y in sorted(self.lines)]


def cells_of(engine_: Engine) -> list[list[Cell]]:
    """The viewport's cells, by way of a frame."""
    view = engine_.view()
    picture = Picture()
    picture.apply(view.frame(1))
    view.close()
    return [picture.lines[y] for y in sorted(picture.lines)]
